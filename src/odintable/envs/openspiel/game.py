"""Both games for OpenSpiel: registered in pyspiel as `odintable_odin` and `odintable_ravens`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from odintable.envs.batch_calls import reward_all
from odintable.envs.config import Setting, options_from
from odintable.envs.game_batch import Flock

from .state import Moment

MOST_CHANCES = 64  # more than there are cards
MOST_TURNS = 60  # in a race of Ravens, by default: players who move at random hardly finish one
DECISIONS_A_TURN = 60  # more than there can be in Ravens

BOTH = {"first": -1, "rewards": "win"}  # first: a seat, or -1: by lot
PARAMETERS: dict[str, dict[str, Any]] = {
    "odin": {
        **BOTH,
        "players": 2,
        "small": False,
        "limit": 15,
        "hands": 0,  # 1: the game is one hand long
        "goat": False,
        "four_colours": False,
    },
    "ravens": {
        **BOTH,
        "target": 12,
        "max_turns": MOST_TURNS,  # 0: no bound
        "removed_under": False,
        "buy_magic": False,
        "keep_cards": False,
        "strict_joker": False,
    },
}


def game_type(game: str) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's terms."""
    return pyspiel.GameType(
        short_name=f"odintable_{game}",
        long_name={"odin": "ODIN", "ravens": "Odin's Ravens"}[game],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6 if game == "odin" else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS[game],
    )


TYPES = {game: game_type(game) for game in PARAMETERS}


def setting_of(game: str, params: dict[str, Any]) -> Setting:
    """What is played, from OpenSpiel's parameters."""
    given = PARAMETERS[game] | params
    known = ("players", "small", "rewards", "first")
    options = {name: value for name, value in given.items() if name not in known}
    for name in ("hands", "max_turns"):
        options[name] = options.get(name) or None
    return Setting(
        game,
        given.get("players", 2),
        options_from(options),
        bool(given.get("small", False)),
        given["rewards"],
        None if given["first"] < 0 else given["first"],
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules with their options."""

    game = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """The game as the parameters have it."""
        params = params or {}
        self.setting = setting_of(self.game, params)
        most = self.setting.most
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.setting.moves.size),
            max_chance_outcomes=MOST_CHANCES,
            num_players=self.setting.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=longest(self.setting),
        )
        super().__init__(TYPES[self.game], info, params)

    def new_initial_state(self, *_given: Any) -> SpielState:
        """A game before its first deal."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, _params: Any = None) -> Observer:
        """What a player sees; with perfect recall, all it has seen."""
        recalls = kind is not None and getattr(kind, "perfect_recall", False)
        return Observer(self.setting, bool(recalls))


class OdinGame(SpielGame):
    """ODIN."""

    game = "odin"


class RavensGame(SpielGame):
    """Odin's Ravens."""

    game = "ravens"


def longest(setting: Setting) -> int:
    """A number of decisions that no game of ODIN reaches, and of Ravens none but a freak."""
    start = setting.starts[0]
    if setting.game == "ravens":
        turns = int(start["max_turns"]) or 10_000
        return turns * DECISIONS_A_TURN * 2 * int(start["target"])
    cards = setting.players * setting.hand
    hands = 1 if start["one_hand"] else 2 * int(start["limit"])
    return hands * 2 * setting.players * cards * cards


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment; shuffles are chance nodes, a card each."""

    def __init__(self, game: SpielGame) -> None:
        """A new game."""
        super().__init__(game)
        self.moment = Moment(game.setting)

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        if self.moment.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.moment.awaits_shuffle else self.moment.turn

    def _legal_actions(self, _player: int) -> list[int]:
        """The legal actions of the player to decide, sorted."""
        return self.moment.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely that is."""
        return self.moment.outcomes()

    def _apply_action(self, action: int) -> None:
        """A player's action, or what chance has decided."""
        if self.moment.awaits_shuffle:
            self.moment.draw(action)
        else:
            self.moment.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in our notation; or a card, or who starts."""
        moment = self.moment
        if player != pyspiel.PlayerId.CHANCE:
            return moment.position.write_move(int(moment.setting.moves[action]))
        if not moment.started:
            return f"first {action}"
        state = moment.position.state
        name: list[str] = moment.position.game.notation.write_pile(state, [action])
        return f"{moment.position.game.notation.pile_name(state)} {name[0]}"

    def is_terminal(self) -> bool:
        """The game has ended."""
        return self.moment.is_over

    def returns(self) -> list[float]:
        """What each seat has got; nothing before the end."""
        setting = self.moment.setting
        got = np.zeros(setting.players)
        if self.moment.is_over:
            reward_all(self.moment.states, 0, setting.players, setting.sign, got)
        return [float(one) for one in got]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A random state that agrees with all that a player has seen; `sampler` throws the dice."""
        other = self.clone()
        other.moment = self.moment.imagined(player, int(sampler() * (1 << 53)))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The truth in our notation, and what chance has drawn so far."""
        drawn = " ".join(map(str, self.moment.drawn))
        waiting = "waiting" if self.moment.awaits_shuffle else ""
        return f"{self.moment.position!r} {waiting} {drawn}".strip()


class Observer:
    """What a player sees of a state, as text and as numbers."""

    def __init__(self, setting: Setting, recalls: bool) -> None:
        """Room for the numbers."""
        self.flock = Flock(setting, 1)
        self.recalls = recalls
        self.tensor = np.zeros(setting.layout.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what a player sees; the fields are those of every environment."""
        flock = self.flock
        flock.states[:] = state.moment.states
        flock.memories[:] = state.moment.memories
        flock.seats[0] = player
        flock.describe(flock.all)
        self.tensor[:] = flock.observations[0]

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees now, or all it has seen."""
        if self.recalls:
            return state.moment.seen_by(player)
        return repr(state.moment.position.view(player))


for _game, _maker in (("odin", OdinGame), ("ravens", RavensGame)):
    if TYPES[_game].short_name not in pyspiel.registered_names():
        pyspiel.register_game(TYPES[_game], _maker)


def load_game(game: str, **parameters: Any) -> SpielGame:
    """A game of OpenSpiel's: `load_game("odin", players=3, small=True)`."""
    return pyspiel.load_game(TYPES[game].short_name, parameters)  # type: ignore[no-any-return]
