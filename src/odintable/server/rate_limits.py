"""Limits for each address (or seat): requests over time, and connections at the same time."""

from collections import Counter


class TokenBucket:
    """Allows a burst, and a fixed rate in the long run."""

    __slots__ = ("_last", "_left", "_rate", "_size")

    def __init__(self, size: float, rate: float, now: float) -> None:
        """Start full; `rate` is per second."""
        self._size = self._left = size
        self._rate = rate
        self._last = now

    def take(self, now: float, count: int = 1) -> bool:
        """Take tokens; return False if there are not enough."""
        self._left = min(self._size, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def is_full(self, now: float) -> bool:
        """Whether the bucket is full again."""
        return self._left + (now - self._last) * self._rate >= self._size


class RateLimiter:
    """A token bucket for each address (or seat), forgotten when it is full again."""

    def __init__(self, count: float, seconds: float) -> None:
        """Allow `count` uses in this many seconds."""
        self._count = count
        self._rate = count / seconds
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str, now: float) -> bool:
        """Take a token for this address or seat; return False if there is none."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._count, self._rate, now)
        return self._buckets[key].take(now)

    def sweep(self, now: float) -> None:
        """Forget the full buckets."""
        for key in [one for one, bucket in self._buckets.items() if bucket.is_full(now)]:
            del self._buckets[key]


class ConnectionLimit:
    """Limits the connections of each address, and of all together.

    An empty address stands for clients that share one, as behind a proxy: only the total counts.
    """

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> bool:
        """Count a new connection; return False if no more are allowed."""
        is_full = bool(address) and self._open[address] >= self._per_address
        if is_full or self.total >= self._in_all:
            return False
        self._open[address] += 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        """Count a closed connection."""
        self._open[address] -= 1
        self.total -= 1
        if not self._open[address]:
            del self._open[address]
