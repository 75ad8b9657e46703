"""The one writer: everything that waits goes to disk together, then all who wait hear of it.

When the store fails, nothing more is stored until the loop has heard of it: what it asked for until
then may rest on what was not stored, or count time in which nothing could be.
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

from .store import Conflict, Restored, Run, Store, StoreError, Write

log = logging.getLogger("odintable.writer")

TO_SEND_AGAIN = 2000  # milliseconds that everybody has for it, before clocks run again
UNEXPECTED = "the store failed in a way that was not expected"

Done = Callable[[StoreError | None], None]


class Keeper(Protocol):
    """Who uses the writer, and hears in the loop how the store is."""

    now: Callable[[], int]

    def stand_still(self, since: int, error: StoreError) -> None:
        """Nothing was stored that was asked for after this time; 0: the store is another."""

    def go_on(self) -> None:
        """It can be stored again."""


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """What belongs together, and who is told when it is on disk or could not be stored."""

    writes: Sequence[Write]
    done: Done
    at: int  # the time it was asked for
    failures: int  # how many the loop had heard of by then


class Writer:
    """A thread with its queue; `done` is called in the loop."""

    def __init__(
        self, store: Store, loop: asyncio.AbstractEventLoop, metrics: Metrics, keeper: Keeper
    ) -> None:
        """Start the thread."""
        self.store = store
        self._loop = loop
        self._metrics = metrics
        self._keeper = keeper
        self._heard = 0  # failures of the store, in the loop
        self._failures = 0  # ... and in the thread
        self._error = StoreError(UNEXPECTED)  # the last of them
        self._stands_since: int | None = None  # when what failed first was asked; 0: restored
        self._gathered: list[Parcel] = []  # in this round of the loop
        self._queue: queue.SimpleQueue[list[Parcel] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, writes: Sequence[Write], done: Done) -> None:
        """Store this as soon as can be, with all else that comes in the same round of the loop."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Parcel(writes, done, self._keeper.now(), self._heard))

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def store_now(self, writes: Sequence[Write]) -> None:
        """Store this, and come back when it is on disk."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: StoreError | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        self.put(writes, done)
        await future

    def close(self) -> None:
        """Store what waits, then stop."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            parcels: list[Parcel] = []
            waiting = self._queue.get()
            while waiting is not None:
                parcels += waiting
                try:
                    waiting = self._queue.get_nowait()
                except queue.Empty:
                    break
            is_open = waiting is not None
            if parcels:
                self._store(parcels)
                self._tidy()

    def _store(self, parcels: list[Parcel]) -> None:
        """One transaction for all; if one parcel is in conflict, each has its own."""
        late = [parcel for parcel in parcels if parcel.failures < self._failures]
        if late:
            self._tell(late, self._error)
            parcels = [parcel for parcel in parcels if parcel.failures == self._failures]
        if not parcels:
            return
        begun = time.perf_counter()
        try:
            self.store.write(self._writes(parcels))
        except Conflict as conflict:
            if len(parcels) == 1:
                self._tell(parcels, conflict)
            else:
                for parcel in parcels:
                    self._store([parcel])
                return
        except StoreError as error:
            self._fail(parcels, error)
        except Exception as error:  # nobody shall wait for ever
            log.exception(UNEXPECTED)
            self._fail(parcels, StoreError(f"{UNEXPECTED}: {error!r}"))
        else:
            self._succeed(parcels)
        self._metrics.batches += 1
        self._metrics.batch_seconds += time.perf_counter() - begun

    def _writes(self, parcels: list[Parcel]) -> list[Write]:
        """All of it; after a failure it begins with the time in which nothing could be stored."""
        writes = [write for parcel in parcels for write in parcel.writes]
        if self._stands_since is None:
            return writes
        return [Run(self._keeper.now() + TO_SEND_AGAIN, self._stands_since or None), *writes]

    def _fail(self, parcels: list[Parcel], error: StoreError) -> None:
        """The loop hears of it before those who asked; what it asks for until then is late."""
        self._metrics.store_errors += 1
        self._failures += 1
        self._error = error
        if isinstance(error, Restored):
            self._stands_since = 0
        elif self._stands_since is None:
            self._stands_since = min(parcel.at for parcel in parcels)
        self._loop.call_soon_threadsafe(self._hear, self._stands_since, error)
        self._tell(parcels, error)

    def _hear(self, since: int, error: StoreError) -> None:
        self._heard += 1
        self._keeper.stand_still(since, error)

    def _succeed(self, parcels: list[Parcel]) -> None:
        """If nothing could be stored before, the loop hears first that it can again."""
        if self._stands_since is not None:
            self._stands_since = None
            self._loop.call_soon_threadsafe(self._keeper.go_on)
        self._tell(parcels, None)

    def _tell(self, parcels: list[Parcel], error: StoreError | None) -> None:
        self._loop.call_soon_threadsafe(tell, parcels, error)

    def _tidy(self) -> None:
        try:
            self.store.tidy()
        except Exception:  # it is tried again after the next transaction
            log.exception("not tidied")


def tell(parcels: list[Parcel], error: StoreError | None) -> None:
    """Everybody hears what became of theirs, whatever goes wrong with one."""
    for parcel in parcels:
        try:
            parcel.done(error)
        except Exception:
            log.exception("a stored event was not followed up")
