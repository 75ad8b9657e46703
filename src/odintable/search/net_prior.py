"""Priors and values of the moves at the root, computed by a net before the search begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from odintable.nets import net

if TYPE_CHECKING:
    from odintable.games.position import Position

MAX_LOG_ODDS = 12.0  # larger log odds are clipped to this
MIN_PRIOR = 1e-6  # relative to the best move
NEARLY_WON = 0.9  # from this value on, moves are checked for winning at once


@dataclass(frozen=True)
class NetPrior:
    """How the net rates every legal move."""

    moves: list[int]
    values: np.ndarray  # win probabilities
    priors: np.ndarray  # relative to the best move, which has 1
    wins: frozenset[int]  # moves that win the game at once


def compute_prior(view: Position, temperature: float) -> NetPrior:
    """Evaluate every move of a view; the priors are a softmax of this temperature."""
    moves = view.moves()
    log_odds = net.shipped(view.name).evaluate_moves(view, moves)[:, 0].astype(np.float64)
    log_odds = log_odds.clip(-MAX_LOG_ODDS, MAX_LOG_ODDS)
    priors = np.exp((log_odds - log_odds.max()) / temperature).clip(MIN_PRIOR)
    values = 1 / (1 + np.exp(-log_odds))
    wins = winning_moves(view, moves) if values.max() > NEARLY_WON else frozenset()
    return NetPrior(moves, values, priors, wins)


def winning_moves(view: Position, moves: list[int]) -> frozenset[int]:
    """Return the moves that win the game at once; a net may value a later win as highly."""
    sampled = view.sample_state(seed=0)

    def is_won(move: int) -> bool:
        after = sampled.copy()
        after.apply(move)
        return after.is_over and after.outcome()[view.turn] == 1.0

    return frozenset(filter(is_won, moves))


def prepare(view: Position) -> None:
    """Load the net of this game and compile its functions, before any clock runs."""
    if view.name not in prepared:
        compute_prior(view, 1.0)
        prepared.add(view.name)


prepared: set[str] = set()  # games whose net has been used
