"""Innocent players at a steady pace, and a monitor that asks whether the server is alive."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.load import our_players
from benchmarks.load.players import Crowd

from .raw_client import FAILURES, address, call, encode

if TYPE_CHECKING:
    from benchmarks.load.our_players import OurTable

PAIRS = 4  # of players, each at a table of its own
RATE = 20.0  # moves per second of all players together
PROBE_EVERY = 0.25  # seconds
PROBE_WITHIN = 30.0
REST = 60.0  # seconds after the attack for the last move
US = address(0)


@dataclass
class Waits:
    """How long the innocent waited, in seconds."""

    moves: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    evaluations: list[float] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """How long this share of the moves took at most."""
        ordered = sorted(self.moves)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else math.inf


class InnocentPlayers:
    """Pairs of players; a late move delays only the next one at the same table."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._crowd = Crowd()
        self._table: OurTable

    async def join(self) -> None:
        """Sit down and begin."""
        made = await asyncio.to_thread(
            our_players.make_tables, "odin", self._crowd, self._port, PAIRS
        )
        self._table = made[0]
        await self._crowd.join(made)

    async def play(self, seconds: float, *, with_evaluations: bool = False) -> Waits:
        """Play, and measure until the last move is acknowledged."""
        waits = Waits()
        probes = [asyncio.create_task(self._probe(waits))]
        if with_evaluations:
            probes.append(asyncio.create_task(self._evaluate(waits)))
        try:
            tally = await self._crowd.play_at_rate_until_idle(seconds, RATE, REST)
            waits.moves = tally.acknowledged
        except RuntimeError:  # not acknowledged at all
            waits.moves = [math.inf]
        finally:
            for probe in probes:
                probe.cancel()
            await asyncio.gather(*probes, return_exceptions=True)
        return waits

    def leave(self) -> None:
        """Close all sockets."""
        self._crowd.leave()

    async def _probe(self, waits: Waits) -> None:
        asked = encode("GET", "/healthz", self._port)
        while True:
            waits.health.append(await timed(self._port, asked))
            await asyncio.sleep(PROBE_EVERY)

    async def _evaluate(self, waits: Waits) -> None:
        """Ask for the win probability in the running game."""
        while True:
            name, token = self._table.place(0)
            path = f"/api/v2/tables/{name}/win-probability"
            asked = encode("POST", path, self._port, {}, token)
            waits.evaluations.append(await timed(self._port, asked))
            await asyncio.sleep(1.0)


async def timed(port: int, asked: bytes) -> float:
    """How long a request takes; infinite if it is not answered, or with an error."""
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(PROBE_WITHIN):
            reply = await call(port, US, asked)
    except FAILURES:
        return math.inf
    return time.perf_counter() - begun if reply.status in (200, 409) else math.inf
