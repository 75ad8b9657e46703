"""A bot that plays by the game's rules of thumb: the best move now, without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.games.spec import GAMES

from .bot import Budget, MoveChoice, choice_from_scores

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


def choose(view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
    """Choose the move with the highest score."""
    greedy = GAMES[view.name].modules.bots.greedy
    return choice_from_scores(greedy.move_scores(view), greedy.win_log_odds(view))
