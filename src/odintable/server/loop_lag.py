"""Measures how late the event loop is, because one callback that takes long delays everybody."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from .metrics import Histogram

log = logging.getLogger("odintable.loop_lag")

EVERY = 0.01  # seconds between two measurements
MIN_LOGGED = 0.25  # seconds of lag that are worth a line in the log
NANO = 1e-9


class LoopLag:
    """A timer that notes by how much it is late.

    Time in which the thread could run but other programs had the processor is not the fault of any
    request, and is left out; only Linux tells how long that was.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, histogram: Histogram) -> None:
        """Start measuring; call this in the thread of the loop."""
        self._loop = loop
        self._histogram = histogram
        self._schedule = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._waited = self._waited_so_far()
        self._due = time.monotonic() + EVERY
        self._timer = loop.call_later(EVERY, self._tick)

    def close(self) -> None:
        """Stop measuring."""
        self._timer.cancel()

    def _tick(self) -> None:
        waited = self._waited_so_far()
        late = time.monotonic() - self._due
        lag = max(0.0, late - (waited - self._waited))
        self._histogram.observe(lag)
        if lag > MIN_LOGGED:
            log.warning(
                "a callback held up the event loop: all requests waited",
                extra={"ms": round(lag * 1000)},
            )
        self._waited = waited
        self._due = time.monotonic() + EVERY
        self._timer = self._loop.call_later(EVERY, self._tick)

    def _waited_so_far(self) -> float:
        """Return the seconds that this thread has waited for a processor; 0 if nobody knows."""
        try:
            return int(self._schedule.read_bytes().split()[1]) * NANO
        except (OSError, IndexError, ValueError):
            return 0.0
