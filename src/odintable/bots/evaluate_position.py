"""Evaluates a position for a viewer: win probabilities, the best moves, and how play may go on.

The page, the terminal and the engine use it. It is given a view, so that it reveals nothing that
the viewer could not work out.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from odintable.bots import Budget, Candidate, NeverStop, StopSignal
from odintable.games import compiled_calls
from odintable.games.rng import generator
from odintable.games.spec import GAMES
from odintable.search.config import net_config_for
from odintable.search.parallel_search import MAX_SIMULATIONS_PER_MS, ParallelSearch, SearchLimits
from odintable.search.win_probability_calibration import calibrate

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.parallel_search import SearchTree

DEFAULT_TIME_MS = 1000
MAX_LINE_MOVES = 8  # moves
MIN_VISITS = 8  # of a move in the line
SAMPLED_STATES = 16  # in which the line is tried; the longest legal part is shown


@dataclass(frozen=True)
class Evaluation:
    """Each seat's win probability; for the player to move, the best moves and what may follow."""

    win_probabilities: list[float]
    candidates: list[Candidate] = field(default_factory=list)  # best first
    line: list[str] = field(default_factory=list)  # the best move and the moves expected after it
    sims: int = 0


def evaluate(
    view: Position, budget: Budget, seed: int = 0, stop: StopSignal | None = None
) -> Evaluation:
    """Evaluate a view of any viewer; repeatable with a seed and a number of simulations."""
    if view.is_over:
        return Evaluation(view.outcome())
    finished = search_view(view, budget, seed, stop)
    candidates = [
        Candidate(view.write_move(one.move), one.value, one.visits, one.error)
        for one in (finished.move_statistics() if view.viewer == view.turn else [])
    ]
    probabilities = calibrate(view, finished.win_probabilities())
    return Evaluation(probabilities, candidates, expected_line(finished, seed), finished.visits)


def search_view(
    view: Position, budget: Budget, seed: int, stop: StopSignal | None = None
) -> ParallelSearch:
    """Search from a view until the budget is used up."""
    time_ms = budget.time_ms
    if time_ms is None and budget.sims is None:
        time_ms = DEFAULT_TIME_MS
    most = budget.sims if time_ms is None else time_ms * MAX_SIMULATIONS_PER_MS
    has_settings = GAMES[view.name].modules.has("bots.settings")
    config = net_config_for(view) if has_settings else None  # the baseline
    running = ParallelSearch(view, seed, config, most or 1, budget.threads)
    deadline = None if time_ms is None else time.monotonic() + time_ms / 1000
    running.run(SearchLimits(deadline, budget.sims, stop or NeverStop()))
    return running


def expected_line(finished: ParallelSearch, seed: int) -> list[str]:
    """Return the best move and the most visited moves after it, as text."""
    if finished.view.viewer != finished.view.turn:
        return []
    moves = most_visited(finished.trees[0], finished.move_statistics()[0].move)
    lines = (legal_part(finished.view, moves, seed + sample) for sample in range(SAMPLED_STATES))
    return max(lines, key=len)


def most_visited(tree: SearchTree, first: int) -> list[int]:
    """Return the first move and the most visited moves after it, until visits become too few."""
    moves = [first]
    at = tree.child(tree.root, first)
    while at is not None and len(moves) < MAX_LINE_MOVES:
        at = max(tree.children(at), key=lambda node: int(tree.nodes[node]["visits"]), default=None)
        if at is None or tree.nodes[at]["visits"] < MIN_VISITS:
            break
        moves.append(int(tree.nodes[at]["move"]))
    return moves


def legal_part(view: Position, moves: list[int], seed: int) -> list[str]:
    """Return the moves as the viewer sees them, as long as they are legal in one sampled state."""
    sampled = view.sample_state(seed)
    rng = generator(seed)
    line: list[str] = []
    for move in moves:
        if sampled.is_over or move not in sampled.moves():
            break
        text = sampled.write_move(move)
        is_own = sampled.turn == view.viewer
        line.append(text if is_own else sampled.modules.notation.public_move_text(text))
        compiled_calls.step_at(sampled.states, 0, move, rng)
    return [text for text in line if text]
