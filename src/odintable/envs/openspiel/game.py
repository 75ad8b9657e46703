"""The games for OpenSpiel: registered in pyspiel as `odintable_odin`, `odintable_ravens` and so on.

The parameters of a game follow from its GameSpec.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from odintable.envs.config import EnvConfig
from odintable.games.spec import GAMES, GameSpec

from .observer import Observer
from .state import SpielState

MAX_CHANCE_OUTCOMES = 64  # more than any game has cards
RANDOM_FIRST_PLAYER = -1  # the parameter `first`


def parameters_of(spec: GameSpec) -> dict[str, Any]:
    """Return the parameters with their defaults; 0 turns off a numeric option."""
    environment = spec.modules.environment
    parameters: dict[str, Any] = {"first": RANDOM_FIRST_PLAYER, "rewards": "win"}
    if not spec.has_fixed_players:
        parameters["players"] = spec.min_players
    if hasattr(environment, "make_small"):
        parameters["small"] = False
    for option in spec.options:
        default = environment.OPENSPIEL_DEFAULTS.get(option.name, option.default or 0)
        parameters[option.name.replace("-", "_")] = False if option.kind == "flag" else default
    return parameters


def game_type(spec: GameSpec) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game."""
    return pyspiel.GameType(
        short_name=f"odintable_{spec.name}",
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=spec.max_players,
        min_num_players=spec.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters_of(spec),
    )


TYPES = {name: game_type(spec) for name, spec in GAMES.items()}


def config_of(spec: GameSpec, given: dict[str, Any]) -> EnvConfig:
    """Return the config that OpenSpiel's parameters describe."""
    parameters = parameters_of(spec) | given
    players = parameters.pop("players", spec.min_players)
    for option in spec.options:
        name = option.name.replace("-", "_")
        if option.kind == "number" and option.default is None:
            parameters[name] = parameters[name] or None
    if parameters["first"] < 0:
        parameters["first"] = None
    return EnvConfig.from_arguments(spec.name, players, parameters)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; there is a subclass for each game."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take OpenSpiel's parameters; missing ones have their defaults."""
        params = params or {}
        spec = GAMES[self.name]
        self.config = config_of(spec, params)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.config.move_of_action.size),
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=self.config.players,
            min_utility=-self.config.max_reward,
            max_utility=self.config.max_reward,
            utility_sum=0.0,
            max_game_length=spec.modules.environment.max_game_length(self.config.starts[0]),
        )
        super().__init__(TYPES[self.name], info, params)

    def new_initial_state(self, *_given: Any) -> SpielState:
        """Return a game before its first deal."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, _params: Any = None) -> Observer:
        """Return an observer; with perfect recall it shows everything seen so far."""
        recalls = kind is not None and getattr(kind, "perfect_recall", False)
        return Observer(self.config, bool(recalls))


def register() -> None:
    """Register all games with pyspiel."""
    for name, game in TYPES.items():
        if game.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game, type(f"{name.title()}Game", (SpielGame,), {"name": name}))


register()


def load_game(game: str, **parameters: Any) -> SpielGame:
    """Load a game: `load_game("odin", players=3, small=True)`."""
    return pyspiel.load_game(TYPES[game].short_name, parameters)  # type: ignore[no-any-return]
