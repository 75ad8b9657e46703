"""A table's clocks: whose time runs, and how much is left. The time itself is handed in."""

from collections.abc import Callable

from .table_config import Timing

MOST_SPARED = 500  # milliseconds of lag that a turn is not charged

Down = Callable[[int, int], int]  # how long the server was down, or could not store, in between


def never_down(_start: int, _end: int) -> int:
    """No time was lost."""
    return 0


class Clock:
    """The time of every seat, counted by turns, so that it does not tell how many moves one has."""

    def __init__(self, timing: Timing, timed: list[bool], down: Down = never_down) -> None:
        """All clocks stand; bots have none."""
        self.timing = timing
        self.timed = timed
        self.down = down
        whole = timing.start if timing.kind == "game" else timing.turn
        self.left = [whole * 1000] * len(timed)
        self.running: int | None = None
        self.since = 0
        self.spared = 0  # of this turn

    def run(self, seat: int | None, now: int) -> None:
        """A new turn begins, or nobody's."""
        last = self.running
        if last is not None and self.timing.kind == "game":
            self.left[last] += self.timing.increment * 1000
        self.running = seat if seat is not None and self.timed[seat] else None
        if self.running is not None and self.timing.kind != "game":
            self.left[self.running] = self.timing.turn * 1000
        self.since = now
        self.spared = 0

    def stop(self) -> None:
        """Nobody's time runs any more."""
        self.running = None

    def elapsed(self, now: int) -> int:
        """What the running clock would be charged now, lag aside."""
        return max(0, now - self.since - self.down(self.since, now))

    def cost(self, now: int, lag: int) -> int:
        """What a move made now is charged; a turn is spared a little lag."""
        if self.running is None:
            return 0
        elapsed = self.elapsed(now)
        return elapsed - min(lag, MOST_SPARED - self.spared, elapsed)

    def charge(self, spent: int, now: int) -> None:
        """A move was made."""
        if self.running is not None:
            # Of time that turned out to be lost afterwards, more may have been charged.
            spared = max(0, self.elapsed(now) - spent)
            self.spared = min(MOST_SPARED, self.spared + spared)
            self.left[self.running] -= spent
            self.since = now

    def left_at(self, now: int) -> list[int]:
        """What every seat has left; never less than nothing."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] -= self.elapsed(now)
        return [max(0, one) for one in left]

    def due(self) -> int | None:
        """When the running clock is out of time, if the server stays up, lag included."""
        if self.running is None:
            return None
        lost = self.down(self.since, self.since + (1 << 50))
        return self.since + self.left[self.running] + MOST_SPARED - self.spared + lost
