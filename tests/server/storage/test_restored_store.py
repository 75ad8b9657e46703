"""A store that is restored while the server runs."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from odintable.server.live.table_registry import House
from odintable.server.storage import backup
from odintable.server.storage.store import StoreError
from odintable.server.tables.table import Happening
from tests.server.support.pure_tables import CLOCKED, plan
from tests.server.support.registry_in_process import (
    Ears,
    Moody,
    Time,
    dealt,
    is_retry,
    opened,
    play,
)


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
        await asyncio.to_thread(backup.restore, tmp_path / "copy.sqlite", store.path)
        time.now += 500_000  # nothing ticks from here on: or the clock would end the game first
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
