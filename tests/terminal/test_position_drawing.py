"""Positions drawn for a terminal: everything is there, fits, and gives nothing away."""

import io
import re
from random import Random

import pytest
from rich.console import Console
from rich.style import Style

from odintable.games.position import SPECTATOR, Position
from odintable.i18n import Texts
from odintable.terminal.drawing.position_drawing import Drawing
from odintable.terminal.games.interface import terminal_game
from odintable.terminal.games.odin.drawing import CARD_STYLES as ODIN_STYLES
from odintable.terminal.games.ravens.cards import CARD_STYLES as RAVENS_STYLES
from tests.games import random_positions as setups
from tests.games.rules.positions import play, position

BOX = "╭╮╰╯─│▶◂▒·♣▲≡≈…"


def drawn(at: Position, width: int = 80, encoding: str = "utf-8", lines: int = 0) -> str:
    """The text of a drawing, without colours."""
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding=encoding)
    console = Console(file=file, width=width, color_system=None, legacy_windows=False)
    console.print(Drawing(at, bots=["greedy"] * at.players, lines=lines))
    file.flush()
    return buffer.getvalue().decode(encoding)


def random_positions(count: int) -> list[Position]:
    """Any positions of both games, with 2 to 6 players."""
    rng = Random(3)
    found = []
    for _ in range(count):
        given = setups.ravens_position(rng, setups.ravens_options(rng))
        found.append(Position.from_json(given))
        players = rng.randint(2, 6)
        options = setups.odin_options(rng, players)
        found.append(Position.from_json(setups.odin_position(rng, players, options)))
    return found


POSITIONS = random_positions(30)
# The letters of a row of the path; a table has no other line with a terrain and its symbol.
TERRAINS = re.compile(r"[FMPSW](?= (?:[♣▲≡*≈]|(?:forest|mountain|plains|snow|water)\b))")


def test_a_race_reads_like_this() -> None:
    at = position(
        "ravens",
        ravens=[2, -1],
        stone=[1, 4],
        scores=[7, 4],
        stacks=["FMS", ""],
        hands=["FFWt", "MPPSa"],
        played=[1, 0],
        ways=["M", ""],
        discards=["P", "FF"],
        race=2,
        turns=5,
    )
    assert [line.rstrip() for line in drawn(at).splitlines()] == [
        "Odin’s Ravens  ·  race 2, turn 6  ·  Huginn 7 : 4 Muninn  ·  12 to win",
        "   start    1      2      3      4      5      6      7      8    9 end",
        "         │ F ♣  │ W ≈  │ P ≡  │ M ▲  │ S *  │ W ≈  │ F ♣  │ M ▲  │ S *  │",
        "         │      │      │Huginn│      │      │      │      │      │      │",
        "         │ M ▲  │ S *  │ F ♣  │ W ≈  │ P ≡  │ F ♣  │ S *  │ P ≡  │ W ≈  │",
        "   Muninn│      │      │      │      │STONE │      │      │      │      │",
        "Huginn: 3 ahead · Magic Way M o · landscapes 31",
        "╭─ ▶ Huginn · greedy ──────────────────╮╭─ Muninn · greedy ────────────────────╮",
        "│ hand   F   F   W   t                 ││ hand   M   P   P   S   a             │",
        "│ stack  F   M   S  ◂ top              ││ stack empty                          │",
        "│ magic 1 laid M                       ││ magic none laid                      │",
        "│ piles draw 24 · discard 1            ││ piles draw 26 · discard 2            │",
        "╰─ may play hand 2/3, stack 3/3 ───────╯╰──────────────────────────────────────╯",
    ]


def test_a_hand_of_odin_reads_like_this_to_the_seat_at_turn() -> None:
    at = position("odin", phase="follow", owner=1, table="O4 P4", passes=1, scores=[3, 0, 9])
    seen = [line.rstrip() for line in drawn(at.view(0)).splitlines()]
    assert seen == [
        "ODIN  ·  hand 1, first: Astrid  ·  ends when someone has 15",
        "╭────────────────────────────── the set to beat ───────────────────────────────╮",
        "│                          Bjorn   O4   P4   worth 44                          │",
        "╰──────────────────── 1 pass · 0 discarded · 37 not dealt ─────────────────────╯",
        "                    cards  hand                                           points",
        "▶  Astrid · greedy      5   B1   B7   G3   R4   R9                             3",
        "",
        "   Bjorn · greedy       5   ▒▒  ▒▒  ▒▒  ▒▒  ▒▒                                 0",
        "",
        "   Dagny · greedy       5   ▒▒  ▒▒  ▒▒  ▒▒  ▒▒                                 9",
    ]


@pytest.mark.parametrize("width", [80, 100, 140])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for at in POSITIONS:
        for seen in (at, at.view(0), at.view(1), at.view(SPECTATOR)):
            assert max(map(len, drawn(seen, width).splitlines())) <= width


def test_every_card_of_the_longest_path_is_shown_in_both_lanes() -> None:
    for at in POSITIONS:
        if at.name == "ravens":
            lines = drawn(at).splitlines()
            rows = [found for line in lines if (found := TERRAINS.findall(line))]
            for lane in range(2):
                terrains = [letter for row in rows[lane::2] for letter in row]
                assert terrains == [card[lane] for card in at.to_json()["path"]]


def test_hands_and_stacks_are_shown_in_order() -> None:
    at = position("ravens", stacks=["FMSWrstPF", ""], hands=["FFWtt", "MPPSa"])
    text = drawn(at)
    assert re.search(r"hand +F +F +W +t +t +│", text)
    assert re.search(r"stack +F M S W r s t P F ◂ top", text)


def test_a_stack_too_long_to_be_shown_says_how_much_lies_below() -> None:
    deep = "FFFFFMMMMMPPPPPSSSSSWWWWW"
    at = position("ravens", stacks=[deep, ""], hands=["arsst", "MPPSa"])
    found = re.search(r"stack \+(\d+) ([FMPSW ]+) ◂ top", drawn(at))
    assert found
    assert deep == deep[: int(found[1])] + found[2].replace(" ", "")


def test_without_unicode_everything_is_ascii() -> None:
    for at in POSITIONS:
        for seen in (at, at.view(at.turn), at.view(SPECTATOR)):
            text = drawn(seen, encoding="ascii")
            assert not set(BOX) & set(text)


def test_colour_is_never_the_only_sign_and_never_without_its_background() -> None:
    for ground in [*ODIN_STYLES.values(), *RAVENS_STYLES.values()]:
        style = Style.parse(ground)
        assert style.color is not None
        assert style.bgcolor is not None
    for at in POSITIONS:
        buffer = io.StringIO()
        console = Console(file=buffer, width=80, force_terminal=True, color_system="256")
        console.print(Drawing(at, bots=["greedy"] * at.players))
        assert "\x1b[" in buffer.getvalue()
        assert re.sub(r"\x1b\[[\d;]*m", "", buffer.getvalue()) == drawn(at)


def test_a_view_gives_nothing_away() -> None:
    for number, at in enumerate(POSITIONS):
        for seat in (0, 1, SPECTATOR):
            seen = at.view(seat)
            other = seen.sample_state(number).view(seat)
            assert drawn(seen) == drawn(other)


def test_cards_that_all_saw_taken_are_shown_in_a_hidden_hand() -> None:
    at = position("odin", phase="follow", owner=2, table="R2", hands=["R9 B1", "G1", "Y1"])
    play(at, "play R9")
    astrid = next(line for line in drawn(at.view(1)).splitlines() if "Astrid ·" in line)
    assert re.search(r"2 +▒▒ +R2", astrid)


def test_a_low_window_shows_the_path_from_the_rear_raven_on() -> None:
    path = "FM WS PF MW SP WF FS MP SW FM WS PF MW SP WF FS MP"
    at = position("ravens", path=path, ravens=[15, 12])
    assert len(drawn(at).splitlines()) == 18
    text = drawn(at, lines=14)
    assert len(text.splitlines()) <= 14
    assert "Huginn│" in text
    assert "Muninn│" in text
    assert re.search(r"^…    11  .* 17 end$", text, re.MULTILINE), "more lies before this row"
    behind = drawn(position("ravens", path=path, ravens=[15, 2]), lines=14)
    assert re.search(r"^   start .* 10  …$", behind, re.MULTILINE), "more lies after it"


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_legend_names_every_letter(game: str) -> None:
    legend = " ".join(terminal_game(game).legend(Texts("en")))
    for letter in "BGOPRY" if game == "odin" else "FMPSWarst":
        assert re.search(rf"\b{letter} \w+", legend)
