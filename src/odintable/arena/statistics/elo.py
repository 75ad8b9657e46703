"""Elo ratings of more than two contestants, by maximum likelihood."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from .interval import CONFIDENCE, Interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from odintable.arena.play_contest import Result

    Numbers = NDArray[np.float64]

SCALE = 400 / math.log(10)  # Elo points for a factor e in the odds
RESAMPLES = 1000
PRIOR_DRAWS = 1.0  # imaginary draws of each pair, which keep ratings finite
MAX_STEPS = 100
CLOSE_ENOUGH = 1e-9


def ratings(result: Result) -> list[Interval]:
    """Return the rating of each contestant, 0 on average, with a bootstrap interval over deals."""
    wins = wins_by_deal(result)
    draw = np.random.default_rng(result.contest.seed)
    count = len(wins)
    chosen = draw.multinomial(count, np.full(count, 1 / count), RESAMPLES)
    resampled = [most_likely(np.tensordot(weights, wins, 1)) for weights in chosen]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(resampled, [tail, 1 - tail], axis=0)
    rated = most_likely(wins.sum(axis=0))
    return [Interval(*map(float, row)) for row in zip(rated, low, high, strict=True)]


def wins_by_deal(result: Result) -> Numbers:
    """Return one matrix per deal: `[a, b]` is the share of the win that a took from b."""
    contestants = len(result.contest.contestants)
    by_number: dict[int, Any] = defaultdict(lambda: np.zeros((contestants, contestants)))
    for deal in result.deals:
        for game in deal.games:
            one, two = game.seats
            by_number[deal.number][one, two] += game.shares[0]
            by_number[deal.number][two, one] += game.shares[1]
    return np.array([by_number[number] for number in sorted(by_number)])


def most_likely(wins: Numbers) -> Numbers:
    """Return the ratings by Newton's method, with limited steps."""
    contestants = len(wins)
    wins = wins + PRIOR_DRAWS / 2 * (1 - np.eye(contestants))
    games = wins + wins.T
    strengths = np.zeros(contestants)
    for _ in range(MAX_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (wins - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        curve = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]  # singular: ratings are relative
        strengths = strengths + np.clip(step, -1, 1)
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    centred: Numbers = SCALE * (strengths - strengths.mean())
    return centred
