"""Absent players, players who return, and tables that everybody has left."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from odintable.server.live import client_messages
from odintable.server.live.last_seen import TIME_TO_RECONNECT
from odintable.server.live.live_table import LiveTable
from odintable.server.live.table_loader import Archived
from odintable.server.live.table_timers import DAY
from odintable.server.refused_error import Refused
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.storage.store_interface import TokenAccess
from odintable.server.tables import events as ev
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.table import OVER
from odintable.server.tokens import SEAT, SPECTATING, token_digest
from tests.server.http.test_middleware import in_a_world
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import RecordingViewer, open_registry, send_command
from tests.server.support.server_in_process import InProcessServer, Line

from .test_answers import seated
from .test_floods import until

START = 1_000_000_000_000
MINUTE = 60_000


class Hours:
    """A registry whose time is the test's."""

    def __init__(self, folder: Path) -> None:
        """Over the store of this folder."""
        self.now = START
        self.registry = open_registry(SqliteStore(folder / "games.sqlite"), lambda: self.now)
        self.tokens: dict[int, str] = {}

    async def dealt(self, people: int = 2, bots: int = 0, **more: Any) -> LiveTable:
        """A table at which everybody is ready, and nobody has a socket."""
        registry = self.registry
        live_table, tokens = await registry.create(
            table_config(people=people, bots=bots, **more), 0, "A"
        )
        self.tokens[0] = tokens[SEAT]
        for seat in range(1, people):
            done = asyncio.get_running_loop().create_future()
            self.tokens[seat] = f"token {seat}"
            live_table.take_seat(seat, f"P{seat}", token_digest(self.tokens[seat]), done.set_result)
            await done
        for seat in range(people):
            assert isinstance(
                await send_command(live_table, client_messages.Ready(), seat), AppliedEvent
            )
        return live_table

    def close(self) -> None:
        """Close the registry with its workers and its store."""
        self.registry.close()
        self.registry.workers.close()
        self.registry.store.close()


def drop_idle(hours: Hours) -> None:
    """What the registry does every ten seconds."""
    hours.registry.timers.unload_idle(hours.now)


def test_a_player_asked_to_reconnect_is_not_absent_at_once(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        live_table = await hours.dealt(absent_after=300)
        live_table.add_viewer(RecordingViewer(), 1)
        hours.now += 1_000_000
        assert live_table.absent_seats() == {0}
        hours.registry.close_all()
        anew = await hours.registry.get(live_table.table.name)
        assert anew is not None
        assert anew.absent_seats() == {0}
        hours.now += 300_000
        assert anew.absent_seats() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_a_player_who_uses_only_the_api_is_not_absent(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        live_table = await hours.dealt(absent_after=300)
        hours.now += 299_000
        live_table.viewers.mark_seen(1)
        hours.now += 299_000
        assert live_table.absent_seats() == {0}
        hours.now += 2_000
        assert live_table.absent_seats() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_an_unloaded_table_still_knows_when_people_were_last_seen(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        live_table = await hours.dealt(absent_after=3600)
        name = live_table.table.name
        hours.now += 3500_000
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, 1)
        live_table.remove_viewer(viewer, 1)
        hours.now += 11 * MINUTE
        drop_idle(hours)
        assert name not in hours.registry.live_tables
        live_table = await hours.registry.get(name) or live_table
        assert live_table.absent_seats() == {0}
        hours.now += 50 * MINUTE
        drop_idle(hours)
        hours.now += 70 * MINUTE
        drop_idle(hours)
        assert len(hours.registry.last_seen) == 0
        found = await hours.registry.get(name)
        assert found is not None
        assert found.absent_seats() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_after_a_restart_everybody_has_time_to_reconnect(tmp_path: Path) -> None:
    async def play() -> str:
        hours = Hours(tmp_path)
        live_table = await hours.dealt(absent_after=3600)
        hours.close()
        return live_table.table.name

    async def play_on(name: str) -> None:
        hours = Hours(tmp_path)
        hours.registry.last_seen.started = hours.now = START + 10 * DAY
        live_table = await hours.registry.get(name)
        assert live_table is not None
        assert live_table.absent_seats() == set()
        hours.now += TIME_TO_RECONNECT
        assert live_table.absent_seats() == {0, 1}
        hours.close()

    asyncio.run(play_on(asyncio.run(play())))


def test_after_a_table_is_closed_its_viewers_are_not_absent(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        live_table = await hours.dealt(absent_after=60)
        viewer = RecordingViewer()
        live_table.add_viewer(viewer, 1)
        hours.now += 5 * MINUTE
        hours.registry.close_table(live_table)
        live_table.remove_viewer(viewer, 1)
        hours.registry.close_table(live_table)
        found = await hours.registry.get(live_table.table.name)
        assert found is not None
        assert found.absent_seats() == {0}
        hours.registry.close_table(live_table)
        assert hours.registry.live_tables[live_table.table.name] is found, (
            "another live_table by now"
        )
        hours.close()

    asyncio.run(play())


def test_bots_play_on_only_while_the_table_is_watched(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        live_table, _ = await hours.registry.create(table_config(people=0, bots=2), None, "")
        assert live_table.job is None  # nobody has looked yet
        live_table.start_bot()
        assert live_table.job is not None
        hours.now += hours.registry.idle_ms
        assert not live_table.is_idle
        live_table.stop_bot()
        live_table.start_bot()
        assert live_table.job is None
        assert live_table.is_idle
        live_table.viewers.mark_seen(0)
        live_table.start_bot()
        assert live_table.job is not None
        hours.close()

    asyncio.run(play())


def test_an_abandoned_game_is_ended_and_archived(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        registry = hours.registry
        live_table = await hours.dealt(people=1, bots=1)
        live_table.stop_bot()
        name = live_table.table.name
        hours.now += 401 * DAY
        drop_idle(hours)
        assert not registry.live_tables
        await registry.timers.archive_old(hours.now)
        await registry.writer.store_now([])
        live_table = registry.live_tables[name]
        assert live_table.table.result is not None
        assert (live_table.table.result.why, live_table.table.result.winners) == ("abandoned", [])
        assert live_table.job is None
        hours.now += 31 * DAY
        await registry.timers.archive_old(hours.now)
        await registry.writer.store_now([])
        with pytest.raises(Archived, match="abandoned"):
            await registry.get(name)
        hours.close()

    asyncio.run(play())


def test_in_a_rematch_bots_keep_the_seats_of_absent_players(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        registry = hours.registry
        live_table = await hours.dealt(people=3)
        watching = RecordingViewer()
        live_table.add_viewer(watching, 1)
        await send_command(live_table, client_messages.Resign(), 2)
        await send_command(live_table, client_messages.Resign(), 0)
        assert live_table.table.stage == OVER
        hours.now += 10 * MINUTE
        await send_command(live_table, client_messages.Propose(what="rematch"), 1)
        assert isinstance(
            await send_command(live_table, client_messages.Agree(what="rematch"), 0), AppliedEvent
        )
        live_table.when_stored(lambda: None)
        await registry.writer.store_now([])
        assert live_table.table.rematch is not None
        found = await registry.get(live_table.table.rematch)
        assert found is not None
        assert [seat.bot for seat in found.table.seats] == [None, None, "greedy"]
        assert registry.token_access(found.table.name, hours.tokens[1]) == TokenAccess(SEAT, 1)
        assert registry.token_access(found.table.name, hours.tokens[2]) == TokenAccess(
            SPECTATING, None
        )
        outcome = await send_command(live_table, client_messages.Propose(what="rematch"), 1)
        assert isinstance(outcome, Refused)
        assert outcome.code == "not-allowed"
        hours.close()

    asyncio.run(play())


def test_a_seat_never_taken_is_free_in_the_rematch(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        registry = hours.registry
        live_table, _ = await registry.create(table_config(people=2), 0, "A")
        done = asyncio.get_running_loop().create_future()
        live_table.apply_and_store(ev.Ended(hours.now, why=ev.Ended.ABANDONED), done.set_result)
        await done
        await send_command(live_table, client_messages.Propose(what="rematch"), 0)
        await registry.writer.store_now([])
        assert live_table.table.rematch is not None
        found = await registry.get(live_table.table.rematch)
        assert found is not None
        assert [seat.taken for seat in found.table.seats] == [True, False]
        hours.close()

    asyncio.run(play())


# -- By socket and by the API ------------------------------------------------------------------


AWAY = 5  # seconds: the least that can be agreed


async def came(world: InProcessServer, table: str, token: str) -> Line:
    """Somebody at a socket."""
    line = await Line.live(world.port)
    line.send({"do": "hello", "table": table, "token": token})
    await line.settle()
    return line


async def answer_to(line: Line, asked: str, **request: Any) -> dict[str, Any]:
    """What becomes of a request with this id."""
    line.send({"id": asked, **request})
    return await line.answer(asked)


def test_api_requests_count_as_presence_until_they_stop(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world, absent_after=AWAY)
        one, api = await came(world, table, tokens[0]), await Line.open(world.port)
        end = {"do": "propose", "what": "end", "seat": 1}
        for count in range(3):
            look = await api.call("GET", f"/api/v2/tables/{table}", None, tokens[1])
            assert look["status"] == 200
            world.now += 1000 * AWAY - 1
            message = await answer_to(one, f"end {count}", **end)
            assert message["why"] == {"key": "why.not-away"}
        world.now += 1
        message = await answer_to(one, "end", **end)
        assert message["result"] == {"why": "agreed", "winners": [0], "seat": 1}
        for line in (one, api):
            await line.close()

    in_a_world(tmp_path, do)


def test_a_bot_may_replace_an_absent_player_until_they_return(
    tmp_path: Path,
) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world, first=0, absent_after=AWAY)
        one, two = [await came(world, table, token) for token in tokens]
        await one.close()
        viewers = world.services.registry.live_tables[table].viewers.by_seat
        await until(lambda: 0 not in viewers, "who hung up is gone")
        take_over = {"do": "propose", "what": "bot", "seat": 0}
        assert (await answer_to(two, "early", **take_over))["code"] == "not-allowed"
        world.now += 1000 * AWAY
        message = await answer_to(two, "late", **take_over)
        assert (message["done"], message["seats"][0]["played_by"]) == (True, "greedy")
        while (two.received[-1].get("kind"), two.received[-1].get("seat")) != ("move", 0):
            await two.frame()
        back = await came(world, table, tokens[0])
        assert back.received[0]["seats"][0]["played_by"] == "greedy"
        message = await answer_to(back, "return", do="return")
        assert message["seats"][0]["played_by"] is None
        for line in (two, back):
            await line.close()

    in_a_world(tmp_path, do)
