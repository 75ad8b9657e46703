"""All tables of a server: those in memory and those in the store."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from odintable.games.position import SPECTATOR, Position
from odintable.server.refused_error import Refused
from odintable.server.storage.group_commit import TIME_TO_RESEND, GroupCommitWriter
from odintable.server.storage.store_interface import (
    AppendEvent,
    NewGame,
    NewToken,
    RunStart,
    Store,
    StoreError,
    StoreRestored,
    TableSummary,
    TokenAccess,
    Write,
)
from odintable.server.tables import events as ev
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.rules_versions import OtherRulesVersion, config_for_rematch
from odintable.server.tables.start_position import redeal
from odintable.server.tables.table import Table
from odintable.server.tables.table_config import SeatConfig
from odintable.server.tokens import (
    INVITATION,
    SEAT,
    SPECTATING,
    new_table_name,
    new_token,
    token_digest,
)

from .last_seen import LastSeen
from .live_table import LiveTable, Outcome
from .suspend_detector import SuspendDetector
from .table_loader import Archived, TableLoader
from .table_timers import TableTimers, log_store_error

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from odintable.server.bots.worker_pool import WorkerPool
    from odintable.server.metrics import Metrics
    from odintable.server.settings import Settings
    from odintable.server.tables.table_config import TableConfig
    from odintable.server.time_and_randomness import Sources
    from odintable.server.tokens import RandomBytes

log = logging.getLogger("odintable.table_registry")

MAX_LISTED = 100


class TableRegistry:
    """The tables of one server."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        sources: Sources,
        metrics: Metrics,
        workers: WorkerPool,
    ) -> None:
        """Start the writer and the timers; needs a running event loop."""
        self.store = store
        self.settings = settings
        self.sources = sources
        self._standstills = SuspendDetector(sources.now, self._credit)
        self.now = self._standstills.now
        self.metrics = metrics
        self.workers = workers
        self.loop = asyncio.get_running_loop()
        self.live_tables: dict[str, LiveTable] = {}
        self.idle_ms = settings.idle_minutes * 60_000
        self.last_seen = LastSeen(self.now())
        self.quarantined: set[str] = set()  # games that cannot be read: timers skip them
        store.start_run(self.now())
        self.downtimes = store.downtimes()
        self.paused_since: int | None = None  # since when the store cannot be written
        self.writer = GroupCommitWriter(store, self.loop, metrics, self)
        self._loader = TableLoader(store, self._empty_table)
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # so that they are not garbage-collected
        self.timers = TableTimers(self, self._standstills.tick)

    def close(self) -> None:
        """Store everything submitted so far, and stop."""
        for task in (*self._tasks, *self._loading.values()):
            task.cancel()
        self.timers.close()
        self.writer.close()

    def call_later(self, seconds: float, do: Callable[[], None]) -> None:
        """Call a function after a number of seconds."""
        self.loop.call_later(seconds, do)

    def downtime_between(self, start: int, end: int) -> int:
        """Return how long the server was down, or could not store, between two times."""
        lost = 0
        if self.paused_since is not None:
            lost += max(0, min(end, self.now()) - max(start, self.paused_since))
        first = bisect_left(self.downtimes, start, key=lambda one: one[1])
        for began, ended in self.downtimes[first:]:
            lost += max(0, min(end, ended) - max(start, began))
        return lost

    def _credit(self, began: int, ended: int) -> None:
        """Credit a standstill to clocks and absent people, as if the server had been down."""
        if self.paused_since is not None:
            return  # clocks are paused already
        until = ended + TIME_TO_RESEND
        self.downtimes.append((began, until))
        self._store_downtime(RunStart(until, began))

    def _store_downtime(self, run: RunStart) -> None:
        """Store a downtime, again if that fails."""

        def done(error: StoreError | None) -> None:
            if error is not None:
                self.call_later(1.0, partial(self._store_downtime, run))

        self.writer.submit([run], done)

    # -- Store failures ------------------------------------------------------------------------

    def pause(self, since: int, error: StoreError) -> None:
        """Pause all clocks while the store is unavailable; after a restore, drop every table."""
        if self.paused_since is None:
            log.error("the store cannot be written: clocks are paused", extra={"why": str(error)})
        self.paused_since = since
        if isinstance(error, StoreRestored):
            self.close_all()

    def resume(self) -> None:
        """Resume all clocks; the store knows by now how long it was unavailable."""
        try:
            self.downtimes = self.store.downtimes()
        except StoreError as error:
            log.warning("the store cannot be read: clocks stay paused", extra={"why": str(error)})
            self.call_later(1.0, self.resume)
            return
        self.paused_since = None
        log.warning("the store can be written again: clocks are resumed")

    # -- Finding tables ------------------------------------------------------------------------

    async def get(self, name: str) -> LiveTable | None:
        """Return a table from memory or the store; raise Archived if only its record is left.

        A table in memory is returned without waiting. After loading one, other calls may have used
        it already: it may be storing an event.
        """
        live_table = self.live_tables.get(name)
        if live_table is not None:
            return live_table
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = self.loop.create_task(self._load_live_table(name))
            loading.add_done_callback(ignore_failure)
        return await asyncio.shield(loading)

    async def _load_live_table(self, name: str) -> LiveTable | None:
        """Load a table into memory; called once for all who wait for it."""
        try:
            table = await self.load(name)
            if table is None or name in self.live_tables:  # it was created just now
                return self.live_tables.get(name)
            live_table = LiveTable(self, table, self.last_seen.of_table(table))
            self.live_tables[name] = live_table
            self.metrics.tables = len(self.live_tables)
            live_table.start_bot()
            return live_table
        finally:
            del self._loading[name]

    async def load(self, name: str) -> Table | None:
        """Rebuild a table from its stored events."""
        return await self._loader.load(name)

    def _empty_table(self, name: str, seed: bytes) -> Table:
        return Table(name, seed, self.sources.make_shuffler, self.downtime_between)

    def config(self, name: str) -> TableConfig | None:
        """Return the configuration of a table without loading it; None if there is no table."""
        live_table = self.live_tables.get(name)
        if live_table is not None:
            return live_table.table.config
        game = self.store.game(name)
        if game is None:
            return None
        if game.record is not None:
            raise Archived(game.record)
        return config_of_first_event(self.store.events(name, 0, 1))

    async def get_if_readable(self, name: str) -> LiveTable | None:
        """Return a table, or None if it is archived or cannot be read."""
        try:
            return await self.get(name)
        except Archived:
            return None
        except Refused as error:
            self.quarantine(name, str(error))
            if isinstance(error, OtherRulesVersion):
                self._unlist(name)
            return None

    def _unlist(self, name: str) -> None:
        """Make sure that a game that cannot go on is not listed or due after every restart."""
        stored = self.store.game(name)
        ended = None if stored is None else stored.ended
        unlisted = TableSummary(name, listed=False, due=None, touched=self.now(), ended=ended)
        self.writer.submit([unlisted], partial(log_store_error, "the summary of a game"))

    def quarantine(self, name: str, why: str) -> None:
        """Let the timers skip a game until the server restarts."""
        log.error(
            "a game cannot be read: its clock and its archiving stop until a restart",
            extra={"table": name, "why": why},
        )
        self.quarantined.add(name)

    def reload(self, live_table: LiveTable, done: Callable[[], None]) -> None:
        """Replace the table in memory by its stored events, or close it; then call `done`."""
        live_table.stop_bot()
        self.start_task(self._reload(live_table, done))

    async def _reload(self, live_table: LiveTable, done: Callable[[], None]) -> None:
        name = live_table.table.name
        try:
            table = await self.load(name)
            if table is None:
                raise StoreError("the table is no longer in the store")
            if not live_table.is_closed:
                live_table.table = table
        except Exception:  # the game may be archived by now, or unreadable
            log.exception("the table cannot be loaded: it is closed", extra={"table": name})
            self.close_table(live_table)
        done()

    def start_task(self, task: Coroutine[None, None, None]) -> None:
        """Run a task until the server stops."""
        started = self.loop.create_task(task)
        self._tasks.add(started)
        started.add_done_callback(self._tasks.discard)

    def close_table(self, live_table: LiveTable) -> None:
        """Remove a table from memory and ask its viewers to reconnect."""
        name = live_table.table.name
        if self.live_tables.get(name) is live_table:
            del self.live_tables[name]
            self.last_seen.remember(live_table.table, live_table.viewers.last_seen_at, self.now())
        live_table.is_closed = True
        live_table.stop_bot()
        live_table.viewers.close()

    def close_all(self) -> None:
        """Remove all tables from memory, because the store was restored from a backup."""
        self.quarantined.clear()
        self._loader.start_again()
        for live_table in list(self.live_tables.values()):
            self.close_table(live_table)

    def token_access(self, name: str, token: str) -> TokenAccess | None:
        """Return what a token gives access to at a table."""
        return self.store.token_access(name, token_digest(token))

    async def open_tables(self) -> list[Table]:
        """Return the open tables that wait for people."""
        tables = []
        for name in self.store.open_games(MAX_LISTED, self.quarantined):
            live_table = await self.get_if_readable(name)
            if live_table is not None:
                tables.append(live_table.table)
        return tables

    # -- Creating tables -----------------------------------------------------------------------

    async def create(
        self, config: TableConfig, seat: int | None, name: str
    ) -> tuple[LiveTable, dict[str, str]]:
        """Create a table, and tokens for its creator's seat, for inviting and for watching."""
        table, writes = self._new_table(config)
        tokens = {what: new_token(self.sources.random) for what in (INVITATION, SPECTATING)}
        writes += [NewToken(table.name, token_digest(one), what) for what, one in tokens.items()]
        if seat is not None:
            tokens[SEAT] = new_token(self.sources.random)
            event = ev.SeatTaken(self.now(), seat=seat, name=name)
            table.apply(event)
            writes.append(AppendEvent(table.name, 1, ev.encode(event)))
            writes.append(NewToken(table.name, token_digest(tokens[SEAT]), SEAT, seat))
        elif not table.people:  # bots are always ready
            ready = ev.PlayerReady(self.now(), seat=0)
            table.apply(ready)
            writes.append(AppendEvent(table.name, 1, ev.encode(ready)))
        listed = config.open and not all(one.taken for one in table.seats)
        writes.append(TableSummary(table.name, listed, None, self.now()))
        await self.writer.store_now(writes)
        self.metrics.tables_created += 1
        # No bot starts here: in a game of bots only, they start when somebody watches.
        # Listing the open tables may have loaded this one already: there is one live table only.
        return self.live_tables.setdefault(table.name, LiveTable(self, table)), tokens

    def _new_table(self, config: TableConfig) -> tuple[Table, list[Write]]:
        """Return a new table, committed to its seed, and what is to be stored of it."""
        name = new_table_name(self.sources.random)
        seed = self.sources.random(32)
        commitment = self.sources.make_shuffler(seed).commit()
        created = ev.TableCreated(self.now(), config=config, commitment=commitment)
        table = self._empty_table(name, seed)
        table.apply(created)
        return table, [NewGame(name, seed, created.at), AppendEvent(name, 0, ev.encode(created))]

    def create_rematch(self, live_table: LiveTable) -> None:
        """Create a new table for the same people and tokens, as soon as it can be stored."""
        live_table.when_stored(partial(self._create_rematch, live_table))

    def _create_rematch(self, live_table: LiveTable) -> None:
        old = live_table.table
        if old.rematch is not None:
            return
        config, gone = rematch_config(old, live_table.absent_seats(), self.sources.random)
        table, writes = self._new_table(config)
        for seat in table.people:
            if not old.seats[seat].taken:
                continue
            event = ev.SeatTaken(self.now(), seat=seat, name=old.seats[seat].name)
            writes.append(AppendEvent(table.name, table.seq, ev.encode(event)))
            table.apply(event)
        again = partial(self.call_later, 1.0, partial(self.create_rematch, live_table))
        try:
            tokens = self.store.tokens(old.name)
        except StoreError:
            again()
            return
        for token in tokens:
            if token.seat in gone:
                writes.append(NewToken(table.name, token.digest, SPECTATING))
            else:
                writes.append(NewToken(table.name, token.digest, token.what, token.seat))

        def answer(outcome: Outcome) -> None:
            if isinstance(outcome, AppliedEvent):
                self.metrics.tables_created += 1
            elif not live_table.is_closed:
                again()

        rematched = ev.RematchCreated(self.now(), table=table.name)
        live_table.apply_and_store(rematched, answer, None, writes)


def config_of_first_event(bodies: list[bytes]) -> TableConfig:
    """Return the configuration that the first event of a game holds."""
    try:
        created = ev.decode(bodies[0])
    except (IndexError, msgspec.DecodeError) as error:
        raise Refused("rules", f"this game cannot be replayed: event 0: {error}") from error
    if not isinstance(created, ev.TableCreated):
        raise Refused("rules", "this game cannot be replayed: event 0 does not create a table")
    return created.config


def rematch_config(
    old: Table, absent: frozenset[int], random: RandomBytes
) -> tuple[TableConfig, set[int]]:
    """Return the same configuration with bots for absent people, and the seats of these people.

    A game from a position was shown to everybody at its end: its hidden cards are dealt anew.
    """
    gone = {seat for seat in old.people if old.seats[seat].played_by and seat in absent}
    seats = tuple(
        SeatConfig(old.seats[number].played_by) if number in gone else seat
        for number, seat in enumerate(old.config.seats)
    )
    config = msgspec.structs.replace(config_for_rematch(old.config), seats=seats)
    if config.start is not None:
        start = redeal(Position.from_json(config.start), SPECTATOR, random).to_json()
        config = msgspec.structs.replace(config, start=start, redealt=True)
    return config, gone


def ignore_failure(task: asyncio.Task[LiveTable | None]) -> None:
    """Retrieve the exception of a task, even if everybody who waited for it has gone."""
    if not task.cancelled():
        task.exception()
