"""Predicted win probabilities and actual results, in twenty bins, and their difference."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from odintable.arena.statistics.interval import student

BINS = 20
LEAST = 0.01  # of all moments: bins with fewer are not plotted


@dataclass(frozen=True)
class Bin:
    """Positions with about the same predicted win probability."""

    many: int  # the number of moments
    games: int  # the number of games that they are from
    said: float  # the mean predicted win probability
    won: float  # the mean share of the win in the end
    error: float  # the standard error of their difference

    @property
    def off(self) -> float:
        """By how much the predictions were too high."""
        return self.said - self.won

    @property
    def reach(self) -> float:
        """Half the width of the 95 % interval of the difference."""
        return student(max(1, self.games - 1)) * self.error


def binned(games: np.ndarray, said: np.ndarray, won: np.ndarray) -> list[Bin]:
    """The bins that are not empty, lowest first; `games` has the game of each moment."""
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    parts = [places == place for place in range(BINS)]
    return [summed(games[part], said[part], won[part]) for part in parts if part.any()]


def summed(games: np.ndarray, said: np.ndarray, won: np.ndarray) -> Bin:
    """Summarize moments as one bin.

    The moments of a game share its result, so the error is computed over games: the deviations
    from the mean are added up in each game.
    """
    off = said - won
    numbers, which = np.unique(games, return_inverse=True)
    sums = np.bincount(which, off - off.mean())
    many, count = off.size, numbers.size
    error = 1.0  # one game says nothing: use the largest possible difference
    if count > 1:
        error = math.sqrt(count / (count - 1) * float(sums @ sums)) / many
    return Bin(many, count, float(said.mean()), float(won.mean()), error)


def common(bins: Sequence[Bin]) -> list[Bin]:
    """The bins with enough moments to be plotted."""
    total = sum(one.many for one in bins)
    return [one for one in bins if one.many >= LEAST * total]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The mean absolute difference of predictions and results, over all moments."""
    return weighted(bins, [abs(one.off) for one in bins])


def chance_error(bins: Sequence[Bin]) -> float:
    """The calibration error to expect from luck alone if all predictions were right."""
    return weighted(bins, [one.error * math.sqrt(2 / math.pi) for one in bins])


def weighted(bins: Sequence[Bin], values: Sequence[float]) -> float:
    """The mean of a value of each bin, weighted by the number of moments."""
    total = sum(one.many for one in bins)
    return sum(one.many * value for one, value in zip(bins, values, strict=True)) / total
