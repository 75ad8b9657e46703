"""Spaces of actions whose samples are legal moves of the games as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from .game_batch import Flock


def observed(flock: Flock) -> spaces.Space[Any]:
    """What one game shows: the observation, and which actions are legal."""
    width, actions = flock.observations.shape[1], flock.masks.shape[1]
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (width,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class LegalAction(spaces.Discrete):
    """An action; a sample without a mask is legal in the game that the space belongs to."""

    def __init__(self, mask: Any, seed: int | None = None) -> None:
        """Look at a mask, which changes with the game."""
        self.mask = mask
        super().__init__(int(mask.size), seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Any legal action; any action at all while there is none."""
        if mask is None and probability is None and self.mask.any():
            mask = self.mask
        return super().sample(mask=mask, probability=probability)

    def __repr__(self) -> str:
        """As Gymnasium writes it."""
        return f"Discrete({self.n})"


class LegalActions(spaces.MultiDiscrete):
    """An action for each of many games; a sample without a mask is legal in all of them."""

    def __init__(self, flock: Flock) -> None:
        """Look at the lists of legal actions, which change with the games."""
        self.codes, self.counts = flock.codes, flock.counts
        super().__init__([flock.masks.shape[1]] * flock.count)

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray[Any, Any]:
        """Any legal action in every game; 0 in one that is over."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        drawn = self.np_random.random(self.counts.size) * self.counts
        chosen = self.codes[np.arange(self.counts.size), drawn.astype(np.int64)]
        return np.where(self.counts > 0, chosen, 0).astype(self.dtype)
