"""A store that is restored while the server runs."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from odintable.server.live.table_registry import TableRegistry
from odintable.server.storage import backup
from odintable.server.storage.store_interface import StoreError
from odintable.server.tables.applied_event import AppliedEvent
from tests.server.support.pure_tables import CLOCKED, table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    RecordingViewer,
    Time,
    dealt,
    is_retry,
    open_registry,
    play,
)


@pytest.mark.parametrize("who", ["a player", "somebody else", "the server"])
def test_after_a_restore_nothing_in_memory_is_used(
    who: str, store: FailingStore, tmp_path: Path
) -> None:
    time = Time()

    async def scene() -> None:
        registry = open_registry(store, time)
        live_table, other = await dealt(registry, clock=CLOCKED), await dealt(registry)
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, 0)
        backup.back_up(store.path, tmp_path / "copy.sqlite")
        kept = live_table.table.seq
        for name in "abc":
            assert isinstance(await play(live_table, name), AppliedEvent)
        await asyncio.to_thread(backup.restore, tmp_path / "copy.sqlite", store.path)
        time.now += 500_000  # nothing ticks from here on: or the clock would end the game first
        if who == "somebody else":
            with pytest.raises(StoreError):
                await registry.create(table_config(), 0, "A")
        elif who == "the server":
            await tick_until_noticed(registry)
        else:
            moves = [asyncio.ensure_future(play(live_table, name)) for name in "de"]
            moves.append(asyncio.ensure_future(play(other, "f")))
            assert [is_retry(outcome) for outcome in await asyncio.gather(*moves)] == [True] * 3
        assert viewer.is_away
        assert registry.live_tables == {}
        assert is_retry(await play(live_table, "g")), "whoever holds the old table is sent away"
        anew = await registry.get(live_table.table.name)
        assert anew is not None
        assert anew.table.seq == kept
        registry.timers.tick()
        assert anew.table.clock is not None
        assert anew.table.clock.left_at(time.now) == [60_000, 60_000]
        for name in "abc":
            assert isinstance(await play(anew, name), AppliedEvent)
        time.now += 5_000
        assert min(anew.table.clock.left_at(time.now)) >= 57_000
        assert store.problems() == []
        registry.close()

    asyncio.run(scene())


async def tick_until_noticed(registry: TableRegistry) -> None:
    """As many ticks as there are between two beats."""
    for _ in range(16):
        registry.timers.tick()
    with contextlib.suppress(StoreError):
        await registry.writer.store_now([])
