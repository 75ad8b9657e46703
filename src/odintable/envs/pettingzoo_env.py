"""Both games for PettingZoo: agents take turns, as its AEC interface has them.

Several decisions in a row by one player are several steps of the same agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .config import Rewards, Setting, options_from
from .game_batch import Flock
from .rendering.render_mode import MODES, Look
from .spaces import LegalAction, observed

if TYPE_CHECKING:
    from gymnasium import spaces


def aec(
    game: str,
    players: int = 2,
    *,
    small: bool = False,
    rewards: Rewards = "win",
    first: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> OrderEnforcingWrapper:
    """A PettingZoo environment; the options of the rules are arguments, as `limit=30`."""
    setting = Setting(game, players, options_from(options), small, rewards, first)
    return OrderEnforcingWrapper(Table(setting, max_cycles, render_mode))


class Table(AECEnv):  # type: ignore[misc]
    """A game whose seats are agents: `player_0`, `player_1` and so on."""

    def __init__(self, setting: Setting, max_cycles: int | None, render_mode: str | None) -> None:
        """A table that nobody has been dealt cards at."""
        super().__init__()
        self.setting = setting
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.flock = Flock(setting, 1)
        self.look = Look(render_mode)
        self.metadata = {
            "name": f"{setting.game}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.players)]
        self.observation_spaces = {agent: observed(self.flock) for agent in self.possible_agents}
        self.action_spaces = {
            agent: LegalAction(self.flock.masks[0]) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the interface
        """A new game is dealt; the same seed deals the same cards, on every machine."""
        if seed is not None or not self.flock.is_seeded:
            self.flock.seed(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.flock.begin(self.flock.all)
        self._look_round()

    def _look_round(self) -> None:
        """Whose turn it is, and what that one sees."""
        self.flock.describe(self.flock.all)
        self.agent_selection = self.possible_agents[int(self.flock.states[0]["turn"])]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows; only the one that decides has legal actions."""
        flock, seat = self.flock, self.possible_agents.index(agent)
        flock.seats[0] = seat
        flock.describe(flock.all)
        seen = {
            "observation": flock.observations[0].copy(),
            "action_mask": flock.masks[0].copy(),
        }
        flock.seats[0] = -1
        flock.describe(flock.all)
        return seen

    def step(self, action: Any) -> None:
        """The agent whose turn it is makes a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.flock.rewards[:] = 0
        actions = np.array([action])
        self.flock.check(actions, self.flock.all)
        self.flock.play_legal(actions, self.flock.all)
        self.cycles += 1
        is_over = bool(self.flock.ended[0])
        is_late = not is_over and self.cycles == self.max_cycles
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = float(self.flock.rewards[0, seat])
            self.terminations[one] = is_over
            self.truncations[one] = is_late
        self._accumulate_rewards()
        self._look_round()

    def legal_moves(self) -> dict[int, str]:
        """The legal actions, each with its move as text."""
        flock = self.flock
        return {action: flock.text(action) for action in flock.codes[0, : flock.counts[0]].tolist()}

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """The whole table, all cards open: text, a picture, or printed for people."""
        return self.look.at(self.flock.position())

    def close(self) -> None:
        """Nothing is held open."""
