"""Both games for Gymnasium's vector interface: many games in step, arrays in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from odintable.errors import OptionError

from .batch_calls import BY_LOT
from .config import Rewards, Setting, options_from
from .game_batch import Flock
from .opponents import Opponents
from .rendering.render_mode import MODES, Look
from .spaces import LegalAction, LegalActions, observed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.bots import Bot, Budget

Rows = np.ndarray[Any, Any]
Seen = dict[str, Rows]


class Batch(VectorEnv[Seen, Rows, Rows]):
    """So many games at once; every step is one decision in each.

    Without opponents every seat is yours: what is seen and masked is that of the player to decide,
    and the reward that of the player who has just moved. With opponents you sit in one seat.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
        budget: Budget | None = None,
        seat: int | None = None,
        small: bool = False,
        rewards: Rewards = "win",
        first: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """So many tables; the options of the rules are arguments, as `limit=30`."""
        if num_envs < 1:
            raise OptionError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        setting = Setting(game, players, options_from(options), small, rewards, first)
        self.flock = Flock(setting, num_envs)
        self.opponents = (
            None if opponents is None else Opponents(self.flock, opponents, seat, budget)
        )
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": 2,
            "autoreset_mode": self.mode,
        }
        self.max_episode_steps = max_episode_steps
        self.copy = copy
        self.render_mode = render_mode
        self.look = Look(render_mode)
        self.steps = np.zeros(num_envs, np.int64)  # made in each game
        self.done = np.zeros(num_envs, np.bool_)  # over, and not begun anew
        self.single_observation_space = observed(self.flock)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = LegalAction(self.flock.masks[0])
        self.action_space = LegalActions(self.flock)
        self.rows = np.arange(num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """New games are dealt: all, or those of `options["reset_mask"]`."""
        wanted = self.flock.all
        if options and "reset_mask" in options:
            wanted = np.asarray(options["reset_mask"], np.bool_)
            if wanted.shape != (self.num_envs,) or not wanted.any():
                raise OptionError(f"reset_mask says of each of {self.num_envs} games whether")
        if seed is not None or not self.flock.is_seeded:
            self.flock.seed(seed)
            if self.opponents:
                self.opponents.seed(int(self.flock.rngs[0, 0]))
        self._begin(wanted)
        self.flock.describe(wanted)
        self._offer_nothing()
        return self._see(), self._info()

    def _begin(self, wanted: Rows) -> None:
        """Games begin anew."""
        self.flock.begin(wanted)
        self.steps[wanted] = 0
        self.done[wanted] = False
        if self.opponents:
            self.opponents.begin(wanted)

    def step(self, actions: Rows) -> tuple[Seen, Rows, Rows, Rows, dict[str, Any]]:
        """A decision in every game, and what it brought; games that are over begin anew."""
        flock = self.flock
        actions = np.asarray(actions)
        live = ~self.done
        if self.mode == AutoresetMode.DISABLED and not live.all():
            raise OptionError("games that are over must be reset: reset(options={'reset_mask': …})")
        flock.check(actions, live)
        movers = flock.states["turn"] if self.opponents is None else flock.seats
        movers = movers.astype(np.int64)
        flock.rewards[:] = 0
        if self.opponents:
            self.opponents.keep(actions, live)
        flock.play_legal(actions, live)
        if self.opponents:
            self.opponents.answer(live)
        self.steps += live
        rewards = flock.rewards[self.rows, movers]
        ended = flock.ended & live
        late = np.zeros(self.num_envs, np.bool_)
        if self.max_episode_steps is not None:
            late = (self.steps >= self.max_episode_steps) & live & ~ended
        info = {"rewards": flock.rewards.copy()}
        self._go_on(ended | late, live, info)
        return self._see(), rewards, ended, late, info | self._info()

    def _go_on(self, over: Rows, live: Rows, info: dict[str, Any]) -> None:
        """Begin anew what is to begin now, and look at all games."""
        flock = self.flock
        if self.mode == AutoresetMode.NEXT_STEP:
            if not live.all():
                self._begin(~live)
            self.done = over
            flock.describe(flock.all)
        elif self.mode == AutoresetMode.SAME_STEP:
            flock.describe(flock.all)
            if over.any():
                self._keep_last(over, info)
                self._begin(over)
                flock.describe(over)
        else:
            self.done = self.done | over
            flock.describe(flock.all)
        self._offer_nothing()

    def _keep_last(self, over: Rows, info: dict[str, Any]) -> None:
        """What was seen last of games that are over, as Gymnasium has it."""
        seen = self._see(copy=True)
        last = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(over):
            last[at] = {name: rows[at] for name, rows in seen.items()}
        info["final_obs"], info["_final_obs"] = last, over.copy()
        final = self._info()
        info["final_info"] = final | {f"_{name}": over.copy() for name in final}
        info["_final_info"] = over.copy()

    def _offer_nothing(self) -> None:
        """In a game that is over action 0 is marked, so that there is something to choose."""
        flock = self.flock
        for at in np.flatnonzero(flock.counts == 0):
            flock.codes[at, 0] = 0
            flock.masks[at, 0] = 1
            flock.counts[at] = 1

    def _see(self, copy: bool | None = None) -> Seen:
        """What is seen of all games."""
        flock = self.flock
        if self.copy if copy is None else copy:
            return {"observation": flock.observations.copy(), "action_mask": flock.masks.copy()}
        return {"observation": flock.observations, "action_mask": flock.masks}

    def _info(self) -> dict[str, Any]:
        """Whose view each row is, and the points of all seats."""
        flock = self.flock
        seats = flock.states["turn"] if self.opponents is None else flock.seats
        points = flock.states["scores"][:, : flock.setting.players]
        return {"seat": seats.astype(np.int64), "points": points.astype(np.int64)}

    def action_masks(self) -> Rows:
        """Which actions are legal in each game."""
        return self.flock.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """A look at every game: what its row shows, or everything where all seats are yours."""
        flock = self.flock
        positions = [
            flock.position(at) if seat == BY_LOT else flock.position(at).view(int(seat))
            for at, seat in enumerate(flock.seats)
        ]
        return tuple(self.look.at(position) for position in positions)
