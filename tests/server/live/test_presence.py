"""Messages about who is connected are sent at most once a second."""

import asyncio
import json

import pytest

from odintable.games.position import SPECTATOR
from odintable.server.live import table_viewers
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import FailingStore, RecordingViewer, open_registry

CROWD = 300


def presences(viewer: RecordingViewer) -> list[dict[str, object]]:
    """The messages about who is connected."""
    return [
        message for message in map(json.loads, viewer.received) if message["type"] == "presence"
    ]


@pytest.mark.long
def test_a_crowd_of_spectators_causes_few_messages_and_the_last_is_right(
    store: FailingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_viewers, "PRESENCE_EVERY", 0.2)

    async def scene() -> None:
        registry = open_registry(store)
        live_table, _ = await registry.create(table_config(), 0, "A")
        crowd = [RecordingViewer() for _ in range(CROWD)]
        for viewer in crowd:
            live_table.add_viewer(viewer, SPECTATOR)
        assert len(presences(crowd[0])) == 1  # the first is sent at once
        await asyncio.sleep(1)
        assert sum(len(presences(viewer)) for viewer in crowd) == 1 + CROWD
        for viewer in crowd:
            assert presences(viewer)[-1]["spectators"] == CROWD
        live_table.remove_viewer(crowd[0], SPECTATOR)
        await asyncio.sleep(0.1)  # a crowd gets its messages over several iterations
        assert presences(crowd[1])[-1]["spectators"] == CROWD - 1  # a quiet table: now
        registry.workers.close()
        registry.close()

    asyncio.run(scene())
