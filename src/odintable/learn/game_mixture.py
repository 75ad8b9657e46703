"""Which games are played to learn from: how often, with how many players, with which options."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from odintable.games.position import Position

# Turns after which a race goes to who is ahead. Beginners fly in circles, so it is few at first.
FIRST_BELL, LAST_BELL = 30, 80
BELL_GROWS = 0.3  # ... for so much of the time

Mix = list[tuple[int, int, dict[str, Any]]]  # how many parts of the whole, players, options

MIXES: dict[str, Mix] = {
    # A hand for two is few decisions, a game for six many: counted in decisions, nearly half are of
    # single hands for two, and a quarter each of other single hands and of games.
    "odin": [
        (1550, 2, {"hands": 1}),
        (100, 2, {"hands": 1, "goat": True}),
        (100, 2, {"hands": 1, "four-colours": True}),
        (140, 3, {"hands": 1}),
        (380, 4, {"hands": 1}),
        (40, 4, {"hands": 1, "goat": True}),
        (65, 5, {"hands": 1}),
        (55, 6, {"hands": 1}),
        (60, 2, {}),
        (10, 2, {"limit": 10}),
        (10, 2, {"limit": 20}),
        (10, 2, {"goat": True}),
        (10, 2, {"four-colours": True}),
        (35, 3, {}),
        (30, 4, {}),
        (5, 4, {"limit": 10}),
        (5, 4, {"limit": 20}),
        (5, 4, {"goat": True}),
        (15, 5, {}),
        (15, 6, {}),
    ],
    "ravens": [
        (16, 2, {}),
        (1, 2, {"target": 6}),
        (1, 2, {"target": 20}),
        (1, 2, {"removed-under": True}),
        (1, 2, {"buy-magic": True}),
        (1, 2, {"keep-cards": True}),
        (1, 2, {"strict-joker": True}),
    ],
}


def bell_at(part: float) -> int:
    """Turns that a race may take, after this part of the time."""
    growth = math.log(LAST_BELL / FIRST_BELL) * min(1.0, part / BELL_GROWS)
    return round(FIRST_BELL * math.exp(growth))


def starts(game: str, mix: Mix) -> tuple[np.ndarray, np.ndarray]:
    """The records that games begin from, each as often as it is to be met, and their players."""
    records, players = [], []
    for parts, many, options in mix:
        record = Position.new(game, many, 0, options).states
        records += [record] * parts
        players += [many] * parts
    return np.concatenate(records), np.array(players, np.int8)
