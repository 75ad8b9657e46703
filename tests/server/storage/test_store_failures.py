"""All tables of a server, when the store does not play along."""

import asyncio
import threading

import msgspec
import pytest

from odintable.server.http.tokens import digest_of
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused
from odintable.server.live.live_table import Outcome
from odintable.server.storage.store import Append, StoreError
from odintable.server.tables import events as ev
from odintable.server.tables.table import Happening
from tests.server.support.pure_tables import CLOCKED, plan
from tests.server.support.registry_in_process import (
    Ears,
    Moody,
    Time,
    asked,
    dealt,
    is_retry,
    opened,
    play,
    visitor,
)
from tests.server.support.stored_history import whole


def test_what_could_not_be_stored_never_happened_and_may_be_tried_again(store: Moody) -> None:
    async def play() -> None:
        house = opened(store)
        desk = await dealt(house)
        ears = Ears()
        desk.enter(ears, 1)
        heard = len(ears.heard)
        move = client_messages.Play("a", desk.table.position.legal()[0])
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
        outcome = await asked(desk, client_messages.Play("a", table.position.legal()[0]), 0)
        assert isinstance(outcome, Happening)
        one, two = [ev.read(body) for body in store.events(table.name)[-2:]]
        assert isinstance(one, ev.Proposed)
        assert isinstance(two, ev.Moved)
        assert b'"welcome"' in ears.heard[-2]
        house.close()

    asyncio.run(play())


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


def test_a_seat_is_not_refused_because_of_somebody_who_never_sat_down(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(), 0, "A")
        outcomes: list[Outcome] = []
        store.fails = 1
        monkeypatch.setattr(house, "load", lambda _name: None)
        for name in ("B", "C"):
            desk.sit(1, name, digest_of(name), outcomes.append)
        async with asyncio.timeout(60):
            while len(outcomes) < 2:
                await asyncio.sleep(0.01)
        assert [is_retry(outcome) for outcome in outcomes] == [True, True]
        house.close()

    asyncio.run(scene())


def test_a_rematch_that_could_not_be_stored_is_made_later(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        assert isinstance(await asked(desk, client_messages.Resign("r"), 0), Happening)
        assert isinstance(
            await asked(desk, client_messages.Propose("p", what="rematch"), 0), Happening
        )
        agreed: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def answer(outcome: Outcome) -> None:
            store.fails = 1
            agreed.set_result(outcome)

        desk.request(client_messages.Agree("y", what="rematch"), 1, answer)
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


@pytest.mark.parametrize("is_archived", [False, True])
def test_who_says_hello_when_links_cannot_be_read_is_told_to_try_again(
    is_archived: bool, store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_name: str, _digest: bytes) -> None:
        raise StoreError("not now")

    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        if is_archived:
            assert isinstance(await asked(desk, client_messages.Resign("r"), 0), Happening)
            house.archive_old(1 << 60)
            await house.writer.store_now([])
        monkeypatch.setattr(store, "link", unreadable)
        guest, wires = visitor(house)
        guest.heard(client_messages.encode({"do": "hello", "table": desk.table.name, "token": "B"}))
        refused = msgspec.json.decode(wires.sent[-1])
        assert (refused["type"], refused["code"], refused["retry"]) == ("refused", "store", True)
        guest.lost()
        house.close()

    asyncio.run(scene())
