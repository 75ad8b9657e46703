"""Five opponents for people, for each game: weak like people, not like dice, and then less so.

The weak ones overlook moves and do not look ahead; the middle ones look ahead a little, but forget
what the others did; the strongest has learned, and thinks as well as we can where that helps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from odintable.games.dispatch import MOST_MOVES
from odintable.nets import net
from odintable.search.config import guided_for, manner_for
from odintable.search.tree import move_scores_at

from . import net_bot
from .bot import Budget, MoveChoice, ranked
from .search_bots import search

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


@dataclass(frozen=True)
class Level:
    """How far a level is from the strongest."""

    overlooks: float = 0.0  # how often it does not see a move
    whims: float = 0.0  # how far it strays from what it would like best
    sims: int = 0  # how far it looks ahead; 0: not at all
    has_learned: bool = False  # our nets help it, and it remembers what the others did
    time_ms: int = 900  # at most


LEVELS = {
    "odin": [
        Level(overlooks=0.4, whims=3.0),
        Level(overlooks=0.1, whims=1.0),
        Level(sims=6),
        Level(sims=180),
        Level(sims=10**9, has_learned=True, time_ms=2900),
    ],
    "ravens": [
        Level(overlooks=0.4, whims=2.0),
        Level(overlooks=0.1, whims=0.7),
        Level(whims=0.2),
        Level(sims=150),
        Level(sims=10**9, has_learned=True, time_ms=2900),
    ],
}  # the weakest first


def choose(rank: int, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Choose as the opponent of this rank, 1 to 5, would; never longer than the budget allows."""
    level = LEVELS[view.name][rank - 1]
    if level.has_learned and view.name == "ravens" and net.knows(view):
        return net_bot.choose(view, budget, seed, stop)
    if not level.sims:
        return follow_whims(level, view, seed)
    sims = level.sims if budget.sims is None else min(level.sims, budget.sims)
    time_ms = level.time_ms if budget.time_ms is None else min(level.time_ms, budget.time_ms)
    allowed = Budget(None if budget.sims is not None else time_ms, sims, budget.threads)
    manner = guided_for(view) if level.has_learned else manner_for(view, forgetful=True)
    return search(view, allowed, seed, stop, manner)


def follow_whims(level: Level, view: Position, seed: int) -> MoveChoice:
    """What appeals most of the moves that are not overlooked, each shaken a little."""
    moves = np.empty(MOST_MOVES, np.int16)
    appeals = np.empty(MOST_MOVES)
    count = move_scores_at(view.states, 0, moves, manner_for(view).weights, appeals)
    dice = np.random.default_rng(seed)
    noticed = dice.random(count) >= level.overlooks
    noticed[dice.integers(count)] = True
    shaken = appeals[:count] + level.whims * dice.gumbel(size=count)
    merits = {view.write_move(int(moves[at])): float(shaken[at]) for at in np.flatnonzero(noticed)}
    return ranked(merits, 1 / view.players)
