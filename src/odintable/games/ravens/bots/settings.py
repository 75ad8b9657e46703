"""How bots search Ravens, and how strong its five opponents are.

The numbers were measured: docs/search.md, docs/strength.md.
"""

from collections.abc import Mapping
from typing import Any

from odintable.games.bot_settings import Calibrations, LevelSettings, SearchSettings

SEARCH = SearchSettings(
    exploration=1.0, temperature=1.0, rollout_noise=0.2, rollout_turns=1, uses_history=False
)
NET_PRIOR_VISITS = 1000  # the net's values are much better than those of the search


def search_settings(_players: int, *, with_net: bool) -> SearchSettings:
    """Return how to search a game."""
    return SEARCH._replace(net_prior_visits=NET_PRIOR_VISITS if with_net else 0)


LEVELS = (
    LevelSettings(miss_rate=0.4, move_noise=2.0),
    LevelSettings(miss_rate=0.1, move_noise=0.7),
    LevelSettings(move_noise=0.2),
    LevelSettings(sims=150),
    LevelSettings(sims=10**9, uses_net=True, plays_net_moves=True, time_ms=2900),
)  # the weakest first

CALIBRATIONS: dict[str, Calibrations] = {}  # no correction improves the win probabilities


def calibration_kind(_players: int, _options: Mapping[str, Any]) -> str:
    """Return the key of CALIBRATIONS for this number of players and these options."""
    return "ravens"
