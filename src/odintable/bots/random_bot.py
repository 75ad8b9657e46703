"""A bot that plays any legal move, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.games.rng import generator

from .bot import Budget, Candidate, MoveChoice

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(view: Position, _budget: Budget, seed: int, _stop: StopSignal) -> MoveChoice:
    """Draw a legal move; the win probability given is that of equal players."""
    legal = view.legal()
    word = int(generator(seed)[0])  # of 64 bits
    move = legal[word * len(legal) >> 64]
    value = 1 / view.players
    return MoveChoice(move, value, [Candidate(move, value, 1)])
