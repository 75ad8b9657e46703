"""The opponents in the seats that do not learn: noisier copies and past versions of the learner."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

import numpy as np
import torch

from odintable.games.spec import GAMES

from .selfplay import Opponent

if TYPE_CHECKING:
    from .model import Weights

# When a version of the learner is saved, as fractions of the training.
SNAPSHOTS = (0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.3, 0.45, 0.6, 0.8)
STEPS_PER_OPPONENT = 256


class OpponentPool:
    """Supplies one opponent at a time, for all games at once."""

    def __init__(
        self, game: str, acting: Weights, past_self_percent: int, seed: int, device: str
    ) -> None:
        """Start with the learner at higher temperatures."""
        self._acting, self._past_self_percent = acting, past_self_percent
        temperatures = torch.tensor(
            GAMES[game].modules.bots.training.OPPONENT_TEMPERATURES, device=device
        )
        self._noisy = Opponent(acting, temperatures)
        self._past_temperature = temperatures[:1]
        self._dice = np.random.default_rng(seed)
        self.past_versions: list[Weights] = []
        self._snapshots = 0  # the number of SNAPSHOTS that have passed
        self._steps = 0
        self.current = self._noisy

    def step(self, progress: float) -> None:
        """Save a version of the learner when one is due, and change the opponent now and then."""
        if self._past_self_percent and bisect(SNAPSHOTS, progress) > self._snapshots:
            self.add_snapshot(progress)
        self._steps += 1
        if self._steps % STEPS_PER_OPPONENT == 0:
            self.current = self._draw()

    def add_snapshot(self, progress: float) -> None:
        """Save the learner as it is at this point of the training."""
        self.past_versions.append({name: one.clone() for name, one in self._acting.items()})
        self._snapshots = bisect(SNAPSHOTS, progress)

    def _draw(self) -> Opponent:
        if self.past_versions and 100 * self._dice.random() < self._past_self_percent:
            return Opponent(
                self.past_versions[self._dice.integers(len(self.past_versions))],
                self._past_temperature,
            )
        return self._noisy


def fixed_opponent(weights: Weights, device: str) -> Opponent:
    """Return an opponent that always plays its best move."""
    return Opponent(weights, torch.zeros(1, device=device))
