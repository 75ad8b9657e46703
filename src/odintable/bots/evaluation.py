"""What a position is worth to whom: chances, the best moves, and how it may go on.

For the page, the terminal and the engine alike. Whoever asks hands in a view, and learns nothing
that the seat could not work out itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from odintable.bots import Budget, Candidate, NeverStop, StopSignal
from odintable.games import calls
from odintable.games.rng import generator
from odintable.search.calibration import corrected
from odintable.search.config import guided_for
from odintable.search.parallel_search import SIMULATIONS_A_MS, Bounds, Grove

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.parallel_search import Tree

DEFAULT_TIME_MS = 1000
MOST_LINE = 8  # moves ahead
FEWEST_VISITS = 8  # that make a move worth telling
WORLDS = 16  # in which the line is tried: it is told as far as it is possible in one


@dataclass(frozen=True)
class Evaluation:
    """Each seat's chance to win the game; if the viewer is to move, the moves; what may follow."""

    chances: list[float]
    candidates: list[Candidate] = field(default_factory=list)  # the best first
    line: list[str] = field(default_factory=list)  # the best move and what is expected after it
    sims: int = 0


def evaluate(
    view: Position, budget: Budget, seed: int = 0, stop: StopSignal | None = None
) -> Evaluation:
    """Look ahead from a view, whoever is to move; repeatable with a seed and simulations."""
    if view.is_over:
        return Evaluation(view.outcome())
    grove = grown(view, budget, seed, stop)
    candidates = [
        Candidate(view.write_move(one.move), one.value, one.visits, one.error)
        for one in (grove.branches() if view.viewer == view.turn else [])
    ]
    chances = corrected(view, grove.chances())
    return Evaluation(chances, candidates, expected_line(grove, seed), grove.visits)


def grown(view: Position, budget: Budget, seed: int, stop: StopSignal | None = None) -> Grove:
    """A search from a view, with all that the budget allows."""
    time_ms = budget.time_ms
    if time_ms is None and budget.sims is None:
        time_ms = DEFAULT_TIME_MS
    room = budget.sims if time_ms is None else time_ms * SIMULATIONS_A_MS
    grove = Grove(view, seed, guided_for(view), room or 1, budget.threads)
    deadline = None if time_ms is None else time.monotonic() + time_ms / 1000
    grove.grow(Bounds(deadline, budget.sims, stop or NeverStop()))
    return grove


def expected_line(grove: Grove, seed: int) -> list[str]:
    """The moves most looked into, one after the other, as text."""
    if grove.view.viewer != grove.view.turn:
        return []
    tree = grove.trees[0]
    moves = most_visited(tree, grove.branches()[0].move)
    lines = (line_in(grove.view, moves, seed + world) for world in range(WORLDS))
    return max(lines, key=len)


def most_visited(tree: Tree, first: int) -> list[int]:
    """The first move, and what was tried most after it, while it was tried often."""
    moves = [first]
    at = tree.child(tree.root, first)
    while at is not None and len(moves) < MOST_LINE:
        at = max(tree.children(at), key=lambda node: int(tree.nodes[node]["visits"]), default=None)
        if at is None or tree.nodes[at]["visits"] < FEWEST_VISITS:
            break
        moves.append(int(tree.nodes[at]["move"]))
    return moves


def line_in(view: Position, moves: list[int], seed: int) -> list[str]:
    """The moves as text as far as they are legal in one imagined truth, as the viewer sees them."""
    truth = view.sample_state(seed)
    rng = generator(seed)
    line: list[str] = []
    for move in moves:
        if truth.is_over or move not in truth.moves():
            break
        text = truth.write_move(move)
        is_own = truth.turn == view.viewer
        line.append(text if is_own else truth.game.notation.unseen_move(text))
        calls.step_at(truth.states, 0, move, rng)
    return [text for text in line if text]
