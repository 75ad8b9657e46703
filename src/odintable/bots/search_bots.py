"""Bots that search: the strong one, the plain one that others are measured by, and their cheats."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from odintable.search.config import guided_for, manner_for
from odintable.search.parallel_search import SIMULATIONS_A_MS, Bounds, Grove

from .bot import MOST_CANDIDATES, Budget, Candidate, MoveChoice

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.config import Manner
    from odintable.search.stop_signal import StopSignal

DEFAULT_TIME_MS = 3000
MARGIN = 0.02  # of the time is left for writing the answer down
LEAST_MARGIN = 0.001  # seconds
FORCED_SIMULATIONS = 32  # enough to say what a position without a choice is worth
MOST_REMEMBERED = 4  # trees, for the next small move of a turn


def choose(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Search as well as we can; the oracle, which is handed the whole position, does the same."""
    return search(view, budget, seed, stop, manner_for(view))


def choose_with_net(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Search, and listen to what a net thinks of the moves."""
    return search(view, budget, seed, stop, guided_for(view))


def choose_by_baseline(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """The plain search, which never changes; or its twin that is handed the whole position."""
    grove = Grove(view, seed, None, room_for(budget), budget.threads)
    grove.grow(bounds_of(view, budget, stop))
    return told(grove)


def search(
    view: Position, budget: Budget, seed: int, stop: StopSignal, manner: Manner
) -> MoveChoice:
    """Grow a tree within the budget; against the clock, go on with that of the last small move."""
    is_timed = budget.sims is None
    grove = recall(view, manner) if is_timed else None
    if grove is None:
        grove = Grove(view, seed, manner, room_for(budget), budget.threads)
    grove.grow(bounds_of(view, budget, stop))
    thought = told(grove)
    if is_timed:
        remember(grove, view.read_move(thought.move))
    return thought


def room_for(budget: Budget) -> int:
    """As many simulations as the budget may allow."""
    if budget.sims is not None:
        return budget.sims
    return (DEFAULT_TIME_MS if budget.time_ms is None else budget.time_ms) * SIMULATIONS_A_MS


def bounds_of(view: Position, budget: Budget, stop: StopSignal) -> Bounds:
    """When to stop: a little before the time is up, and soon where there is nothing to choose."""
    time_ms = budget.time_ms
    if time_ms is None and budget.sims is None:
        time_ms = DEFAULT_TIME_MS
    sims = budget.sims
    if len(view.moves()) == 1:
        sims = FORCED_SIMULATIONS if sims is None else min(sims, FORCED_SIMULATIONS)
    if time_ms is None:
        return Bounds(None, sims, stop)
    seconds = time_ms / 1000
    seconds -= max(MARGIN * seconds, LEAST_MARGIN)
    return Bounds(time.monotonic() + seconds, sims, stop, may_settle=True)


def told(grove: Grove) -> MoveChoice:
    """What a grove says, as a thought."""
    branches = grove.branches()[:MOST_CANDIDATES]
    candidates = [
        Candidate(grove.view.write_move(one.move), one.value, one.visits, one.error)
        for one in branches
    ]
    best = candidates[0]
    return MoveChoice(best.move, best.value, candidates)


# -- The small moves of one turn -------------------------------------------------------------------

Key = tuple[int, bytes]
remembered: OrderedDict[Key, Grove] = OrderedDict()
lock = threading.Lock()


def remember(grove: Grove, move: int) -> None:
    """Keep the tree below a move that does not end the turn nor show anything new."""
    view = grove.view
    after = view.sample_state(seed=0)
    after.apply(move)
    if after.awaits_shuffle or after.turn != view.turn or after.is_over:
        return
    seen = after.view(view.turn)
    if grove.follow(move, seen):
        with lock:
            remembered[id(grove.manner), seen.states.tobytes()] = grove
            while len(remembered) > MOST_REMEMBERED:
                remembered.popitem(last=False)


def recall(view: Position, manner: Manner) -> Grove | None:
    """The tree that was kept for just this view; nobody else gets it."""
    with lock:
        return remembered.pop((id(manner), view.states.tobytes()), None)
