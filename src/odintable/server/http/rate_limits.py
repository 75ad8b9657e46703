"""How much one address may ask for: buckets that fill up again, and places to be counted."""

from collections import Counter


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("_full", "_last", "_left", "_rate")

    def __init__(self, full: float, rate: float, now: float) -> None:
        """Full."""
        self._full = self._left = full
        self._rate = rate
        self._last = now

    def take(self, now: float) -> bool:
        """One more, if there is one."""
        self._left = min(self._full, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Nothing was taken for a long time."""
        return self._left + (now - self._last) * self._rate >= self._full


class Buckets:
    """A bucket for each address (or seat), forgotten when it is full again."""

    def __init__(self, full: float, seconds: float) -> None:
        """So many in so many seconds."""
        self._full = full
        self._rate = full / seconds
        self._of: dict[str, Bucket] = {}

    def take(self, whose: str, now: float) -> bool:
        """One more for this address, if there is one."""
        if whose not in self._of:
            self._of[whose] = Bucket(self._full, self._rate, now)
        return self._of[whose].take(now)

    def sweep(self, now: float) -> None:
        """Forget the full ones."""
        for whose in [one for one, bucket in self._of.items() if bucket.is_full(now)]:
            del self._of[whose]


class Places:
    """So many at once for each address, and so many in all."""

    def __init__(self, each: int, most: int) -> None:
        """All free."""
        self._each = each
        self._most = most
        self._taken: Counter[str] = Counter()
        self.total = 0

    def enter(self, whose: str) -> bool:
        """Take a place, if there is one."""
        if self._taken[whose] >= self._each or self.total >= self._most:
            return False
        self._taken[whose] += 1
        self.total += 1
        return True

    def leave(self, whose: str) -> None:
        """Give a place back."""
        self._taken[whose] -= 1
        self.total -= 1
        if not self._taken[whose]:
            del self._taken[whose]
