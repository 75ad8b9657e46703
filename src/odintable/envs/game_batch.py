"""GameBatch: many games as arrays, advanced together by compiled code.

Every environment is built on it. A single game is a batch of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from odintable.errors import IllegalMove, OdintableError
from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.rng import generator

from .batch_calls import PLAYER_TO_MOVE, BatchArrays, observe_games, play_moves, reset_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.games.position import Position

    from .config import EnvConfig

Rows = np.ndarray[Any, Any]


class GameBatch:
    """A number of games with the same config, each with its own random generator."""

    def __init__(self, config: EnvConfig, count: int) -> None:
        """Allocate the arrays; `seed` and `reset` start the games."""
        self.config = config
        self.count = count
        modules = config.spec.modules
        self.states = np.zeros(count, modules.components.STATE)
        self.memories = np.zeros(count, modules.features.MEMORY)
        self.rngs = np.zeros((count, 1), np.uint64)
        self.viewers = np.full(count, PLAYER_TO_MOVE, np.int64)
        self.legal_actions = np.zeros((count, MAX_LEGAL_MOVES), np.int16)
        self.legal_counts = np.zeros(count, np.int64)
        self.masks = np.zeros((count, config.move_of_action.size), np.int8)
        observation_words = np.zeros((count, config.layout.bytes), np.uint64)
        self.observations = observation_words.view(np.int8)[:, : config.layout.width]
        self.rewards = np.zeros((count, config.players))
        self.is_over = np.zeros(count, np.bool_)
        self.all_games = np.ones(count, np.bool_)
        self._rows = np.arange(count)
        self._arrays = tuple(
            BatchArrays(
                self.states, self.memories, self.rngs, self.viewers, self.legal_actions,
                self.legal_counts, self.masks, observation_words, self.rewards, self.is_over,
            )
        )  # fmt: skip

    def seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Seed the generators: game i with seed + i, or each game with its own seed from a list."""
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
        """Whether `seed` has been called."""
        return bool(self.rngs[0, 0])

    def reset(self, selected: Rows) -> None:
        """Start and deal new games in the selected rows."""
        reset_games(self._arrays, self.config.arrays, selected)
        self.is_over[selected] = False

    def play(self, actions: Rows, selected: Rows) -> None:
        """Carry out a legal action in each selected game, and add to the rewards."""
        moves = self.config.move_of_action[actions]
        play_moves(self._arrays, self.config.arrays, selected, moves)

    def observe(self, selected: Rows) -> None:
        """Update observations, legal actions and masks of the selected games."""
        observe_games(self._arrays, self.config.arrays, selected)

    def check_legal(self, actions: Rows, selected: Rows) -> None:
        """Raise IllegalMove if an action is not legal in its game."""
        self.check_range(actions)
        is_illegal = selected & (self.masks[self._rows, actions] == 0)
        if is_illegal.any():
            at = int(is_illegal.argmax())
            text = self.action_text(int(actions[at]), at)
            where = f" in game {at}" if self.count > 1 else ""
            raise IllegalMove(f"illegal: action {actions[at]} ({text}){where}: see the action mask")

    def check_range(self, actions: Rows) -> None:
        """Raise an error unless there is one action for each game, and all of them exist."""
        space = self.masks.shape[1]
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise OdintableError(f"{self.count} games need as many actions, whole numbers")
        if actions.min() < 0 or actions.max() >= space:
            raise OdintableError(f"an action must be a number from 0 to {space - 1}")

    def action_text(self, action: int, at: int = 0) -> str:
        """Return the text of an action's move in one game."""
        return self.position(at).write_move(int(self.config.move_of_action[action]))

    def legal_moves(self, at: int = 0) -> dict[int, str]:
        """Return the legal actions of one game with the texts of their moves."""
        actions = self.legal_actions[at, : self.legal_counts[at]].tolist()
        return {action: self.action_text(action, at) for action in actions}

    def position(self, at: int = 0, history: Any = None) -> Position:
        """Return one of the games as a position that shares memory with the batch."""
        return self.config.position(self.states[at : at + 1], history)


def fresh_seed() -> int:
    """Return a seed from the operating system's randomness."""
    return int(np.random.SeedSequence().generate_state(1)[0])
