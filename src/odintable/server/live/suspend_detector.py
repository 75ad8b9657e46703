"""Notices that the process stood still, as when it is suspended or the machine sleeps."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from odintable.server.time_and_randomness import wall_clock

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("odintable.suspend")

MIN_STANDSTILL = 2000  # milliseconds between two ticks; four or more come each second


class SuspendDetector:
    """A clock that reports every interval in which the process did not run.

    The wall clock counts: it goes on while a machine sleeps, which a monotonic clock may not.
    Every reading of the time is checked, because messages that arrived during a standstill are
    handled before the next tick. A clock that tests set reports nothing.
    """

    def __init__(self, clock: Callable[[], int], on_standstill: Callable[[int, int], None]) -> None:
        """`on_standstill` is called with the start and the end, in milliseconds since 1970."""
        self._clock = clock
        self._on_standstill = on_standstill
        self._is_wall_clock = clock is wall_clock
        self._ticked_at = clock()
        self._ticked_monotonic = time.monotonic()

    def now(self) -> int:
        """Return the milliseconds since 1970, after reporting a standstill."""
        now = self._clock()
        if now - self._ticked_at > MIN_STANDSTILL and self._is_wall_clock:
            self._report(now)
        return now

    def tick(self) -> int:
        """Return the same time, and note that the process is running."""
        now = self.now()
        self._ticked_at = now
        self._ticked_monotonic = time.monotonic()
        return now

    def _report(self, now: int) -> None:
        began = self._ticked_at
        by_monotonic_clock = time.monotonic() - self._ticked_monotonic
        self._ticked_at, self._ticked_monotonic = now, time.monotonic()
        log.warning(
            "the process stood still, or the system's clock was set: players get this time back",
            extra={"seconds": (now - began) / 1000, "by_monotonic_clock": by_monotonic_clock},
        )
        self._on_standstill(began, now)
