"""The server is killed with kill -9 under load."""

import asyncio
from pathlib import Path
from unittest import mock

import pytest

from .support import many_tables
from .support.kill_rounds import kill_rounds
from .support.server_process import PATIENCE

pytestmark = [pytest.mark.long, pytest.mark.bulk]


def test_after_every_kill_under_load_each_acknowledged_move_is_stored_once(
    tmp_path: Path,
) -> None:
    # How soon everybody is back is for the long runs to tell, on a machine that does nothing else.
    reached = asyncio.run(kill_rounds(tmp_path, rounds=5, seed=1, within=PATIENCE))
    assert reached["rounds"] == 5
    assert reached["caught in the middle"]
    # 16 tables wait for 4 moves in each round and 3 at the end; a quick machine plays many more.
    assert reached["acknowledged"] > 300


def lost(events: list[many_tables.Json]) -> list[many_tables.Json]:
    """The last acknowledged move is missing."""
    return [one for one in events if one is not events[-1]]


def doubled(events: list[many_tables.Json]) -> list[many_tables.Json]:
    """The last move is there twice."""
    return [*events, events[-1]]


def exchanged(events: list[many_tables.Json]) -> list[many_tables.Json]:
    """Two moves in the wrong order."""
    return [*events[:-2], events[-1], events[-2]]


@pytest.mark.parametrize("spoil", [lost, doubled, exchanged])
def test_a_lost_doubled_or_reordered_move_would_be_noticed(
    spoil: many_tables.Spoil, tmp_path: Path
) -> None:
    honest = many_tables.stored_events

    def spoilt(path: Path) -> dict[str, list[many_tables.Json]]:
        return {name: spoil(events) for name, events in honest(path).items()}

    with mock.patch.object(many_tables, "stored_events", spoilt), pytest.raises(AssertionError):
        asyncio.run(kill_rounds(tmp_path, rounds=0, seed=1, tables=1))
