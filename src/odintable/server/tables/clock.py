"""The clocks of a table: whose time runs, and how much is left. The caller supplies the time."""

from collections.abc import Callable

from .table_config import ClockConfig

MAX_LAG_COMPENSATION = 500  # milliseconds of lag per turn that are not charged
FAR_FUTURE = 1 << 50  # milliseconds: downtime may be credited that ends later than now

# Milliseconds between two times in which the server was down or could not store anything.
DowntimeBetween = Callable[[int, int], int]


def no_downtime(_start: int, _end: int) -> int:
    """Return 0: the server was up all the time."""
    return 0


class Clock:
    """The time of every seat, in milliseconds.

    Time is counted by turn, not by move, so that it does not reveal how many moves a player has.
    """

    def __init__(
        self, config: ClockConfig, timed: list[bool], downtime: DowntimeBetween = no_downtime
    ) -> None:
        """Start with all clocks stopped; seats that are not timed (bots) never run."""
        self.config = config
        self.timed = timed
        self.downtime = downtime
        seconds = config.start if config.kind == "game" else config.turn
        self.left = [seconds * 1000] * len(timed)
        self.running: int | None = None
        self.since = 0
        self.compensated = 0  # lag of this turn that was not charged

    def start_turn(self, seat: int | None, now: int) -> None:
        """Begin the turn of a seat, or of nobody."""
        last = self.running
        if last is not None and self.config.kind == "game":
            self.left[last] += self.config.increment * 1000
        self.running = seat if seat is not None and self.timed[seat] else None
        if self.running is not None and self.config.kind != "game":
            self.left[self.running] = self.config.turn * 1000
        self.since = now
        self.compensated = 0

    def stop(self) -> None:
        """Stop the running clock."""
        self.running = None

    def elapsed(self, now: int) -> int:
        """Return the time since the last move, without downtime."""
        return max(0, now - self.since - self.downtime(self.since, now))

    def cost(self, now: int, lag: int) -> int:
        """Return the time to charge for a move made now, after compensation for lag."""
        if self.running is None:
            return 0
        elapsed = self.elapsed(now)
        return elapsed - min(lag, MAX_LAG_COMPENSATION - self.compensated, elapsed)

    def charge(self, spent: int, now: int) -> None:
        """Charge the running clock for a move."""
        if self.running is not None:
            # More than the elapsed time may have been charged: downtime can become known later.
            compensated = max(0, self.elapsed(now) - spent)
            self.compensated = min(MAX_LAG_COMPENSATION, self.compensated + compensated)
            self.left[self.running] -= spent
            self.since = now

    def left_at(self, now: int) -> list[int]:
        """Return the time left for every seat, at least 0."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] -= self.elapsed(now)
        return [max(0, one) for one in left]

    def due(self) -> int | None:
        """Return when the running clock runs out, lag included, if the server stays up."""
        if self.running is None:
            return None
        lost = self.downtime(self.since, self.since + FAR_FUTURE)
        return self.since + self.left[self.running] + MAX_LAG_COMPENSATION - self.compensated + lost
