"""A bot that has learned by playing itself: it judges every move and takes the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.nets import net

from .bot import MOST_CANDIDATES, Budget, Candidate, Stop, Thought, logistic

if TYPE_CHECKING:
    from odintable.games.position import Position


def think(view: Position, _budget: Budget, _seed: int, _stop: Stop) -> Thought:
    """The move of the best odds."""
    moves = view.moves()
    odds = net.shipped(view.name).judge(view, moves)[:, 0]
    order = (-odds).argsort(kind="stable")[:MOST_CANDIDATES]
    candidates = [
        Candidate(view.write_move(moves[at]), logistic(float(odds[at])), 1) for at in order
    ]
    return Thought(candidates[0].move, candidates[0].value, candidates)
