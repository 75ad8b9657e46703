"""All tables of a server, in one process: who waits, and whose turn it is to be looked after."""

import asyncio
import contextlib

import pytest

from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused
from odintable.server.live.table_registry import Archived
from odintable.server.storage.store import Append, Mark, NewGame
from odintable.server.tables import events as ev
from odintable.server.tables.table import Happening, Table
from tests.server.support.pure_tables import CLOCKED, plan
from tests.server.support.registry_in_process import Moody, Time, asked, dealt, opened, play


def test_whatever_is_asked_while_an_event_is_stored_waits_its_turn(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk = await dealt(house)
        first = asyncio.ensure_future(
            asked(desk, client_messages.Play("a", desk.table.position.legal()[0]), 0)
        )
        second = asyncio.ensure_future(asked(desk, client_messages.Resign("b"), 1))
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


def test_a_table_that_is_listed_before_its_maker_hears_of_it_has_one_desk(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        making = asyncio.ensure_future(house.make(plan(open=True), 0, "A"))
        while not store.listed(1):
            await asyncio.sleep(0)
        (found,) = house.listed()
        early = house.desk(found.name)
        made, _ = await making
        assert house.desk(found.name) is made is early
        house.close()

    asyncio.run(scene())


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
        spoil(store, 150, time.now + 1)
        house = opened(store, time)
        late = await dealt(house, clock=CLOCKED)
        old = await dealt(house)
        assert isinstance(await asked(old, client_messages.Resign("r"), 0), Happening)
        waiting, _ = await house.make(plan(open=True), 0, "A")
        house.desks.clear()
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
