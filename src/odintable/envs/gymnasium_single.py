"""A Gymnasium environment: the learner has one seat, bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from .config import EnvConfig
from .game_batch import GameBatch
from .opponents import OpponentChoice, Opponents
from .rendering.renderer import RENDER_MODES, Renderer
from .spaces import LegalAction, observation_space

if TYPE_CHECKING:
    from odintable.bots import Budget

Observation = dict[str, np.ndarray[Any, Any]]


class SingleAgentEnv(gymnasium.Env[Observation, np.int64]):
    """A game in one seat; a step is one decision of the learner."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: OpponentChoice = "greedy",
        budget: Budget | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        """Further arguments are `small`, `rewards`, `first` and the options of the rules."""
        config = EnvConfig.from_arguments(game, players, arguments)
        self.batch = GameBatch(config, 1)
        self.opponents = Opponents(self.batch, opponents, seat, budget)
        self.render_mode = render_mode
        self.renderer = Renderer(render_mode)
        self.observation_space = observation_space(self.batch)
        self.action_space = LegalAction(self.batch.masks[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game; the same seed deals the same cards on every machine."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self.batch.is_seeded:
            self.batch.seed(seed)
            self.opponents.seed(int(self.batch.rngs[0, 0]))
        self.batch.reset(self.batch.all_games)
        self.opponents.reset(self.batch.all_games)
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and those of the opponents until the learner's next turn.

        Gymnasium expects every action to be possible: an illegal one forfeits the game.
        """
        batch = self.batch
        actions = np.array([action])
        batch.check_range(actions)
        if not batch.masks[0, action]:
            reward = -batch.config.max_reward
            return self._observe(), reward, True, False, self._info() | {"illegal": True}
        batch.rewards[:] = 0
        self.opponents.note_actions(actions, batch.all_games)
        batch.play(actions, batch.all_games)
        self.opponents.play(batch.all_games)
        reward = float(batch.rewards[0, batch.viewers[0]])
        return self._observe(), reward, bool(batch.is_over[0]), False, self._info()

    def _observe(self) -> Observation:
        """Return the observation of the learner's seat."""
        batch = self.batch
        batch.observe(batch.all_games)
        if self.render_mode == "human":
            self.render()
        return {
            "observation": batch.observations[0].copy(),
            "action_mask": batch.masks[0].copy(),
        }

    def _info(self) -> dict[str, Any]:
        """Return the learner's seat and the points of all seats."""
        batch = self.batch
        points = batch.states[0]["scores"][: batch.config.players].tolist()
        return {"seat": int(batch.viewers[0]), "points": points}

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Return which actions are legal; libraries that mask policies call this."""
        masks: np.ndarray[Any, Any] = self.batch.masks[0].astype(np.bool_)
        return masks

    def legal_moves(self) -> dict[int, str]:
        """Return the legal actions with the texts of their moves."""
        return self.batch.legal_moves()

    def render(self) -> Any:
        """Show the learner's view: as text, as an image, or printed."""
        return self.renderer.render(self.batch.position().view(int(self.batch.viewers[0])))
