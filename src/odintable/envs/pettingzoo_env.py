"""A PettingZoo AEC environment: every seat is an agent, and agents take turns.

Consecutive decisions of one player are consecutive steps of the same agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .batch_calls import PLAYER_TO_MOVE
from .config import EnvConfig
from .game_batch import GameBatch
from .rendering.renderer import RENDER_MODES, Renderer
from .spaces import LegalAction, observation_space

if TYPE_CHECKING:
    from gymnasium import spaces


def aec_env(
    game: str,
    players: int = 2,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **arguments: Any,
) -> OrderEnforcingWrapper:
    """Make a PettingZoo environment.

    Further arguments are `small`, `rewards`, `first` and the options of the rules.
    """
    config = EnvConfig.from_arguments(game, players, arguments)
    return OrderEnforcingWrapper(TurnBasedEnv(config, max_cycles, render_mode))


class TurnBasedEnv(AECEnv):  # type: ignore[misc]
    """A game whose seats are the agents `player_0`, `player_1` and so on."""

    def __init__(self, config: EnvConfig, max_cycles: int | None, render_mode: str | None) -> None:
        """Make an environment; `reset` deals the first game."""
        super().__init__()
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.batch = GameBatch(config, 1)
        self.renderer = Renderer(render_mode)
        self.metadata = {
            "name": f"{config.game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(config.players)]
        self.observation_spaces = {
            agent: observation_space(self.batch) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalAction(self.batch.masks[0]) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the interface
        """Deal a new game; the same seed deals the same cards on every machine."""
        if seed is not None or not self.batch.is_seeded:
            self.batch.seed(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.batch.reset(self.batch.all_games)
        self._select_agent()

    def _select_agent(self) -> None:
        """Select the agent to move, and update its observation."""
        self.batch.observe(self.batch.all_games)
        self._observed_seat = int(self.batch.states[0]["turn"])
        self.agent_selection = self.possible_agents[self._observed_seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation; only the agent to move has legal actions."""
        batch, seat = self.batch, self.possible_agents.index(agent)
        if seat == self._observed_seat:
            return self._copy_observation()
        batch.viewers[0] = seat
        batch.observe(batch.all_games)
        observation = self._copy_observation()
        batch.viewers[0] = PLAYER_TO_MOVE
        batch.observe(batch.all_games)
        return observation

    def _copy_observation(self) -> dict[str, Any]:
        """Return a copy of what the batch has written last."""
        return {
            "observation": self.batch.observations[0].copy(),
            "action_mask": self.batch.masks[0].copy(),
        }

    def step(self, action: Any) -> None:
        """Carry out an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.rewards[:] = 0
        actions = np.array([action])
        self.batch.check_legal(actions, self.batch.all_games)
        self.batch.play(actions, self.batch.all_games)
        self.cycles += 1
        is_over = bool(self.batch.is_over[0])
        is_truncated = not is_over and self.cycles == self.max_cycles
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = float(self.batch.rewards[0, seat])
            self.terminations[one] = is_over
            self.truncations[one] = is_truncated
        self._accumulate_rewards()
        self._select_agent()

    def legal_moves(self) -> dict[int, str]:
        """Return the legal actions with the texts of their moves."""
        return self.batch.legal_moves()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Show the whole table with all cards face up: as text, as an image, or printed."""
        return self.renderer.render(self.batch.position())

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
