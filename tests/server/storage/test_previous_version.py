"""A store of the previous version opens, replays to the same tables, plays on and archives."""

import asyncio
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from odintable.games.position import SPECTATOR
from odintable.record.reader import read
from odintable.server.http.authentication import seat_for_token
from odintable.server.live import client_messages
from odintable.server.live.live_table import LiveTable
from odintable.server.live.table_loader import Archived
from odintable.server.live.table_registry import TableRegistry
from odintable.server.live.table_timers import DAY
from odintable.server.storage import backup
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.game_record import record_of, write_record
from odintable.server.tables.table import OVER, PLAYING, WAITING, Table
from tests.server.support.registry_in_process import Time, open_registry, send_command

STORED = Path(__file__).parent / "previous_version"
EXPECTED: dict[str, Any] = json.loads((STORED / "expected.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
LIVE = [name for name, one in TABLES.items() if one["stage"] != "archived"]
ABOUT = {name: one["about"] for name, one in TABLES.items()}


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    """A copy of the old store."""
    shutil.copy(STORED / "store.sqlite", tmp_path / "store.sqlite")
    return SqliteStore(tmp_path / "store.sqlite")


def load(store: SqliteStore, name: str) -> Table:
    """A table without a server."""
    return backup.load(store, name)


def test_the_old_store_is_sound(tmp_path: Path) -> None:
    shutil.copy(STORED / "store.sqlite", tmp_path / "store.sqlite")
    assert list(backup.problems(tmp_path / "store.sqlite")) == []


def test_every_kind_of_game_is_there() -> None:
    stages = [one["stage"] for one in TABLES.values()]
    assert {WAITING, PLAYING, OVER, "archived"} == set(stages)
    reasons = {one["result"]["why"] for one in TABLES.values() if one.get("result")}
    assert reasons == {"rules", "time", "agreed", "resigned"}
    assert any(one.get("proposals") for one in TABLES.values())
    assert any(one.get("clock") for one in TABLES.values())
    assert any(one.get("rematch") for one in TABLES.values())


@pytest.mark.parametrize("name", LIVE, ids=ABOUT.get)
def test_a_table_is_the_same(store: SqliteStore, name: str) -> None:
    expected = TABLES[name]
    table = load(store, name)
    seats = range(len(table.seats))
    assert (table.stage, table.seq) == (expected["stage"], expected["events"])
    assert [table.event_number(seat) for seat in seats] == expected["numbers"]
    assert [seat.to_dict() for seat in table.seats] == expected["seats"]
    assert [one.to_dict(table.seats) for one in table.proposals.values()] == expected["proposals"]
    assert {str(seat): salt for seat, salt in table.salts.items()} == expected["salts"]
    assert (table.commitment, table.rematch) == (expected["commitment"], expected["rematch"])
    if expected["result"] is not None:
        assert table.result is not None
        found = {"why": table.result.why, "winners": table.result.winners}
        assert {**found, "seat": table.result.seat} == expected["result"]
    if expected["clock"] is not None:
        assert table.clock is not None
        left = table.clock.left_at(EXPECTED["now"])
        assert {"left": left, "running": table.clock.running} == expected["clock"]
    if expected["position"] is None:
        assert table.match is None
        return
    assert table.position.to_json() == expected["position"]
    assert [table.position.view(seat).to_json() for seat in seats] == expected["views"]
    assert [table.may_take_back(seat) for seat in seats] == expected["may_take_back"]
    if table.stage == PLAYING:
        assert table.position.legal() == expected["legal"]
    if expected["record"] is not None:
        assert write_record(record_of(table)) == expected["record"]


def in_a_registry(store: SqliteStore, scene: Any) -> None:
    """Run a scene with all tables of the store."""
    time = Time()
    time.now = EXPECTED["now"] + 1000

    async def run() -> None:
        registry = open_registry(store, time)
        try:
            await scene(registry, time)
        finally:
            registry.close()
            registry.workers.close()
            store.close()

    asyncio.run(run())


async def play_on(live_table: LiveTable, rng: random.Random, moves: int) -> None:
    """Some moves of people; a bot's turn is left to the bot."""
    for number in range(moves):
        position = live_table.table.position
        seat = position.turn
        if live_table.table.stage != PLAYING or live_table.table.deciding_bot():
            return
        move = client_messages.Play(f"later{number}", rng.choice(position.legal()))
        assert isinstance(await send_command(live_table, move, seat), AppliedEvent)


def test_tokens_still_give_access(store: SqliteStore) -> None:
    async def scene(registry: TableRegistry, _time: Time) -> None:
        for name, expected in TABLES.items():
            for what, token in expected["tokens"].items():
                access = registry.token_access(name, token)
                if name not in LIVE:
                    assert access is not None, expected["about"]
                    continue
                live_table = await registry.get(name)
                assert live_table is not None
                seat = seat_for_token(registry, name, token)
                if what == "spectating":
                    allowed = live_table.table.config.spectators
                    assert seat == (SPECTATOR if allowed else None)
                elif what == "invitation" or not live_table.table.seats[int(what)].taken:
                    assert seat is None
                else:
                    assert seat == int(what)

    in_a_registry(store, scene)


def test_running_games_are_played_on_and_replay_from_the_store(store: SqliteStore) -> None:
    async def scene(registry: TableRegistry, _time: Time) -> None:
        rng = random.Random(5)
        for name in LIVE:
            live_table = await registry.get(name)
            assert live_table is not None
            if live_table.table.stage != PLAYING:
                continue
            await play_on(live_table, rng, 12)
            live_table.stop_bot()
            again = await registry.load(name)
            assert again is not None
            assert again.seq == live_table.table.seq
            assert again.position.to_json() == live_table.table.position.to_json()

    in_a_registry(store, scene)


def test_old_games_are_archived_and_archived_ones_are_still_there(store: SqliteStore) -> None:
    async def scene(registry: TableRegistry, time: Time) -> None:
        over = [name for name in LIVE if TABLES[name]["stage"] == OVER]
        time.now += 100 * DAY
        await registry.timers.archive_old(time.now)
        await registry.writer.store_now([])
        for name in [*over, *(name for name in TABLES if name not in LIVE)]:
            with pytest.raises(Archived) as archived:
                await registry.get(name)
            assert archived.value.record == TABLES[name]["record"]
            read(archived.value.record)

    in_a_registry(store, scene)
