"""Fit ODIN's WEIGHTS, so that move scores predict which moves `search` chooses."""

import numpy as np

from odintable.bots import Budget, NeverStop, get
from odintable.games import compiled_calls as batch
from odintable.games.odin.move_heuristic import WEIGHTS
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

from . import compiled_calls
from .fitted_numbers import FittedNumbers, Loss
from .regression import Choices

odin = SPECS["odin"].modules

DEALS = 400  # to fit the weights on; half as many again to judge them
SIMS = 300  # simulations for each decision of `search`
RANDOM_SHARE = 0.02  # how often `search` is assumed to choose at random
STEPS = 8  # scores are not quite linear, so each step computes the slopes again
RIDGE = 1e-4
ONE_HAND = {"hands": 1}
ROWS = [(5, "leading"), (7, "following"), (3, "passing"), (4, "taking")]


def fit_numbers(seed: int = 1, deals: int = DEALS, sims: int = SIMS) -> FittedNumbers:
    """Fit WEIGHTS to the decisions of `search` in hands for two."""
    states, chosen = decisions(deals, sims, seed)
    weights = np.zeros(WEIGHTS.size)
    for _ in range(STEPS):
        near = choices(states, chosen, weights)
        by_score, at_random = choice_probabilities(near, weights)
        weights = near.step(weights, by_score / (by_score + at_random), RIDGE)
    fresh, answers = decisions(-(-deals // 2), sims, seed + 1)
    return FittedNumbers("WEIGHTS", weights, ROWS, [measure_loss(fresh, answers, weights)])


def decisions(deals: int, sims: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions with more than one legal move, and the moves that `search` chose."""
    player = get("search", "odin")
    found: list[tuple[np.ndarray, int]] = []
    for deal in range(deals):
        states = odin.notation.new_state(2, deal % 2, ONE_HAND)
        batch.reset_all(states, states.copy(), generator(seed << 32 | deal)[None])
        position = Position("odin", states, {**ONE_HAND}, history=[])
        while not position.is_over:
            moves = position.moves()
            move = moves[0]
            if len(moves) > 1:
                view = position.view(position.turn)
                choice = player.choose(view, Budget(sims=sims), deal, NeverStop())
                move = position.read_move(choice.move)
                found.append((position.copy().states, move))
            position.apply(move)
    states = np.concatenate([state for state, _ in found])
    return states, np.array([move for _, move in found], np.int16)


def choices(states: np.ndarray, chosen: np.ndarray, weights: np.ndarray) -> Choices:
    """The legal moves of the positions, with their scores linearized around these weights."""
    rows = compiled_calls.count_choices(states)
    near = Choices(
        np.empty((rows, weights.size)),
        np.empty(rows),
        np.empty(states.size, np.int64),
        np.empty(rows),
    )
    compiled_calls.slopes_of_move_score(
        states, chosen, weights, near.starts, near.features, near.offsets, near.targets
    )
    return near


def choice_probabilities(near: Choices, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The probability of each choice if it was made by score, and if it was random."""
    odds = np.add.reduceat(near.targets * near.odds(weights), near.starts)
    counts = np.diff(near.starts, append=near.targets.size)
    return (1 - RANDOM_SHARE) * np.exp(odds), RANDOM_SHARE / counts


def measure_loss(states: np.ndarray, chosen: np.ndarray, weights: np.ndarray) -> Loss:
    """The mean negative log-likelihood of the decisions."""

    def loss(tried: np.ndarray) -> float:
        by_score, at_random = choice_probabilities(choices(states, chosen, tried), tried)
        return -float(np.mean(np.log(by_score + at_random)))

    of = f"what search chooses in {states.size:,} positions"
    return Loss(of, loss(np.zeros(WEIGHTS.size)), loss(WEIGHTS), loss(weights))
