"""Fit Ravens' WEIGHTS by the cross-entropy method, in matches of greedy players."""

import numpy as np

from odintable.games.ravens.move_heuristic import FLY, MAGIC, MINE, ODIN, PAID, THEIRS, WEIGHTS
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from . import compiled_calls
from .fitted_numbers import FittedNumbers, Loss

ravens = SPECS["ravens"].modules

ROUNDS = 14
CANDIDATES = 30  # weights in a round
ELITE = 6  # the best of these, from which the next ones are drawn
DEALS = 60  # for each candidate, every one in both seats
TEST_DEALS = 1000  # deals, to judge the fitted weights
OPPONENTS = 3  # the weights after the last rounds
WIDTH = 1.0  # standard deviation of the weights in the first round
WIDENING = 0.01  # in each round, so that the search does not converge too soon
MEMORY = 0.7  # the share of a width that is kept from round to round
TEST_SEED = 1 << 16  # a seed of deals that no round uses
ROWS = [
    (4, "flying"),
    (4, "the path"),
    (3, "the Magic Way"),
    (3, "the stack"),
    (5, "discards, longer paths, arranging"),
    (2, "Odin cards"),
]


def initial_weights() -> np.ndarray:
    """The start: fly, have a shorter way left than the opponent, and do not pay too much."""
    weights = np.zeros(WEIGHTS.size)
    weights[[FLY, MINE, THEIRS, MAGIC]] = 1.0
    weights[[PAID, ODIN]] = -1.0
    return weights


def fit_numbers(
    seed: int = 1, rounds: int = ROUNDS, deals: int = DEALS, test_deals: int = TEST_DEALS
) -> FittedNumbers:
    """Fit WEIGHTS to the results of matches."""
    start = ravens.notation.new_state(2, 0, {})
    draw = np.random.default_rng(seed)
    weights, width = initial_weights(), np.full(WEIGHTS.size, WIDTH)
    opponents = [weights]
    for number in range(rounds):
        tried = weights + width * draw.standard_normal((CANDIDATES, WEIGHTS.size))
        tried[0] = weights
        each = -(-deals // len(opponents))
        shares = [win_share(start, one, opponents, seed << 32 | number, each) for one in tried]
        best = tried[np.argsort(shares)[-ELITE:]]
        weights = best.mean(0)
        width = MEMORY * width + (1 - MEMORY) * best.std(0) + WIDENING
        opponents = [*opponents, weights][-OPPONENTS:]
    return FittedNumbers("WEIGHTS", weights, ROWS, [measure_loss(start, weights, seed, test_deals)])


def win_share(
    start: np.ndarray, weights: np.ndarray, opponents: list[np.ndarray], seed: int, deals: int
) -> float:
    """The share of games won, with the same number of deals against each opponent."""
    shares = [
        compiled_calls.match(start, weights, other, generator(seed), deals) for other in opponents
    ]
    return float(np.mean(shares))


def measure_loss(start: np.ndarray, weights: np.ndarray, seed: int, deals: int) -> Loss:
    """The share of games lost to the weights of the source."""

    def lost(tried: np.ndarray) -> float:
        return 1 - win_share(start, tried, [WEIGHTS], seed << 32 | TEST_SEED, deals)

    of = f"games of {2 * deals:,} that are lost to the source's weights"
    return Loss(of, lost(initial_weights()), lost(WEIGHTS), lost(weights))
