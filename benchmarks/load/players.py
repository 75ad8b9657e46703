"""Tables full of players, and how they are made to move: as fast as they can, or at a pace."""

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

TICK = 0.002  # seconds: how often a paced crowd looks whether a move is due
STUCK = 120.0  # seconds after which a table that does not answer is an error


@dataclass
class Tally:
    """What a crowd saw in one stretch of time."""

    moves: int = 0
    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)  # seconds from sending, a move each
    shown: list[float] = field(default_factory=list)  # ... until the other seat sees it


class Table(abc.ABC):
    """Two seats, two sockets, one move at a time."""

    links: tuple[Link, Link]

    def __init__(self, crowd: Crowd) -> None:
        """Nobody is connected."""
        self.crowd = crowd
        self.is_free = False  # a move can be made
        self.dues: deque[float] = deque()  # when moves were due that wait
        self.asked = 0.0  # when the last move was sent, or was due
        self._awaited = 0  # frames that tell of the last move

    @abc.abstractmethod
    async def join(self) -> None:
        """Connect both seats; the table comes free by itself."""

    @abc.abstractmethod
    def send_move(self) -> bool:
        """The seat to move sends one; whether the other seat is to hear of it."""

    def move(self, asked: float) -> None:
        """Make a move that is due since then."""
        self.is_free = False
        self.asked = asked
        self._awaited = 2 if self.send_move() else 1

    def acknowledged(self) -> None:
        """The mover has been told that its move counts."""
        tally = self.crowd.tally
        tally.moves += 1
        tally.acknowledged.append(time.perf_counter() - self.asked)
        self._awaited -= 1

    def shown(self) -> None:
        """The other seat sees the move."""
        self.crowd.tally.shown.append(time.perf_counter() - self.asked)
        self._awaited -= 1

    @property
    def is_settled(self) -> bool:
        """Everybody has heard of the last move."""
        return not self._awaited

    def free(self) -> None:
        """A move can be made now: by a crowd in a hurry at once, else when it is due."""
        if self.crowd.is_hurried:
            self.move(time.perf_counter())
        elif self.dues:
            self.move(self.dues.popleft())
        else:
            self.is_free = True


class Crowd:
    """All tables of a run; the players of one design for every server."""

    def __init__(self) -> None:
        """Nobody is here."""
        self.tables: Sequence[Table] = ()
        self.tally = Tally()
        self.is_hurried = False

    async def join(self, tables: Sequence[Table], at_once: int = 50) -> None:
        """Everybody sits down, and waits for the first move to be due."""
        self.tables = tables
        for start in range(0, len(tables), at_once):
            await asyncio.gather(*(one.join() for one in tables[start : start + at_once]))
        await self.come_to_rest()

    async def hurry(self, seconds: float, least: int = 0) -> Tally:
        """Every table moves again as soon as it can: so long, and so many moves at least."""
        self.is_hurried = True
        for table in self.tables:
            if table.is_free:
                table.move(time.perf_counter())
        return await self._count(seconds, least)

    async def come_to_rest(self) -> None:
        """No more moves; wait until all that were sent are answered."""
        self.is_hurried = False
        limit = time.perf_counter() + STUCK
        while not all(table.is_free for table in self.tables):
            if time.perf_counter() > limit:
                stuck = sum(not table.is_free for table in self.tables)
                raise RuntimeError(f"{stuck} of {len(self.tables)} tables do not answer")
            await asyncio.sleep(0.01)

    async def stroll(self, seconds: float, rate: float, least: int = 0) -> Tally:
        """So many moves a second in all, whether the server keeps up or not."""
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
        """What happens in so many seconds from now, or until so many moves were seen by both."""
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
        """Everybody goes."""
        for table in self.tables:
            for link in table.links:
                link.close()

    @property
    def sockets(self) -> int:
        """How many are open."""
        return sum(link.is_open for table in self.tables for link in table.links)
