"""Moves as people choose and type them."""

import re
from typing import Any

import pytest

from odintable.errors import IllegalMove, NotationError
from odintable.games.odin.illegal import TOO_LOW
from odintable.i18n import LANGUAGES, Texts, catalogue
from odintable.terminal.find_moves import (
    choosable_cards,
    move_label,
    moves_using,
    parse_typed_move,
)
from odintable.terminal.games.interface import default_names, terminal_game
from odintable.terminal.text.error_text import error_text, refusal_text
from odintable.terminal.text.player_names import PlayerNames
from odintable.terminal.text.short_rules import rule_sections
from tests.games.rules.positions import position

ENGLISH = Texts("en")
FOLLOWING: dict[str, Any] = {"phase": "follow", "owner": 2, "table": "G5"}
FLYING: dict[str, Any] = {"hands": ["FFWst", "MPPSa"], "stacks": ["FSM", ""]}


def typed(game: str, text: str, language: str = "en", **changed: Any) -> str:
    """The move that is understood."""
    view = position(game, **changed)
    view = view.view(view.turn)
    return parse_typed_move(text, view, moves_using(game, view.legal(), []), Texts(language))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play R4 R9", "play R4 R9"),
        ("play r9 r4", "play R4 R9"),
        ("R9 R4", "play R4 R9"),
        ("r9", "play R9"),
        ("  pass ", "pass"),
        ("Pass", "pass"),
        ("play 94", "play R4 R9"),
        ("1", "play B7"),
    ],
)
def test_a_move_of_odin_is_understood(text: str, move: str) -> None:
    assert typed("odin", text, **FOLLOWING) == move


@pytest.mark.parametrize(
    ("text", "move", "language"),
    [
        ("fly F", "fly F", "en"),
        ("fly forest", "fly F", "en"),
        ("end", "end", "en"),
        ("end the turn", "end", "en"),
        ("t turn 4", "t turn 4", "en"),
        ("turn 5", "t turn 4", "en"),
        ("turn a card: 1", "t turn 0", "en"),
        ("S STONE 1:3", "s stone 1:3", "en"),
        ("stone 4 lower", "s stone 1:3", "en"),
        ("swap 2 5", "s swap 1 4", "en"),
        ("zug beenden", "end", "de"),
        ("fliegen: wald, bis 1", "fly F", "de"),
    ],
)
def test_a_move_of_ravens_is_understood(text: str, move: str, language: str) -> None:
    assert typed("ravens", text, language, **FLYING) == move


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "There is no move 0: moves are numbered from 1 to 5."),
        ("99", "There is no move 99: moves are numbered from 1 to 5."),
        ("nonsense", "“nonsense” is not a move now."),
        ("play", "“play” could mean: Play B7; Play R9; "),
    ],
)
def test_text_that_is_not_a_move_gets_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(NotationError) as wrong:
        typed("odin", text, **FOLLOWING)
    assert said in str(wrong.value)


def test_a_move_that_is_not_legal_gets_its_reason() -> None:
    with pytest.raises(IllegalMove) as wrong:
        typed("odin", "play G3", **FOLLOWING)
    assert wrong.value.reason == TOO_LOW(mine=3, value=5)


def test_a_reason_is_said_in_the_players_language() -> None:
    people = PlayerNames(["Du", "Askr"], Texts("de"), 0)
    said = error_text(IllegalMove("illegal: play G3", TOO_LOW(mine=3, value=5)), "odin", people)
    assert said == "3 schlägt 5 nicht."
    why: dict[str, str | int] = {"key": "why.not-yours", "seat": 1}
    assert "Askr" in refusal_text("illegal-move", "", why, "odin", people)
    assert refusal_text("no-table", "", None, "odin", people) == Texts("de").text("no-table")
    assert "no such luck" in refusal_text("new", "no such luck", None, "odin", people)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "changed"), [("odin", FOLLOWING), ("ravens", FLYING)])
def test_every_move_has_a_label_of_its_own(
    language: str, game: str, changed: dict[str, Any]
) -> None:
    view = position(game, **changed)
    view = view.view(view.turn)
    labels = [move_label(view, move, Texts(language)) for move in view.legal()]
    assert len(set(labels)) == len(labels)
    assert all(text.strip() and "{" not in text for text in labels)


def test_a_flight_says_where_it_ends() -> None:
    view = position("ravens", **FLYING).view(0)
    assert move_label(view, "fly F", ENGLISH) == "Fly: forest, to 1"
    near = position("ravens", hands=["SSFFt", "MPPSa"], ravens=[7, 2]).view(0)
    assert move_label(near, "fly S", ENGLISH) == "Fly: snow, to the end!"


def test_numbers_in_words_are_whole_and_count_from_1() -> None:
    long_path: dict[str, Any] = FLYING | {"path": "FM WS PF MW SP WF FS MP SW FM WS PF"}
    assert typed("ravens", "turn 1", **long_path) == "t turn 0", "not 10, 11 or 12"
    assert typed("ravens", "turn 12", **long_path) == "t turn 11"
    assert typed("ravens", "t turn 1", **long_path) == "t turn 1", "notation counts from 0"


def test_a_reason_counts_the_cards_of_the_path_from_1() -> None:
    people = PlayerNames(["Du", "Askr"], ENGLISH, 0)
    why: dict[str, str | int] = {"key": "why.raven-there", "place": 4}
    assert refusal_text("illegal-move", "", why, "ravens", people) == "A raven is on card 5."


def test_the_table_in_words_counts_the_cards_of_the_path_from_1() -> None:
    view = position("ravens", **FLYING, ravens=[2, -1], stone=[1, 4]).view(0)
    names = PlayerNames(default_names("ravens", 2), ENGLISH)
    lines = terminal_game("ravens").describe(view.to_json(), 0, names, False)
    assert any(": 1 forest over mountain; 2 water over snow; " in line for line in lines)
    assert "The stone lies on 5, lower lane" in lines
    assert "Huginn: 3, before mountain" in lines
    assert "Muninn: start, before mountain" in lines


def test_the_hand_has_the_top_of_the_stack_in_brackets() -> None:
    view = position("ravens", **FLYING).view(0)
    assert choosable_cards(view) == ["F", "F", "W", "s", "t", "(M)", "(S)", "(F)"]
    assert choosable_cards(position("ravens", phase="lay", lifted="FMM").view(0)) == ["F", "M", "M"]
    offered = {"phase": "take", "owner": 0, "table": "O6 P6", "offered": "O4 P4"}
    assert choosable_cards(position("odin", **offered).view(0)) == ["O4", "P4"]


def test_moves_are_those_that_use_the_chosen_cards() -> None:
    moves = position("ravens", **FLYING).legal()
    assert moves_using("ravens", moves, ["F", "F"]) == [
        move for move in moves if terminal_game("ravens").cards_in_move(move)["F"] == 2
    ]
    assert moves_using("ravens", moves, ["F"])[0] == "fly F"
    assert moves_using("ravens", moves, ["W", "t"]) == []
    assert moves_using("ravens", moves, [])[-2:] == ["end", "extend"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_summary_of_the_rules_is_complete(game: str, language: str) -> None:
    keys = re.compile(rf"rules\.{game}\.([\w-]+)\.head")
    named = [found[1] for key in catalogue(language) if (found := keys.fullmatch(key))]
    assert list(terminal_game(game).rule_sections) == named
    assert all(head and text for head, text in rule_sections(game, Texts(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_described_without_hidden_cards(language: str) -> None:
    view = position("ravens", **FLYING, stone=[1, 4]).view(0)
    names = PlayerNames(default_names("ravens", 2), Texts(language))
    lines = terminal_game("ravens").describe(view.to_json(), 0, names, False)
    assert any(line.endswith("F F W s t") for line in lines)
    assert any(line.endswith("M S F") for line in lines)
    assert not any("M P P S a" in line for line in lines)
    odin = position("odin", **FOLLOWING).view(0)
    names = PlayerNames(default_names("odin", 3), Texts(language))
    lines = terminal_game("odin").describe(odin.to_json(), 0, names, False)
    assert any("G5" in line for line in lines)
