"""All tables of a server, without its sockets, over a store that fails when it is told to."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from odintable.server.bots.worker_pool import Workers
from odintable.server.http.tokens import digest_of
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused
from odintable.server.live.live_table import Desk, Outcome
from odintable.server.live.socket_route import Visitor
from odintable.server.live.table_registry import House
from odintable.server.metrics import Metrics
from odintable.server.settings import Settings
from odintable.server.storage.sqlite import SqliteStore
from odintable.server.storage.store import Append, StoreError, Write
from odintable.server.tables.table import Happening
from odintable.server.time_and_randomness import Sources

from .pure_tables import plan


class Moody(SqliteStore):
    """A store that fails when it is told to, or is written by somebody else first."""

    fails = 0
    is_full = False
    breaks = 0
    rival: Append | None = None
    gate: threading.Event | None = None  # what is written waits for it
    is_waiting = False

    def write(self, batch: Sequence[Write]) -> None:
        """Perhaps."""
        if self.gate is not None:
            self.is_waiting = True
            self.gate.wait(60)
            self.gate = None
        if self.is_full:
            raise StoreError("the disk is full")
        if self.breaks:
            self.breaks -= 1
            raise RuntimeError("nobody thought of this")
        if any(isinstance(write, Append) for write in batch):
            if self.fails:
                self.fails -= 1
                raise StoreError("not now")
            if self.rival is not None:
                first, self.rival = self.rival, None
                super().write([first])
        super().write(batch)


class Ears:
    """A viewer that remembers."""

    def __init__(self) -> None:
        """Nothing heard."""
        self.heard: list[bytes] = []
        self.is_away = False

    def show(self, message: bytes) -> None:
        """Something is told."""
        self.heard.append(message)

    def turn_away(self) -> None:
        """Come back later."""
        self.is_away = True

    def dismiss(self) -> None:
        """No more from there."""


class Time:
    """The test's time, in milliseconds."""

    now = 1_000_000

    def __call__(self) -> int:
        """What it is now."""
        return self.now


def opened(store: SqliteStore, now: Callable[[], int] | None = None) -> House:
    """A house over this store."""
    metrics, sources = Metrics(), Sources(now) if now is not None else Sources()
    return House(store, Settings(), sources, metrics, Workers(1, metrics, sources.random))


async def dealt(house: House, **more: Any) -> Desk:
    """A table at which two people are ready."""
    desk, _ = await house.make(plan(**more), 0, "A")
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.sit(None, "B", digest_of("B"), done.set_result)
    await done
    for seat in (0, 1):
        assert isinstance(await asked(desk, client_messages.Ready(), seat), Happening)
    return desk


async def asked(desk: Desk, request: client_messages.Request, seat: int) -> Outcome:
    """The answer to a request."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.request(request, seat, future.set_result)
    return await future


async def play(desk: Desk, name: str = "a") -> Outcome:
    """Any move of whose turn it is."""
    position = desk.table.position
    return await asked(desk, client_messages.Play(name, position.legal()[0]), position.turn)


def is_retry(outcome: Outcome) -> bool:
    """To be sent again."""
    return isinstance(outcome, Refused) and (outcome.code, outcome.retry) == ("store", True)


class Wires:
    """A socket that remembers what was sent, and how it was closed."""

    is_behind = False
    code: int | None = None

    def __init__(self) -> None:
        """Nothing yet."""
        self.sent: list[bytes] = []

    @property
    def is_open(self) -> bool:
        """Not closed yet."""
        return self.code is None

    def write(self, message: bytes) -> bool:
        """Sent, as long as it is open."""
        if self.is_open:
            self.sent.append(message)
        return self.is_open

    def fail(self, code: int, _reason: str) -> None:
        """Closed by us."""
        self.code = code


def visitor(house: House) -> tuple[Visitor, Wires]:
    """Somebody at a socket who has said nothing."""
    wires = Wires()
    server: Any = SimpleNamespace(
        house=house, metrics=house.metrics, settings=Settings(), time=house.loop.time
    )
    return Visitor(server, wires, {}), wires  # type: ignore[arg-type]
