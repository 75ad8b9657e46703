"""Answers come first to the seat that asked; work for disconnected clients is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from odintable.games.position import SPECTATOR
from odintable.match.match import Match
from odintable.server.live.websocket_protocol import WebSocketProtocol
from odintable.server.review import review
from odintable.server.review.record_jobs import reviewed_game
from odintable.server.review.review import Review, Reviews
from odintable.server.review.timeline import OPEN, TimelineEntry
from tests.server.http.test_middleware import TWO, in_a_world
from tests.server.support import server_in_process, server_process
from tests.server.support.server_in_process import FakeWorkerPool, InProcessServer, Line
from tests.server.support.server_process import NoAnswer, Player

from .test_floods import until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from odintable.server.storage.store_interface import Store, Write


async def seated(world: InProcessServer, **more: Any) -> tuple[str, list[str], str]:
    """A table of two that is played, their tokens, and one to watch."""
    api = await Line.open(world.port)
    made = (await api.call("POST", "/api/v2/tables", {**TWO, **more}))["body"]
    path = f"/api/v2/tables/{made['table']}"
    sit = {"invitation": made["tokens"]["invitation"]}
    tokens = [
        made["tokens"]["seat"],
        (await api.call("POST", f"{path}/seats", sit))["body"]["token"],
    ]
    for token in tokens:
        await api.call("POST", f"{path}/requests", {"do": "ready"}, token)
    await api.close()
    return made["table"], tokens, made["tokens"]["spectating"]


# -- In which order ----------------------------------------------------------------------------


@pytest.mark.parametrize("mover", [0, 1])
def test_the_mover_is_acknowledged_before_others_see_the_move(mover: int, tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, watching = await seated(world, first=mover)
        lines = {}
        for who, token in (
            *((seat, tokens[seat]) for seat in (1 - mover, mover)),
            (SPECTATOR, watching),
        ):
            lines[who] = await Line.live(world.port)
            lines[who].send({"do": "hello", "table": table, "token": token})
            await lines[who].settle()
        move = world.table(table).position.legal()[0]
        sent: list[bytes] = []
        flush = WebSocketProtocol.flush

        def noted(self: WebSocketProtocol) -> None:
            sent.append(self._outbox)
            flush(self)

        with mock.patch.object(WebSocketProtocol, "flush", noted):
            lines[mover].send({"do": "play", "id": "mine", "move": move})
            assert (await lines[mover].answer("mine"))["type"] == "event"
            for line in lines.values():
                await line.settle()
        shown = [one for one in sent if b'"kind":"move"' in one]
        assert [b'"id":"mine"' in one for one in shown] == [True, False, False]
        for line in lines.values():
            await line.close()

    in_a_world(tmp_path, do)


@contextlib.contextmanager
def held_back(store: Store) -> Iterator[threading.Event]:
    """Nothing is stored before the gate is open."""
    gate, write = threading.Event(), store.write

    def later(batch: Sequence[Write]) -> None:
        gate.wait(server_process.PATIENCE)
        write(batch)

    with mock.patch.object(store, "write", later):
        yield gate


def test_a_command_returns_the_number_of_its_own_event(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world, first=0)
        lines = [await Line.open(world.port) for _ in range(2)]
        before = world.table(table).event_number(0)
        asked = [
            {"do": "play", "id": "a", "move": world.table(table).position.legal()[0]},
            {"do": "resign", "id": "b"},
        ]
        path = f"/api/v2/tables/{table}/requests"
        live_table = world.services.registry.live_tables[table]
        calls = [
            line.call("POST", path, request, token)
            for line, request, token in zip(lines, asked, tokens, strict=True)
        ]
        with held_back(world.services.registry.store) as gate:
            playing = asyncio.ensure_future(calls[0])
            await until(lambda: live_table.busy, "the move is being stored")
            resigning = asyncio.ensure_future(calls[1])
            await until(lambda: bool(live_table.waiting), "the other waits for it")
            gate.set()
            message = [await playing, await resigning]
        assert [one["body"]["n"] for one in message] == [before + 1, before + 2]
        for line in lines:
            await line.close()

    in_a_world(tmp_path, do)


# -- As long as somebody waits -----------------------------------------------------------------


class Job:
    """Something that is thought about for ever."""

    def __init__(self) -> None:
        """Nobody has given it up."""
        self.is_cancelled = False

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self.is_cancelled = True


@contextlib.contextmanager
def pondering() -> Iterator[list[Job]]:
    """Bots and evaluations that come to no end; what was begun."""
    jobs: list[Job] = []

    def begin(*_given: Any) -> Job:
        jobs.append(Job())
        return jobs[-1]

    with mock.patch.multiple(FakeWorkerPool, choose_move=begin, evaluate=begin):
        yield jobs


async def asking(world: InProcessServer, path: str, token: str) -> Line:
    """A call that nobody has answered."""
    line = await Line.open(world.port)
    head = f"POST {path} HTTP/1.1\r\nHost: table\r\nAuthorization: Bearer {token}\r\n"
    body = "{}"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    line.writer.write((head + body).encode())
    return line


@pytest.mark.parametrize("what", ["hint", "win-probability"])
def test_work_for_a_disconnected_client_is_cancelled(what: str, tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world, first=0)
        path = f"/api/v2/tables/{table}/{what}"
        with pondering() as jobs:
            line = await asking(world, path, tokens[0])
            await until(lambda: len(jobs) == 1, "it is thought about")
            await line.close()
            await until(lambda: jobs[0].is_cancelled, "it is given up")
            line = await asking(world, path, tokens[0])
            await until(lambda: len(jobs) == 2, "it is thought about anew")
            await line.close()
            await until(lambda: jobs[1].is_cancelled, "that too is given up")

    in_a_world(tmp_path, do)


def test_a_win_probability_is_worked_out_while_one_client_waits(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, _tokens, watching = await seated(world)
        path = f"/api/v2/tables/{table}/win-probability"
        with pondering() as jobs:
            lines = [await asking(world, path, watching) for _ in range(2)]
            evaluations = world.services.win_probabilities._latest
            await until(lambda: any(one.waiting == 2 for one in evaluations.values()), "both wait")
            await lines[0].close()
            await until(lambda: any(one.waiting == 1 for one in evaluations.values()), "one waits")
            assert [one.is_cancelled for one in jobs] == [False]
            await lines[1].close()
            await until(lambda: jobs[0].is_cancelled, "it is given up")
            assert not evaluations

    in_a_world(tmp_path, do)


def test_win_probabilities_are_limited_per_minute_and_seat(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world, first=0)
        path = f"/api/v2/tables/{table}"
        api = await Line.open(world.port)

        async def probability(seat: int) -> int:
            return int(
                (await api.call("POST", f"{path}/win-probability", None, tokens[seat]))["status"]
            )

        async def play() -> None:
            position = world.table(table).position
            asked = {"do": "play", "id": f"m{position.turn}", "move": position.legal()[0]}
            await api.call("POST", f"{path}/requests", asked, tokens[position.turn])

        assert [await probability(0) for _ in range(5)] == [200] * 5  # worked out once
        await play()
        assert await probability(0) == 200
        await play()
        assert (await probability(0), await probability(1)) == (429, 200)
        world.now += 30_000
        assert await probability(0) == 200
        await api.close()

    in_a_world(tmp_path, do, win_probabilities_per_minute=2)


def test_win_probabilities_can_be_switched_off(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world)
        api = await Line.open(world.port)
        message = await api.call("POST", f"/api/v2/tables/{table}/win-probability", None, tokens[0])
        assert (message["status"], message["body"]["error"]["code"]) == (403, "not-allowed")
        await api.close()

    in_a_world(tmp_path, do, win_probabilities_per_minute=0)


def test_a_review_pauses_and_continues_where_it_was() -> None:
    async def look() -> None:
        position = Match.new("odin").position
        weighed = Review(reviewed_game([TimelineEntry(position, position)] * 3, OPEN, []))
        given: list[Any] = []
        jobs: list[Job] = []

        def evaluate(*asked: Any) -> Job:
            given.append(asked)
            jobs.append(Job())
            return jobs[-1]

        workers: Any = mock.Mock(evaluate=evaluate)
        reviews = Reviews(workers)
        with mock.patch.object(review, "PAUSE_AFTER", 0.05):
            reviews.work_on("key", weighed)
            await until(lambda: jobs[0].is_cancelled, "it is broken off")
        reviews.work_on("key", weighed)
        assert len(given) == 2
        assert given[0][2] == given[1][2]  # the same moment again
        given[1][3](None)
        assert given[2][2] != given[1][2]

    asyncio.run(look())


# -- What never comes --------------------------------------------------------------------------


def test_a_test_client_reports_what_it_waited_for(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        table, tokens, _ = await seated(world)
        line = await Line.live(world.port)
        line.send({"do": "hello", "table": table, "token": tokens[0]})
        await line.settle()
        in_vain = pytest.raises(NoAnswer, match=r"'never' does not come: waited.*presence")
        with mock.patch.object(server_in_process, "PATIENCE", 0.05), in_vain:
            await line.answer("never")
        line.send({"do": "hello", "table": "x" * 12})
        with pytest.raises(NoAnswer, match=r"'never' does not come: the server closed.*table"):
            await line.answer("never")
        await line.close()

    in_a_world(tmp_path, do)


def test_a_player_reports_it_too_while_other_messages_arrive() -> None:
    def another(timeout: float) -> str:
        if timeout <= 0:
            raise TimeoutError
        return json.dumps({"type": "ping", "n": 1})

    player = object.__new__(Player)
    player.socket = mock.Mock(recv=another)
    player.received, player.now = [], {}
    in_vain = pytest.raises(NoAnswer, match=r"the answer to 'play-.*ping")
    with mock.patch.object(server_process, "PATIENCE", 0.1), in_vain:
        player.ask("play", move="pass")
