"""Who has the seats that do not learn: somebody less careful, the player as it was, an opponent."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

import numpy as np
import torch

from .selfplay import Guest

if TYPE_CHECKING:
    from .model import Weights

# How far guests stray from the best, in odds as a logarithm.
STRAYS = {"odin": (0.1, 0.3, 1.0), "ravens": (0.02, 0.06, 0.2)}
PAST = (0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.3, 0.45, 0.6, 0.8)  # when a player is kept
STAYS = 256  # turns that a guest stays


class Guests:
    """One guest after another, in all games at once."""

    def __init__(self, game: str, acting: Weights, past: int, seed: int, device: str) -> None:
        """The first is less careful; so many in a hundred will be the player as it was."""
        self._acting, self._share = acting, past
        strays = torch.tensor(STRAYS[game], device=device)
        self._careless, self._careful = Guest(acting, strays), strays[:1]
        self._lots = np.random.default_rng(seed)
        self.past: list[Weights] = []
        self._moments = 0  # of PAST that have gone by
        self._turns = 0
        self.present = self._careless

    def go_on(self, part: float) -> None:
        """Another turn: keep the player if it is time to, and let another guest come."""
        if self._share and bisect(PAST, part) > self._moments:
            self.remember(part)
        self._turns += 1
        if self._turns % STAYS == 0:
            self.present = self._invited()

    def remember(self, part: float) -> None:
        """Keep the player as it is after this part of the time."""
        self.past.append({name: one.clone() for name, one in self._acting.items()})
        self._moments = bisect(PAST, part)

    def _invited(self) -> Guest:
        """Drawn by lot."""
        if self.past and 100 * self._lots.random() < self._share:
            return Guest(self.past[self._lots.integers(len(self.past))], self._careful)
        return self._careless


def frozen(opponent: Weights, device: str) -> Guest:
    """A guest that never strays."""
    return Guest(opponent, torch.zeros(1, device=device))
