"""The table registry in one process: loading, listing, timers and failing tables."""

import asyncio
import contextlib
import itertools
from unittest import mock

import pytest

from odintable.server.live import client_messages
from odintable.server.live import live_table as live_table_module
from odintable.server.live.table_loader import Archived
from odintable.server.refused_error import Refused
from odintable.server.storage.store_interface import AppendEvent, NewGame, TableSummary
from odintable.server.tables import events as ev
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.table import Table
from tests.server.support.pure_tables import CLOCKED, table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    Time,
    dealt,
    open_registry,
    play,
    send_command,
)


def test_commands_wait_while_an_event_is_stored(store: FailingStore) -> None:
    async def play() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        first = asyncio.ensure_future(
            send_command(
                live_table, client_messages.Play("a", live_table.table.position.legal()[0]), 0
            )
        )
        second = asyncio.ensure_future(send_command(live_table, client_messages.Resign("b"), 1))
        await asyncio.sleep(0)
        assert live_table.busy
        seen: list[int] = []
        live_table.when_stored(lambda: seen.append(live_table.table.seq))
        assert not seen
        assert isinstance(await first, AppliedEvent)
        assert isinstance(await second, AppliedEvent)
        assert seen == [live_table.table.seq]
        registry.close()

    asyncio.run(play())


def test_many_waiting_calls_are_made_in_order_over_several_iterations_of_the_loop(
    store: FailingStore,
) -> None:
    async def play() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        move = client_messages.Play("a", live_table.table.position.legal()[0])
        iterations, called_in = 0, []

        def count() -> None:
            nonlocal iterations
            iterations += 1
            registry.loop.call_soon(count)

        count()
        first = asyncio.ensure_future(send_command(live_table, move, 0))
        await asyncio.sleep(0)
        assert live_table.busy
        for _ in range(5):
            live_table.when_stored(lambda: called_in.append(iterations))
        second = asyncio.ensure_future(send_command(live_table, client_messages.Resign("b"), 1))
        clock = mock.patch.object(live_table_module, "perf_counter", side_effect=itertools.count())
        with clock:  # every call takes long
            await first
            live_table.when_stored(lambda: called_in.append(iterations))  # after those before it
            assert isinstance(await second, AppliedEvent)
            while len(called_in) < 6:
                await asyncio.sleep(0)
        assert called_in == sorted(called_in)
        assert len(set(called_in)) == 6, "several were called in one iteration of the loop"
        registry.close()

    asyncio.run(play())


def test_a_table_listed_while_it_is_created_has_one_live_table(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        making = asyncio.ensure_future(registry.create(table_config(open=True), 0, "A"))
        while not store.open_games(1):
            await asyncio.sleep(0)
        (found,) = await registry.open_tables()
        early = await registry.get(found.name)
        made, _ = await making
        assert await registry.get(found.name) is made is early
        registry.close()

    asyncio.run(scene())


def test_downtime_between_two_times_is_known(store: FailingStore) -> None:
    async def look() -> None:
        registry = open_registry(store)
        registry.downtimes = [(100, 200), (1_000, 5_000)]
        assert registry.downtime_between(0, 50) == 0
        assert registry.downtime_between(150, 3_000) == 50 + 2_000
        assert registry.downtime_between(6_000, 9_000) == 0
        registry.close()

    asyncio.run(look())


def test_a_game_of_another_rules_version_is_refused(store: FailingStore) -> None:
    async def play() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(rules=0, open=True), 0, "A")
        registry.live_tables.clear()
        with pytest.raises(Refused, match="rules version 0") as refused:
            await registry.get(live_table.table.name)
        assert refused.value.code == "rules"
        assert await registry.open_tables() == []
        await registry.timers.archive_old(1 << 60)
        assert store.events(live_table.table.name)
        registry.close()

    asyncio.run(play())


def test_an_unexpected_failure_is_refused_and_closes_the_table(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        with monkeypatch.context() as failing:
            failing.setattr(Table, "apply", lambda _table, _event: 1 // 0)
            outcome = await play(live_table)
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.retry) == ("not-allowed", False)
        anew = await registry.get(live_table.table.name)
        assert anew is not None
        assert isinstance(await play(anew), AppliedEvent)
        registry.close()

    asyncio.run(scene())


def spoil(store: FailingStore, count: int, now: int) -> None:
    """So many games of other rules, and of no rules at all, that are due and old and open."""
    for number in range(count):
        game = f"bad{number:09}"
        rules = ev.TableCreated(1, config=table_config(rules=0), commitment="c")
        body = ev.encode(rules) if number % 2 else b"{}"
        mark = TableSummary(game, listed=True, due=1, touched=1, ended=1)
        store.write([NewGame(game, b"s", now), AppendEvent(game, 0, body), mark])


def test_unreadable_games_do_not_affect_others(store: FailingStore) -> None:
    time = Time()

    async def scene() -> None:
        spoil(store, 150, time.now + 1)
        registry = open_registry(store, time)
        late = await dealt(registry, clock=CLOCKED)
        old = await dealt(registry)
        assert isinstance(await send_command(old, client_messages.Resign("r"), 0), AppliedEvent)
        waiting, _ = await registry.create(table_config(open=True), 0, "A")
        registry.live_tables.clear()
        time.now += 100 * 24 * 3_600_000
        for second in range(4):
            await registry.timers.each_second(second, time.now)
            await registry.open_tables()
            await registry.timers.archive_old(time.now)
            await registry.writer.store_now([])
        assert [table.name for table in await registry.open_tables()] == [waiting.table.name]
        for over in (late, old):
            registry.live_tables.clear()
            with contextlib.suppress(Archived):
                found = await registry.get(over.table.name)
                assert found is not None
                assert found.table.result is not None
        with pytest.raises(Archived):
            await registry.get(old.table.name)
        assert store.events("bad000000000") == [b"{}"]
        with pytest.raises(Refused, match="cannot be replayed"):
            await registry.get("bad000000000")
        registry.close()

    asyncio.run(scene())


def test_a_table_that_fails_in_a_timer_is_quarantined(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()

    async def scene() -> None:
        registry = open_registry(store, time)
        bad, good = await dealt(registry, clock=CLOCKED), await dealt(registry, clock=CLOCKED)
        monkeypatch.setattr(bad.table.clock, "due", lambda: 1 // 0)
        time.now += 100_000
        registry.timers.tick()
        await registry.writer.store_now([])
        assert good.table.stage == "over"
        assert bad.table.name in registry.quarantined
        registry.close()

    asyncio.run(scene())
