"""All tables of a server, in one process: what happens when the store does not play along."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from odintable.server import backup, wire, workers
from odintable.server import events as ev
from odintable.server.desk import Desk, Outcome
from odintable.server.house import Archived, House
from odintable.server.metrics import Metrics
from odintable.server.settings import Settings
from odintable.server.sources import Sources
from odintable.server.sqlite import SqliteStore
from odintable.server.store import Append, Mark, NewGame, StoreError, Write
from odintable.server.table import Happening, Table
from odintable.server.wire import Refused
from odintable.server.workers import Workers

from . import stuck
from .history import whole
from .tables import CLOCKED, plan


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


async def asked(desk: Desk, request: wire.Request, seat: int) -> Outcome:
    """The answer to a request."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.request(request, seat, future.set_result)
    return await future


async def dealt(house: House, **more: Any) -> Desk:
    """A table at which two people are ready."""
    desk, _ = await house.make(plan(**more), 0, "A")
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.sit(None, "B", b"d", done.set_result)
    await done
    for seat in (0, 1):
        assert isinstance(await asked(desk, wire.Ready(), seat), Happening)
    return desk


async def play(desk: Desk, name: str = "a") -> Outcome:
    """Any move of whose turn it is."""
    position = desk.table.position
    return await asked(desk, wire.Play(name, position.legal()[0]), position.turn)


def is_retry(outcome: Outcome) -> bool:
    """To be sent again."""
    return isinstance(outcome, Refused) and (outcome.code, outcome.retry) == ("store", True)


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


@pytest.fixture
def store(tmp_path: Path) -> Moody:
    """A store that plays along, until told otherwise."""
    return Moody(tmp_path / "games.sqlite")


def test_what_could_not_be_stored_never_happened_and_may_be_tried_again(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk = await dealt(house)
        ears = Ears()
        desk.enter(ears, 1)
        heard = len(ears.heard)
        move = wire.Play("a", desk.table.position.legal()[0])
        before = desk.table.position.states.tobytes()
        store.fails = 1
        outcome = await asked(desk, move, 0)
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.retry) == ("store", True)
        assert desk.table.position.states.tobytes() == before
        assert len(ears.heard) == heard
        assert isinstance(await asked(desk, move, 0), Happening)
        assert len(ears.heard) == heard + 1
        assert len(store.events(desk.table.name)) == desk.table.seq
        house.close()

    asyncio.run(play())


def test_who_lost_the_race_for_a_number_reads_again_and_tries_on_top(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk = await dealt(house)
        table = desk.table
        ears = Ears()
        desk.enter(ears, 0)
        rival = ev.Proposed(0, "r", seat=1, what="back")
        store.rival = Append(table.name, table.seq, ev.write(rival))
        outcome = await asked(desk, wire.Play("a", table.position.legal()[0]), 0)
        assert isinstance(outcome, Happening)
        one, two = [ev.read(body) for body in store.events(table.name)[-2:]]
        assert isinstance(one, ev.Proposed)
        assert isinstance(two, ev.Moved)
        assert b'"welcome"' in ears.heard[-2]
        house.close()

    asyncio.run(play())


def test_whatever_is_asked_while_an_event_is_stored_waits_its_turn(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk = await dealt(house)
        first = asyncio.ensure_future(
            asked(desk, wire.Play("a", desk.table.position.legal()[0]), 0)
        )
        second = asyncio.ensure_future(asked(desk, wire.Resign("b"), 1))
        await asyncio.sleep(0)
        assert desk.busy
        seen: list[int] = []
        desk.when_settled(lambda: seen.append(desk.table.seq))
        assert not seen
        assert isinstance(await first, Happening)
        assert isinstance(await second, Happening)
        assert seen == [desk.table.seq]
        house.close()

    asyncio.run(play())


def test_time_that_the_server_was_down_is_known(store: Moody) -> None:
    async def look() -> None:
        house = opened(store)
        house.downtimes = [(100, 200), (1_000, 5_000)]
        assert house.down_between(0, 50) == 0
        assert house.down_between(150, 3_000) == 50 + 2_000
        assert house.down_between(6_000, 9_000) == 0
        house.close()

    asyncio.run(look())


def test_a_game_of_other_rules_is_left_alone(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(rules=0, open=True), 0, "A")
        house.desks.clear()
        with pytest.raises(Refused, match="rules 0") as refused:
            house.desk(desk.table.name)
        assert refused.value.code == "rules"
        assert house.listed() == []
        house.archive_old(1 << 60)
        assert store.events(desk.table.name)
        house.close()

    asyncio.run(play())


# -- A store that fails ------------------------------------------------------------------------


def test_what_nobody_expected_is_a_retry_too_and_the_writer_goes_on(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        store.breaks = 1
        assert is_retry(await play(desk))
        assert house.stands_since is not None
        assert isinstance(await play(desk), Happening)
        assert house.stands_since is None
        store.breaks = 1
        with pytest.raises(StoreError, match="nobody thought of this"):
            await house.make(plan(), 0, "A")
        await house.make(plan(), 0, "A")
        house.close()

    asyncio.run(scene())


def test_no_time_is_charged_while_nothing_can_be_stored(store: Moody) -> None:
    time = Time()

    async def scene() -> None:
        house = opened(store, time)
        desk, other = await dealt(house, clock=CLOCKED), await dealt(house, clock=CLOCKED)
        began = time.now
        time.now += 10_000
        store.is_full = True
        assert is_retry(await play(desk))
        for _ in range(5):
            time.now += 1_000_000
            house._tick()
            assert is_retry(await play(desk))
        assert other.table.stage == desk.table.stage == "playing"
        assert desk.table.clock is not None
        assert desk.table.clock.left_at(time.now)[0] == 50_000
        store.is_full = False
        outcome = await play(desk)
        assert isinstance(outcome, Happening)
        assert isinstance(outcome.event, ev.Moved)
        assert outcome.event.spent == 10_000
        assert house.stands_since is None
        resumed = time.now
        time.now += 5_000
        house._tick()
        # Everybody has two seconds to send again what could not be stored.
        assert other.table.clock is not None
        assert other.table.clock.left_at(time.now)[0] == 60_000 - 10_000 - 3_000
        assert house.downtimes[-1] == (began + 10_000, resumed + 2_000)
        replayed = house.load(desk.table.name)
        assert replayed is not None
        assert whole(replayed) == whole(desk.table)
        house.close()
        again = opened(store, time)
        assert house.downtimes[-1] in again.downtimes
        time.now += 200_000
        again._each_second(1, time.now)
        await again.writer.store_now([])
        assert again.desks[other.table.name].table.stage == "over"
        again.close()

    asyncio.run(scene())


def test_the_store_is_tried_again_by_itself(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        store.is_full = True
        assert is_retry(await play(desk))
        store.is_full = False
        async with asyncio.timeout(60):
            while house.stands_since is not None:
                await asyncio.sleep(0.05)
        house.close()

    asyncio.run(scene())


def test_what_was_asked_for_before_a_failure_was_heard_of_is_not_stored(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        one, two = await dealt(house), await dealt(house)
        store.gate, store.is_waiting, store.fails = threading.Event(), False, 1
        gate = store.gate
        first = asyncio.ensure_future(play(one))
        async with asyncio.timeout(60):
            while not store.is_waiting:
                await asyncio.sleep(0.01)
        second = asyncio.ensure_future(play(two))
        await asyncio.sleep(0.05)
        gate.set()
        assert is_retry(await first)
        assert is_retry(await second)
        for desk in (one, two):
            assert isinstance(await play(desk), Happening)
            assert len(store.events(desk.table.name)) == desk.table.seq
        house.close()

    asyncio.run(scene())


def test_who_waits_at_a_table_that_cannot_be_read_again_is_sent_away(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        store.fails = 1
        first = asyncio.ensure_future(play(desk))
        second = asyncio.ensure_future(play(desk, "b"))
        await asyncio.sleep(0)
        late = Ears()
        desk.when_settled(lambda: desk.enter(late, 1))
        with monkeypatch.context() as patch:
            patch.setattr(house, "load", lambda _name: None)
            assert is_retry(await first)
        assert is_retry(await second)
        assert late.is_away
        assert late.heard == []
        anew = house.desk(desk.table.name)
        assert anew is not None
        assert anew is not desk
        assert isinstance(await play(anew), Happening)
        assert store.faults() == []
        house.close()

    asyncio.run(scene())


def test_what_fails_unexpectedly_at_a_table_is_refused_and_nothing_is_built_on_it(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        with monkeypatch.context() as failing:
            failing.setattr(Table, "apply", lambda _table, _event: 1 // 0)
            outcome = await play(desk)
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.retry) == ("not-allowed", False)
        anew = house.desk(desk.table.name)
        assert anew is not None
        assert isinstance(await play(anew), Happening)
        house.close()

    asyncio.run(scene())


def test_a_rematch_that_could_not_be_stored_is_made_later(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        assert isinstance(await asked(desk, wire.Resign("r"), 0), Happening)
        assert isinstance(await asked(desk, wire.Propose("p", what="rematch"), 0), Happening)
        agreed: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def answer(outcome: Outcome) -> None:
            store.fails = 1
            agreed.set_result(outcome)

        desk.request(wire.Agree("y", what="rematch"), 1, answer)
        assert isinstance(await agreed, Happening)
        async with asyncio.timeout(60):
            while desk.busy or desk.table.rematch is None:
                await asyncio.sleep(0.05)
        assert store.fails == 0
        assert desk.table.rematch is not None
        assert house.desk(desk.table.rematch) is not None
        assert house.metrics.tables_made == 2
        house.close()

    asyncio.run(scene())


# -- A restored store --------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["a player", "somebody else", "the server"])
def test_after_a_restore_nothing_is_built_on_what_was_in_memory(
    who: str, store: Moody, tmp_path: Path
) -> None:
    time = Time()

    async def scene() -> None:
        house = opened(store, time)
        desk, other = await dealt(house, clock=CLOCKED), await dealt(house)
        ears = Ears()
        desk.enter(ears, 0)
        backup.copy(store.path, tmp_path / "copy.sqlite")
        kept = desk.table.seq
        for name in "abc":
            assert isinstance(await play(desk, name), Happening)
        time.now += 500_000
        await asyncio.to_thread(backup.restore, tmp_path / "copy.sqlite", store.path)
        if who == "somebody else":
            with pytest.raises(StoreError):
                await house.make(plan(), 0, "A")
        elif who == "the server":
            await tick_until_noticed(house)
        else:
            moves = [asyncio.ensure_future(play(desk, name)) for name in "de"]
            moves.append(asyncio.ensure_future(play(other, "f")))
            assert [is_retry(outcome) for outcome in await asyncio.gather(*moves)] == [True] * 3
        assert ears.is_away
        assert house.desks == {}
        assert is_retry(await play(desk, "g")), "whoever holds the old table is sent away"
        anew = house.desk(desk.table.name)
        assert anew is not None
        assert anew.table.seq == kept
        house._tick()
        assert anew.table.clock is not None
        assert anew.table.clock.left_at(time.now) == [60_000, 60_000]
        for name in "abc":
            assert isinstance(await play(anew, name), Happening)
        time.now += 5_000
        assert min(anew.table.clock.left_at(time.now)) >= 57_000
        assert store.faults() == []
        house.close()

    asyncio.run(scene())


async def tick_until_noticed(house: House) -> None:
    """As many ticks as there are between two beats."""
    for _ in range(16):
        house._tick()
    with contextlib.suppress(StoreError):
        await house.writer.store_now([])


# -- Games that cannot be read -----------------------------------------------------------------


def spoil(store: Moody, count: int, now: int) -> None:
    """So many games of other rules, and of no rules at all, that are due and old and open."""
    for number in range(count):
        game = f"bad{number:09}"
        rules = ev.Made(1, plan=plan(rules=0), commitment="c")
        body = ev.write(rules) if number % 2 else b"{}"
        mark = Mark(game, listed=True, due=1, touched=1, ended=1)
        store.write([NewGame(game, b"s", now), Append(game, 0, body), mark])


def test_games_that_cannot_be_read_are_in_nobodys_way(store: Moody) -> None:
    time = Time()

    async def scene() -> None:
        house = opened(store, time)
        late = await dealt(house, clock=CLOCKED)
        old = await dealt(house)
        assert isinstance(await asked(old, wire.Resign("r"), 0), Happening)
        waiting, _ = await house.make(plan(open=True), 0, "A")
        house.desks.clear()
        spoil(store, 150, time.now + 1)
        time.now += 100 * 24 * 3_600_000
        for second in range(4):
            house._each_second(second, time.now)
            house.listed()
            house.archive_old(time.now)
            await house.writer.store_now([])
        assert [table.name for table in house.listed()] == [waiting.table.name]
        for over in (late, old):
            house.desks.clear()
            with contextlib.suppress(Archived):
                found = house.desk(over.table.name)
                assert found is not None
                assert found.table.result is not None
        with pytest.raises(Archived):
            house.desk(old.table.name)
        assert store.events("bad000000000") == [b"{}"]
        with pytest.raises(Refused, match="cannot be replayed"):
            house.desk("bad000000000")
        house.close()

    asyncio.run(scene())


def test_a_table_that_fails_in_its_tick_is_left_alone_and_the_others_have_theirs(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def scene() -> None:
        house = opened(store, time)
        bad, good = await dealt(house, clock=CLOCKED), await dealt(house, clock=CLOCKED)
        monkeypatch.setattr(bad.table.clock, "due", lambda: 1 // 0)
        time.now += 100_000
        house._tick()
        await house.writer.store_now([])
        assert good.table.stage == "over"
        assert bad.table.name in house.set_aside
        house.close()

    asyncio.run(scene())


def test_who_asks_while_a_game_becomes_a_record_is_told_to_come_back(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        name = desk.table.name
        assert isinstance(await asked(desk, wire.Resign("r"), 0), Happening)
        house.archive_old(1 << 60)
        assert house.desk(name) is desk
        assert is_retry(await asked(desk, wire.Propose("p", what="rematch"), 0))
        assert store.events(name) == []
        with pytest.raises(Archived):
            house.desk(name)
        house.close()

    asyncio.run(scene())


def test_who_only_looks_while_a_game_becomes_a_record_does_not_keep_it_alive(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        name = desk.table.name
        assert isinstance(await asked(desk, wire.Resign("r"), 0), Happening)
        house.desks.clear()
        store.is_full = True
        house.archive_old(1 << 60)
        with pytest.raises(StoreError):
            await house.writer.store_now([])
        store.is_full = False
        assert house.desk(name) is not None  # nothing was stored: it is there, and tried again
        house.archive_old(1 << 60)
        assert house.desk(name) is not None
        await house.writer.store_now([])
        with pytest.raises(Archived):
            house.desk(name)
        house.close()

    asyncio.run(scene())


@pytest.mark.long
def test_a_bot_that_hangs_each_time_plays_any_legal_move_in_the_end(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "work", stuck.at_odin)
    monkeypatch.setattr(workers, "FIRST_GRACE", 1.0)
    monkeypatch.setattr(workers, "LOADING_GRACE", 1.0)
    monkeypatch.setenv(stuck.WAY, stuck.SLEEPS)

    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(people=1, bots=1, bot_time=50), 0, "A")
        assert isinstance(await asked(desk, wire.Ready(), 0), Happening)
        assert isinstance(await play(desk), Happening)
        async with asyncio.timeout(120):
            while desk.table.seats[desk.table.position.turn].bot is not None:
                await asyncio.sleep(0.05)
        house.workers.close()
        house.close()

    asyncio.run(scene())
