"""What is played: the game, its options, how many play; and which actions and fields that makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from odintable.errors import OptionError
from odintable.games.odin import components
from odintable.games.odin import observation as odin
from odintable.games.position import Position
from odintable.games.ravens import components as parts_of_ravens
from odintable.games.ravens import observation as ravens
from odintable.games.spec import GAMES

from .batch_calls import BY_LOT

if TYPE_CHECKING:
    from types import ModuleType

    from odintable.games.feature_bits import Layout
    from odintable.games.json_reader import Json

Rewards = Literal["win", "points"]
ROOMS: dict[str, ModuleType] = {"odin": odin, "ravens": ravens}
SIGNS = {"odin": odin.FEWER_IS_BETTER, "ravens": ravens.MORE_IS_BETTER}


@dataclass
class Setting:
    """A game as environments play it; `options` are those of the rules, `small` is ours."""

    game: str
    players: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    small: bool = False
    rewards: Rewards = "win"
    first: int | None = None  # who starts; None: chance decides

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.game not in GAMES:
            raise OptionError(f"game must be {' or '.join(GAMES)}, not {self.game!r}")
        if self.rewards not in ("win", "points"):
            raise OptionError(f"rewards must be 'win' or 'points', not {self.rewards!r}")
        if self.small:
            self._check_small()
        self.room = ROOMS[self.game]
        self.starts = np.concatenate(
            [
                Position.new(self.game, self.players, first, self.options).states
                for first in range(self.players)
            ]
        )
        self.first_code = BY_LOT if self.first is None else self.first
        if not BY_LOT <= self.first_code < self.players:
            raise OptionError(f"first must be a seat from 0 to {self.players - 1}, or None")
        if self.small:
            self.starts["deck"] = odin.SMALL_DECK
        self._lay_out()

    def _check_small(self) -> None:
        """The small game is ODIN, for two or three, without cards that it has not."""
        if self.game != "odin":
            raise OptionError("small is an option of odin")
        if self.players > odin.MOST_IN_SMALL:
            raise OptionError(f"small is for 2 or 3 players, not {self.players}")
        if self.options.get("goat") or self.options.get("four-colours"):
            raise OptionError("small has twelve cards of its own: no goat, no four-colours")

    def _lay_out(self) -> None:
        """Which actions there are, and what an observation consists of."""
        deck = int(self.starts[0]["deck"]) if self.game == "odin" else 0
        self.hand = odin.SMALL_HAND if self.small else components.HAND_SIZE
        self.packing = self.room.packing_of(deck)
        self.layout: Layout = self.room.fields(self.players, deck.bit_count(), self.hand)
        self.fields = np.array(list(self.layout.at.values()), np.int64)
        self.moves = np.array(self.room.moves_with(deck), np.int16)  # action -> move
        self.actions = np.full(
            GAMES[self.game].modules.components.MOVES, -1, np.int16
        )  # move -> action
        self.actions[self.moves] = range(self.moves.size)

    @property
    def sign(self) -> int:
        """How points count: +1, -1; 0 when only winning does."""
        return SIGNS[self.game] if self.rewards == "points" else 0

    @property
    def most(self) -> float:
        """The most that a seat can get of a game, and the most that it can lose."""
        if self.rewards == "win":
            return 1.0
        start = self.starts[0]
        if self.game == "ravens":
            return float(
                start["target"] + parts_of_ravens.LANDSCAPE_CARDS + parts_of_ravens.WAY_BONUS
            )
        in_one_hand = self.hand + components.GOAT_POINTS
        return float(in_one_hand if start["one_hand"] else start["limit"] + in_one_hand)

    def position(self, states: np.ndarray, past: Any = None) -> Position:
        """One of the games, for people and bots; it changes with the array."""
        return Position(self.game, states, self.options, past)


def options_from(given: dict[str, Any]) -> dict[str, Json]:
    """Options of the rules from arguments: `four_colours=True` is `{"four-colours": true}`."""
    return {name.replace("_", "-"): value for name, value in given.items() if value is not None}
