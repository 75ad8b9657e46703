"""A Gymnasium vector environment: many games stepped together, with arrays in and out."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from odintable.errors import OptionError

from .batch_calls import PLAYER_TO_MOVE
from .config import EnvConfig
from .game_batch import GameBatch
from .opponents import OpponentChoice, Opponents
from .rendering.renderer import RENDER_MODES, Renderer
from .spaces import LegalAction, LegalActions, observation_space

Rows = np.ndarray[Any, Any]
Observations = dict[str, Rows]


class VectorEnv(gymnasium.vector.VectorEnv[Observations, Rows, Rows]):
    """Many games at once; every step is one decision in each.

    Without opponents the learner has every seat: a row is the observation of the player to move,
    and the reward is that of the player who has just moved. With opponents the learner has one
    seat in each game.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        opponents: OpponentChoice | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        """Further arguments are those of `SingleAgentEnv`.

        These are `seat`, `budget`, `small`, `rewards`, `first` and the options of the rules.
        """
        if num_envs < 1:
            raise OptionError(f"num_envs must be at least 1, not {num_envs}")
        seat, budget = arguments.pop("seat", None), arguments.pop("budget", None)
        self.num_envs = num_envs
        self.batch = GameBatch(EnvConfig.from_arguments(game, players, arguments), num_envs)
        self.opponents = (
            None if opponents is None else Opponents(self.batch, opponents, seat, budget)
        )
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.max_episode_steps = max_episode_steps
        self.copy = copy
        self.render_mode = render_mode
        self.renderer = Renderer(render_mode)
        self.steps = np.zeros(num_envs, np.int64)  # made in each game
        self.done = np.zeros(num_envs, np.bool_)  # over, and not yet reset
        self.single_observation_space = observation_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = LegalAction(self.batch.masks[0])
        self.action_space = LegalActions(self.batch)
        self.rows = np.arange(num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new games: all of them, or those marked in `options["reset_mask"]`."""
        selected = self.batch.all_games
        if options and "reset_mask" in options:
            selected = np.asarray(options["reset_mask"], np.bool_)
            if selected.shape != (self.num_envs,) or not selected.any():
                raise OptionError(
                    f"reset_mask needs {self.num_envs} entries, and one that is true at least"
                )
        if seed is not None or not self.batch.is_seeded:
            self.batch.seed(seed)
            if self.opponents:
                self.opponents.seed(int(self.batch.rngs[0, 0]))
        self._start(selected)
        self.batch.observe(selected)
        self._mark_an_action_in_finished_games()
        return self._observations(), self._info()

    def _start(self, selected: Rows) -> None:
        """Start new games in the selected rows."""
        self.batch.reset(selected)
        self.steps[selected] = 0
        self.done[selected] = False
        if self.opponents:
            self.opponents.reset(selected)

    def step(self, actions: Rows) -> tuple[Observations, Rows, Rows, Rows, dict[str, Any]]:
        """Carry out an action in every game; the autoreset mode decides when games restart."""
        batch = self.batch
        actions = np.asarray(actions)
        running = ~self.done
        if self.autoreset_mode == AutoresetMode.DISABLED and not running.all():
            raise OptionError("games that are over must be reset: reset(options={'reset_mask': …})")
        batch.check_legal(actions, running)
        movers = batch.states["turn"] if self.opponents is None else batch.viewers
        movers = movers.astype(np.int64)
        batch.rewards[:] = 0
        if self.opponents:
            self.opponents.note_actions(actions, running)
        batch.play(actions, running)
        if self.opponents:
            self.opponents.play(running)
        self.steps += running
        rewards = batch.rewards[self.rows, movers]
        terminated = batch.is_over & running
        truncated = np.zeros(self.num_envs, np.bool_)
        if self.max_episode_steps is not None:
            truncated = (self.steps >= self.max_episode_steps) & running & ~terminated
        info = {"rewards": batch.rewards.copy()}
        self._autoreset(terminated | truncated, running, info)
        return self._observations(), rewards, terminated, truncated, info | self._info()

    def _autoreset(self, over: Rows, running: Rows, info: dict[str, Any]) -> None:
        """Reset finished games according to the mode, and observe all games."""
        batch = self.batch
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            if not running.all():
                self._start(~running)
            self.done = over
            batch.observe(batch.all_games)
        elif self.autoreset_mode == AutoresetMode.SAME_STEP:
            batch.observe(batch.all_games)
            if over.any():
                self._add_final_observations(over, info)
                self._start(over)
                batch.observe(over)
        else:
            self.done = self.done | over
            batch.observe(batch.all_games)
        self._mark_an_action_in_finished_games()

    def _add_final_observations(self, over: Rows, info: dict[str, Any]) -> None:
        """Add the last observations of games that are over, with Gymnasium's keys."""
        observations = self._observations(copy=True)
        final = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(over):
            final[at] = {name: rows[at] for name, rows in observations.items()}
        info["final_obs"], info["_final_obs"] = final, over.copy()
        final_info = self._info()
        info["final_info"] = final_info | {f"_{name}": over.copy() for name in final_info}
        info["_final_info"] = over.copy()

    def _mark_an_action_in_finished_games(self) -> None:
        """Mark action 0 where no action is legal, so that a policy has something to choose."""
        batch = self.batch
        for at in np.flatnonzero(batch.legal_counts == 0):
            batch.legal_actions[at, 0] = 0
            batch.masks[at, 0] = 1
            batch.legal_counts[at] = 1

    def _observations(self, copy: bool | None = None) -> Observations:
        """Return the observations and masks of all games."""
        batch = self.batch
        if self.copy if copy is None else copy:
            return {"observation": batch.observations.copy(), "action_mask": batch.masks.copy()}
        return {"observation": batch.observations, "action_mask": batch.masks}

    def _info(self) -> dict[str, Any]:
        """Return the observing seat of each row, and the points of all seats."""
        batch = self.batch
        seats = batch.states["turn"] if self.opponents is None else batch.viewers
        points = batch.states["scores"][:, : batch.config.players]
        return {"seat": seats.astype(np.int64), "points": points.astype(np.int64)}

    def action_masks(self) -> Rows:
        """Return which actions are legal in each game."""
        return self.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Show every game: the learner's view, or all cards where the learner has every seat."""
        batch = self.batch
        positions = [
            batch.position(at) if seat == PLAYER_TO_MOVE else batch.position(at).view(int(seat))
            for at, seat in enumerate(batch.viewers)
        ]
        return tuple(self.renderer.render(position) for position in positions)
