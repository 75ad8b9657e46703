"""SpielState: a node of the game tree with the interface of OpenSpiel's states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from odintable.envs.batch_calls import add_total_rewards

from .game_node import GameNode


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; shuffles are chance nodes, one for each card."""

    def __init__(self, game: Any) -> None:
        """Start a new game of a `SpielGame`."""
        super().__init__(game)
        self.node = GameNode(game.config)

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or a finished game."""
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.is_chance_node else self.node.turn

    def _legal_actions(self, _player: int) -> list[int]:
        return self.node.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.node.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.node.is_chance_node:
            self.node.draw(action)
        else:
            self.node.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Write a move in our notation; for chance, the card or the seat that starts."""
        node = self.node
        if player != pyspiel.PlayerId.CHANCE:
            return node.position.write_move(int(node.config.move_of_action[action]))
        if not node.started:
            return f"first {action}"
        state, notation = node.position.state, node.position.modules.notation
        name: list[str] = notation.write_pile(state, [action])
        return f"{notation.pile_name(state)} {name[0]}"

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.node.is_over

    def returns(self) -> list[float]:
        """Return the total reward of each seat; zeros before the end."""
        config = self.node.config
        rewards = np.zeros(config.players)
        if self.node.is_over:
            add_total_rewards(self.node.states, 0, config.players, config.points_sign, rewards)
        return [float(reward) for reward in rewards]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a random state that agrees with what a player has seen; `sampler` is in [0, 1)."""
        other = self.clone()
        other.node = self.node.resampled(player, int(sampler() * (1 << 53)))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """Write the full position in our notation, and the cards drawn in a pending shuffle."""
        drawn = " ".join(map(str, self.node.drawn))
        waiting = "waiting" if self.node.is_chance_node else ""
        return f"{self.node.position!r} {waiting} {drawn}".strip()
