"""All tables of a server, without its sockets, over a store that fails when it is told to."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from odintable.server.bots.worker_pool import WorkerPool
from odintable.server.live import client_messages
from odintable.server.live.live_table import LiveTable, Outcome
from odintable.server.live.socket_route import Connection
from odintable.server.live.table_registry import TableRegistry
from odintable.server.metrics import Metrics
from odintable.server.refused import Refused
from odintable.server.settings import Settings
from odintable.server.storage.sqlite import SqliteStore
from odintable.server.storage.store import AppendEvent, StoreError, Write
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.time_and_randomness import Sources
from odintable.server.tokens import token_digest

from .pure_tables import plan


class Moody(SqliteStore):
    """A store that fails when it is told to, or is written by somebody else first."""

    fails = 0
    is_full = False
    breaks = 0
    rival: AppendEvent | None = None
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
        if any(isinstance(write, AppendEvent) for write in batch):
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

    def send(self, message: bytes) -> None:
        """Something is told."""
        self.heard.append(message)

    def ask_to_reconnect(self) -> None:
        """Come back later."""
        self.is_away = True

    def remove_from_seat(self) -> None:
        """No more from there."""


class Time:
    """The test's time, in milliseconds."""

    now = 1_000_000

    def __call__(self) -> int:
        """What it is now."""
        return self.now


def opened(store: SqliteStore, now: Callable[[], int] | None = None) -> TableRegistry:
    """A registry over this store."""
    metrics, sources = Metrics(), Sources(now) if now is not None else Sources()
    return TableRegistry(
        store, Settings(), sources, metrics, WorkerPool(1, metrics, sources.random)
    )


async def dealt(registry: TableRegistry, **more: Any) -> LiveTable:
    """A table at which two people are ready."""
    live_table, _ = await registry.create(plan(**more), 0, "A")
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    live_table.take_seat(None, "B", token_digest("B"), done.set_result)
    await done
    for seat in (0, 1):
        assert isinstance(await asked(live_table, client_messages.Ready(), seat), AppliedEvent)
    return live_table


async def asked(
    live_table: LiveTable, request: client_messages.ClientMessage, seat: int
) -> Outcome:
    """The answer to a request."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    live_table.handle_command(request, seat, future.set_result)
    return await future


async def play(live_table: LiveTable, name: str = "a") -> Outcome:
    """Any move of whose turn it is."""
    position = live_table.table.position
    return await asked(live_table, client_messages.Play(name, position.legal()[0]), position.turn)


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


def visitor(registry: TableRegistry) -> tuple[Connection, Wires]:
    """Somebody at a socket who has said nothing."""
    wires = Wires()
    server: Any = SimpleNamespace(
        registry=registry, metrics=registry.metrics, settings=Settings(), time=registry.loop.time
    )
    return Connection(server, wires, {}), wires  # type: ignore[arg-type]
