"""Clients that send without end or never read use a bounded amount of memory."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.http.test_middleware import LIMIT, TWO, in_a_world, the_visitor
from tests.server.support.server_in_process import (
    CLOSE,
    CONT,
    PING,
    PONG,
    TEXT,
    InProcessServer,
    Line,
    framed,
)
from tests.server.support.server_process import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from odintable.server.live.socket_route import Connection


ROOM = 1 << 13  # bytes on the way: too few for who is behind to seem to catch up without reading
MAX_SHARED_NAMES = 30  # names, SHARED_KEYS_MAX_SIZE in Python's source


async def until(is_so: Callable[[], bool], what: str) -> None:
    """Wait for something that happens in the server."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE:.0f} s: {what}") from None


async def arrived(world: InProcessServer, room: int | None = None) -> tuple[Line, Connection]:
    """Somebody at a table of their own, and what the server has of them."""
    api = await Line.open(world.port)
    made = (await api.call("POST", "/api/v2/tables", TWO))["body"]
    await api.close()
    line = await Line.live(world.port, room)
    line.send({"do": "hello", "table": made["table"], "token": made["tokens"]["seat"]})
    await line.settle()
    return line, the_visitor(world, made["table"])


async def not_reading(world: InProcessServer) -> tuple[Line, Connection]:
    """Somebody at a table who reads no more, and for whom as much waits as may."""
    slow, new_connection = await arrived(world, ROOM)
    link: Any = slow.writer.transport
    link.pause_reading()
    near: Any = new_connection._protocol.transport.get_extra_info("socket")
    near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
    (live_table,) = (
        one
        for one in world.services.registry.live_tables.values()
        if one is new_connection._live_table
    )
    while world.services.metrics.slow_reader_resyncs == 0:
        for _ in range(200):
            new_connection._send_welcome(live_table)
        await asyncio.sleep(0)
    return slow, new_connection


async def closed_with(line: Line) -> int:
    """The code with which the server closes."""
    while (received := await line.frame())[0] != CLOSE:
        pass
    return int.from_bytes(received[1][:2], "big")


@pytest.mark.parametrize(
    "sent",
    [
        [framed(PING, b"")] * 6,
        [framed(PONG, b"")] * 6,
        [framed(TEXT, b"", 0), *[framed(CONT, b"", 0)] * 5],
    ],
)
def test_pings_pongs_and_fragments_count_as_frames(sent: list[bytes], tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.live(world.port)
        line.writer.write(b"".join(sent))
        assert await closed_with(line) == 4429
        await line.close()

    in_a_world(tmp_path, do, frames_at_once=5, frames_per_second=1)


def test_a_message_in_too_many_fragments_is_too_big(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.live(world.port)
        parts = [framed(CONT, b"", 0)] * 63
        line.writer.write(framed(TEXT, b"", 0) + b"".join(parts[1:]) + framed(CONT, b"{}"))
        await line.settle()
        assert line.received[-1]["code"] == "bad-request"
        line.writer.write(framed(TEXT, b"", 0) + b"".join(parts) + framed(CONT, b"", 0))
        assert await closed_with(line) == 1009
        await line.close()

    in_a_world(tmp_path, do)


def test_a_client_that_pings_without_reading_gets_only_the_newest_pong(
    tmp_path: Path,
) -> None:
    async def do(world: InProcessServer) -> None:
        slow, new_connection = await not_reading(world)
        before = world.services.metrics.frames_in
        count = 5_000
        for number in range(count):
            slow.writer.write(framed(PING, number.to_bytes(125, "big")))
        await slow.writer.drain()
        frames = world.services.metrics
        await until(lambda: frames.frames_in >= before + count, "all pings are counted")
        assert new_connection._protocol.transport.get_write_buffer_size() < 2 * LIMIT
        link: Any = slow.writer.transport
        link.resume_reading()
        pongs: list[bytes] = []
        while not pongs or pongs[-1] != (count - 1).to_bytes(125, "big"):
            async with asyncio.timeout(PATIENCE):
                opcode, payload = await slow.frame()
            if opcode == PONG:
                pongs.append(payload)
        assert len(pongs) == 1
        await slow.settle()
        await slow.close()

    in_a_world(tmp_path, do)


def test_the_protocol_has_few_enough_attributes_to_share_keys(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line, new_connection = await arrived(world)
        names = vars(new_connection._protocol)
        assert len(names) <= MAX_SHARED_NAMES, sorted(names)
        await line.close()

    in_a_world(tmp_path, do)


def test_an_answer_comes_before_the_pong_of_a_later_ping(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.live(world.port)
        line.writer.write(framed(TEXT, b"{}") + framed(PING, b"later"))
        assert [(await line.frame())[0] for _ in range(2)] == [TEXT, PONG]
        await line.close()

    in_a_world(tmp_path, do)


@pytest.mark.parametrize("how", ["closes", "answers no ping"])
def test_a_client_that_closes_without_reading_is_aborted(how: str, tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        slow, new_connection = await not_reading(world)
        new_connection._protocol.close_timeout = 0.05
        if how == "closes":
            slow.writer.write(framed(CLOSE, (1000).to_bytes(2, "big")))
        else:
            new_connection._protocol.keepalive_timeout()
        await until(lambda: world.services.metrics.sockets == 0, "the socket is given up")
        await until(lambda: world.services.socket_limit.total == 0, "its place is free")
        await slow.close()

    in_a_world(tmp_path, do)
