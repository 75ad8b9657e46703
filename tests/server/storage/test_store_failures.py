"""The table registry when the store fails."""

import asyncio
import threading

import msgspec
import pytest

from odintable.server.live import client_messages
from odintable.server.live.live_table import Outcome
from odintable.server.refused_error import Refused
from odintable.server.storage.store_interface import AppendEvent, StoreError
from odintable.server.tables import events as ev
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tokens import token_digest
from tests.server.support.pure_tables import CLOCKED, table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    RecordingViewer,
    Time,
    dealt,
    is_retry,
    new_connection,
    open_registry,
    play,
    send_command,
)
from tests.server.support.stored_history import whole


def test_an_event_that_is_not_stored_never_happened_and_may_be_retried(
    store: FailingStore,
) -> None:
    async def play() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, 1)
        received = len(viewer.received)
        move = client_messages.Play("a", live_table.table.position.legal()[0])
        before = live_table.table.position.states.tobytes()
        store.fails = 1
        outcome = await send_command(live_table, move, 0)
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.retry) == ("store", True)
        assert live_table.table.position.states.tobytes() == before
        assert len(viewer.received) == received
        assert isinstance(await send_command(live_table, move, 0), AppliedEvent)
        assert len(viewer.received) == received + 1
        assert len(store.events(live_table.table.name)) == live_table.table.seq
        registry.close()

    asyncio.run(play())


def test_after_a_conflict_the_table_is_reloaded_and_the_command_repeated(
    store: FailingStore,
) -> None:
    async def play() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        table = live_table.table
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, 0)
        rival = ev.Proposed(0, "r", seat=1, what="back")
        store.rival = AppendEvent(table.name, table.seq, ev.encode(rival))
        outcome = await send_command(
            live_table, client_messages.Play("a", table.position.legal()[0]), 0
        )
        assert isinstance(outcome, AppliedEvent)
        one, two = [ev.decode(body) for body in store.events(table.name)[-2:]]
        assert isinstance(one, ev.Proposed)
        assert isinstance(two, ev.Moved)
        assert b'"welcome"' in viewer.received[-2]
        registry.close()

    asyncio.run(play())


def test_an_unexpected_store_failure_allows_a_retry_and_the_writer_goes_on(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        store.breaks = 1
        assert is_retry(await play(live_table))
        assert registry.paused_since is not None
        assert isinstance(await play(live_table), AppliedEvent)
        assert registry.paused_since is None
        store.breaks = 1
        with pytest.raises(StoreError, match="nobody thought of this"):
            await registry.create(table_config(), 0, "A")
        await registry.create(table_config(), 0, "A")
        registry.close()

    asyncio.run(scene())


def test_no_time_is_charged_while_nothing_can_be_stored(store: FailingStore) -> None:
    time = Time()

    async def scene() -> None:
        registry = open_registry(store, time)
        live_table, other = (
            await dealt(registry, clock=CLOCKED),
            await dealt(registry, clock=CLOCKED),
        )
        began = time.now
        time.now += 10_000
        store.is_full = True
        assert is_retry(await play(live_table))
        for _ in range(5):
            time.now += 1_000_000
            registry.timers.tick()
            assert is_retry(await play(live_table))
        assert other.table.stage == live_table.table.stage == "playing"
        assert live_table.table.clock is not None
        assert live_table.table.clock.left_at(time.now)[0] == 50_000
        store.is_full = False
        outcome = await play(live_table)
        assert isinstance(outcome, AppliedEvent)
        assert isinstance(outcome.event, ev.Moved)
        assert outcome.event.spent == 10_000
        assert registry.paused_since is None
        resumed = time.now
        time.now += 5_000
        registry.timers.tick()
        # Everybody has two seconds to send again what could not be stored.
        assert other.table.clock is not None
        assert other.table.clock.left_at(time.now)[0] == 60_000 - 10_000 - 3_000
        assert registry.downtimes[-1] == (began + 10_000, resumed + 2_000)
        replayed = await registry.load(live_table.table.name)
        assert replayed is not None
        assert whole(replayed) == whole(live_table.table)
        registry.close()
        again = open_registry(store, time)
        assert registry.downtimes[-1] in again.downtimes
        time.now += 200_000
        await again.timers.each_second(1, time.now)
        await again.writer.store_now([])
        assert again.live_tables[other.table.name].table.stage == "over"
        again.close()

    asyncio.run(scene())


def test_the_store_is_tried_again_by_itself(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        store.is_full = True
        assert is_retry(await play(live_table))
        store.is_full = False
        async with asyncio.timeout(60):
            while registry.paused_since is not None:
                await asyncio.sleep(0.05)
        registry.close()

    asyncio.run(scene())


def test_commands_submitted_before_a_known_failure_are_not_stored(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        one, two = await dealt(registry), await dealt(registry)
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
        for live_table in (one, two):
            assert isinstance(await play(live_table), AppliedEvent)
            assert len(store.events(live_table.table.name)) == live_table.table.seq
        registry.close()

    asyncio.run(scene())


async def no_table(_name: str) -> None:
    """Find no table in the store."""


def test_viewers_of_a_table_that_cannot_be_reloaded_are_disconnected(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        store.fails = 1
        first = asyncio.ensure_future(play(live_table))
        second = asyncio.ensure_future(play(live_table, "b"))
        await asyncio.sleep(0)
        late = RecordingViewer()
        live_table.when_stored(lambda: live_table.add_viewer(late, 1))
        with monkeypatch.context() as patch:
            patch.setattr(registry, "load", no_table)
            assert is_retry(await first)
        assert is_retry(await second)
        assert late.is_away
        assert late.received == []
        anew = await registry.get(live_table.table.name)
        assert anew is not None
        assert anew is not live_table
        assert isinstance(await play(anew), AppliedEvent)
        assert store.problems() == []
        registry.close()

    asyncio.run(scene())


def test_a_seat_that_could_not_be_stored_stays_free(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(), 0, "A")
        outcomes: list[Outcome] = []
        store.fails = 1
        monkeypatch.setattr(registry, "load", no_table)
        for name in ("B", "C"):
            live_table.take_seat(1, name, token_digest(name), outcomes.append)
        async with asyncio.timeout(60):
            while len(outcomes) < 2:
                await asyncio.sleep(0.01)
        assert [is_retry(outcome) for outcome in outcomes] == [True, True]
        registry.close()

    asyncio.run(scene())


def test_a_rematch_that_could_not_be_stored_is_made_later(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        assert isinstance(
            await send_command(live_table, client_messages.Resign("r"), 0), AppliedEvent
        )
        assert isinstance(
            await send_command(live_table, client_messages.Propose("p", what="rematch"), 0),
            AppliedEvent,
        )
        agreed: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def answer(outcome: Outcome) -> None:
            store.fails = 1
            agreed.set_result(outcome)

        live_table.handle_command(client_messages.Agree("y", what="rematch"), 1, answer)
        assert isinstance(await agreed, AppliedEvent)
        async with asyncio.timeout(60):
            while live_table.busy or live_table.table.rematch is None:
                await asyncio.sleep(0.05)
        assert store.fails == 0
        assert live_table.table.rematch is not None
        assert await registry.get(live_table.table.rematch) is not None
        assert registry.metrics.tables_created == 2
        registry.close()

    asyncio.run(scene())


@pytest.mark.parametrize("is_archived", [False, True])
def test_hello_is_refused_with_retry_when_tokens_cannot_be_read(
    is_archived: bool, store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_name: str, _digest: bytes) -> None:
        raise StoreError("not now")

    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        if is_archived:
            assert isinstance(
                await send_command(live_table, client_messages.Resign("r"), 0), AppliedEvent
            )
            await registry.timers.archive_old(1 << 60)
            await registry.writer.store_now([])
        monkeypatch.setattr(store, "token_access", unreadable)
        guest, protocol = new_connection(registry)
        guest.on_message(
            client_messages.encode({"do": "hello", "table": live_table.table.name, "token": "B"})
        )
        refused = msgspec.json.decode(protocol.sent[-1])
        assert (refused["type"], refused["code"], refused["retry"]) == ("refused", "store", True)
        guest.on_closed()
        registry.close()

    asyncio.run(scene())
