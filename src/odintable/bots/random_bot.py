"""A bot that does not think: any legal move, each as likely as the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.games.rng import generator

from .bot import Budget, Candidate, MoveChoice

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(view: Position, _budget: Budget, seed: int, _stop: StopSignal) -> MoveChoice:
    """A legal move by lot; as for the win, it takes everybody to be as good as itself."""
    legal = view.legal()
    word = int(generator(seed)[0])  # of 64 bits
    move = legal[word * len(legal) >> 64]
    value = 1 / view.players
    return MoveChoice(move, value, [Candidate(move, value, 1)])
