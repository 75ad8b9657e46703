"""When the answer is clear: a test by betting, which may be looked at after every deal.

A gambler who holds the contestants to be equal offers fair bets on every deal; we stake a part of
our capital on one side, by what we have seen so far. If he is right, our capital exceeds 1/a with
a chance of at most a, at any time (Ville's inequality), however often we look. No more is asked of
the deals than that their shares lie between 0 and 1 and that every deal is as good as another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

CHANCE_OF_ERROR = 0.05
MOST_STAKED = 0.5  # of the capital that a single deal can lose


@dataclass
class Bets:
    """Our capital (its logarithm) on either side, and what the stakes follow from."""

    even: float
    stronger: float = 0.0
    weaker: float = 0.0
    count: int = 1  # with one imaginary deal, which was even
    total: float = 0.0  # of the shares' distance from even
    squares: float = 0.25

    def settle(self, share: float) -> None:
        """Win or lose by a deal; the stakes were set before it was seen."""
        gain = share - self.even
        mean, spread = self.total / self.count, self.squares / self.count
        stake = mean / (spread + mean * mean)
        up = min(max(stake, 0.0), MOST_STAKED / self.even)
        down = min(max(-stake, 0.0), MOST_STAKED / (1 - self.even))
        self.stronger += math.log1p(up * gain)
        self.weaker += math.log1p(-down * gain)
        self.count += 1
        self.total += gain
        self.squares += (gain - self.total / self.count) ** 2

    def is_clear(self, chance_of_error: float) -> bool:
        """One side has won so much that the contestants are not equal."""
        return max(self.stronger, self.weaker) >= math.log(2 / chance_of_error)
