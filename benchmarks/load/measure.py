"""Measure a server under load: moves per second, processor time, latency and memory."""

from __future__ import annotations

import asyncio
import resource
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import boardgame_players, our_players, servers
from .players import Crowd, Table, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from pathlib import Path

    from .servers import Server

KIB = 1024
MILLI, MICRO = 1e3, 1e6
BOARDGAME = "boardgame.io, tic-tac-toe"


@dataclass(frozen=True)
class Plan:
    """The size and duration of the measurement."""

    tables: int = 500
    rounds: int = 3
    warm_up: float = 5.0  # seconds before each measurement
    seconds: float = 10.0  # of each ...
    min_moves: int = 1000  # ... or longer, until this number of moves is made
    rate: float = 500.0  # moves per second of the paced crowd
    idle: int = 5000  # sockets that are only kept open
    held: float = 65.0  # seconds: long enough for our server to ping each socket twice


DEFAULT_PLAN = Plan()


@dataclass(frozen=True)
class Contender:
    """A server with its game."""

    name: str
    start: Callable[[Path], Server]
    seat: Callable[[Crowd, int, int], Sequence[Table]]


CONTENDERS = (
    Contender(BOARDGAME, lambda _folder: servers.theirs(), boardgame_players.make_tables),
    Contender("ours, ODIN", servers.ours, lambda *given: our_players.make_tables("odin", *given)),
    Contender(
        "ours, Ravens", servers.ours, lambda *given: our_players.make_tables("ravens", *given)
    ),
)


@dataclass(frozen=True)
class Round:
    """The measurements of a server in one round."""

    rate: float  # moves per second at full load
    cost: float  # microseconds of processor time per move, at full load
    players_cost: float  # the same of the client process
    paced_cost: float  # microseconds per move, at the fixed rate
    acknowledged: tuple[float, float]  # milliseconds at the fixed rate: median, 99th percentile
    shown: tuple[float, float]
    per_socket: float  # KiB of memory per socket, including its share of the table


@dataclass(frozen=True)
class IdleResult:
    """The measurements of many idle sockets."""

    opened: int
    answered: int  # still connected at the end, and able to play
    per_socket: float  # KiB
    share: float  # of a processor, while all were idle


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2] * MILLI, ordered[len(ordered) * 99 // 100] * MILLI


async def measure(contender: Contender, plan: Plan, folder: Path) -> Round:
    """Measure a fresh server, first at full load, then at a fixed rate."""
    with contender.start(folder) as server:
        before = server.memory()
        crowd = await join_tables(contender, server, plan.tables)
        per_socket = (server.memory() - before) / KIB / crowd.sockets
        await crowd.play_at_full_speed(plan.warm_up)
        players = time.process_time()
        tally, cost = await with_cpu_cost(
            server, crowd.play_at_full_speed(plan.seconds, plan.min_moves)
        )
        players_cost = (time.process_time() - players) * MICRO / tally.moves
        await crowd.wait_until_idle()
        await crowd.play_at_rate(plan.warm_up, plan.rate)
        counting = crowd.play_at_rate(plan.seconds, plan.rate, plan.min_moves)
        paced, paced_cost = await with_cpu_cost(server, counting)
        await crowd.wait_until_idle()
        crowd.leave()
    return Round(
        tally.moves / tally.seconds,
        cost,
        players_cost,
        paced_cost,
        percentiles(paced.acknowledged),
        percentiles(paced.shown),
        per_socket,
    )


async def join_tables(contender: Contender, server: Server, tables: int) -> Crowd:
    """A crowd that has joined its tables, with all games dealt."""
    crowd = Crowd()
    made = await asyncio.to_thread(contender.seat, crowd, server.port, tables)
    await crowd.join(made)
    return crowd


async def with_cpu_cost(
    server: Server, counting: Coroutine[None, None, Tally]
) -> tuple[Tally, float]:
    """Await a tally; return it with the server's processor time per move, in microseconds."""
    before = server.processor_seconds()
    tally = await counting
    return tally, (server.processor_seconds() - before) * MICRO / tally.moves


async def measure_idle_sockets(plan: Plan, folder: Path) -> IdleResult:
    """Keep many sockets at our tables idle, then make one move at each table."""
    allow_sockets(plan.idle)
    contender = CONTENDERS[1]
    with contender.start(folder) as server:
        before = server.memory()
        crowd = await join_tables(contender, server, plan.idle // 2)
        per_socket = (server.memory() - before) / KIB / crowd.sockets
        idle_since = server.processor_seconds()
        await asyncio.sleep(plan.held)
        share = (server.processor_seconds() - idle_since) / plan.held
        for table in crowd.tables:
            table.move(time.perf_counter())
        await crowd.wait_until_idle()
        answered = crowd.sockets
        crowd.leave()
    return IdleResult(plan.idle, answered, per_socket, share)


def allow_sockets(count: int) -> None:
    """Raise the limit of open files: every socket is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < count + 100:
        raise RuntimeError(f"{count} sockets need a limit of open files above that, not {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 100), hard))
