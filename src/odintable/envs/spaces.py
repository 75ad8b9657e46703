"""Gymnasium spaces whose samples are legal in the current state of the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from .game_batch import GameBatch


def observation_space(batch: GameBatch) -> spaces.Space[Any]:
    """Return the space of one game's observation with its action mask."""
    width, actions = batch.observations.shape[1], batch.masks.shape[1]
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (width,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class LegalAction(spaces.Discrete):
    """The actions of one game; a sample without a mask is legal."""

    def __init__(self, mask: Any, seed: int | None = None) -> None:
        """Take the game's mask, an array that changes with the game."""
        self.mask = mask
        super().__init__(int(mask.size), seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw a legal action; any action while none is legal."""
        if mask is None and probability is None and self.mask.any():
            mask = self.mask
        return super().sample(mask=mask, probability=probability)

    def __repr__(self) -> str:
        """Return the same text as Gymnasium's own space."""
        return f"Discrete({self.n})"


class LegalActions(spaces.MultiDiscrete):
    """An action for each game of a batch; a sample without a mask is legal in all of them."""

    def __init__(self, batch: GameBatch) -> None:
        """Take the lists of legal actions, arrays that change with the games."""
        self.actions, self.counts = batch.legal_actions, batch.legal_counts
        super().__init__([batch.masks.shape[1]] * batch.count)

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray[Any, Any]:
        """Draw a legal action in every game; 0 in a game that is over."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        drawn = self.np_random.random(self.counts.size) * self.counts
        chosen = self.actions[np.arange(self.counts.size), drawn.astype(np.int64)]
        return np.where(self.counts > 0, chosen, 0).astype(self.dtype)
