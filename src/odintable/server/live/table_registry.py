"""All tables: those in memory, those in the store, the timers over them."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from odintable.server.http.tokens import (
    INVITATION,
    SEAT,
    SPECTATING,
    digest_of,
    new_name,
    new_token,
)
from odintable.server.storage.group_commit import Writer
from odintable.server.storage.store import (
    Append,
    Beat,
    Mark,
    NewGame,
    NewLink,
    Restored,
    Store,
    StoreError,
    Write,
)
from odintable.server.tables import events as ev
from odintable.server.tables.load_table import replay
from odintable.server.tables.table import OVER, Happening, Table
from odintable.server.tables.table_config import Chair

from .client_messages import Refused
from .last_seen import Heard
from .live_table import Desk, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.bots.worker_pool import Workers
    from odintable.server.metrics import Metrics
    from odintable.server.settings import Settings
    from odintable.server.tables.table_config import Plan
    from odintable.server.time_and_randomness import Sources

log = logging.getLogger("odintable.house")

TICK = 0.25  # seconds
DAY = 24 * 3600 * 1000  # milliseconds
MOST_LISTED = 100
ARCHIVE_AT_ONCE = 20
ARCHIVE_AT = 5  # the second of every minute since the start
BEAT_EVERY = 4  # seconds


class Archived(Exception):  # noqa: N818 - no error: all that is left is a record
    """The game is a record by now."""

    def __init__(self, record: str) -> None:
        """The record's text."""
        super().__init__(record)
        self.record = record


class House:
    """The tables of one server."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        sources: Sources,
        metrics: Metrics,
        workers: Workers,
    ) -> None:
        """Must be made in the running loop."""
        self.store = store
        self.settings = settings
        self.sources = sources
        self.now = sources.now
        self.metrics = metrics
        self.workers = workers
        self.loop = asyncio.get_running_loop()
        self.desks: dict[str, Desk] = {}
        self.patience = settings.idle_minutes * 60_000
        self.heard = Heard(self.now())
        self.set_aside: set[str] = set()  # games that cannot be read: they are left alone
        store.start_run(self.now())
        self.downtimes = store.downtimes()
        self.stands_since: int | None = None  # when the store could not be written any more
        self.writer = Writer(store, self.loop, metrics, self)
        self._ticks = 0
        self._timer = self.loop.call_later(TICK, self._tick)

    def close(self) -> None:
        """Store what waits, and stop."""
        self._timer.cancel()
        self.writer.put([Beat(self.now())], ignore_error)
        self.writer.close()

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do it in a while."""
        self.loop.call_later(seconds, do)

    def down_between(self, start: int, end: int) -> int:
        """How long the server was down in this time, or could not store."""
        lost = 0
        if self.stands_since is not None:
            lost += max(0, min(end, self.now()) - max(start, self.stands_since))
        first = bisect_left(self.downtimes, start, key=lambda one: one[1])
        for began, ended in self.downtimes[first:]:
            lost += max(0, min(end, ended) - max(start, began))
        return lost

    # -- When the store fails ------------------------------------------------------------------

    def stand_still(self, since: int, error: StoreError) -> None:
        """Clocks stand as long as nothing can be stored; of another store nothing is in memory."""
        if self.stands_since is None:
            log.error("the store cannot be written", extra={"why": str(error)})
        self.stands_since = since
        if isinstance(error, Restored):
            self.forget_all()

    def go_on(self) -> None:
        """The store can be written again, and knows how long it could not."""
        try:
            self.downtimes = self.store.downtimes()
        except StoreError as error:
            log.warning("store", extra={"why": str(error)})
            self.later(1.0, self.go_on)
            return
        self.stands_since = None
        log.warning("the store can be written again")

    # -- Finding -------------------------------------------------------------------------------

    def desk(self, name: str) -> Desk | None:
        """A table, from memory or from the store; Archived if only a record is left."""
        desk = self.desks.get(name)
        if desk is None:
            table = self.load(name)
            if table is None:
                return None
            desk = self.desks[name] = Desk(self, table, self.heard.of(table))
            self.metrics.tables = len(self.desks)
            desk.think()
        return desk

    def load(self, name: str) -> Table | None:
        """A table as its events tell it."""
        game = self.store.game(name)
        if game is None:
            return None
        if game.record is not None:
            raise Archived(game.record)
        table = Table(name, game.seed, self.sources.deal, self.down_between)
        replay(table, self.store.events(name))
        return table

    def _forget(self, desk: Desk) -> None:
        """A table leaves memory; who was there is known as long as it matters."""
        del self.desks[desk.table.name]
        self.heard.keep(desk.table, desk.heard_at, self.now())

    def _desk_if_known(self, name: str) -> Desk | None:
        """A table, unless it cannot be read: such a one is left alone, and is in nobody's way."""
        try:
            return self.desk(name)
        except Archived:
            return None
        except Refused as error:
            self._set_aside(name, str(error))
            return None

    def _set_aside(self, name: str, why: str) -> None:
        """As long as this server runs, timers leave this game alone."""
        log.error("a game is left alone", extra={"table": name, "why": why})
        self.set_aside.add(name)

    def read_again(self, desk: Desk) -> None:
        """Forget what is in memory of a table."""
        table = self.load(desk.table.name)
        if table is None:
            raise StoreError("the table is gone")
        desk.stop_thinking()
        desk.table = table

    def close_desk(self, desk: Desk) -> None:
        """Nothing can be said of this table now: its viewers come back later."""
        if self.desks.get(desk.table.name) is desk:
            self._forget(desk)
        desk.is_closed = True
        desk.stop_thinking()
        for seat, here in list(desk.viewers.items()):
            desk.hear(seat)  # it had a socket until now
            for viewer in list(here):
                viewer.turn_away()

    def forget_all(self) -> None:
        """The store was restored: everybody comes back, and every table is read again."""
        self.set_aside.clear()
        for desk in list(self.desks.values()):
            self.close_desk(desk)

    def opens(self, name: str, token: str) -> tuple[str, int | None] | None:
        """What a token opens at a table: seat, invitation or spectating, and which seat."""
        link = self.store.link(name, digest_of(token))
        return None if link is None else (link.what, link.seat)

    def listed(self) -> list[Table]:
        """Open tables that wait for people."""
        tables = []
        for name in self.store.listed(MOST_LISTED, self.set_aside):
            desk = self._desk_if_known(name)
            if desk is not None:
                tables.append(desk.table)
        return tables

    # -- Making --------------------------------------------------------------------------------

    async def make(self, plan: Plan, seat: int | None, name: str) -> tuple[Desk, dict[str, str]]:
        """A new table, with links for who made it, for whom they invite, and to watch."""
        table, writes = self._new_table(plan)
        tokens = {what: new_token(self.sources.random) for what in (INVITATION, SPECTATING)}
        writes += [NewLink(table.name, digest_of(token), what) for what, token in tokens.items()]
        if seat is not None:
            tokens[SEAT] = new_token(self.sources.random)
            event = ev.Sat(self.now(), seat=seat, name=name)
            table.apply(event)
            writes.append(Append(table.name, 1, ev.write(event)))
            writes.append(NewLink(table.name, digest_of(tokens[SEAT]), SEAT, seat))
        elif not table.people:  # nobody has to say that they are ready
            ready = ev.Readied(self.now(), seat=0)
            table.apply(ready)
            writes.append(Append(table.name, 1, ev.write(ready)))
        listed = plan.open and not all(one.taken for one in table.seats)
        writes.append(Mark(table.name, listed, None, self.now()))
        await self.writer.store_now(writes)
        self.metrics.tables_made += 1
        # Bots among themselves begin when somebody looks: or who came to watch would come too late.
        # Who has just looked at the list may have it read from the store: there is one desk.
        return self.desks.setdefault(table.name, Desk(self, table)), tokens

    def _new_table(self, plan: Plan) -> tuple[Table, list[Write]]:
        """A table that has just been made; its commitment stands before anything else."""
        name = new_name(self.sources.random)
        seed = self.sources.random(32)
        commitment = self.sources.deal(seed).commit()
        made = ev.Made(self.now(), plan=plan, commitment=commitment)
        table = Table(name, seed, self.sources.deal, self.down_between)
        table.apply(made)
        return table, [NewGame(name, seed, made.at), Append(name, 0, ev.write(made))]

    def make_rematch(self, desk: Desk) -> None:
        """The same people at a new table, whose links are the same, as soon as it can be stored."""
        desk.when_settled(partial(self._make_rematch, desk))

    def _make_rematch(self, desk: Desk) -> None:
        old = desk.table
        if old.rematch is not None:
            return
        plan, gone = rematch_plan(old, desk.absent())
        table, writes = self._new_table(plan)
        for seat in table.people:
            if not old.seats[seat].taken:
                continue
            event = ev.Sat(self.now(), seat=seat, name=old.seats[seat].name)
            writes.append(Append(table.name, table.seq, ev.write(event)))
            table.apply(event)
        again = partial(self.later, 1.0, partial(self.make_rematch, desk))
        try:
            links = self.store.links(old.name)
        except StoreError:
            again()
            return
        for link in links:
            if link.seat in gone:
                writes.append(NewLink(table.name, link.digest, SPECTATING))
            else:
                writes.append(NewLink(table.name, link.digest, link.what, link.seat))

        def answer(outcome: Outcome) -> None:
            if isinstance(outcome, Happening):
                self.metrics.tables_made += 1
            elif not desk.is_closed:
                again()

        desk.happen(ev.Rematched(self.now(), table=table.name), answer, None, writes)

    # -- Time ----------------------------------------------------------------------------------

    def _tick(self) -> None:
        """Clocks, idle tables, old games, and the sign that we are alive."""
        self._timer = self.loop.call_later(TICK, self._tick)
        self._ticks += 1
        now = self.now()
        seconds, rest = divmod(self._ticks, int(1 / TICK))
        if not rest and (seconds % BEAT_EVERY == 0 or self.stands_since is not None):
            self.writer.put([Beat(now)], ignore_error)
        if self.stands_since is not None:
            return
        for desk in list(self.desks.values()):
            if desk.table.clock is not None:  # of thousands of tables few may have one
                self._alone(desk.table.name, partial(desk.tick, now))
        if rest:
            return
        try:
            self._each_second(seconds, now)
        except StoreError as error:
            log.warning("store", extra={"why": str(error)})

    def _each_second(self, seconds: int, now: int) -> None:
        for name in self.store.due(now, self.set_aside):
            self._alone(name, partial(self._look_after, name, now))
        if seconds % 10 == 0:
            self._drop_idle(now)
        if seconds % 60 == ARCHIVE_AT:
            self.archive_old(now)

    def _look_after(self, name: str, now: int) -> None:
        """A game whose clock may have run out."""
        desk = self._desk_if_known(name)
        if desk is not None and not desk.tick(now):
            desk.mark_anew()

    def _alone(self, name: str, do: Callable[[], object]) -> None:
        """Do something with one game; whatever goes wrong with it, the others do not suffer."""
        if name in self.set_aside:
            return
        try:
            do()
        except StoreError:
            raise
        except Exception as error:
            log.exception("a game could not be looked after", extra={"table": name})
            self._set_aside(name, repr(error))

    def _drop_idle(self, now: int) -> None:
        for desk in list(self.desks.values()):
            if desk.is_idle:
                self.close_desk(desk)
        self.heard.tidy(now)
        self.metrics.tables = len(self.desks)

    # -- Archiving -----------------------------------------------------------------------------

    def archive_old(self, now: int) -> None:
        """Games that ended long ago become records; those that nobody plays are ended first."""
        settings = self.settings
        ended = now - settings.archive_days * DAY
        untouched = now - settings.abandon_days * DAY
        in_use = {name for name, desk in self.desks.items() if desk.viewers or desk.busy}
        for name in self.store.old(ended, untouched, ARCHIVE_AT_ONCE, self.set_aside | in_use):
            self._alone(name, partial(self._archive, name, now))

    def _archive(self, name: str, now: int) -> None:
        desk = self._desk_if_known(name)
        if desk is None:
            return
        if desk.table.stage != OVER:
            event = ev.Ended(now, why=ev.Ended.ABANDONED)
            desk.happen(event, ignore)
            return
        desk.archive(now)


def rematch_plan(old: Table, absent: frozenset[int]) -> tuple[Plan, set[int]]:
    """The same again, and the seats that bots keep: those they had for people who are gone."""
    gone = {seat for seat in old.people if old.seats[seat].played_by and seat in absent}
    chairs = tuple(
        Chair(old.seats[seat].played_by) if seat in gone else chair
        for seat, chair in enumerate(old.plan.chairs)
    )
    return msgspec.structs.replace(old.plan, chairs=chairs), gone


def ignore_error(error: StoreError | None) -> None:
    """It will be tried again by itself."""
    if error is not None:
        log.warning("not stored", extra={"why": str(error)})


def ignore(_outcome: Outcome) -> None:
    """Nobody waits for this."""
