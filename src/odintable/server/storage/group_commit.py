"""The writer thread: it commits all waiting writes in one transaction, then reports to the loop.

When the store fails, nothing more is stored until the event loop knows about it: writes submitted
before that may depend on events that were not stored, or charge clocks for time without a store.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from odintable.server.metrics import Metrics

from .store_interface import RunStart, Store, StoreConflict, StoreError, StoreRestored, Write

log = logging.getLogger("odintable.group_commit")

TIME_TO_RESEND = 2000  # milliseconds after a failure before clocks run again
UNEXPECTED = "the store failed unexpectedly"

OnStored = Callable[[StoreError | None], None]


class StoreObserver(Protocol):
    """Is notified in the event loop when the store fails or recovers."""

    now: Callable[[], int]

    def pause(self, since: int, error: StoreError) -> None:
        """Called when nothing since this time could be stored; 0: the store was restored."""

    def resume(self) -> None:
        """Called when the store can be written again."""


class PendingWrite(msgspec.Struct, frozen=True, gc=False):
    """Writes that belong together; `done` is called when they are stored or have failed."""

    writes: Sequence[Write]
    done: OnStored
    at: int  # when they were submitted
    failures: int  # failures of the store that the event loop knew about by then


class GroupCommitWriter:
    """A thread with a queue of writes; their `done` is called in the event loop."""

    def __init__(
        self,
        store: Store,
        loop: asyncio.AbstractEventLoop,
        metrics: Metrics,
        observer: StoreObserver,
    ) -> None:
        """Start the thread."""
        self.store = store
        self._loop = loop
        self._metrics = metrics
        self._observer = observer
        self._known_failures = 0  # failures of the store that the event loop knows about
        self._failures = 0  # all failures, counted by the thread
        self._error = StoreError(UNEXPECTED)  # the last of them
        # When the first write that failed was submitted; 0: the store was restored.
        self._paused_since: int | None = None
        self._submitted: list[PendingWrite] = []  # in this iteration of the loop
        self._queue: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()
        metrics.writes_waiting = self._queue.qsize
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, writes: Sequence[Write], done: OnStored) -> None:
        """Store writes soon, with all others submitted in the same iteration of the loop."""
        if not self._submitted:
            self._loop.call_soon(self._hand_over)
        now = self._observer.now()
        self._submitted.append(PendingWrite(writes, done, now, self._known_failures))

    def _hand_over(self) -> None:
        if self._submitted:
            self._queue.put(self._submitted)
            self._submitted = []

    async def store_now(self, writes: Sequence[Write]) -> None:
        """Store writes and return when they are on disk."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: StoreError | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        self.submit(writes, done)
        await future

    def close(self) -> None:
        """Store everything submitted so far, then stop the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    # -- In the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        is_open = True
        while is_open:
            group: list[PendingWrite] = []
            waiting = self._queue.get()
            while waiting is not None:
                group += waiting
                try:
                    waiting = self._queue.get_nowait()
                except queue.Empty:
                    break
            is_open = waiting is not None
            if group:
                self._store(group)
                self._maintain()

    def _store(self, group: list[PendingWrite]) -> None:
        """Store a group in one transaction; if a write conflicts, store each on its own."""
        late = [one for one in group if one.failures < self._failures]
        if late:
            self._report(late, self._error)
            group = [one for one in group if one.failures == self._failures]
        if not group:
            return
        begun = time.perf_counter()
        try:
            self.store.write(self._writes(group))
        except StoreConflict as conflict:
            if len(group) == 1:
                self._report(group, conflict)
            else:
                for one in group:
                    self._store([one])
                return
        except StoreError as error:
            self._on_failure(group, error)
        except Exception as error:  # every submitted write must get an answer
            log.exception(UNEXPECTED)
            self._on_failure(group, StoreError(f"{UNEXPECTED}: {error!r}"))
        else:
            self._on_success(group)
        self._metrics.store_commit_seconds.observe(time.perf_counter() - begun)

    def _writes(self, group: list[PendingWrite]) -> list[Write]:
        """Return all writes; after a failure, preceded by a RunStart that stores the downtime."""
        writes = [write for one in group for write in one.writes]
        if self._paused_since is None:
            return writes
        return [
            RunStart(self._observer.now() + TIME_TO_RESEND, self._paused_since or None),
            *writes,
        ]

    def _on_failure(self, group: list[PendingWrite], error: StoreError) -> None:
        """Pause, then report the failure; writes submitted before the pause are late."""
        self._metrics.store_errors += 1
        self._failures += 1
        self._error = error
        if isinstance(error, StoreRestored):
            self._paused_since = 0
        elif self._paused_since is None:
            self._paused_since = min(one.at for one in group)
        self._loop.call_soon_threadsafe(self._pause, self._paused_since, error)
        self._report(group, error)

    def _on_success(self, group: list[PendingWrite]) -> None:
        """Resume if the store had failed before, then report."""
        if self._paused_since is not None:
            self._paused_since = None
            self._loop.call_soon_threadsafe(self._observer.resume)
        self._report(group, None)

    def _report(self, group: list[PendingWrite], error: StoreError | None) -> None:
        self._loop.call_soon_threadsafe(report, group, error)

    def _maintain(self) -> None:
        try:
            self.store.maintain()
        except Exception:
            log.exception("maintenance of the store failed: trying again after the next write")

    # -- In the event loop ---------------------------------------------------------------------

    def _pause(self, since: int, error: StoreError) -> None:
        self._known_failures += 1
        self._observer.pause(since, error)


def report(group: list[PendingWrite], error: StoreError | None) -> None:
    """Call `done` of every write; one that fails does not affect the others."""
    for one in group:
        try:
            one.done(error)
        except Exception:
            log.exception("handling a stored event failed")
