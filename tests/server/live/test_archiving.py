"""Games that ended long ago become records."""

import asyncio

import pytest

from odintable.server.live import client_messages
from odintable.server.live.table_loader import Archived
from odintable.server.storage.store_interface import StoreError
from odintable.server.tables.applied_event import AppliedEvent
from tests.server.support.registry_in_process import (
    FailingStore,
    dealt,
    is_retry,
    open_registry,
    send_command,
)


def test_a_command_during_archiving_is_refused_with_retry(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        name = live_table.table.name
        assert isinstance(
            await send_command(live_table, client_messages.Resign("r"), 0), AppliedEvent
        )
        await registry.timers.archive_old(1 << 60)
        assert await registry.get(name) is live_table
        assert is_retry(
            await send_command(live_table, client_messages.Propose("p", what="rematch"), 0)
        )
        assert store.events(name) == []
        with pytest.raises(Archived):
            await registry.get(name)
        registry.close()

    asyncio.run(scene())


def test_a_viewer_during_archiving_does_not_prevent_it(
    store: FailingStore,
) -> None:
    async def scene() -> None:
        registry = open_registry(store)
        live_table = await dealt(registry)
        name = live_table.table.name
        assert isinstance(
            await send_command(live_table, client_messages.Resign("r"), 0), AppliedEvent
        )
        registry.live_tables.clear()
        store.is_full = True
        await registry.timers.archive_old(1 << 60)
        with pytest.raises(StoreError):
            await registry.writer.store_now([])
        store.is_full = False
        assert (
            await registry.get(name) is not None
        )  # nothing was stored: it is there, and tried again
        for _ in range(2):  # the second finds that it is under way
            await registry.timers.archive_old(1 << 60)
        assert await registry.get(name) is not None
        await registry.writer.store_now([])
        assert registry.metrics.archived == 1
        with pytest.raises(Archived):
            await registry.get(name)
        registry.close()

    asyncio.run(scene())
