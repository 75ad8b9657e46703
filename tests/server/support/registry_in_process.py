"""A table registry without sockets, over a store that can be made to fail."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from odintable.server.bots.worker_pool import WorkerPool
from odintable.server.live import client_messages
from odintable.server.live.live_table import LiveTable, Outcome
from odintable.server.live.message_queue import MessageQueue
from odintable.server.live.socket_route import Connection
from odintable.server.live.table_registry import TableRegistry
from odintable.server.metrics import Metrics
from odintable.server.refused_error import Refused
from odintable.server.settings import Settings
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.storage.store_interface import AppendEvent, StoreError, Write
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.time_and_randomness import Sources
from odintable.server.tokens import token_digest

from .pure_tables import table_config


class FailingStore(SqliteStore):
    """A store that can be made to fail, or to be written by another process first."""

    fails = 0
    is_full = False
    breaks = 0
    rival: AppendEvent | None = None
    gate: threading.Event | None = None  # writes wait for it
    is_waiting = False

    def write(self, batch: Sequence[Write]) -> None:
        """Write, or fail as requested."""
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


class RecordingViewer:
    """A viewer that records its messages."""

    def __init__(self) -> None:
        """Start without messages."""
        self.received: list[bytes] = []
        self.is_away = False

    def send(self, message: bytes) -> None:
        """Record a message."""
        self.received.append(message)

    def ask_to_reconnect(self) -> None:
        """Note that the client is to reconnect."""
        self.is_away = True

    def remove_from_seat(self) -> None:
        """Do nothing."""


class Time:
    """A clock that the test sets, in milliseconds."""

    now = 1_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now


def open_registry(
    store: SqliteStore, now: Callable[[], int] | None = None, **settings: Any
) -> TableRegistry:
    """Return a registry over a store; its bots move as soon as they can."""
    metrics, sources = Metrics(), Sources(now) if now is not None else Sources()
    return TableRegistry(
        store,
        Settings(**{"bot_pause": 0, **settings}),
        sources,
        metrics,
        WorkerPool(1, metrics, sources.random),
    )


async def dealt(registry: TableRegistry, **more: Any) -> LiveTable:
    """Create a table and start a game of two people."""
    live_table, _ = await registry.create(table_config(**more), 0, "A")
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    live_table.take_seat(None, "B", token_digest("B"), done.set_result)
    await done
    for seat in (0, 1):
        assert isinstance(
            await send_command(live_table, client_messages.Ready(), seat), AppliedEvent
        )
    return live_table


async def send_command(
    live_table: LiveTable, request: client_messages.ClientMessage, seat: int
) -> Outcome:
    """Send a command and wait for its outcome."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    live_table.handle_command(request, seat, future.set_result)
    return await future


async def play(live_table: LiveTable, name: str = "a") -> Outcome:
    """Make the first legal move of the seat to move."""
    position = live_table.table.position
    return await send_command(
        live_table, client_messages.Play(name, position.legal()[0]), position.turn
    )


def is_retry(outcome: Outcome) -> bool:
    """Whether the command is to be sent again."""
    return isinstance(outcome, Refused) and (outcome.code, outcome.retry) == ("store", True)


class RecordingProtocol:
    """A WebSocket protocol that records what is sent, and the close code."""

    is_behind = False
    code: int | None = None

    def __init__(self) -> None:
        """Start open."""
        self.sent: list[bytes] = []

    @property
    def is_open(self) -> bool:
        """Whether it is not closed."""
        return self.code is None

    def write(self, message: bytes) -> bool:
        """Record a message while it is open."""
        if self.is_open:
            self.sent.append(message)
        return self.is_open

    def fail(self, code: int, _reason: str) -> None:
        """Record the close code."""
        self.code = code


def new_connection(registry: TableRegistry) -> tuple[Connection, RecordingProtocol]:
    """Return a connection that has not sent hello."""
    protocol = RecordingProtocol()
    server: Any = SimpleNamespace(
        registry=registry,
        messages=MessageQueue(registry.loop),
        metrics=registry.metrics,
        settings=Settings(),
        time=registry.loop.time,
        rules_loaded=asyncio.Event(),
    )
    server.rules_loaded.set()
    return Connection(server, protocol, {}), protocol  # type: ignore[arg-type]
