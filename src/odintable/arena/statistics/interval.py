"""A mean with its 95 % interval, from one observation per deal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and its confidence interval."""

    mean: float
    low: float
    high: float


def share_interval(shares: Sequence[float], max_share: float = 1.0) -> Interval:
    """Return the mean share over deals, with Student's interval.

    The interval includes two imaginary deals, one won and one lost in all rotations, so that ten
    wins out of ten do not look certain (after Agresti and Caffo); with hundreds of deals they
    hardly matter. `max_share` is the largest possible share: less than 1 for the mean of several
    seats.
    """
    deals = [*shares, 0.0, max_share]
    count = len(deals)
    centre = sum(deals) / count
    variance = sum((share - centre) ** 2 for share in deals) / (count - 1)
    reach = student(count - 1) * math.sqrt(variance / count)
    mean = sum(shares) / len(shares) if shares else centre
    return Interval(mean, max(0.0, centre - reach), min(max_share, centre + reach))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return Student's two-sided quantile, from the first terms of its expansion."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term * (1 / freedom) ** power for power, term in enumerate(terms))
