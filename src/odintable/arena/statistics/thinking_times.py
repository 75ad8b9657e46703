"""Thinking times: mean, quantiles and maximum, without storing every decision."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

MIN_SECONDS = 1e-6  # shorter times count as this
STEP = math.log(1.05)  # a bucket is 5 % wide, and so is the error of a quantile
LATE = 1.2  # times the limit; less is tolerated on a busy machine


@dataclass
class ThinkingTimes:
    """The decisions of one contestant, counted in buckets of their duration."""

    count: int = 0
    total: float = 0.0  # seconds
    longest: float = 0.0  # seconds
    over: int = 0  # decisions that took longer than the time limit
    late: int = 0  # those that took more than LATE times the limit
    buckets: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float, limit: float | None) -> None:
        """Add one decision and its time limit in seconds."""
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.buckets[math.ceil(math.log(max(seconds, MIN_SECONDS) / MIN_SECONDS) / STEP)] += 1
        if limit is not None:
            self.over += seconds > limit
            self.late += seconds > LATE * limit

    def merge(self, other: ThinkingTimes) -> None:
        """Add the decisions counted by another object."""
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.over += other.over
        self.late += other.late
        self.buckets.update(other.buckets)

    @property
    def mean(self) -> float:
        """Seconds per decision."""
        return self.total / self.count if self.count else 0.0

    def quantile(self, share: float) -> float:
        """Return the time that this share of the decisions did not exceed, to within 5 %."""
        needed = share * self.count
        seen = 0
        for bucket in sorted(self.buckets):
            seen += self.buckets[bucket]
            if seen >= needed:
                return min(self.longest, MIN_SECONDS * math.exp(STEP * bucket))
        return 0.0

    def to_json(self) -> dict[str, Any]:
        """Return everything, so that results can be merged."""
        return {
            "count": self.count,
            "total": round(self.total, 6),
            "most": round(self.longest, 6),
            "over": self.over,
            "late": self.late,
            "buckets": [[bucket, self.buckets[bucket]] for bucket in sorted(self.buckets)],
        }

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            count=given["count"],
            total=given["total"],
            longest=given["most"],
            over=given["over"],
            late=given["late"],
            buckets=Counter(dict(given["buckets"])),
        )
