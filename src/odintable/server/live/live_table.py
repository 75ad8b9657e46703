"""A table with people around it: requests in, one at a time, stored events out to every viewer."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from odintable.games.position import SPECTATOR
from odintable.server.bots.worker_pool import MOST_TRIES
from odintable.server.storage.store import (
    Append,
    Archive,
    Conflict,
    DropLinks,
    Mark,
    NewLink,
    StoreError,
    Write,
)
from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.game_record import record_of
from odintable.server.tables.seat_commands import Repeated, ask
from odintable.server.tables.table import END, OVER, PLAYING, REMATCH, WAITING, Happening, Table

from . import client_messages
from .client_messages import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.bots import MoveChoice
    from odintable.server.bots.worker_pool import Job, Workers
    from odintable.server.metrics import Metrics
    from odintable.server.storage.group_commit import Writer

log = logging.getLogger("odintable.desk")

HOUR = 3_600_000  # milliseconds
NOBODY: frozenset[int] = frozenset()
STORE_DOWN = "could not be stored: send it again in a moment"

Outcome = Happening | Repeated | Refused
Answer = Callable[[Outcome], None]


class Viewer(Protocol):
    """Somebody who looks at the table."""

    def show(self, message: bytes) -> None:
        """Something to be told."""

    def turn_away(self) -> None:
        """Come back later."""

    def dismiss(self) -> None:
        """Its seat is given up."""


class Home(Protocol):
    """Where a desk stands."""

    now: Callable[[], int]
    metrics: Metrics
    workers: Workers
    writer: Writer
    patience: int  # milliseconds without anybody after which a table is left alone

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do it in a while."""

    def read_again(self, desk: Desk) -> None:
        """Forget what is in memory of a table."""

    def close_desk(self, desk: Desk) -> None:
        """Nothing can be said of this table now."""

    def make_rematch(self, desk: Desk) -> None:
        """The same people at a new table."""


class Desk:
    """One live table; everything that is asked of it while an event is being stored waits."""

    __slots__ = (
        "_marked",
        "busy",
        "heard_at",
        "house",
        "is_closed",
        "job",
        "seen_at",
        "table",
        "viewers",
        "waiting",
    )

    def __init__(self, house: Home, table: Table, heard_at: list[int] | None = None) -> None:
        """Nobody is here yet; when the seats were last heard of, if not just now."""
        self.house = house
        self.table = table
        self.viewers: dict[int, set[Viewer]] = {}
        self.busy = False
        self.is_closed = False  # nothing happens here any more: what is in memory is not to be used
        self.waiting: deque[tuple[Callable[[], None], int | None]] = deque()  # for which seat
        self.job: Job | None = None
        self.seen_at = house.now()
        self.heard_at = heard_at or [self.seen_at] * len(table.seats)
        self._marked: Mark | None = None

    # -- Who is here ---------------------------------------------------------------------------

    def enter(self, viewer: Viewer, seat: int, last: int = 0) -> None:
        """Somebody looks on from a seat, or as a spectator, and is told what it missed."""
        if self.is_closed:
            viewer.turn_away()
            return
        self.viewers.setdefault(seat, set()).add(viewer)
        self.hear(seat)
        viewer.show(self.welcome(seat, last))
        self._tell_presence()
        self.think()

    def leave(self, viewer: Viewer, seat: int) -> None:
        """... no longer."""
        here = self.viewers.get(seat, set())
        here.discard(viewer)
        self.hear(seat)
        if not here:
            self.viewers.pop(seat, None)
        self._tell_presence()

    def hear(self, seat: int) -> None:
        """A seat, or a spectator, was here just now, with a socket or without."""
        self.seen_at = self.house.now()
        if seat != SPECTATOR:
            self.heard_at[seat] = self.seen_at

    def present(self) -> list[bool]:
        """Who is connected."""
        return [seat in self.viewers for seat in range(len(self.table.seats))]

    def absent(self) -> frozenset[int]:
        """The people without a socket who were not heard of for longer than agreed."""
        before = self.house.now() - self.table.plan.absent_after * 1000
        return frozenset(
            seat
            for seat in self.table.people
            if seat not in self.viewers and self.heard_at[seat] <= before
        )

    def _tell_presence(self) -> None:
        watching = len(self.viewers.get(SPECTATOR, ()))
        told = {"type": "presence", "seats": self.present(), "spectators": watching}
        self.tell_all(client_messages.encode(told))

    def tell_all(self, message: bytes) -> None:
        """The same for everybody."""
        for here in self.viewers.values():
            for viewer in here:
                viewer.show(message)

    @property
    def is_idle(self) -> bool:
        """Nobody has looked for long, nothing is under way."""
        return self.is_deserted and not self.busy and self.job is None

    @property
    def is_deserted(self) -> bool:
        """Nobody has looked for long: what bots would do here can wait until somebody does."""
        return not self.viewers and self.seen_at + self.house.patience <= self.house.now()

    # -- Requests ------------------------------------------------------------------------------

    def when_settled(self, do: Callable[[], None]) -> None:
        """Do it when everything that has happened here is on disk."""
        if self.busy:
            self.waiting.append((do, None))
        else:
            do()

    def request(
        self, request: client_messages.Request, seat: int, answer: Answer, lag: int = 0
    ) -> None:
        """Carry out what a seat asks for; the answer comes when it is stored, or refused."""
        if self.busy:
            self.waiting.append((partial(self._carry_out, request, seat, answer, lag), seat))
        else:
            self._carry_out(request, seat, answer, lag)

    def _carry_out(
        self, request: client_messages.Request, seat: int, answer: Answer, lag: int
    ) -> None:
        if self.is_closed:
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        absent = (
            self.absent()
            if type(request) in (client_messages.Propose, client_messages.Agree)
            else NOBODY
        )
        more = [DropLinks(self.table.name, seat)] if type(request) is client_messages.Leave else ()
        try:
            event = ask(self.table, request, seat, self.house.now(), lag, absent)
        except (Repeated, Refused) as outcome:
            answer(outcome)
            return
        again = partial(self._carry_out, request, seat, answer, lag)
        self.happen(event, answer, again, more)

    def happen(
        self,
        event: ev.AnyEvent,
        answer: Answer,
        again: Callable[[], None] | None = None,
        more: Sequence[Write] = (),
    ) -> None:
        """Let an event happen and store it, with what belongs to it; the table is settled."""
        if self.is_closed:
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        table = self.table
        try:
            happening = table.apply(event)
        except Refused as outcome:
            answer(outcome)
            return
        except Exception:  # the table may be in between: nothing more is built on it
            log.exception("an event could not happen", extra={"table": table.name})
            answer(Refused("not-allowed", "this cannot be carried out: our mistake"))
            self.house.close_desk(self)
            return
        writes: list[Write] = [Append(table.name, table.seq - 1, ev.write(event)), *more]
        mark = self._mark(event.at)
        if mark is not None:
            writes.append(mark)
        self.busy = True
        self.house.writer.put(writes, partial(self._stored, happening, answer, again, mark))

    def _mark(self, now: int) -> Mark | None:
        """What the store's lists must know anew, if anything."""
        table = self.table
        last = self._marked
        is_waiting = table.plan.open and table.stage == WAITING
        listed = is_waiting and not all(seat.taken for seat in table.seats)
        due = table.clock.due() if table.clock else None
        ended = now if table.stage == OVER else None
        if last is not None and now - last.touched < HOUR and listed == last.listed:
            if due == last.due and (ended is None) == (last.ended is None):
                return None
        return Mark(table.name, listed, due, now, ended)

    def _stored(
        self,
        happening: Happening,
        answer: Answer,
        again: Callable[[], None] | None,
        mark: Mark | None,
        error: StoreError | None,
    ) -> None:
        """An event is on disk: now it is acknowledged, then shown. Or it is not, and never was."""
        self.busy = False
        try:
            if error is None:
                self._marked = mark or self._marked
                answer(happening)
                self._show(happening)
                self._follow(happening)
            else:
                self._fail(error, answer, again)
        finally:
            self._serve_who_waits()

    def archive(self, now: int) -> None:
        """Become a record; who comes before it is stored waits, and does not read the game anew."""
        record = Archive(self.table.name, record_of(self.table), now)
        self.busy = True
        self.house.writer.put([record], self._archived)

    def _archived(self, error: StoreError | None) -> None:
        """There is a record instead of this table: who has come meanwhile comes again."""
        self.busy = False
        if error is None:
            self.house.metrics.archived += 1
            self.house.close_desk(self)
        self._serve_who_waits()

    def _serve_who_waits(self) -> None:
        """One after the other, until one is to be stored; whatever goes wrong with one."""
        while self.waiting and not self.busy:
            do, _seat = self.waiting.popleft()
            try:
                do()
            except Exception:
                log.exception("what waited was not followed up")

    def _fail(self, error: StoreError, answer: Answer, again: Callable[[], None] | None) -> None:
        """Read the table again; what somebody else wrote first may be tried on top of that."""
        log.warning("not stored", extra={"table": self.table.name, "why": str(error)})
        if not self.is_closed:
            try:
                self.house.read_again(self)
            except Exception:  # there may be a record by now, or nothing that can be read
                log.exception("not read", extra={"table": self.table.name})
                self.house.close_desk(self)
        self.house.later(1.0, self.think)  # whoever was thinking was stopped by the reading
        if isinstance(error, Conflict) and not self.is_closed:
            self.welcome_all()
            if again is not None:
                again()
                return
        answer(Refused("store", STORE_DOWN, retry=True))

    def welcome_all(self) -> None:
        """Everybody gets the whole table anew."""
        for seat, here in self.viewers.items():
            message = self.welcome(seat, 0)
            for viewer in here:
                viewer.show(message)

    # -- What follows --------------------------------------------------------------------------

    def _show(self, happening: Happening) -> None:
        """Every viewer is told what it may know, encoded once for each kind of viewer.

        Who asked for it comes first: its event is the acknowledgement, the others' are not.
        """
        metrics = self.house.metrics
        metrics.events += 1
        metrics.moves += type(happening.event) is ev.Moved
        asker = getattr(happening.event, "seat", None)
        if asker in self.viewers:
            self._show_to(asker, happening)
        for seat in self.viewers:
            if seat != asker:
                self._show_to(seat, happening)

    def _show_to(self, seat: int, happening: Happening) -> None:
        if happening.only is None or happening.only == seat:
            message = viewer_messages.event_message(self.table, happening, seat, self.present)
            for viewer in self.viewers[seat]:
                viewer.show(message)

    def _follow(self, happening: Happening) -> None:
        """What an event leads to: a bot thinks, a rematch is made."""
        if happening.undone:
            self.stop_thinking()
        match happening.event:
            case ev.Moved() | ev.Resigned() | ev.Ended():
                self.house.metrics.games_over += self.table.stage == OVER
            case ev.Left(seat=seat):
                self._dismiss(seat)
            case ev.Proposed(what=what) | ev.Agreed(what=what):
                if happening.done and what == REMATCH:
                    self.house.make_rematch(self)
                self.house.metrics.games_over += happening.done and what == END
        self.think()

    def _dismiss(self, seat: int) -> None:
        """Who gave up a seat sees nothing more from there, and asks for nothing more."""
        for viewer in list(self.viewers.get(seat, ())):
            viewer.dismiss()
        theirs = [do for do, asker in self.waiting if asker == seat]
        self.waiting = deque(one for one in self.waiting if one[1] != seat)
        for do in theirs:  # all are refused, as long as nobody else sits there
            do()

    def think(self, tries: int = 0) -> None:
        """Let a bot think if it is a bot's turn; so often it has found no legal move."""
        if self.busy or self.is_closed or self.job is not None or self.is_deserted:
            return
        thinker = self.table.thinker()
        if thinker is None:
            return
        seat, bot = thinker
        view = self.table.position.view(seat)
        limit = self.table.plan.bot_time
        done = partial(self._thought, seat, self.table.seq, tries)
        self.job = self.house.workers.think(view, bot, limit, done)

    def stop_thinking(self) -> None:
        """What was being thought about is no more."""
        if self.job is not None:
            self.job.cancel()
            self.job = None

    def _thought(self, seat: int, seq: int, tries: int, thought: MoveChoice | None) -> None:
        """A bot has chosen."""
        self.job = None
        # A bot that fails again and again shall not hold up the game.
        move = thought.move if thought is not None else ""
        self.when_settled(partial(self._bot_moves, seat, seq, tries, move))

    def _bot_moves(self, seat: int, seq: int, tries: int, move: str) -> None:
        thinker = self.table.thinker()
        if self.table.seq != seq or thinker is None or thinker[0] != seat:
            self.think()
            return
        now = self.house.now()
        move = move or self.table.position.legal()[0]
        self.happen(
            ev.Moved(now, seat=seat, move=move), partial(self._bot_answered, seat, tries + 1)
        )

    def _bot_answered(self, seat: int, tries: int, outcome: Outcome) -> None:
        """A move that is not legal is thought again; one that is not stored too, by `_fail`."""
        if not isinstance(outcome, Refused) or outcome.code != "illegal-move":
            return
        log.warning("bot refused", extra={"table": self.table.name, "why": str(outcome)})
        if tries < MOST_TRIES:
            self.think(tries)
        else:
            self._bot_moves(seat, self.table.seq, 0, "")

    def tick(self, now: int) -> bool:
        """Has somebody run out of time?"""
        clock = self.table.clock
        due = clock.due() if clock is not None and self.table.stage == PLAYING else None
        if due is None or due > now:
            return False
        self.when_settled(self._time_up)
        return True

    def mark_anew(self) -> None:
        """The store's lists are not right about this table: while it was down, clocks stood."""
        mark = self._mark(self.house.now())
        if mark is not None and not self.busy:
            self.house.writer.put([mark], partial(self._marked_anew, mark))

    def _marked_anew(self, mark: Mark, error: StoreError | None) -> None:
        if error is None:
            self._marked = mark

    def _time_up(self) -> None:
        clock, now = self.table.clock, self.house.now()
        if clock is None or clock.running is None or (clock.due() or 0) > now:
            return
        seat = clock.running
        self.happen(ev.Ended(now, why=ev.Ended.TIME, seat=seat), lambda _outcome: None)

    # -- Sitting down --------------------------------------------------------------------------

    def free_seats(self, wanted: int | None = None) -> list[int]:
        """Where somebody may sit down; Refused if nowhere, or not in the seat they want."""
        if self.table.stage == OVER:
            raise Refused("not-allowed", "the game is over", why="over")
        seats = self.table.seats
        free = [at for at, seat in enumerate(seats) if seat.is_person and not seat.taken]
        if self.table.stage != WAITING or not free or wanted not in (None, *free):
            raise Refused("not-allowed", "there is no such free seat", why="no-seat")
        return free

    def sit(self, seat: int | None, name: str, digest: bytes, answer: Answer) -> None:
        """Take a free seat, with a new link to it."""
        self.when_settled(partial(self._sit, seat, name, digest, answer))

    def _sit(self, wanted: int | None, name: str, digest: bytes, answer: Answer) -> None:
        if self.is_closed:  # who seems to sit here may never have sat down
            answer(Refused("store", STORE_DOWN, retry=True))
            return
        try:
            free = self.free_seats(wanted)
        except Refused as refused:
            answer(refused)
            return
        seat = free[0] if wanted is None else wanted
        event = ev.Sat(self.house.now(), seat=seat, name=name)
        again = partial(self._sit, wanted, name, digest, answer)
        link = NewLink(self.table.name, digest, "seat", seat)
        self.happen(event, answer, again, [link])

    def welcome(self, seat: int, last: int) -> bytes:
        """The whole table for a viewer; the table is settled."""
        now = self.house.now()
        return client_messages.encode(
            viewer_messages.welcome(self.table, seat, last, self.present(), now)
        )
