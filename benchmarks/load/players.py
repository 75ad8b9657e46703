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

    from .websocket_client import Link

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

    links: tuple[Link, Link]

    def __init__(self, crowd: Crowd) -> None:
        """Create a table that is not connected yet."""
        self.crowd = crowd
        self.is_free = False  # a move can be made
        self.dues: deque[float] = deque()  # due times of delayed moves
        self.asked = 0.0  # when the last move was sent, or was due
        self._awaited = 0  # outstanding frames about the last move

    @abc.abstractmethod
    async def join(self) -> None:
        """Connect both seats; `free` is called when the first move can be made."""

    @abc.abstractmethod
    def send_move(self) -> bool:
        """Send a move of the seat to move; return whether the other seat will see it."""

    def move(self, asked: float) -> None:
        """Make a move that was due at this time."""
        self.is_free = False
        self.asked = asked
        self._awaited = 2 if self.send_move() else 1

    def acknowledged(self) -> None:
        """Count a move that the server has acknowledged to its player."""
        tally = self.crowd.tally
        tally.moves += 1
        tally.acknowledged.append(time.perf_counter() - self.asked)
        self._awaited -= 1

    def shown(self) -> None:
        """Count a move that the other seat has received."""
        self.crowd.tally.shown.append(time.perf_counter() - self.asked)
        self._awaited -= 1

    @property
    def is_settled(self) -> bool:
        """Whether all frames about the last move have arrived."""
        return not self._awaited

    def free(self) -> None:
        """A move can be made now: at once if the crowd is hurried, else when it is due."""
        if self.crowd.is_hurried:
            self.move(time.perf_counter())
        elif self.dues:
            self.move(self.dues.popleft())
        else:
            self.is_free = True


class Crowd:
    """All tables of a run; the same code drives the clients of every server."""

    def __init__(self) -> None:
        self.tables: Sequence[Table] = ()
        self.tally = Tally()
        self.is_hurried = False

    async def join(self, tables: Sequence[Table], at_once: int = 50) -> None:
        """Connect all tables, and wait until each can make its first move."""
        self.tables = tables
        for start in range(0, len(tables), at_once):
            await asyncio.gather(*(one.join() for one in tables[start : start + at_once]))
        await self.come_to_rest()

    async def hurry(self, seconds: float, least: int = 0) -> Tally:
        """Move at every table as soon as possible, for some time and at least some moves."""
        self.is_hurried = True
        for table in self.tables:
            if table.is_free:
                table.move(time.perf_counter())
        return await self._count(seconds, least)

    async def come_to_rest(self) -> None:
        """Stop moving, and wait until all moves are answered."""
        self.is_hurried = False
        limit = time.perf_counter() + STUCK
        while not all(table.is_free for table in self.tables):
            if time.perf_counter() > limit:
                stuck = sum(not table.is_free for table in self.tables)
                raise RuntimeError(f"{stuck} of {len(self.tables)} tables do not answer")
            await asyncio.sleep(0.01)

    async def stroll(self, seconds: float, rate: float, least: int = 0) -> Tally:
        """Move at a fixed rate in total, whether the server keeps up or not."""
        pacing = asyncio.create_task(self._pace(rate))
        try:
            return await self._count(seconds, least)
        finally:
            pacing.cancel()

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
                    table.dues.append(now)
            await asyncio.sleep(TICK)

    async def _count(self, seconds: float, least: int) -> Tally:
        """Count for some seconds, or longer until both seats have seen enough moves."""
        gc.collect()
        gc.disable()
        try:
            self.tally = tally = Tally()
            begun = time.perf_counter()
            await asyncio.sleep(seconds)
            while min(tally.moves, len(tally.shown)) < least:
                if time.perf_counter() > begun + seconds + STUCK:
                    raise RuntimeError(f"no {least} moves were made")
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
