"""A live table: carries out commands one at a time and sends stored events to every viewer."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from odintable.server.refused_error import Refused
from odintable.server.storage.store_interface import (
    AppendEvent,
    ArchiveGame,
    DropTokens,
    NewToken,
    StoreConflict,
    StoreError,
    TableSummary,
    Write,
)
from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.game_record import record_of, write_record
from odintable.server.tables.seat_commands import RepeatedCommand, event_for
from odintable.server.tables.table import END, OVER, PLAYING, REMATCH, WAITING, Table
from odintable.server.tokens import SEAT

from . import client_messages
from .bot_turn import start_bot
from .message_queue import BUDGET
from .table_viewers import TableViewers, ViewersHost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.server.bots.worker_pool import Job, WorkerPool
    from odintable.server.metrics import Metrics
    from odintable.server.storage.group_commit import GroupCommitWriter

    from .viewer_group import Viewer

log = logging.getLogger("odintable.live_table")

POLLING_MS = 5000  # between two requests of a client that views a game of bots by the API
HOUR = 3_600_000  # milliseconds
NOBODY: frozenset[int] = frozenset()
STORE_DOWN = "could not be stored: send it again in a moment"

Outcome = AppliedEvent | RepeatedCommand | Refused
OnOutcome = Callable[[Outcome], None]


class LiveTableHost(ViewersHost, Protocol):
    """The part of the registry that a live table uses."""

    metrics: Metrics
    workers: WorkerPool
    writer: GroupCommitWriter
    idle_ms: int  # how long a table without viewers counts as watched

    def reload(self, live_table: LiveTable, done: Callable[[], None]) -> None:
        """Replace the table in memory by its stored events, or close it; then call `done`."""

    def close_table(self, live_table: LiveTable) -> None:
        """Remove a table from memory and ask its viewers to reconnect."""

    def create_rematch(self, live_table: LiveTable) -> None:
        """Create a new table for the same people."""


class LiveTable:
    """One table in memory; commands wait while an event is being stored."""

    __slots__ = (
        "_summary",
        "bot_move_due",
        "busy",
        "is_closed",
        "job",
        "registry",
        "table",
        "viewers",
        "waiting",
    )

    def __init__(
        self, registry: LiveTableHost, table: Table, last_seen_at: list[int] | None = None
    ) -> None:
        """Start without viewers; `last_seen_at` has a time for each seat, by default now."""
        self.registry = registry
        self.table = table
        self.viewers = TableViewers(registry, len(table.seats), last_seen_at)
        self.busy = False  # an event is being stored
        self.is_closed = False  # the table in memory must no longer be used
        self.waiting: deque[tuple[Callable[[], None], int | None]] = deque()  # call, seat
        # A bot that is thinking, or its move that waits until it may be shown.
        self.job: Job | asyncio.TimerHandle | None = None
        self.bot_move_due: float | None = None
        self._summary: TableSummary | None = None  # as the store has it

    # -- Viewers -------------------------------------------------------------------------------

    def add_viewer(self, viewer: Viewer, seat: int, last: int = 0) -> None:
        """Add a viewer and send it the table, with the events after number `last`."""
        if self.is_closed:
            viewer.ask_to_reconnect()
            return
        self.viewers.add(viewer, seat)
        self.send_welcome(viewer, seat, last)
        self.viewers.announce_presence()
        self.start_bot()

    def remove_viewer(self, viewer: Viewer, seat: int) -> None:
        """Remove a viewer whose connection is closed."""
        self.viewers.remove(viewer, seat)
        if not self.viewers.by_seat and not self.is_played_by_people:
            self.stop_bot()

    def absent_seats(self) -> frozenset[int]:
        """Return the people who are not connected and were not seen for longer than allowed."""
        return self.viewers.absent_seats(self.table)

    def send_welcome(self, viewer: Viewer, seat: int, last: int = 0) -> None:
        """Send the whole table to one viewer; only while nothing is being stored."""
        self.viewers.by_seat[seat].send_to(viewer, self._welcome_message(seat, last))

    def _welcome_message(self, seat: int, last: int) -> bytes:
        """Return the whole table for a viewer, with the events after number `last`."""
        present, now = self.viewers.presence(), self.registry.now()
        return client_messages.encode(
            viewer_messages.welcome_message(self.table, seat, last, present, now)
        )

    def send_welcome_to_all(self) -> None:
        """Send the whole table to every viewer."""
        for seat, viewers in self.viewers.by_seat.items():
            viewers.send(self._welcome_message(seat, 0))

    @property
    def is_idle(self) -> bool:
        """Whether the table can leave memory."""
        viewers = self.viewers
        is_recent = viewers.last_viewed_at + self.registry.idle_ms > self.registry.now()
        return not (viewers.by_seat or is_recent or self.busy or self.job is not None)

    @property
    def is_unwatched(self) -> bool:
        """Whether nobody has viewed the table for long; its bots wait until somebody does.

        A game of bots only is for viewers: without a socket, its bots wait almost at once.
        """
        if self.viewers.by_seat:
            return False
        ms = self.registry.idle_ms if self.is_played_by_people else POLLING_MS
        return self.viewers.last_viewed_at + ms <= self.registry.now()

    @property
    def is_played_by_people(self) -> bool:
        """Whether a person decides at any seat."""
        return any(seat.is_played_by_person for seat in self.table.seats)

    # -- Commands ------------------------------------------------------------------------------

    def when_stored(self, do: Callable[[], None]) -> None:
        """Call a function as soon as no event is being stored, after those that wait already."""
        if self.busy or self.waiting:
            self.waiting.append((do, None))
        else:
            do()

    def handle_command(
        self, command: client_messages.ClientMessage, seat: int, answer: OnOutcome, lag: int = 0
    ) -> None:
        """Carry out a command of a seat; the answer comes when it is stored or refused."""
        if self.busy or self.waiting:
            self.waiting.append((partial(self._execute, command, seat, answer, lag), seat))
        else:
            self._execute(command, seat, answer, lag)

    def _execute(
        self, command: client_messages.ClientMessage, seat: int, answer: OnOutcome, lag: int
    ) -> None:
        if self.is_closed:
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        absent = (
            self.absent_seats()
            if type(command) in (client_messages.Propose, client_messages.Agree)
            else NOBODY
        )
        more = [DropTokens(self.table.name, seat)] if type(command) is client_messages.Leave else ()
        try:
            event = event_for(self.table, command, seat, self.registry.now(), lag, absent)
        except (RepeatedCommand, Refused) as outcome:
            answer(outcome)
            return
        again = partial(self._execute, command, seat, answer, lag)
        self.apply_and_store(event, answer, again, more)

    def apply_and_store(
        self,
        event: ev.AnyEvent,
        answer: OnOutcome,
        again: Callable[[], None] | None = None,
        more: Sequence[Write] = (),
    ) -> None:
        """Apply an event and store it together with `more`; only while nothing is being stored.

        `again` repeats the command if another process has stored an event first.
        """
        if self.is_closed:
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        table = self.table
        try:
            applied = table.apply(event)
        except Refused as outcome:
            answer(outcome)
            return
        except Exception:  # the table may be half changed: it must be loaded again
            log.exception("an event failed: the table is closed", extra={"table": table.name})
            answer(Refused("not-allowed", "this cannot be carried out because of a server error"))
            self.registry.close_table(self)
            return
        writes: list[Write] = [AppendEvent(table.name, table.seq - 1, ev.encode(event)), *more]
        summary = self._new_summary(event.at)
        if summary is not None:
            writes.append(summary)
        self.busy = True
        stored = partial(self._on_stored, applied, answer, again, summary)
        self.registry.writer.submit(writes, stored)

    def _new_summary(self, now: int) -> TableSummary | None:
        """Return the summary for the store's lists and timers, if it has to change."""
        table = self.table
        last = self._summary
        is_waiting = table.config.open and table.stage == WAITING
        listed = is_waiting and not all(seat.taken for seat in table.seats)
        due = table.clock.due() if table.clock else None
        ended = now if table.stage == OVER else None
        if last is not None and now - last.touched < HOUR and listed == last.listed:
            if due == last.due and (ended is None) == (last.ended is None):
                return None
        return TableSummary(table.name, listed, due, now, ended)

    def _on_stored(
        self,
        applied: AppliedEvent,
        answer: OnOutcome,
        again: Callable[[], None] | None,
        summary: TableSummary | None,
        error: StoreError | None,
    ) -> None:
        """Acknowledge a stored event and send it to the viewers, or undo one that failed."""
        self.busy = False
        try:
            if error is None:
                self._summary = summary or self._summary
                answer(applied)
                self._send_event(applied)
                self._follow_up(applied)
            else:
                self._on_store_error(error, answer, again)
        finally:
            self._run_waiting()

    async def archive(self, now: int) -> None:
        """Replace the events in the store by the record; commands wait until that is done."""
        self.busy = True
        try:
            text = await asyncio.to_thread(write_record, record_of(self.table))
        except BaseException:
            self.busy = False
            self._run_waiting()
            raise
        record = ArchiveGame(self.table.name, text, now)
        self.registry.writer.submit([record], self._on_archived)

    def _on_archived(self, error: StoreError | None) -> None:
        """Close the table: viewers who joined meanwhile reconnect and find the record."""
        self.busy = False
        if error is None:
            self.registry.metrics.archived += 1
            self.registry.close_table(self)
        self._run_waiting()

    def _run_waiting(self) -> None:
        """Make the waiting calls, until one of them stores an event; go on later if it is long.

        Many viewers may wait for the whole table.
        """
        end = perf_counter() + BUDGET
        while self.waiting and not self.busy:
            do, seat = self.waiting.popleft()
            try:
                do()
            except Exception:
                about = {"table": self.table.name, "seat": seat}
                log.exception("a waiting command failed and was dropped", extra=about)
            if perf_counter() > end:
                self.registry.call_later(0.0, self._run_waiting)
                return

    def _on_store_error(
        self, error: StoreError, answer: OnOutcome, again: Callable[[], None] | None
    ) -> None:
        """Reload the table; commands wait until that is done."""
        about = {"table": self.table.name, "why": str(error)}
        log.warning("an event was not stored: the table is loaded again", extra=about)
        reloaded = partial(self._on_reloaded, error, answer, again)
        if self.is_closed:
            reloaded()
        else:
            self.busy = True
            self.registry.reload(self, reloaded)

    def _on_reloaded(
        self, error: StoreError, answer: OnOutcome, again: Callable[[], None] | None
    ) -> None:
        """Answer the command; after a conflict, try it once more on top of what is stored."""
        self.busy = False
        self.registry.call_later(1.0, self.start_bot)  # reloading stopped a thinking bot
        try:
            if isinstance(error, StoreConflict) and not self.is_closed:
                self.send_welcome_to_all()
                if again is not None:
                    again()
                    return
            answer(Refused("store", STORE_DOWN, retry=True))
        finally:
            self._run_waiting()

    # -- After an event ------------------------------------------------------------------------

    def _send_event(self, applied: AppliedEvent) -> None:
        """Send an event to every viewer who may see it, encoded once for each seat.

        The seat that caused it comes first: for that seat, the event is the acknowledgement.
        """
        metrics = self.registry.metrics
        metrics.events += 1
        metrics.moves += type(applied.event) is ev.Moved
        origin = getattr(applied.event, "seat", None)
        seats = self.viewers.by_seat
        if origin in seats:
            self._send_event_to(origin, applied)
        for seat in seats:
            if seat != origin:
                self._send_event_to(seat, applied)

    def _send_event_to(self, seat: int, applied: AppliedEvent) -> None:
        if applied.only_for is None or applied.only_for == seat:
            presence = self.viewers.presence
            message = viewer_messages.event_message(self.table, applied, seat, presence)
            self.viewers.by_seat[seat].send(message)

    def _follow_up(self, applied: AppliedEvent) -> None:
        """Do what an event leads to: let a bot think, create a rematch, close connections."""
        if applied.undone:
            self.stop_bot()
        if applied.only_for is None:
            self.bot_move_due = None
        match applied.event:
            case ev.Moved() | ev.Resigned() | ev.Ended():
                self.registry.metrics.games_over += self.table.stage == OVER
            case ev.SeatGivenUp(seat=seat):
                self._remove_viewers(seat)
            case ev.Proposed(what=what) | ev.Agreed(what=what):
                if applied.done and what == REMATCH:
                    self.registry.create_rematch(self)
                self.registry.metrics.games_over += applied.done and what == END
        self.start_bot()

    def _remove_viewers(self, seat: int) -> None:
        """Close the connections of a seat that was given up, and refuse its waiting commands."""
        for viewer in list(self.viewers.by_seat.get(seat, ())):
            viewer.remove_from_seat()
        theirs = [do for do, owner in self.waiting if owner == seat]
        self.waiting = deque(one for one in self.waiting if one[1] != seat)
        for do in theirs:  # all are refused, because nobody else sits there yet
            do()

    def start_bot(self) -> None:
        """Let a bot think if it is a bot's turn."""
        start_bot(self)

    def stop_bot(self) -> None:
        """Cancel the bot that is thinking, because the position has changed."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
        self.bot_move_due = None

    # -- Clocks --------------------------------------------------------------------------------

    def check_clock(self, now: int) -> bool:
        """End the game if the running clock has run out; return whether it has."""
        clock = self.table.clock
        due = clock.due() if clock is not None and self.table.stage == PLAYING else None
        if due is None or due > now:
            return False
        self.when_stored(self._end_by_time)
        return True

    def _end_by_time(self) -> None:
        clock, now = self.table.clock, self.registry.now()
        if clock is None or clock.running is None or (clock.due() or 0) > now:
            return
        event = ev.Ended(now, why=ev.Ended.TIME, seat=clock.running)
        self.apply_and_store(event, lambda _outcome: None)

    def update_summary(self) -> None:
        """Correct the store's summary, which is wrong about a clock after downtime."""
        summary = self._new_summary(self.registry.now())
        if summary is not None and not self.busy:
            self.registry.writer.submit([summary], partial(self._on_summary_stored, summary))

    def _on_summary_stored(self, summary: TableSummary, error: StoreError | None) -> None:
        if error is None:
            self._summary = summary

    # -- Taking a seat -------------------------------------------------------------------------

    def free_seats(self, wanted: int | None = None) -> list[int]:
        """Return the free seats; raise Refused if there is none, or the wanted one is not free."""
        if self.table.stage == OVER:
            raise Refused("not-allowed", "the game is over", why="over")
        seats = self.table.seats
        free = [at for at, seat in enumerate(seats) if seat.is_person and not seat.taken]
        if self.table.stage != WAITING or not free or wanted not in (None, *free):
            raise Refused("not-allowed", "there is no such free seat", why="no-seat")
        return free

    def take_seat(self, seat: int | None, name: str, digest: bytes, answer: OnOutcome) -> None:
        """Take a free seat, with a new token for it."""
        self.when_stored(partial(self._take_seat, seat, name, digest, answer))

    def _take_seat(self, wanted: int | None, name: str, digest: bytes, answer: OnOutcome) -> None:
        if self.is_closed:  # the seats in memory may not be those in the store
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        try:
            free = self.free_seats(wanted)
        except Refused as refused:
            answer(refused)
            return
        seat = free[0] if wanted is None else wanted
        event = ev.SeatTaken(self.registry.now(), seat=seat, name=name)
        again = partial(self._take_seat, wanted, name, digest, answer)
        token = NewToken(self.table.name, digest, SEAT, seat)
        self.apply_and_store(event, answer, again, [token])
