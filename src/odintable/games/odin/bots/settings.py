"""How bots search ODIN, how strong its five opponents are, and how win probabilities are corrected.

The numbers were measured: docs/search.md, docs/strength.md.
"""

from collections.abc import Mapping
from typing import Any

from odintable.games.bot_settings import Calibration, Calibrations, LevelSettings, SearchSettings

# The cards of a single opponent can be inferred from what they played and passed on, and one turn
# later the hands tell who will win. With several opponents they cannot, so rollouts are cheap and
# go on to the end of the hand instead.
TWO_PLAYERS = SearchSettings(
    exploration=1.0, temperature=2.0, rollout_noise=0.5, rollout_turns=1, uses_history=True
)
MORE_PLAYERS = TWO_PLAYERS._replace(rollout_turns=0, uses_history=False)

# A thousand simulations are about as good as the net.
NET_PRIOR_VISITS = 100


def search_settings(players: int, *, with_net: bool) -> SearchSettings:
    """Return how to search a game of this many players."""
    if players > 2:
        return MORE_PLAYERS._replace(net_prior_visits=NET_PRIOR_VISITS if with_net else 0)
    if with_net:
        return TWO_PLAYERS._replace(exploration=3.0, net_prior_visits=NET_PRIOR_VISITS)
    return TWO_PLAYERS


LEVELS = (
    LevelSettings(miss_rate=0.4, move_noise=3.0),
    LevelSettings(miss_rate=0.1, move_noise=1.0),
    LevelSettings(sims=6),
    LevelSettings(sims=180),
    LevelSettings(sims=10**9, uses_net=True, time_ms=2900),
)  # the weakest first

# Players keep cards that go together, so sampled hands are worse than real ones. These corrections
# are fitted by `python -m benchmarks.reliability --fit`.
CALIBRATIONS = {
    "odin, one hand": Calibrations(Calibration(1.169, 0.576), Calibration(0.887, 0.166)),
    "odin": Calibrations(Calibration(0.771, 0.139), Calibration(0.909, 0.055)),
    "odin, more players": Calibrations(Calibration(0.834, 0.345), Calibration(0.869, 0.141)),
}


def calibration_kind(players: int, options: Mapping[str, Any]) -> str:
    """Return the key of CALIBRATIONS for this number of players and these options."""
    if players > 2:
        return "odin, more players"
    return "odin, one hand" if options.get("hands") == 1 else "odin"
