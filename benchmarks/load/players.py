"""Tables of clients that move as fast as they can, or at a fixed rate."""

from __future__ import annotations

import abc
import asyncio
import gc
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .websocket_client import WebSocketClient

TICK = 0.002  # seconds between two checks of a paced crowd for moves that are due
STUCK = 120.0  # seconds after which a table without an answer is an error


@dataclass
class Tally:
    """What a crowd counted in one measurement."""

    moves: int = 0
    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)  # seconds from sending, for each move
    shown: list[float] = field(default_factory=list)  # ... until the other seat sees it


class Table(abc.ABC):
    """Two seats, two sockets, one move at a time."""

    links: tuple[WebSocketClient, WebSocketClient]

    def __init__(self, crowd: Crowd) -> None:
        """Create a table that is not connected yet."""
        self.crowd = crowd
        self.is_free = False  # a move can be made
        self.due_times: deque[float] = deque()  # due times of delayed moves
        self.sent_at = 0.0  # when the last move was sent, or was due
        self._awaited = 0  # outstanding frames about the last move

    @abc.abstractmethod
    async def join(self) -> None:
        """Connect both seats; `free` is called when the first move can be made."""

    @abc.abstractmethod
    def send_move(self) -> bool:
        """Send a move of the seat to move; return whether the other seat will see it."""

    def move(self, sent_at: float) -> None:
        """Make a move that was due at this time."""
        self.is_free = False
        self.sent_at = sent_at
        self._awaited = 2 if self.send_move() else 1

    def acknowledged(self) -> None:
        """Count a move that the server has acknowledged to its player."""
        tally = self.crowd.tally
        tally.moves += 1
        tally.acknowledged.append(time.perf_counter() - self.sent_at)
        self._awaited -= 1

    def shown(self) -> None:
        """Count a move that the other seat has received."""
        self.crowd.tally.shown.append(time.perf_counter() - self.sent_at)
        self._awaited -= 1

    @property
    def is_settled(self) -> bool:
        """Whether all frames about the last move have arrived."""
        return not self._awaited

    def free(self) -> None:
        """A move can be made now: at once if the crowd plays at full speed, else when it is due."""
        if self.crowd.is_full_speed:
            self.move(time.perf_counter())
        elif self.due_times:
            self.move(self.due_times.popleft())
        else:
            self.is_free = True


class Crowd:
    """All tables of a run; the same code drives the clients of every server."""

    def __init__(self) -> None:
        self.tables: Sequence[Table] = ()
        self.tally = Tally()
        self.is_full_speed = False

    async def join(self, tables: Sequence[Table], at_once: int = 50) -> None:
        """Connect all tables, and wait until each can make its first move."""
        self.tables = tables
        for start in range(0, len(tables), at_once):
            await asyncio.gather(*(one.join() for one in tables[start : start + at_once]))
        await self.wait_until_idle()

    async def play_at_full_speed(self, seconds: float, min_moves: int = 0) -> Tally:
        """Move at every table as soon as possible, for some time and at least some moves."""
        self.is_full_speed = True
        for table in self.tables:
            if table.is_free:
                table.move(time.perf_counter())
        return await self._count(seconds, min_moves)

    async def wait_until_idle(self, within: float = STUCK) -> None:
        """Stop moving, and wait until all moves are answered."""
        self.is_full_speed = False
        limit = time.perf_counter() + within
        while not all(table.is_free for table in self.tables):
            if time.perf_counter() > limit:
                stuck = sum(not table.is_free for table in self.tables)
                raise RuntimeError(f"{stuck} of {len(self.tables)} tables do not answer")
            await asyncio.sleep(0.01)

    async def play_at_rate(self, seconds: float, rate: float, min_moves: int = 0) -> Tally:
        """Move at a fixed rate in total, whether the server keeps up or not."""
        pacing = asyncio.create_task(self._pace(rate))
        try:
            return await self._count(seconds, min_moves)
        finally:
            pacing.cancel()

    async def play_at_rate_until_idle(
        self, seconds: float, rate: float, within: float = STUCK
    ) -> Tally:
        """Move at a fixed rate, and count until the last move is answered."""
        pacing = asyncio.create_task(self._pace(rate))
        self.tally = tally = Tally()
        begun = time.perf_counter()
        try:
            await asyncio.sleep(seconds)
        finally:
            pacing.cancel()
        await self.wait_until_idle(within)
        tally.seconds = time.perf_counter() - begun
        self.tally = Tally()
        return tally

    async def _pace(self, rate: float) -> None:
        begun, sent = time.perf_counter(), 0
        while True:
            now = time.perf_counter()
            while sent < (now - begun) * rate:
                table = self.tables[sent % len(self.tables)]
                sent += 1
                if table.is_free:
                    table.move(time.perf_counter())
                else:
                    table.due_times.append(now)
            await asyncio.sleep(TICK)

    async def _count(self, seconds: float, min_moves: int) -> Tally:
        """Count for some seconds, or longer until both seats have seen enough moves."""
        gc.collect()
        gc.disable()
        try:
            self.tally = tally = Tally()
            begun = time.perf_counter()
            await asyncio.sleep(seconds)
            while min(tally.moves, len(tally.shown)) < min_moves:
                if time.perf_counter() > begun + seconds + STUCK:
                    raise RuntimeError(f"no {min_moves} moves were made")
                await asyncio.sleep(TICK)
            tally.seconds = time.perf_counter() - begun
            self.tally = Tally()
        finally:
            gc.enable()
        return tally

    def leave(self) -> None:
        """Close all sockets."""
        for table in self.tables:
            for link in table.links:
                link.close()

    @property
    def sockets(self) -> int:
        """The number of open sockets."""
        return sum(link.is_open for table in self.tables for link in table.links)
