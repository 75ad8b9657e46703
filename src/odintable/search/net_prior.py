"""What a net thinks of the moves before a search begins: which to try first, and their worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from odintable.nets import net

if TYPE_CHECKING:
    from odintable.games.position import Position

MOST_ODDS = 12.0  # as a logarithm; no move is thought surer than that, nor less sure
LEAST_PROMISE = 1e-6  # of a move's that looks best
NEARLY_WON = 0.9  # from this share on it is looked whether a move wins at once


@dataclass(frozen=True)
class Opinion:
    """Of every legal move of a seat that is to move."""

    moves: list[int]
    shares: np.ndarray  # of the win that a move brings, as the net thinks
    promises: np.ndarray  # how much a move is worth trying, next to the best
    wins: frozenset[int]  # moves that win the game at once


def hear(view: Position, leeway: float) -> Opinion:
    """What the net of this game thinks; moves that much worse, in log odds, still get a third."""
    moves = view.moves()
    odds = net.shipped(view.name).judge(view, moves)[:, 0].astype(np.float64)
    odds = odds.clip(-MOST_ODDS, MOST_ODDS)
    promises = np.exp((odds - odds.max()) / leeway).clip(LEAST_PROMISE)
    shares = 1 / (1 + np.exp(-odds))
    wins = winning(view, moves) if shares.max() > NEARLY_WON else frozenset()
    return Opinion(moves, shares, promises, wins)


def winning(view: Position, moves: list[int]) -> frozenset[int]:
    """The moves that win the game at once: a net may think as well of one that wins it later."""
    truth = view.sample_state(seed=0)

    def is_won(move: int) -> bool:
        after = truth.copy()
        after.apply(move)
        return after.is_over and after.outcome()[view.turn] == 1.0

    return frozenset(filter(is_won, moves))


def prepare(view: Position) -> None:
    """Load and compile what is needed, so that no clock runs meanwhile."""
    if view.name not in ready:
        hear(view, 1.0)
        ready.add(view.name)


ready: set[str] = set()  # games whose net has judged
