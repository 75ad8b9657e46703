"""Bots that search: the strong ones, the ISMCTS baseline, and those that see all cards."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from odintable.search.config import net_config_for, search_config_for
from odintable.search.parallel_search import MAX_SIMULATIONS_PER_MS, ParallelSearch, SearchLimits

from .bot import MAX_CANDIDATES, Budget, Candidate, MoveChoice

if TYPE_CHECKING:
    from odintable.games.bot_settings import SearchSettings
    from odintable.games.position import Position
    from odintable.search.config import SearchConfig
    from odintable.search.stop_signal import StopSignal

DEFAULT_TIME_MS = 3000
MARGIN = 0.02  # the fraction of the time that is reserved for writing the answer
MIN_MARGIN = 0.001  # seconds
FORCED_SIMULATIONS = 32  # enough to estimate a position with a single legal move
MAX_SAVED_SEARCHES = 4  # saved searches, each for the next move of a turn


def choose(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Search without a net; the oracle, which is given the whole position, does the same."""
    return search(view, budget, seed, stop, search_config_for(view))


def choose_with_net(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Search, guided by the net of the game."""
    return search(view, budget, seed, stop, net_config_for(view))


def choose_by_baseline(view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Search as the ISMCTS baseline does, from a view or, for the bot that cheats, the position."""
    baseline = ParallelSearch(view, seed, None, max_simulations(budget), budget.threads)
    baseline.run(limits_for(view, budget, stop))
    return choice_of(baseline)


def search(
    view: Position, budget: Budget, seed: int, stop: StopSignal, config: SearchConfig
) -> MoveChoice:
    """Search within the budget; against the clock, reuse the tree of the turn's previous move."""
    is_timed = budget.sims is None
    running = take_reusable(view, config) if is_timed else None
    if running is None:
        running = ParallelSearch(view, seed, config, max_simulations(budget), budget.threads)
    running.run(limits_for(view, budget, stop))
    choice = choice_of(running)
    if is_timed:
        save_for_reuse(running, config, view.read_move(choice.move))
    return choice


def max_simulations(budget: Budget) -> int:
    """Return an upper bound on the simulations that the budget allows."""
    if budget.sims is not None:
        return budget.sims
    return (DEFAULT_TIME_MS if budget.time_ms is None else budget.time_ms) * MAX_SIMULATIONS_PER_MS


def limits_for(view: Position, budget: Budget, stop: StopSignal) -> SearchLimits:
    """Return limits that end a little before the time is up, and soon if only one move is legal."""
    time_ms = budget.time_ms
    if time_ms is None and budget.sims is None:
        time_ms = DEFAULT_TIME_MS
    sims = budget.sims
    if len(view.moves()) == 1:
        sims = FORCED_SIMULATIONS if sims is None else min(sims, FORCED_SIMULATIONS)
    if time_ms is None:
        return SearchLimits(None, sims, stop)
    seconds = time_ms / 1000
    seconds -= max(MARGIN * seconds, MIN_MARGIN)
    return SearchLimits(time.monotonic() + seconds, sims, stop, may_stop_early=True)


def choice_of(finished: ParallelSearch) -> MoveChoice:
    """Return the best move that a search found."""
    candidates = [
        Candidate(finished.view.write_move(one.move), one.value, one.visits, one.error)
        for one in finished.move_statistics()[:MAX_CANDIDATES]
    ]
    best = candidates[0]
    return MoveChoice(best.move, best.value, candidates)


# -- Reusing the tree for the next move of the same turn -------------------------------------------

Key = tuple["SearchSettings", bytes]
reusable: OrderedDict[Key, ParallelSearch] = OrderedDict()
lock = threading.Lock()


def save_for_reuse(finished: ParallelSearch, config: SearchConfig, move: int) -> None:
    """Save the subtree of a move that neither ends the turn nor reveals anything."""
    view = finished.view
    after = view.sample_state(seed=0)
    after.apply(move)
    if after.awaits_shuffle or after.turn != view.turn or after.is_over:
        return
    seen = after.view(view.turn)
    if finished.reuse_subtree(move, seen):
        with lock:
            reusable[config.settings, seen.states.tobytes()] = finished
            while len(reusable) > MAX_SAVED_SEARCHES:
                reusable.popitem(last=False)


def take_reusable(view: Position, config: SearchConfig) -> ParallelSearch | None:
    """Take the search that was saved for exactly this view, if there is one."""
    with lock:
        return reusable.pop((config.settings, view.states.tobytes()), None)
