"""A bot's turn at a table when the bot fails."""

import asyncio
from collections.abc import Callable

import pytest

from odintable.bots import MoveChoice
from odintable.games.position import SPECTATOR, Position
from odintable.server.bots import worker_pool
from odintable.server.bots.fair_queue import Share
from odintable.server.bots.worker_pool import UNNAMED, Job, WorkerPool
from odintable.server.live import client_messages
from odintable.server.live.live_table import POLLING_MS, LiveTable
from odintable.server.live.table_registry import TableRegistry
from odintable.server.tables.applied_event import AppliedEvent
from tests.server.support import stuck_workers
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    RecordingViewer,
    Time,
    is_retry,
    open_registry,
    play,
    send_command,
)


@pytest.mark.long
def test_a_bot_that_always_hangs_finally_plays_any_legal_move(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "run_worker", stuck_workers.at_odin)
    monkeypatch.setattr(worker_pool, "FIRST_GRACE", 1.0)
    monkeypatch.setattr(worker_pool, "LOADING_GRACE", 1.0)
    monkeypatch.setenv(stuck_workers.WAY, stuck_workers.SLEEPS)

    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(people=1, bots=1, bot_time=50), 0, "A")
        assert isinstance(await send_command(live_table, client_messages.Ready(), 0), AppliedEvent)
        assert isinstance(await play(live_table), AppliedEvent)
        async with asyncio.timeout(120):
            while live_table.table.seats[live_table.table.position.turn].bot is not None:
                await asyncio.sleep(0.05)
        registry.workers.close()
        registry.close()

    asyncio.run(scene())


class Silent(WorkerPool):
    """Bots who think for ever, and are asked so many times."""

    asked = 0

    def choose_move(
        self,
        view: Position,
        bot: str,
        time_ms: int,
        done: Callable[[MoveChoice | None], None],
        share: Share = UNNAMED,
    ) -> Job:
        """No answer."""
        self.asked += 1
        return Job(view, ("think", bot), time_ms, done, self, 0.0, share)


class Wrong(Silent):
    """Bots who never find a legal move."""

    def choose_move(
        self,
        view: Position,
        bot: str,
        time_ms: int,
        done: Callable[[MoveChoice | None], None],
        share: Share = UNNAMED,
    ) -> Job:
        """Nonsense."""
        asyncio.get_running_loop().call_soon(done, MoveChoice("nonsense", 0.5, []))
        return super().choose_move(view, bot, time_ms, done, share)


async def to_a_bot(registry: TableRegistry) -> LiveTable:
    """A table at which a person has begun, and a bot is to answer."""
    live_table, _ = await registry.create(table_config(people=1, bots=1), 0, "A")
    assert isinstance(await send_command(live_table, client_messages.Ready(), 0), AppliedEvent)
    assert isinstance(await play(live_table), AppliedEvent)
    return live_table


async def to_the_person(live_table: LiveTable) -> None:
    """Until the bot has moved."""
    async with asyncio.timeout(60):
        while live_table.busy or live_table.table.position.turn != 0:
            await asyncio.sleep(0.01)


def test_a_bot_with_illegal_moves_finally_plays_any_legal_move(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        registry.workers = wrong = Wrong(1, registry.metrics, registry.sources.random)
        live_table = await to_a_bot(registry)
        await to_the_person(live_table)
        assert wrong.asked == worker_pool.MAX_TRIES
        assert isinstance(await play(live_table, "b"), AppliedEvent)
        await to_the_person(live_table)
        assert wrong.asked == 2 * worker_pool.MAX_TRIES
        registry.close()

    asyncio.run(scene())


def test_a_bot_thinks_again_after_a_command_was_not_stored(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        registry.workers = silent = Silent(1, registry.metrics, registry.sources.random)
        live_table = await to_a_bot(registry)
        assert silent.asked == 1
        store.fails = 1
        assert is_retry(await send_command(live_table, client_messages.Resign("r"), 0))
        async with asyncio.timeout(60):
            while silent.asked == 1:
                await asyncio.sleep(0.01)
        registry.close()

    asyncio.run(scene())


def test_a_game_of_bots_pauses_as_soon_as_nobody_watches(store: FailingStore) -> None:
    async def scene() -> None:
        time = Time()
        registry = open_registry(store, time)
        registry.workers = silent = Silent(1, registry.metrics, registry.sources.random)
        live_table, _ = await registry.create(table_config(people=0, bots=2), None, "")
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, SPECTATOR)
        assert (silent.asked, live_table.job is not None) == (1, True)
        live_table.remove_viewer(viewer, SPECTATOR)
        assert live_table.job is None
        time.now += POLLING_MS
        live_table.start_bot()
        assert silent.asked == 1
        live_table.viewers.mark_seen(SPECTATOR)  # by a request to the API
        live_table.start_bot()
        assert silent.asked == 2
        registry.close()

    asyncio.run(scene())
