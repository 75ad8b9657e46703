"""Play deals in several processes: one per core, one deal at a time each, nothing shared."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, NoReturn

from odintable import compile_cache

from .deal_player import DealPlayer

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from multiprocessing.context import SpawnProcess

    from odintable.arena.contest import Contest

    from .deal_result import DealResult

Item = tuple[int, int]  # a lineup and a deal
EXIT_TIMEOUT = 3.0  # seconds until a worker is killed


class WorkerError(RuntimeError):
    """A worker failed for a reason that is not a contestant's fault."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def played_deals(contest: Contest, items: Iterator[Item], workers: int) -> Generator[DealResult]:
    """Play deals as workers become free; yield them as they are finished, in any order."""
    if workers == 1:
        yield from play_in_this_process(contest, items)
        return
    with worker_processes(contest, workers) as free:
        busy = [worker for worker in free if send_next_item(worker, items)]
        while busy:
            for worker in wait(busy):
                assert isinstance(worker, Connection)
                yield receive_deal(worker)
                if not send_next_item(worker, items):
                    busy.remove(worker)


def play_in_this_process(contest: Contest, items: Iterator[Item]) -> Iterator[DealResult]:
    """Play one deal after the other."""
    compile_cache.announce_compiling()
    with closing(DealPlayer(contest)) as player:
        for item in items:
            yield player.play(*item)


# -- Parent process ----------------------------------------------------------------------------


@contextmanager
def worker_processes(contest: Contest, workers: int) -> Iterator[list[Connection]]:
    """Start workers and yield their connections; stop them at the end, whatever happens."""
    spawn = multiprocessing.get_context("spawn")
    connections: list[Connection] = []
    processes: list[SpawnProcess] = []
    try:
        with ignoring_interrupts():
            for _ in range(workers):
                ours, theirs = spawn.Pipe()
                process = spawn.Process(target=work, args=(contest, theirs), daemon=True)
                process.start()
                theirs.close()
                connections.append(ours)
                processes.append(process)
        yield connections
    finally:
        for connection in connections:
            connection.close()
        for process in processes:
            process.terminate()  # even in the middle of a deal
        for process in processes:
            join_or_kill(process)


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore SIGINT in processes started meanwhile: the parent handles Ctrl-C and stops them."""
    if threading.current_thread() is not threading.main_thread():  # signals cannot be set here
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def join_or_kill(process: SpawnProcess) -> None:
    """Wait for a worker to exit; kill it after a while."""
    process.join(EXIT_TIMEOUT)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


def send_next_item(worker: Connection, items: Iterator[Item]) -> bool:
    """Send a worker the next deal; return False if there is none."""
    item = next(items, None)
    if item is not None:
        worker.send(item)
    return item is not None


def receive_deal(worker: Connection) -> DealResult:
    """Receive a finished deal, or raise what went wrong."""
    try:
        answer: DealResult | str = worker.recv()
    except EOFError:
        raise WorkerError("a worker of the arena died") from None
    if isinstance(answer, str):
        raise WorkerError(f"a deal could not be played:\n{answer}")
    return answer


# -- Worker process ----------------------------------------------------------------------------


def work(contest: Contest, connection: Connection) -> None:
    """Play the requested deals until the parent closes the connection."""
    signal.signal(signal.SIGTERM, exit_normally)
    try:
        with closing(DealPlayer(contest)) as player:
            while True:
                connection.send(player.play(*connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent needs no more deals
    except Exception:  # noqa: BLE001 - sent to the parent, which raises it
        connection.send(traceback.format_exc())
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # already exiting


def exit_normally(_signal: int, _frame: object) -> NoReturn:
    """Exit through `finally` blocks, so that engines are stopped too."""
    sys.exit()
