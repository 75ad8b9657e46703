"""The timers over all tables: heartbeats, clocks, unloading idle tables, archiving old games."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Protocol

from odintable.server.storage.store_interface import Heartbeat, RunStart, StoreError
from odintable.server.tables import events as ev
from odintable.server.tables.table import OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from odintable.server.metrics import Metrics
    from odintable.server.settings import Settings
    from odintable.server.storage.group_commit import GroupCommitWriter
    from odintable.server.storage.store_interface import Store

    from .last_seen import LastSeen
    from .live_table import LiveTable, Outcome

log = logging.getLogger("odintable.table_timers")

TICK = 0.25  # seconds
DAY = 24 * 3600 * 1000  # milliseconds
ARCHIVE_BATCH = 20  # games archived in one go
ARCHIVE_SECOND = 5  # the second of every minute of uptime in which games are archived
HEARTBEAT_EVERY = 4  # seconds


class TimersHost(Protocol):
    """The part of the registry that the timers use."""

    now: Callable[[], int]
    loop: asyncio.AbstractEventLoop
    store: Store
    writer: GroupCommitWriter
    settings: Settings
    metrics: Metrics
    last_seen: LastSeen
    live_tables: dict[str, LiveTable]
    quarantined: set[str]  # games that the timers skip
    paused_since: int | None  # since when the store cannot be written
    downtimes: list[tuple[int, int]]

    async def get_if_readable(self, name: str) -> LiveTable | None:
        """Return a table, or None if it is archived or cannot be read."""

    def quarantine(self, name: str, why: str) -> None:
        """Let the timers skip a game until the server restarts."""

    def close_table(self, live_table: LiveTable) -> None:
        """Remove a table from memory and ask its viewers to reconnect."""


class TableTimers:
    """Does at the right time what no request asks for."""

    def __init__(self, registry: TimersHost, tick: Callable[[], int]) -> None:
        """Start; `tick` returns the time, and notes that the process is running."""
        self._registry = registry
        self._tick_clock = tick
        self._checking: asyncio.Task[None] | None = None  # the checks of this second
        self._held_since: int | None = None  # since when no timer may load a table
        self._ticks = 0
        self._timer = registry.loop.call_later(TICK, self.tick)

    def close(self) -> None:
        """Stop, with a last heartbeat."""
        self._timer.cancel()
        if self._checking is not None:
            self._checking.cancel()
        if self._held_since is None:
            self._store_heartbeat(self._registry.now())

    def hold(self) -> None:
        """Let no timer load a table until the rules are loaded; the server counts as down."""
        self._held_since = self._registry.now()

    async def release(self) -> None:
        """Let the timers load tables: the server was down until now."""
        registry = self._registry
        while self._held_since is not None:
            try:
                if registry.now() > self._held_since:
                    await registry.writer.store_now([RunStart(registry.now(), self._held_since)])
                    registry.downtimes = registry.store.downtimes()
                self._held_since = None
            except StoreError as error:
                log.warning("the store failed: trying again", extra={"why": str(error)})
                await asyncio.sleep(1.0)

    def tick(self) -> None:
        """Store a heartbeat, check clocks, unload idle tables and archive old games."""
        registry = self._registry
        self._timer = registry.loop.call_later(TICK, self.tick)
        now = self._tick_clock()
        if self._held_since is not None:
            return
        self._ticks += 1
        seconds, rest = divmod(self._ticks, int(1 / TICK))
        if not rest and (seconds % HEARTBEAT_EVERY == 0 or registry.paused_since is not None):
            self._store_heartbeat(now)
        if registry.paused_since is not None:
            return
        self._check_clocks(now)
        if not rest and (self._checking is None or self._checking.done()):
            self._checking = registry.loop.create_task(self._check_each_second(seconds, now))

    def _store_heartbeat(self, now: int) -> None:
        self._registry.writer.submit([Heartbeat(now)], partial(log_store_error, "a heartbeat"))

    def _check_clocks(self, now: int) -> None:
        """End the games in memory whose clock has run out."""
        registry = self._registry
        for live_table in list(registry.live_tables.values()):
            name = live_table.table.name
            if live_table.table.clock is None or name in registry.quarantined:
                continue  # few tables have a clock
            try:
                live_table.check_clock(now)
            except Exception as error:
                log.exception("a clock cannot be checked", extra={"table": name})
                registry.quarantine(name, repr(error))

    async def _check_each_second(self, seconds: int, now: int) -> None:
        try:
            await self.each_second(seconds, now)
        except StoreError as error:
            log.warning("the store failed: timers try again later", extra={"why": str(error)})

    async def each_second(self, seconds: int, now: int) -> None:
        """Check the games that are due in the store; now and then unload and archive."""
        for name in self._registry.store.games_due(now, self._registry.quarantined):
            await self._isolated(name, self.check_due(name, now))
        if seconds % 10 == 0:
            self.unload_idle(now)
        if seconds % 60 == ARCHIVE_SECOND:
            await self.archive_old(now)

    async def check_due(self, name: str, now: int) -> None:
        """Check a game whose clock has run out according to the store."""
        live_table = await self._registry.get_if_readable(name)
        if live_table is not None and not live_table.check_clock(now):
            live_table.update_summary()

    async def _isolated(self, name: str, do: Coroutine[None, None, None]) -> None:
        """Do something with one game; if that fails, quarantine it, so that others go on."""
        try:
            await do
        except StoreError:
            raise
        except Exception as error:
            log.exception("a timer failed for one game", extra={"table": name})
            self._registry.quarantine(name, repr(error))

    def unload_idle(self, now: int) -> None:
        """Remove the tables from memory that nobody has viewed for a while."""
        registry = self._registry
        for live_table in list(registry.live_tables.values()):
            if live_table.is_idle:
                registry.close_table(live_table)
        registry.last_seen.forget_old(now)
        registry.metrics.tables = len(registry.live_tables)

    # -- Archiving -----------------------------------------------------------------------------

    async def archive_old(self, now: int) -> None:
        """Archive games that ended long ago; end those that nobody has played for very long."""
        registry = self._registry
        ended = now - registry.settings.archive_days * DAY
        untouched = now - registry.settings.abandon_days * DAY
        tables = registry.live_tables.items()
        in_use = {name for name, one in tables if one.viewers.by_seat or one.busy}
        skipped = registry.quarantined | in_use
        for name in registry.store.games_to_archive(ended, untouched, ARCHIVE_BATCH, skipped):
            await self._isolated(name, self._archive(name, now))

    async def _archive(self, name: str, now: int) -> None:
        live_table = await self._registry.get_if_readable(name)
        if live_table is None or live_table.busy:
            return
        if live_table.table.stage != OVER:
            event = ev.Ended(now, why=ev.Ended.ABANDONED)
            live_table.apply_and_store(event, ignore_outcome)
            return
        await live_table.archive(now)


def log_store_error(what: str, error: StoreError | None) -> None:
    """Log what was not stored; it is stored again later, without a retry of its own."""
    if error is not None:
        log.warning(f"{what} was not stored: trying again later", extra={"why": str(error)})


def ignore_outcome(_outcome: Outcome) -> None:
    """Do nothing: nobody waits for the outcome."""
