"""EnvConfig: the game that an environment plays, its options, and arrays derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from odintable import compile_cache
from odintable.errors import OptionError
from odintable.games.position import Position
from odintable.games.spec import GAMES

from .batch_calls import RANDOM_SEAT, ConfigArrays

if TYPE_CHECKING:
    from odintable.games.feature_bits import Layout
    from odintable.games.json_reader import Json

Rewards = Literal["win", "points"]
OWN_ARGUMENTS = ("small", "rewards", "first")

compile_cache.announce_compiling()  # environments are compiled when they are first used


@dataclass
class EnvConfig:
    """The game of an environment. `options` are those of the rules; `small` is not one of them.

    Everything that depends on the game comes from the modules `environment` and `observation` in
    its folder.
    """

    game: str
    players: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    small: bool = False
    rewards: Rewards = "win"
    first: int | None = None  # the first player; None: drawn at random

    @classmethod
    def from_arguments(cls, game: str, players: int, arguments: dict[str, Any]) -> Self:
        """Make a config from keyword arguments; all but OWN_ARGUMENTS are options of the rules.

        `four_colours=True` sets the option `"four-colours": true`.
        """
        own = {name: arguments[name] for name in OWN_ARGUMENTS if name in arguments}
        options = {
            name.replace("_", "-"): value
            for name, value in arguments.items()
            if name not in own and value is not None
        }
        return cls(game, players, options, **own)

    def __post_init__(self) -> None:
        """Check all values, then number the actions and lay out the observations."""
        if self.game not in GAMES:
            raise OptionError(f"game must be {' or '.join(GAMES)}, not {self.game!r}")
        if self.rewards not in ("win", "points"):
            raise OptionError(f"rewards must be 'win' or 'points', not {self.rewards!r}")
        self.spec = GAMES[self.game]
        self.starts = np.concatenate(
            [
                Position.new(self.game, self.players, first, self.options).states
                for first in range(self.players)
            ]
        )
        if self.first is not None and not 0 <= self.first < self.players:
            raise OptionError(f"first must be a seat from 0 to {self.players - 1}, or None")
        if self.small:
            self._make_small()
        self._lay_out()

    def _make_small(self) -> None:
        """Switch to the small variant of the game, if it has one."""
        make_small = getattr(self.spec.modules.environment, "make_small", None)
        if make_small is None:
            raise OptionError(f"{self.game} has no small variant")
        make_small(self.starts, self.options)

    def _lay_out(self) -> None:
        """Number the actions, and lay out the fields of an observation."""
        environment, start = self.spec.modules.environment, self.starts[0]
        self.hand_size: int = environment.hand_size(start)
        self.layout: Layout = environment.observation_layout(start)
        self.move_of_action = np.array(environment.possible_moves(start), np.int16)
        self.action_of_move = np.full(self.spec.modules.components.MOVE_COUNT, -1, np.int16)
        self.action_of_move[self.move_of_action] = range(self.move_of_action.size)
        self.arrays = tuple(
            ConfigArrays(
                starts=self.starts,
                first=RANDOM_SEAT if self.first is None else self.first,
                players=self.players,
                hand_size=self.hand_size,
                points_sign=self.points_sign,
                packing=environment.packing(start),
                field_offsets=np.array(list(self.layout.at.values()), np.int64),
                action_of_move=self.action_of_move,
            )
        )

    @property
    def points_sign(self) -> int:
        """+1 if more points are rewarded, -1 if fewer are, 0 if only winning is."""
        if self.rewards == "win":
            return 0
        return -1 if self.spec.fewest_points_win else 1

    @property
    def max_reward(self) -> float:
        """An upper bound on the reward or loss of a seat in one game."""
        if self.rewards == "win":
            return 1.0
        return float(self.spec.modules.environment.max_points(self.starts[0]))

    def position(self, states: np.ndarray, history: Any = None) -> Position:
        """Return a position that shares memory with an array of one state."""
        return Position(self.game, states, self.options, history)
