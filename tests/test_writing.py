"""What compiled code writes of a position is what a plain writing in Python comes to."""

import json
import random
from typing import Any

import pytest

from odintable.fair import Fair
from odintable.games.ink import MOST_BYTES
from odintable.games.position import SPECTATOR, Position
from odintable.match import Match

from .reference.writing import written

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
    """The truth and every view of it."""
    return [position, *(position.view(who) for who in (SPECTATOR, *range(position.players)))]


def test_a_move_tells_nothing_of_a_stack_that_the_viewer_does_not_know() -> None:
    match, rng = Match.new("ravens", fair=Fair.numbered(3)), random.Random(2)
    met = set()
    for _ in range(200):
        own, other = (match.position.view(seat ^ match.position.turn) for seat in (0, 1))
        assert set(own.legal()) == set(match.position.legal())
        met |= {text for text in other.legal() if "(" in text}
        match.play(rng.choice(match.position.legal()))
    assert met
    assert all("(?" in text or text.startswith("(") for text in met)


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_every_position_is_written_as_python_would(
    game: str, players: int, options: dict[str, Any]
) -> None:
    rng = random.Random(f"{game} {options}")
    for number in range(4):
        fair = Fair.numbered(number)
        match = Match.new(game, players=players, options=options, fair=fair)
        for _ in range(250):
            for position in seen_by_all(match.position):
                text = json.dumps(written(position), separators=(",", ":"))
                assert position.written().decode() == text
                assert position.to_json() == json.loads(text)
                assert len(text) < MOST_BYTES // 2
            if match.position.is_over:
                break
            match.play(rng.choice(match.position.legal()))
