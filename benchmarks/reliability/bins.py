"""Predicted win probabilities and actual results, in twenty bins, and their difference."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from odintable.arena.statistics.interval import student

BINS = 20
MIN_SHARE = 0.01  # of all predictions: bins with fewer are not plotted


@dataclass(frozen=True)
class Bin:
    """Positions with about the same predicted win probability."""

    count: int  # the number of predictions
    games: int  # the number of games that they are from
    predicted: float  # the mean predicted win probability
    actual: float  # the mean share of the win in the end
    standard_error: float  # of their difference

    @property
    def difference(self) -> float:
        """By how much the predictions were too high."""
        return self.predicted - self.actual

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the difference."""
        return student(max(1, self.games - 1)) * self.standard_error


def make_bins(games: np.ndarray, predicted: np.ndarray, actual: np.ndarray) -> list[Bin]:
    """The bins that are not empty, lowest first; `games` has the game of each prediction."""
    places = np.minimum((predicted * BINS).astype(int), BINS - 1)
    parts = [places == place for place in range(BINS)]
    return [bin_from(games[part], predicted[part], actual[part]) for part in parts if part.any()]


def bin_from(games: np.ndarray, predicted: np.ndarray, actual: np.ndarray) -> Bin:
    """Summarize predictions as one bin.

    The predictions in a game share its result, so the error is computed over games: the deviations
    from the mean are added up in each game.
    """
    difference = predicted - actual
    numbers, which = np.unique(games, return_inverse=True)
    sums = np.bincount(which, difference - difference.mean())
    count, game_count = difference.size, numbers.size
    error = 1.0  # one game says nothing: use the largest possible difference
    if game_count > 1:
        error = math.sqrt(game_count / (game_count - 1) * float(sums @ sums)) / count
    return Bin(count, game_count, float(predicted.mean()), float(actual.mean()), error)


def frequent_bins(bins: Sequence[Bin]) -> list[Bin]:
    """The bins with enough predictions to be plotted."""
    total = sum(one.count for one in bins)
    return [one for one in bins if one.count >= MIN_SHARE * total]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The mean absolute difference of predictions and results, over all predictions."""
    return weighted_mean(bins, [abs(one.difference) for one in bins])


def luck_error(bins: Sequence[Bin]) -> float:
    """The calibration error to expect from luck alone if all predictions were right."""
    return weighted_mean(bins, [one.standard_error * math.sqrt(2 / math.pi) for one in bins])


def weighted_mean(bins: Sequence[Bin], values: Sequence[float]) -> float:
    """The mean of a value of each bin, weighted by the number of predictions."""
    total = sum(one.count for one in bins)
    return sum(one.count * value for one, value in zip(bins, values, strict=True)) / total
