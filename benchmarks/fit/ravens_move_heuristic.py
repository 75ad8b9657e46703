"""Ravens' WEIGHTS: by the cross-entropy method, over matches of players without foresight."""

import numpy as np

from odintable.games.ravens.move_heuristic import FLY, MAGIC, MINE, ODIN, PAID, THEIRS, WEIGHTS
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from . import calls
from .fitted_numbers import Finding, Loss

ravens = SPECS["ravens"].modules

ROUNDS = 14
TRIED = 30  # weights in a round
KEPT = 6  # the best of these, of which the next ones are made
DEALS = 60  # for each that is tried, every one in both seats
JUDGED = 1000  # deals, to judge the weights that were found
OPPONENTS = 3  # the winners of so many rounds before
WIDTH = 1.0  # how far weights are sought at first
WIDENING = 0.01  # a round, so that the search does not end too soon
MEMORY = 0.7  # of a width, from round to round
FRESH = 1 << 16  # deals that no round has
ROWS = [
    (4, "flying"),
    (4, "the path"),
    (3, "the Magic Way"),
    (3, "the stack"),
    (5, "discards, longer paths, arranging"),
    (2, "Odin cards"),
]


def plain() -> np.ndarray:
    """Where it begins: fly, have less before you than the other, do not pay too much for it."""
    weights = np.zeros(WEIGHTS.size)
    weights[[FLY, MINE, THEIRS, MAGIC]] = 1.0
    weights[[PAID, ODIN]] = -1.0
    return weights


def find(seed: int = 1, rounds: int = ROUNDS, deals: int = DEALS, judged: int = JUDGED) -> Finding:
    """WEIGHTS, from who beats whom."""
    start = ravens.notation.new_state(2, 0, {})
    draw = np.random.default_rng(seed)
    weights, width = plain(), np.full(WEIGHTS.size, WIDTH)
    opponents = [weights]
    for number in range(rounds):
        tried = weights + width * draw.standard_normal((TRIED, WEIGHTS.size))
        tried[0] = weights
        each = -(-deals // len(opponents))
        shares = [won(start, one, opponents, seed << 32 | number, each) for one in tried]
        best = tried[np.argsort(shares)[-KEPT:]]
        weights = best.mean(0)
        width = MEMORY * width + (1 - MEMORY) * best.std(0) + WIDENING
        opponents = [*opponents, weights][-OPPONENTS:]
    return Finding("WEIGHTS", weights, ROWS, [judge(start, weights, seed, judged)])


def won(
    start: np.ndarray, weights: np.ndarray, opponents: list[np.ndarray], seed: int, deals: int
) -> float:
    """The share of games won, of so many deals against each opponent."""
    shares = [calls.match(start, weights, other, generator(seed), deals) for other in opponents]
    return float(np.mean(shares))


def judge(start: np.ndarray, weights: np.ndarray, seed: int, deals: int) -> Loss:
    """Games lost to the weights of the source."""

    def lost(tried: np.ndarray) -> float:
        return 1 - won(start, tried, [WEIGHTS], seed << 32 | FRESH, deals)

    of = f"games of {2 * deals:,} that are lost to the source's weights"
    return Loss(of, lost(plain()), lost(WEIGHTS), lost(weights))
