"""Deals on all cores: one process a core, one deal at a time each, nothing shared."""

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

from odintable.games import compile_cache

from .play_deal import Table

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from multiprocessing.context import SpawnProcess

    from odintable.arena.contest import Contest

    from .deal_result import Deal

Item = tuple[int, int]  # a lineup and a deal
PARTING = 3.0  # seconds to leave by itself


class WorkerError(RuntimeError):
    """Something went wrong in a worker that is no contestant's fault but ours."""


def cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def finished(contest: Contest, items: Iterator[Item], workers: int) -> Generator[Deal]:
    """Play deals, each as soon as somebody is free; what is finished comes in any order."""
    if workers == 1:
        yield from in_this_process(contest, items)
        return
    with staff(contest, workers) as free:
        busy = [worker for worker in free if set_to_work(worker, items)]
        while busy:
            for worker in wait(busy):
                assert isinstance(worker, Connection)
                yield received(worker)
                if not set_to_work(worker, items):
                    busy.remove(worker)


def in_this_process(contest: Contest, items: Iterator[Item]) -> Iterator[Deal]:
    """One deal after the other."""
    compile_cache.say_when_compiling()
    with closing(Table(contest)) as table:
        for item in items:
            yield table.play(*item)


# -- The arena's side --------------------------------------------------------------------------


@contextmanager
def staff(contest: Contest, workers: int) -> Iterator[list[Connection]]:
    """Workers by their connections; they are gone afterwards, whatever happens."""
    spawn = multiprocessing.get_context("spawn")
    connections: list[Connection] = []
    processes: list[SpawnProcess] = []
    try:
        with deaf_to_interrupts():
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
            process.terminate()  # in the middle of a deal if need be
        for process in processes:
            part_from(process)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Who is started meanwhile never hears Ctrl-C: that is for the arena, which tells them."""
    if threading.current_thread() is not threading.main_thread():  # where signals cannot be set
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def part_from(process: SpawnProcess) -> None:
    """Wait until a worker has gone, but not for ever."""
    process.join(PARTING)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


def set_to_work(worker: Connection, items: Iterator[Item]) -> bool:
    """Give a worker the next deal; whether there is one."""
    item = next(items, None)
    if item is not None:
        worker.send(item)
    return item is not None


def received(worker: Connection) -> Deal:
    """A deal that is finished, or what went wrong."""
    try:
        answer: Deal | str = worker.recv()
    except EOFError:
        raise WorkerError("a worker of the arena has died") from None
    if isinstance(answer, str):
        raise WorkerError(f"a deal could not be played:\n{answer}")
    return answer


# -- The worker's side -------------------------------------------------------------------------


def work(contest: Contest, connection: Connection) -> None:
    """Play the deals that are asked for, until nobody asks any more."""
    signal.signal(signal.SIGTERM, leave)
    try:
        with closing(Table(contest)) as table:
            while True:
                connection.send(table.play(*connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the arena has what it wanted
    except Exception:  # noqa: BLE001 - told to the arena, which fails with it
        connection.send(traceback.format_exc())
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # whoever leaves is not to be told to


def leave(_signal: int, _frame: object) -> NoReturn:
    """End as usual, so that engines are let go too."""
    sys.exit()
