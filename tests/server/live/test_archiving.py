"""Games that ended long ago become records."""

import asyncio

import pytest

from odintable.server.live import client_messages
from odintable.server.live.table_registry import Archived
from odintable.server.storage.store import StoreError
from odintable.server.tables.table import Happening
from tests.server.support.registry_in_process import Moody, asked, dealt, is_retry, opened


def test_who_asks_while_a_game_becomes_a_record_is_told_to_come_back(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        desk = await dealt(house)
        name = desk.table.name
        assert isinstance(await asked(desk, client_messages.Resign("r"), 0), Happening)
        house.archive_old(1 << 60)
        assert house.desk(name) is desk
        assert is_retry(await asked(desk, client_messages.Propose("p", what="rematch"), 0))
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
        assert isinstance(await asked(desk, client_messages.Resign("r"), 0), Happening)
        house.desks.clear()
        store.is_full = True
        house.archive_old(1 << 60)
        with pytest.raises(StoreError):
            await house.writer.store_now([])
        store.is_full = False
        assert house.desk(name) is not None  # nothing was stored: it is there, and tried again
        for _ in range(2):  # the second finds that it is under way
            house.archive_old(1 << 60)
        assert house.desk(name) is not None
        await house.writer.store_now([])
        assert house.metrics.archived == 1
        with pytest.raises(Archived):
            house.desk(name)
        house.close()

    asyncio.run(scene())
