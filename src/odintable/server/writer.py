"""The one writer: everything that waits goes to disk together, then all who wait hear of it."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence

import msgspec

from .metrics import Metrics
from .store import Conflict, Store, StoreError, Write

log = logging.getLogger("odintable.writer")

Done = Callable[[StoreError | None], None]


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """What belongs together, and who is told when it is on disk or could not be stored."""

    writes: Sequence[Write]
    done: Done


class Writer:
    """A thread with its queue; `done` is called in the loop."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, metrics: Metrics) -> None:
        """Start the thread."""
        self.store = store
        self._loop = loop
        self._metrics = metrics
        self.is_failing = False  # the last transaction could not be stored
        self._gathered: list[Parcel] = []  # in this round of the loop
        self._queue: queue.SimpleQueue[list[Parcel] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, writes: Sequence[Write], done: Done) -> None:
        """Store this as soon as can be, with all else that comes in the same round of the loop."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Parcel(writes, done))

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
        begun = time.perf_counter()
        answers: list[tuple[Done, StoreError | None]] = []
        try:
            self.store.write([write for parcel in parcels for write in parcel.writes])
            answers = [(parcel.done, None) for parcel in parcels]
            self.is_failing = False
        except Conflict as conflict:
            if len(parcels) == 1:
                answers = [(parcels[0].done, conflict)]
            else:
                for parcel in parcels:
                    self._store([parcel])
                return
        except StoreError as error:
            self._metrics.store_errors += 1
            self.is_failing = True
            answers = [(parcel.done, error) for parcel in parcels]
        self._metrics.batches += 1
        self._metrics.batch_seconds += time.perf_counter() - begun
        self._loop.call_soon_threadsafe(tell, answers)

    def _tidy(self) -> None:
        try:
            self.store.tidy()
        except StoreError as error:
            log.warning("not tidied", extra={"why": str(error)})


def tell(answers: list[tuple[Done, StoreError | None]]) -> None:
    """Everybody hears what became of theirs, whatever goes wrong with one."""
    for done, error in answers:
        try:
            done(error)
        except Exception:
            log.exception("a stored event was not followed up")
