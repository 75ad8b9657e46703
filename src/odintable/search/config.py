"""How each position is searched: the settings of its game, prepared for the compiled search."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odintable.games.spec import GAMES
from odintable.nets import net

from .tree import SearchParameters

if TYPE_CHECKING:
    from odintable.games.bot_settings import SearchSettings
    from odintable.games.position import Position


@dataclass(frozen=True)
class SearchConfig:
    """One way to search a game."""

    settings: SearchSettings
    parameters: SearchParameters


@functools.cache
def search_config(game: str, settings: SearchSettings) -> SearchConfig:
    """Return the settings together with the weights of the game's heuristics."""
    modules = GAMES[game].modules
    parameters = SearchParameters(
        settings.exploration,
        settings.temperature,
        settings.rollout_noise,
        settings.rollout_turns,
        modules.move_heuristic.WEIGHTS,
        modules.value_heuristic.VALUE_WEIGHTS,
    )
    return SearchConfig(settings, parameters)


def search_config_for(
    view: Position, *, with_net: bool = False, uses_history: bool = True
) -> SearchConfig:
    """Return how to search a position; without the history of moves the search may be weaker."""
    of_game = GAMES[view.name].modules.bots.settings
    settings: SearchSettings = of_game.search_settings(view.players, with_net=with_net)
    if not uses_history:
        settings = settings._replace(uses_history=False)
    return search_config(view.name, settings)


def net_config_for(view: Position) -> SearchConfig:
    """Return how to search a position, with a net if one is trained and the viewer is to move."""
    with_net = view.viewer == view.turn and net.is_trained_for(view)
    return search_config_for(view, with_net=with_net)
