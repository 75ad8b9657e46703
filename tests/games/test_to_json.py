"""Compiled code writes the same JSON as the reference implementation in Python."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from odintable.games.json_writer import MAX_POSITION_BYTES, MAX_VIEW_BYTES
from odintable.games.position import SPECTATOR, Position
from odintable.games.spec import GAMES as SPECS
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from tests.reference.to_json import expected_json

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("odin", 2, {}),
    ("odin", 2, {"four-colours": True}),
    ("odin", 6, {"goat": True, "limit": 40}),
    ("odin", 3, {"hands": 1}),
    ("ravens", 2, {}),
    ("ravens", 2, {"buy-magic": True, "keep-cards": True}),
    ("ravens", 2, {"removed-under": True, "target": 1}),
    ("ravens", 2, {"max-turns": 20}),
]


def seen_by_all(position: Position) -> list[Position]:
    """A full position and all its views."""
    return [position, *(position.view(who) for who in (SPECTATOR, *range(position.players)))]


def test_a_move_reveals_nothing_of_a_hidden_stack() -> None:
    match, rng = Match.new("ravens", shuffler=FairShuffler.numbered(3)), random.Random(2)
    met = set()
    for _ in range(200):
        own, other = (match.position.view(seat ^ match.position.turn) for seat in (0, 1))
        assert set(own.legal()) == set(match.position.legal())
        met |= {text for text in other.legal() if "(" in text}
        match.play(rng.choice(match.position.legal()))
    assert met
    assert all("(?" in text or text.startswith("(") for text in met)


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_every_position_is_written_as_by_the_reference(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = random.Random(f"{game} {options}")
    for number in range(4):
        shuffler = FairShuffler.numbered(number)
        match = Match.new(game, players=players, options=options, shuffler=shuffler)
        for _ in range(250):
            for position in seen_by_all(match.position):
                text = json.dumps(expected_json(position), separators=(",", ":"))
                assert position.to_json_bytes().decode() == text
                assert position.to_json() == json.loads(text)
                assert len(text) < MAX_POSITION_BYTES // 2
            if match.position.is_over:
                break
            match.play(rng.choice(match.position.legal()))


def landings(view: Position) -> dict[str, list[Any]]:
    """Where each legal move that moves a raven brings it, and how it is paid if it is a flight."""
    found = {}
    for text in (view.write_move(move) for move in view.moves()):
        after = view.copy()
        after.apply(after.read_move(text))
        ravens = zip(*(one.states["ravens"][0].tolist() for one in (view, after)), strict=True)
        moved = [[lane, after] for lane, (before, after) in enumerate(ravens) if before != after]
        if text.startswith(("fly ", "r ", "(r) ")):
            found[text] = (moved or [[1, view.states["ravens"][0, 1].item()]])[0]
            events = view.modules.events.events_between(view.summary, after.summary)
            flown = [one for one in events if one["event"] == "flew"]
            found[text] += [one[key] for one in flown for key in ("terrain", "jokers", "paid")]
    return found


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_view_comes_with_its_legal_moves_and_their_landings(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = random.Random(f"{game} {options}")
    for number in range(3):
        match = Match.new(
            game, players=players, options=options, shuffler=FairShuffler.numbered(number)
        )
        for _ in range(150):
            if match.position.is_over:
                break
            turn = match.position.turn
            view = match.position.view(turn)
            seen, moves, lands = match.position.view_json(turn, with_moves=True)
            assert seen == view.to_json_bytes()
            assert json.loads(moves) == view.legal()
            assert json.loads(lands or "{}") == (landings(view) if game == "ravens" else {})
            assert match.position.view_json(turn, with_moves=False) == (seen, b"", b"")
            match.play(rng.choice(view.legal()))


def test_the_output_buffer_has_room_for_every_move() -> None:
    texts = ravens.to_json.EXAMPLES
    moves = sum(len(f'"{text}",') for text in texts)
    flights = [text for text in texts if text.startswith(("fly ", "r ", "(r)"))]
    landings = sum(len(f'"{text}":[0,39],') for text in flights)
    assert MAX_POSITION_BYTES + moves + landings < MAX_VIEW_BYTES
    longest = max(len(f'"{text}",') for text in odin.notation.TEXTS)
    assert MAX_POSITION_BYTES + odin.components.MAX_LEGAL_MOVES * longest < MAX_VIEW_BYTES


def test_threads_do_not_overwrite_each_others_output() -> None:
    views = [
        Match.new("odin", shuffler=FairShuffler.numbered(number)).position for number in range(4)
    ]
    alone = [view.to_json_bytes() for view in views]
    with ThreadPoolExecutor(len(views)) as threads:
        together = threads.map(lambda view: [view.to_json_bytes() for _ in range(2000)], views)
    for text, texts in zip(alone, together, strict=True):
        assert set(texts) == {text}
