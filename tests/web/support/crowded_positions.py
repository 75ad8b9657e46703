"""Positions with unusually many cards on the table, to test the layout."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import odintable

MAX_MOVES = 3000
Preference = Callable[[str], float]  # how much a move is preferred
Full = Callable[
    [dict[str, Any], Sequence[str]], bool
]  # whether a position, with its legal moves, is full enough
FIVE_USES = "a"  # the card of Ravens whose uses have the longest names


def odin_crowd(seed: int) -> dict[str, Any]:
    """ODIN with six players, a set of three or more to beat, and a full hand."""
    return reached("odin", seed, len, is_odin_full, players=6)


def odin_taking(seed: int) -> dict[str, Any]:
    """ODIN with six players, and three or more cards of which we take one."""
    return reached("odin", seed, len, is_odin_taking, players=6)


def ravens_crowd(seed: int) -> dict[str, Any]:
    """Ravens with a stack of fourteen or more cards, a long path, and a card with five uses."""
    return reached("ravens", seed, ravens_preference, is_ravens_full)


def is_odin_full(now: dict[str, Any], moves: Sequence[str]) -> bool:
    """A set that we can beat in more than one way."""
    is_ours = now["phase"] == "follow" and len(moves) > 2
    return is_ours and len(now["table"]) >= 3 and len(now["hands"][0]) >= 8


def is_odin_taking(now: dict[str, Any], moves: Sequence[str]) -> bool:
    """A set of three that we have beaten."""
    return now["phase"] == "take" and len(moves) >= 3


def ravens_preference(move: str) -> float:
    """Prefer to stack cards and to extend the path."""
    return {"stack": 2, "extend": 1}.get(move.split(maxsplit=1)[0], 0)


def is_ravens_full(now: dict[str, Any], moves: Sequence[str]) -> bool:
    """Our turn, with all our cards, one of which has five uses."""
    is_ours = now["phase"] == "play" and len(now["hands"][0]) == 5
    card = FIVE_USES
    needed = {f"{card} arrange", f"{card} add", f"magic {card}", f"stack {card}", f"discard {card}"}
    has_five_uses = needed <= set(moves)
    is_full = len(now["stacks"][0]) >= 14 and len(now["path"]) >= 18
    return is_ours and is_full and has_five_uses


def reached(
    game: str, seed: int, preference: Preference, is_full: Full, **more: Any
) -> dict[str, Any]:
    """A start position for a table: the first one of seat 0 that is full enough."""
    for deal in range(seed, seed + 200):
        played = odintable.new_game(game, seed=deal, first=0, **more)
        chance = Random(deal)
        for _ in range(MAX_MOVES):
            if played.is_over:
                break
            now = played.position.to_json()
            if played.turn == 0 and is_full(now, played.legal_moves()):
                return {"text": json.dumps(now), "redeal": False}
            played.play(preferred(played.legal_moves(), preference, chance))
    raise AssertionError(f"no such position of {game} within 200 deals from {seed}")


def preferred(moves: Sequence[str], preference: Preference, chance: Random) -> str:
    """One of the most preferred moves."""
    most = max(map(preference, moves))
    return chance.choice([move for move in moves if preference(move) == most])
