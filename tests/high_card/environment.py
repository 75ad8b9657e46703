"""High card as learning environments play it: actions, observations and bounds."""

import numpy as np

from odintable.games.feature_bits import Layout

from .components import HAND_SIZE, MOVE_COUNT
from .observation import FIELDS


def hand_size(_start: np.void) -> int:
    """Return the number of cards that each player is dealt."""
    return HAND_SIZE


def possible_moves(_start: np.void) -> list[int]:
    """Return all moves: the actions, in order."""
    return list(range(MOVE_COUNT))


def observation_layout(_start: np.void) -> Layout:
    """Return the fields of an observation."""
    return FIELDS


def packing(_start: np.void) -> np.ndarray:
    """Return nothing: cards have the same place in every game."""
    return np.empty((0, 2), np.int64)


def max_points(start: np.void) -> int:
    """Return the most points that a player can have at the end."""
    return int(start["target"])
