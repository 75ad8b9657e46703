"""Both games for Gymnasium: one learner at a table, the other seats played by bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from .config import Rewards, Setting, options_from
from .game_batch import Flock
from .opponents import Opponents
from .rendering.render_mode import MODES, Look
from .spaces import LegalAction, observed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.bots import Bot, Budget

Seen = dict[str, np.ndarray[Any, Any]]


class Solo(gymnasium.Env[Seen, np.int64]):
    """A game in one seat; a step is one decision of the learner's."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        budget: Budget | None = None,
        seat: int | None = None,
        small: bool = False,
        rewards: Rewards = "win",
        first: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """A table; the options of the rules are arguments, as `limit=30`."""
        setting = Setting(game, players, options_from(options), small, rewards, first)
        self.flock = Flock(setting, 1)
        self.opponents = Opponents(self.flock, opponents, seat, budget)
        self.render_mode = render_mode
        self.look = Look(render_mode)
        self.observation_space = observed(self.flock)
        self.action_space = LegalAction(self.flock.masks[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game is dealt; the same seed deals the same cards, on every machine."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self.flock.is_seeded:
            self.flock.seed(seed)
            self.opponents.seed(int(self.flock.rngs[0, 0]))
        self.flock.begin(self.flock.all)
        self.opponents.begin(self.flock.all)
        return self._see(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The learner's move, and those of the others until it decides again.

        Gymnasium wants every action to be possible: one that is not legal forfeits the game.
        """
        flock = self.flock
        actions = np.array([action])
        flock.check_range(actions)
        if not flock.masks[0, action]:
            return self._see(), -flock.setting.most, True, False, self._info() | {"illegal": True}
        flock.rewards[:] = 0
        self.opponents.keep(actions, flock.all)
        flock.play_legal(actions, flock.all)
        self.opponents.answer(flock.all)
        reward = float(flock.rewards[0, flock.seats[0]])
        return self._see(), reward, bool(flock.ended[0]), False, self._info()

    def _see(self) -> Seen:
        """What the learner's seat knows."""
        flock = self.flock
        flock.describe(flock.all)
        if self.render_mode == "human":
            self.render()
        return {
            "observation": flock.observations[0].copy(),
            "action_mask": flock.masks[0].copy(),
        }

    def _info(self) -> dict[str, Any]:
        """Where the learner sits, and the points of all seats."""
        flock = self.flock
        points = flock.states[0]["scores"][: flock.setting.players].tolist()
        return {"seat": int(flock.seats[0]), "points": points}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal, as libraries that mask policies ask for it."""
        masks: np.ndarray[Any, Any] = self.flock.masks[0].astype(np.bool_)
        return masks

    def legal_moves(self) -> dict[int, str]:
        """The legal actions, each with its move as text."""
        flock = self.flock
        return {action: flock.text(action) for action in flock.codes[0, : flock.counts[0]].tolist()}

    def render(self) -> Any:
        """The table as the learner's seat sees it: text, a picture, or printed for people."""
        return self.look.at(self.flock.position().view(int(self.flock.seats[0])))
