"""Softmax regression by Newton's method: the choice among a few, from the features of each."""

from dataclasses import dataclass

import numpy as np

Array = np.ndarray

STEPS = 12  # more than Newton's method needs
RIDGE = 1e-5  # keeps a weight finite that never fails


@dataclass(frozen=True)
class Choices:
    """Choices in a row, those of one question side by side."""

    features: Array  # of every choice
    targets: Array  # how often it was the one; they add up to 1 for every question
    starts: Array  # where the choices of each question begin
    offsets: Array  # what speaks for a choice besides its features

    def odds(self, weights: Array) -> Array:
        """The logarithm of every choice's chance."""
        merits = self.features @ weights + self.offsets
        merits -= self.spread(np.maximum.reduceat(merits, self.starts))
        merits -= self.spread(np.log(np.add.reduceat(np.exp(merits), self.starts)))
        odds: Array = merits
        return odds

    def spread(self, each: Array) -> Array:
        """A number of each question, for all its choices."""
        return np.repeat(each, np.diff(self.starts, append=self.targets.size))

    def loss(self, weights: Array) -> float:
        """The mean negative log-likelihood of the answers, in nats."""
        return -float(self.targets @ self.odds(weights)) / self.starts.size

    def step(self, weights: Array, counted: Array | float = 1.0, ridge: float = RIDGE) -> Array:
        """Better weights: one step of Newton's, each question counted as much as is said."""
        chances = np.exp(self.odds(weights))
        counts = np.broadcast_to(counted, self.starts.shape)
        slopes = self.spread(counts) * (self.targets - chances)
        gradient = self.features.T @ slopes / self.starts.size - ridge * weights
        weighed = self.features * chances[:, None]
        means = np.add.reduceat(weighed, self.starts)
        curvature = (weighed * self.spread(counts)[:, None]).T @ self.features
        curvature -= (means * counts[:, None]).T @ means
        bend = curvature / self.starts.size + ridge * np.eye(weights.size)
        return weights + np.linalg.solve(bend, gradient)


def fit(choices: Choices) -> Array:
    """The weights that explain the answers best."""
    weights = np.zeros(choices.features.shape[1])
    for _ in range(STEPS):
        weights = choices.step(weights)
    return weights


def of_two(features: Array, shares: Array, offsets: Array) -> Choices:
    """Yes or no, where only yes has features."""
    rows = shares.size
    both = np.zeros((2 * rows, features.shape[1]))
    both[::2] = features
    targets, shifts = np.empty(2 * rows), np.zeros(2 * rows)
    targets[::2], targets[1::2] = shares, 1 - shares
    shifts[::2] = offsets
    return Choices(both, targets, np.arange(0, 2 * rows, 2), shifts)
