"""Who is absent, who comes back, and what a table does that everybody has left."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from odintable.server.http.tokens import SEAT, SPECTATING, digest_of
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused
from odintable.server.live.last_seen import COMING_BACK
from odintable.server.live.live_table import Desk
from odintable.server.live.table_registry import DAY, Archived
from odintable.server.storage.sqlite import SqliteStore
from odintable.server.tables import events as ev
from odintable.server.tables.table import OVER, Happening
from tests.server.http.test_middleware import in_a_world
from tests.server.support.pure_tables import plan
from tests.server.support.registry_in_process import Ears, asked, opened
from tests.server.support.server_in_process import Line, World

from .test_answers import seated
from .test_floods import until

START = 1_000_000_000_000
MINUTE = 60_000


class Hours:
    """A house whose time is the test's."""

    def __init__(self, folder: Path) -> None:
        """Over the store of this folder."""
        self.now = START
        self.house = opened(SqliteStore(folder / "games.sqlite"), lambda: self.now)
        self.tokens: dict[int, str] = {}

    async def dealt(self, people: int = 2, bots: int = 0, **more: Any) -> Desk:
        """A table at which everybody is ready, and nobody has a socket."""
        house = self.house
        desk, tokens = await house.make(plan(people=people, bots=bots, **more), 0, "A")
        self.tokens[0] = tokens[SEAT]
        for seat in range(1, people):
            done = asyncio.get_running_loop().create_future()
            self.tokens[seat] = f"token {seat}"
            desk.sit(seat, f"P{seat}", digest_of(self.tokens[seat]), done.set_result)
            await done
        for seat in range(people):
            assert isinstance(await asked(desk, client_messages.Ready(), seat), Happening)
        return desk

    def close(self) -> None:
        """No more."""
        self.house.close()
        self.house.workers.close()
        self.house.store.close()


def drop_idle(hours: Hours) -> None:
    """What the house does every ten seconds."""
    hours.house._drop_idle(hours.now)


def test_who_is_turned_away_from_a_socket_is_not_absent_from_that_moment_on(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        desk = await hours.dealt(absent_after=300)
        desk.enter(Ears(), 1)
        hours.now += 1_000_000
        assert desk.absent() == {0}
        hours.house.forget_all()
        anew = hours.house.desk(desk.table.name)
        assert anew is not None
        assert anew.absent() == {0}
        hours.now += 300_000
        assert anew.absent() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_who_plays_by_the_api_alone_is_not_absent(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        desk = await hours.dealt(absent_after=300)
        hours.now += 299_000
        desk.hear(1)
        hours.now += 299_000
        assert desk.absent() == {0}
        hours.now += 2_000
        assert desk.absent() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_a_table_that_left_memory_still_knows_when_its_people_went(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        desk = await hours.dealt(absent_after=3600)
        name = desk.table.name
        hours.now += 3500_000
        ears = Ears()
        desk.enter(ears, 1)
        desk.leave(ears, 1)
        hours.now += 11 * MINUTE
        drop_idle(hours)
        assert name not in hours.house.desks
        desk = hours.house.desk(name) or desk
        assert desk.absent() == {0}
        hours.now += 50 * MINUTE
        drop_idle(hours)
        hours.now += 70 * MINUTE
        drop_idle(hours)
        assert len(hours.house.heard) == 0
        found = hours.house.desk(name)
        assert found is not None
        assert found.absent() == {0, 1}
        hours.close()

    asyncio.run(play())


def test_after_a_restart_everybody_has_a_while_to_come_back(tmp_path: Path) -> None:
    async def play() -> str:
        hours = Hours(tmp_path)
        desk = await hours.dealt(absent_after=3600)
        hours.close()
        return desk.table.name

    async def play_on(name: str) -> None:
        hours = Hours(tmp_path)
        hours.house.heard.opened = hours.now = START + 10 * DAY
        desk = hours.house.desk(name)
        assert desk is not None
        assert desk.absent() == set()
        hours.now += COMING_BACK
        assert desk.absent() == {0, 1}
        hours.close()

    asyncio.run(play_on(asyncio.run(play())))


def test_a_table_that_was_closed_finds_nobody_absent_who_was_there(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        desk = await hours.dealt(absent_after=60)
        ears = Ears()
        desk.enter(ears, 1)
        hours.now += 5 * MINUTE
        hours.house.close_desk(desk)
        desk.leave(ears, 1)
        hours.house.close_desk(desk)
        found = hours.house.desk(desk.table.name)
        assert found is not None
        assert found.absent() == {0}
        hours.house.close_desk(desk)
        assert hours.house.desks[desk.table.name] is found, "another desk by now"
        hours.close()

    asyncio.run(play())


def test_bots_play_on_only_while_somebody_looks_now_and_then(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        desk, _ = await hours.house.make(plan(people=0, bots=2), None, "")
        assert desk.job is None  # nobody has looked yet
        desk.think()
        assert desk.job is not None
        hours.now += hours.house.patience
        assert not desk.is_idle
        desk.stop_thinking()
        desk.think()
        assert desk.job is None
        assert desk.is_idle
        desk.hear(0)
        desk.think()
        assert desk.job is not None
        hours.close()

    asyncio.run(play())


def test_a_game_that_everybody_left_is_ended_and_becomes_a_record(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        house = hours.house
        desk = await hours.dealt(people=1, bots=1)
        desk.stop_thinking()
        name = desk.table.name
        hours.now += 401 * DAY
        drop_idle(hours)
        assert not house.desks
        house.archive_old(hours.now)
        await house.writer.store_now([])
        desk = house.desks[name]
        assert desk.table.result is not None
        assert (desk.table.result.why, desk.table.result.winners) == ("abandoned", [])
        assert desk.job is None
        hours.now += 31 * DAY
        house.archive_old(hours.now)
        await house.writer.store_now([])
        with pytest.raises(Archived, match="abandoned"):
            house.desk(name)
        hours.close()

    asyncio.run(play())


def test_in_a_rematch_bots_keep_the_seats_they_had_for_who_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        house = hours.house
        desk = await hours.dealt(people=3)
        watching = Ears()
        desk.enter(watching, 1)
        await asked(desk, client_messages.Resign(), 2)
        await asked(desk, client_messages.Resign(), 0)
        assert desk.table.stage == OVER
        hours.now += 10 * MINUTE
        await asked(desk, client_messages.Propose(what="rematch"), 1)
        assert isinstance(await asked(desk, client_messages.Agree(what="rematch"), 0), Happening)
        desk.when_settled(lambda: None)
        await house.writer.store_now([])
        assert desk.table.rematch is not None
        found = house.desk(desk.table.rematch)
        assert found is not None
        assert [seat.bot for seat in found.table.seats] == [None, None, "greedy"]
        assert house.opens(found.table.name, hours.tokens[1]) == (SEAT, 1)
        assert house.opens(found.table.name, hours.tokens[2]) == (SPECTATING, None)
        outcome = await asked(desk, client_messages.Propose(what="rematch"), 1)
        assert isinstance(outcome, Refused)
        assert outcome.code == "not-allowed"
        hours.close()

    asyncio.run(play())


def test_nobody_is_seated_at_a_rematch_who_never_sat_down(tmp_path: Path) -> None:
    async def play() -> None:
        hours = Hours(tmp_path)
        house = hours.house
        desk, _ = await house.make(plan(people=2), 0, "A")
        done = asyncio.get_running_loop().create_future()
        desk.happen(ev.Ended(hours.now, why=ev.Ended.ABANDONED), done.set_result)
        await done
        await asked(desk, client_messages.Propose(what="rematch"), 0)
        await house.writer.store_now([])
        assert desk.table.rematch is not None
        found = house.desk(desk.table.rematch)
        assert found is not None
        assert [seat.taken for seat in found.table.seats] == [True, False]
        hours.close()

    asyncio.run(play())


# -- By socket and by the API ------------------------------------------------------------------


AWAY = 5  # seconds: the least that can be agreed


async def came(world: World, table: str, token: str) -> Line:
    """Somebody at a socket."""
    line = await Line.live(world.port)
    line.send({"do": "hello", "table": table, "token": token})
    await line.settle()
    return line


async def answer_to(line: Line, asked: str, **request: Any) -> dict[str, Any]:
    """What becomes of a request with this id."""
    line.send({"id": asked, **request})
    return await line.answer(asked)


def test_who_only_asks_the_api_is_not_away_and_who_stops_asking_is(tmp_path: Path) -> None:
    async def do(world: World) -> None:
        table, tokens, _ = await seated(world, absent_after=AWAY)
        one, api = await came(world, table, tokens[0]), await Line.open(world.port)
        end = {"do": "propose", "what": "end", "seat": 1}
        for count in range(3):
            look = await api.call("GET", f"/api/v2/tables/{table}", None, tokens[1])
            assert look["status"] == 200
            world.now += 1000 * AWAY - 1
            told = await answer_to(one, f"end {count}", **end)
            assert told["why"] == {"key": "why.not-away"}
        world.now += 1
        told = await answer_to(one, "end", **end)
        assert told["result"] == {"why": "agreed", "winners": [0], "seat": 1}
        for line in (one, api):
            await line.close()

    in_a_world(tmp_path, do)


def test_the_others_may_let_a_bot_play_for_who_is_away_and_who_comes_back_plays_on(
    tmp_path: Path,
) -> None:
    async def do(world: World) -> None:
        table, tokens, _ = await seated(world, first=0, absent_after=AWAY)
        one, two = [await came(world, table, token) for token in tokens]
        await one.close()
        viewers = world.server.house.desks[table].viewers
        await until(lambda: 0 not in viewers, "who hung up is gone")
        take_over = {"do": "propose", "what": "bot", "seat": 0}
        assert (await answer_to(two, "early", **take_over))["code"] == "not-allowed"
        world.now += 1000 * AWAY
        told = await answer_to(two, "late", **take_over)
        assert (told["done"], told["seats"][0]["played_by"]) == (True, "greedy")
        while (two.heard[-1].get("kind"), two.heard[-1].get("seat")) != ("move", 0):
            await two.frame()
        back = await came(world, table, tokens[0])
        assert back.heard[0]["seats"][0]["played_by"] == "greedy"
        told = await answer_to(back, "return", do="return")
        assert told["seats"][0]["played_by"] is None
        for line in (two, back):
            await line.close()

    in_a_world(tmp_path, do)
