"""The same decision under other names: exchange two terrains everywhere, and nothing has changed.

A net that has learned does not quite know that. What it says under many names, on the average, is
better than what it says under one.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from odintable.games.position import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from odintable.games.bits import Layout


@functools.cache
def all_names(game: str) -> tuple[np.ndarray, np.ndarray]:
    """As which bit each bit of the situation and of a choice is shown: its own, then others."""
    features = GAMES[game].features
    own = tuple(range(features.INTERCHANGEABLE))
    renamings = [own, *(names for names in features.RENAMINGS if names != own)]
    situations = [renamed(features.SITUATION, names, features) for names in renamings]
    choices = [renamed(features.CHOICE, names, features) for names in renamings]
    return np.array(situations), np.array(choices)


def renamed(layout: Layout, names: Sequence[int], features: ModuleType) -> list[int]:
    """As which bit each bit is shown, if things are called so."""
    shown = list(range(8 * layout.bytes))
    for field in layout.fields:
        for group in range(field.times):
            for bit in range(field.width):
                at = layout.at[field.name] + group * field.width + bit
                if field.name in features.GROUPS and group < len(names):
                    shown[at] += (names[group] - group) * field.width
                elif field.name in features.BITS and bit < len(names):
                    shown[at] += names[bit] - bit
    return shown
