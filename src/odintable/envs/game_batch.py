"""Many games side by side: arrays, and the compiled doors that change them.

A single game is a flock of one. Every environment stands on this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import IllegalMove, OdintableError
from odintable.games.dispatch import MOST_MOVES
from odintable.games.rng import generator

from .batch_calls import BY_LOT, begin_some, describe_some, play_some

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.games.position import Position

    from .config import Setting

Rows = np.ndarray[Any, Any]


class Flock:
    """So many games of one setting, each with a generator of its own."""

    def __init__(self, setting: Setting, count: int) -> None:
        """Room for the games; none has begun."""
        self.setting = setting
        self.count = count
        players, width = setting.players, setting.layout.width
        self.states = np.zeros(count, setting.room.STATE)
        self.memories = np.zeros(count, setting.room.MEMORY)
        self.rngs = np.zeros((count, 1), np.uint64)
        self.seats = np.full(count, BY_LOT, np.int64)  # who looks; BY_LOT: whoever decides
        self.codes = np.zeros((count, MOST_MOVES), np.int16)  # the legal actions as lists
        self.counts = np.zeros(count, np.int64)
        self.masks = np.zeros((count, setting.moves.size), np.int8)
        self.eights = np.zeros((count, setting.layout.bytes), np.uint64)
        self.observations = self.eights.view(np.int8)[:, :width]
        self.rewards = np.zeros((count, players))  # of the last move, by seat
        self.ended = np.zeros(count, np.bool_)
        self.all = np.ones(count, np.bool_)

    def seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Fix what chance will bring: game i goes by seed + i, or by a seed of its own."""
        if seed is None or isinstance(seed, int | np.integer):
            start = fresh_seed() if seed is None else int(seed)
            seeds: list[int] = [start + at for at in range(self.count)]
        else:
            seeds = [fresh_seed() if one is None else int(one) for one in seed]
        if len(seeds) != self.count:
            raise OdintableError(f"{self.count} games need as many seeds, not {len(seeds)}")
        self.rngs[:] = [generator(one) for one in seeds]

    @property
    def is_seeded(self) -> bool:
        """Chance can decide something."""
        return bool(self.rngs[0, 0])

    def begin(self, wanted: Rows) -> None:
        """Games begin anew: those that are wanted."""
        setting = self.setting
        begin_some(
            self.states, self.memories, wanted, setting.starts, setting.first_code, setting.hand,
            self.rngs,
        )  # fmt: skip
        self.ended[wanted] = False

    def play_legal(self, actions: Rows, wanted: Rows) -> None:
        """Make an action in the games that are wanted; rewards are added up, ends written down."""
        setting = self.setting
        play_some(
            self.states, self.memories, wanted, setting.moves[actions], setting.hand,
            setting.players, setting.sign, self.rngs, self.rewards, self.ended,
        )  # fmt: skip

    def check(self, actions: Rows, wanted: Rows) -> None:
        """Refuse actions that are not legal as the games stand."""
        self.check_range(actions)
        fits = self.masks[np.arange(self.count), actions].view(np.bool_)
        if not (fits | ~wanted).all():
            at = int(np.flatnonzero(~fits & wanted)[0])
            text = self.text(int(actions[at]), at)
            where = f" in game {at}" if self.count > 1 else ""
            raise IllegalMove(f"illegal: action {actions[at]} ({text}){where}: see the action mask")

    def check_range(self, actions: Rows) -> None:
        """Refuse actions that there are not."""
        space = self.masks.shape[1]
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise OdintableError(f"{self.count} games need as many actions, whole numbers")
        if actions.min() < 0 or actions.max() >= space:
            raise OdintableError(f"an action is a number from 0 to {space - 1}")

    def text(self, action: int, at: int = 0) -> str:
        """An action as a move in text, as the game stands."""
        return self.position(at).write_move(int(self.setting.moves[action]))

    def position(self, at: int = 0, past: Any = None) -> Position:
        """One of the games, for people and bots; it changes with the flock."""
        return self.setting.position(self.states[at : at + 1], past)

    def describe(self, wanted: Rows) -> None:
        """Write down observations and masks of the games that are wanted."""
        setting = self.setting
        describe_some(
            self.states, self.memories, wanted, self.seats, setting.packing, setting.fields,
            setting.actions, self.codes, self.counts, self.masks, self.eights,
        )  # fmt: skip


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return int(np.random.SeedSequence().generate_state(1)[0])
