"""All tables of a server, in one process: what happens when the store does not play along."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from odintable.server import events as ev
from odintable.server import wire
from odintable.server.desk import Desk, Outcome
from odintable.server.house import House
from odintable.server.metrics import Metrics
from odintable.server.settings import Settings
from odintable.server.sources import Sources
from odintable.server.sqlite import SqliteStore
from odintable.server.store import Append, StoreError, Write
from odintable.server.table import Happening
from odintable.server.wire import Refused
from odintable.server.workers import Workers

from .tables import plan


class Moody(SqliteStore):
    """A store that fails when it is told to, or is written by somebody else first."""

    fails = 0
    rival: Append | None = None

    def write(self, batch: Sequence[Write]) -> None:
        """Perhaps."""
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

    def show(self, message: bytes) -> None:
        """Something is told."""
        self.heard.append(message)

    def turn_away(self) -> None:
        """Come back later."""

    def dismiss(self) -> None:
        """No more from there."""


async def asked(desk: Desk, request: wire.Request, seat: int) -> Outcome:
    """The answer to a request."""
    future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.request(request, seat, future.set_result)
    return await future


async def dealt(house: House) -> Desk:
    """A table at which two people are ready."""
    desk, _ = await house.make(plan(), 0, "A")
    done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    desk.sit(None, "B", b"d", done.set_result)
    await done
    for seat in (0, 1):
        assert isinstance(await asked(desk, wire.Ready(), seat), Happening)
    return desk


def opened(store: SqliteStore) -> House:
    """A house over this store."""
    metrics, sources = Metrics(), Sources()
    workers = Workers(1, metrics, sources.random)
    return House(store, Settings(), sources, metrics, workers)


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
