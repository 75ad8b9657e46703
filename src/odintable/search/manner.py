"""How each game is searched: the numbers that the compiled search is handed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from odintable.games import odin, ravens

from .tree import MANNER


@dataclass(frozen=True)
class Manner:
    """One way to search a game."""

    record: np.ndarray  # of one MANNER
    weights: np.ndarray  # what appeals
    chances: np.ndarray  # what promises to win
    remembers: bool = True  # what the others did in this hand


def manner(weights: np.ndarray, chances: np.ndarray, **numbers: float) -> Manner:
    """A manner from its numbers, by name."""
    record = np.zeros(1, MANNER)
    for name, number in numbers.items():
        record[name] = number
    return Manner(record, weights, chances)


MANNERS = {
    "odin": manner(
        odin.appeal.WEIGHTS,
        odin.prospects.CHANCES,
        exploration=1.0,
        warmth=2.0,
        noise=0.5,
        cut=1,
    ),
    "ravens": manner(
        ravens.appeal.WEIGHTS,
        ravens.prospects.CHANCES,
        exploration=1.0,
        warmth=1.0,
        noise=0.2,
        cut=1,
    ),
}
