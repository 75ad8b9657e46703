"""Softmax regression by Newton's method: predict a choice from the features of each option."""

from dataclasses import dataclass

import numpy as np

Array = np.ndarray

STEPS = 12  # more than Newton's method needs
RIDGE = 1e-5  # keeps a weight finite even if its feature predicts every answer


@dataclass(frozen=True)
class Choices:
    """The options of many questions in one array, those of each question side by side."""

    features: Array  # of every option
    targets: Array  # how often each option was chosen; the sum is 1 for every question
    starts: Array  # where the options of each question begin
    offsets: Array  # added to the score of each option

    def odds(self, weights: Array) -> Array:
        """The logarithm of the probability of every option."""
        merits = self.features @ weights + self.offsets
        merits -= self.spread(np.maximum.reduceat(merits, self.starts))
        merits -= self.spread(np.log(np.add.reduceat(np.exp(merits), self.starts)))
        odds: Array = merits
        return odds

    def spread(self, each: Array) -> Array:
        """Repeat the number of each question for all its options."""
        return np.repeat(each, np.diff(self.starts, append=self.targets.size))

    def loss(self, weights: Array) -> float:
        """The mean negative log-likelihood of the answers, in nats."""
        return -float(self.targets @ self.odds(weights)) / self.starts.size

    def step(self, weights: Array, counted: Array | float = 1.0, ridge: float = RIDGE) -> Array:
        """Take one Newton step; `counted` is the weight of each question."""
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
    """The weights under which the answers are most likely."""
    weights = np.zeros(choices.features.shape[1])
    for _ in range(STEPS):
        weights = choices.step(weights)
    return weights


def of_two(features: Array, shares: Array, offsets: Array) -> Choices:
    """Questions with two options, of which only the first has features."""
    rows = shares.size
    both = np.zeros((2 * rows, features.shape[1]))
    both[::2] = features
    targets, shifts = np.empty(2 * rows), np.zeros(2 * rows)
    targets[::2], targets[1::2] = shares, 1 - shares
    shifts[::2] = offsets
    return Choices(both, targets, np.arange(0, 2 * rows, 2), shifts)
