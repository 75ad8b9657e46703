"""The process that reads and replays records, so that the event loop and the bots do not wait.

Each client may have few jobs at a time. Results are kept, up to a number of bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from odintable.server.refused_error import Refused

from .record_jobs import do_job

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from odintable.server.metrics import Metrics

log = logging.getLogger("odintable.records")

MAX_JOBS_PER_CLIENT = 2  # running or waiting
MAX_JOBS = 32  # of all clients
MAX_CACHED = 32 << 20  # bytes of results
LIMIT = 20.0  # seconds for a job
FIRST_LIMIT = 180.0  # seconds for the first job of a process, which may compile the rules
NICENESS = 10  # the event loop and the bots come first


class RecordWorker:
    """One process, started when it is first needed, and the results it returned."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, "records")  # waits for the process
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._jobs: Counter[str] = Counter()  # client -> its jobs
        self._running: dict[str, asyncio.Future[bytes]] = {}
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._cached = 0  # bytes

    async def run(
        self, client: str, key: str, text: str | Callable[[], str], job: str, *arguments: Any
    ) -> bytes:
        """Do a job with a record, or return its result from before.

        `key` stands for the record; `text` is called in a thread if it has to be written first.
        Raises Refused if the record cannot be read, or the client has too many jobs.
        """
        key = f"{job} {key} {arguments}"
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        running = self._running.get(key)
        if running is None:
            if self._jobs[client] >= MAX_JOBS_PER_CLIENT or self._jobs.total() >= MAX_JOBS:
                message = "too many records are being read: try again in a moment"
                raise Refused("too-fast", message, retry=True)
            self._jobs[client] += 1
            running = asyncio.ensure_future(self._start_job(client, key, text, job, arguments))
            running.add_done_callback(lambda one: one.cancelled() or one.exception())
            self._running[key] = running
        return await asyncio.shield(running)

    async def _start_job(
        self,
        client: str,
        key: str,
        text: str | Callable[[], str],
        job: str,
        arguments: tuple[Any, ...],
    ) -> bytes:
        """Wait for the process, for everybody who wants this result."""
        loop = asyncio.get_running_loop()
        try:
            is_done, found = await loop.run_in_executor(
                self._thread, self._call, job, text, arguments
            )
        except OSError as error:
            self._metrics.workers_lost += 1
            log.warning(
                "the process for records failed: its job is refused, the next one starts another",
                extra={"job": job, "why": repr(error)},
            )
            message = "the process that reads records failed: try again"
            raise Refused("worker", message, retry=True) from None
        finally:
            del self._running[key]
            self._jobs[client] -= 1
            if not self._jobs[client]:
                del self._jobs[client]
        if not is_done:
            code, message, why = found
            refused = Refused(code, message)
            refused.why = why
            raise refused
        result: bytes = found
        self._keep(key, result)
        return result

    def _keep(self, key: str, result: bytes) -> None:
        """Keep a result, and drop the oldest if there are too many bytes."""
        self._cache[key] = result
        self._cached += len(result)
        while self._cached > MAX_CACHED:
            self._cached -= len(self._cache.popitem(last=False)[1])

    # -- In the thread -------------------------------------------------------------------------

    def _call(
        self, job: str, text: str | Callable[[], str], arguments: tuple[Any, ...]
    ) -> tuple[bool, Any]:
        """Send a job to the process and wait; OSError if the process ended or takes too long."""
        text = text if isinstance(text, str) else text()
        limit = LIMIT
        if self._process is None or self._pipe is None:
            self._start_process()
            limit = FIRST_LIMIT
        pipe = self._pipe
        try:
            if pipe is None:
                raise OSError("the server stops")
            pipe.send((job, text, arguments))
            if not pipe.poll(limit):
                raise TimeoutError(f"no answer in {limit} s")
            answer: tuple[bool, Any] = pipe.recv()
        except (OSError, EOFError) as error:
            self._end_process()
            raise OSError(str(error)) from error
        return answer

    def _start_process(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(
            target=run_record_worker, args=(theirs,), name="odintable-records", daemon=True
        )
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours  # only now: a failed start is tried again

    def _end_process(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.join(1)
        if pipe is not None:
            pipe.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)


# -- In the process --------------------------------------------------------------------------------


def run_record_worker(pipe: Connection) -> None:
    """Do jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(do_job(*pipe.recv()))
