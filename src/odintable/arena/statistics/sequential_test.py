"""A sequential test by betting, which can be evaluated after every deal.

Under the null hypothesis the contestants are equally strong, and a bet on the share of a deal is
fair. We stake a part of our capital on one side, depending on the deals so far. If the hypothesis
holds, the probability that our capital ever exceeds 1/a is at most a (Ville's inequality), however
often we look. The deals need only be exchangeable, with shares between 0 and 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ERROR_PROBABILITY = 0.05
MAX_STAKE = 0.5  # part of the capital that a single deal can lose


@dataclass
class SequentialTest:
    """The logarithm of our capital on either side, and the statistics that set the stakes."""

    even: float
    stronger: float = 0.0
    weaker: float = 0.0
    count: int = 1  # including one imaginary even deal
    total: float = 0.0  # of the shares' distance from even
    squares: float = 0.25

    def add(self, share: float) -> None:
        """Add a deal; the stakes depend only on the deals before it."""
        gain = share - self.even
        mean, spread = self.total / self.count, self.squares / self.count
        stake = mean / (spread + mean * mean)
        up = min(max(stake, 0.0), MAX_STAKE / self.even)
        down = min(max(-stake, 0.0), MAX_STAKE / (1 - self.even))
        self.stronger += math.log1p(up * gain)
        self.weaker += math.log1p(-down * gain)
        self.count += 1
        self.total += gain
        self.squares += (gain - self.total / self.count) ** 2

    def is_clear(self, error_probability: float) -> bool:
        """Whether the contestants differ in strength, at this probability of error."""
        return max(self.stronger, self.weaker) >= math.log(2 / error_probability)
