"""Positions with more cards than a usual game brings to the table, reached by playing for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import odintable

MOST_MOVES = 3000
Taste = Callable[[str], float]  # how much a move is wanted
Full = Callable[[dict[str, Any], int], bool]  # a position with so many moves has much to see


def odin_crowd(seed: int) -> dict[str, Any]:
    """Six at ODIN, a set of three or more to beat, and our hand still full."""
    return reached("odin", seed, len, is_odin_full, players=6)


def odin_taking(seed: int) -> dict[str, Any]:
    """Six at ODIN, and three cards or more of which we take one."""
    return reached("odin", seed, len, is_odin_taking, players=6)


def ravens_crowd(seed: int) -> dict[str, Any]:
    """A stack of fourteen cards or more, beside a path that was lengthened again and again."""
    return reached("ravens", seed, ravens_taste, is_ravens_full)


def is_odin_full(now: dict[str, Any], moves: int) -> bool:
    """A set that we can beat in more than one way."""
    is_ours = now["phase"] == "follow" and moves > 2
    return is_ours and len(now["table"]) >= 3 and len(now["hands"][0]) >= 8


def is_odin_taking(now: dict[str, Any], moves: int) -> bool:
    """A set of three that we have beaten."""
    return now["phase"] == "take" and moves >= 3


def ravens_taste(move: str) -> float:
    """Cards go onto the stack, and the path grows."""
    return {"stack": 2, "extend": 1}.get(move.split(maxsplit=1)[0], 0)


def is_ravens_full(now: dict[str, Any], _moves: int) -> bool:
    """Our turn, with all our cards."""
    is_ours = now["phase"] == "play" and len(now["hands"][0]) == 5
    return is_ours and len(now["stacks"][0]) >= 14 and len(now["path"]) >= 18


def reached(game: str, seed: int, taste: Taste, is_full: Full, **more: Any) -> dict[str, Any]:
    """What the first of such games came to when it was seat 0's turn, to begin a table from."""
    for deal in range(seed, seed + 200):
        played = odintable.new_game(game, seed=deal, first=0, **more)
        chance = Random(deal)
        for _ in range(MOST_MOVES):
            if played.is_over:
                break
            now = played.position.to_json()
            if played.turn == 0 and is_full(now, len(played.legal_moves())):
                return {"text": json.dumps(now), "redeal": False}
            played.play(liked(played.legal_moves(), taste, chance))
    raise AssertionError(f"no such position of {game} within 200 deals from {seed}")


def liked(moves: Sequence[str], taste: Taste, chance: Random) -> str:
    """One of the moves that are wanted most."""
    most = max(map(taste, moves))
    return chance.choice([move for move in moves if taste(move) == most])
