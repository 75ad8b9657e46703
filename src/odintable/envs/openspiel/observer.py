"""Observer: a player's observation of an OpenSpiel state, as text and as a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from odintable.envs.game_batch import GameBatch

if TYPE_CHECKING:
    from odintable.envs.config import EnvConfig

    from .state import SpielState


class Observer:
    """OpenSpiel's observer interface; the tensor is the same as in the other environments."""

    def __init__(self, config: EnvConfig, has_perfect_recall: bool) -> None:
        """With perfect recall the text contains everything that the player has seen so far."""
        self.batch = GameBatch(config, 1)
        self.has_perfect_recall = has_perfect_recall
        self.tensor = np.zeros(config.layout.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's observation into the tensor."""
        batch = self.batch
        batch.states[:] = state.node.states
        batch.memories[:] = state.node.memories
        batch.viewers[0] = player
        batch.observe(batch.all_games)
        self.tensor[:] = batch.observations[0]

    def string_from(self, state: SpielState, player: int) -> str:
        """Describe what a player sees now or, with perfect recall, has seen so far."""
        if self.has_perfect_recall:
            return state.node.information_state(player)
        return repr(state.node.position.view(player))
