"""Predicted win probabilities and actual results, in twenty bins, and their difference."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from odintable.arena.statistics.interval import student

BINS = 20
LEAST = 0.01  # of the decisions: what a bin with fewer shows is left out


@dataclass(frozen=True)
class Bin:
    """Positions with about the same predicted win probability."""

    many: int  # moments
    games: int  # ... that they were made in
    said: float  # the mean chance that they were given
    won: float  # the mean share of the win that came of them
    error: float  # one standard error of the difference of the two

    @property
    def off(self) -> float:
        """By how much too high the chance was."""
        return self.said - self.won

    @property
    def reach(self) -> float:
        """How far the 95 % interval of the difference goes to either side."""
        return student(max(1, self.games - 1)) * self.error


def binned(games: np.ndarray, said: np.ndarray, won: np.ndarray) -> list[Bin]:
    """The bins that are not empty, from the lowest; a number tells whose game a moment is of."""
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    parts = [places == place for place in range(BINS)]
    return [summed(games[part], said[part], won[part]) for part in parts if part.any()]


def summed(games: np.ndarray, said: np.ndarray, won: np.ndarray) -> Bin:
    """Moments as one bin.

    Those of a game share its end, so it is games that are counted for the error: the differences
    from the mean are added up in each.
    """
    off = said - won
    numbers, which = np.unique(games, return_inverse=True)
    sums = np.bincount(which, off - off.mean())
    many, count = off.size, numbers.size
    error = 1.0  # one game tells nothing: as large as a difference can be
    if count > 1:
        error = math.sqrt(count / (count - 1) * float(sums @ sums)) / many
    return Bin(many, count, float(said.mean()), float(won.mean()), error)


def common(bins: Sequence[Bin]) -> list[Bin]:
    """The bins that are met often enough to be shown."""
    total = sum(one.many for one in bins)
    return [one for one in bins if one.many >= LEAST * total]


def calibration_error(bins: Sequence[Bin]) -> float:
    """By how much a chance is off in the mean over all moments, be it too high or too low."""
    return weighted(bins, [abs(one.off) for one in bins])


def chance_error(bins: Sequence[Bin]) -> float:
    """What that would be if every chance were right and only luck made a difference."""
    return weighted(bins, [one.error * math.sqrt(2 / math.pi) for one in bins])


def weighted(bins: Sequence[Bin], values: Sequence[float]) -> float:
    """The mean over all moments of what each bin has."""
    total = sum(one.many for one in bins)
    return sum(one.many * value for one, value in zip(bins, values, strict=True)) / total
