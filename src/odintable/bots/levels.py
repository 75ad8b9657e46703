"""The five opponents for people: levels 1 to 5, weak in the ways that people are.

The weak ones miss moves and do not look ahead. The middle ones search a little, but ignore what
the other players' moves reveal. The strongest uses a trained net, and all the search that helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.spec import GAMES
from odintable.nets import net
from odintable.search.config import net_config_for, search_config_for
from odintable.search.tree import move_scores_at

from . import net_bot
from .bot import Budget, MoveChoice, choice_from_scores
from .search_bots import search

if TYPE_CHECKING:
    from odintable.games.bot_settings import LevelSettings
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(level: int, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
    """Choose as the opponent of this level, 1 to 5, within the budget."""
    settings: LevelSettings = GAMES[view.name].modules.bots.settings.LEVELS[level - 1]
    if settings.plays_net_moves and net.is_trained_for(view):
        return net_bot.choose(view, budget, seed, stop)
    if not settings.sims:
        return choose_by_noisy_scores(settings, view, seed)
    sims = settings.sims if budget.sims is None else min(settings.sims, budget.sims)
    time_ms = settings.time_ms if budget.time_ms is None else min(settings.time_ms, budget.time_ms)
    limited = Budget(None if budget.sims is not None else time_ms, sims, budget.threads)
    config = (
        net_config_for(view) if settings.uses_net else search_config_for(view, uses_history=False)
    )
    return search(view, limited, seed, stop, config)


def choose_by_noisy_scores(settings: LevelSettings, view: Position, seed: int) -> MoveChoice:
    """Choose the best move by the noisy move heuristic, among those that are not overlooked."""
    config = search_config_for(view)
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    scores = np.empty(MAX_LEGAL_MOVES)
    count = move_scores_at(view.states, 0, moves, config.parameters.move_weights, scores)
    dice = np.random.default_rng(seed)
    is_noticed = dice.random(count) >= settings.miss_rate
    is_noticed[dice.integers(count)] = True
    noisy = scores[:count] + settings.move_noise * dice.gumbel(size=count)
    by_move = {
        view.write_move(int(moves[at])): float(noisy[at]) for at in np.flatnonzero(is_noticed)
    }
    return choice_from_scores(by_move, -float(np.log(view.players - 1)))
