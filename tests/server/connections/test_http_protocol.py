"""Limits of connections, on a real server: what is too large, too slow or too many is closed."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from odintable.match.fair_shuffle import FairShuffler
from odintable.server.connections import http_protocol
from tests.server.support.server_in_process import InProcessServer, Line, QuickStore
from tests.server.support.server_process import WAIT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

GET = b"GET /healthz HTTP/1.1\r\nHost: table\r\n"
POST = b"POST /api/v2/records HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\n"
HANDSHAKE = b"GET /api/v2/live HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
SOON = 0.3  # seconds, as a deadline


def in_a_world(
    folder: Path, do: Callable[[InProcessServer], Awaitable[None]], **settings: Any
) -> None:
    """Do something with a server that has these settings."""

    async def run() -> None:
        world = InProcessServer()
        world.deals[world.next_seed] = FairShuffler
        async with world.open(QuickStore(folder / "games.sqlite"), **settings):
            await do(world)

    asyncio.run(run())


async def everything_from(line: Line) -> bytes:
    """Return all that the server sends until it closes the connection."""
    found = b""
    async with asyncio.timeout(WAIT):
        with contextlib.suppress(ConnectionError):
            while more := await line.reader.read(1 << 16):
                found += more
    return found


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (GET + b"a: b\r\n" * 200, b"431"),
        (GET + b"a: " + b"b" * 40_000 + b"\r\n", b"431"),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: table\r\n", b"414"),
        ((GET + b"\r\n") * 1000, b"429"),
        (b"nothing of HTTP\r\n\r\n", b"400"),
        (POST + b"Content-Length: 100000\r\n\r\n", b"413"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"413"),
    ],
    ids=["many headers", "a long header", "a long URL", "pipelined", "garbage", "body", "chunks"],
)
def test_a_request_that_is_too_large_is_refused_and_closed(
    sent: bytes, status: bytes, tmp_path: Path
) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.open(world.port)
        line.writer.write(sent)
        answers = await everything_from(line)
        assert b"HTTP/1.1 " + status in answers, answers[-300:]
        await line.close()

    in_a_world(tmp_path, do)


def test_a_header_without_an_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.open(world.port)
        line.writer.write(GET + b"a: ")
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 1 << 26:
                line.writer.write(b"b" * (1 << 16))
                sent += 1 << 16
                await line.writer.drain()
        assert sent < 1 << 25, "the server read on"
        await line.close()

    in_a_world(tmp_path, do)


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET", GET, b"\r\n", POST + b"Content-Length: 9\r\n\r\n{", HANDSHAKE],
    ids=["nothing", "a word", "headers", "an empty line", "body", "handshake"],
)
def test_a_request_that_does_not_arrive_is_closed(sent: bytes, tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        with (
            mock.patch.object(http_protocol, "HEAD_WITHIN", SOON),
            mock.patch.object(http_protocol, "BODY_WITHIN", SOON),
        ):
            line = await Line.open(world.port)
            line.writer.write(sent)
            assert (await everything_from(line)).startswith(b"HTTP/1.1 408")
            await line.close()

    in_a_world(tmp_path, do)


def test_empty_lines_do_not_keep_an_answered_connection_open(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.open(world.port)
        assert (await line.call("GET", "/healthz"))["status"] == 200
        closing = asyncio.create_task(everything_from(line))
        while not closing.done():
            line.writer.write(b"\r\n")
            await asyncio.sleep(0.05)
        await closing
        await line.close()

    async def with_short_deadlines(world: InProcessServer) -> None:
        with mock.patch.object(http_protocol, "HEAD_WITHIN", SOON):
            await do(world)

    in_a_world(tmp_path, with_short_deadlines, keep_alive=SOON)


def test_a_client_that_reads_nothing_is_closed(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        with mock.patch.object(http_protocol, "DRAIN_EVERY", SOON):
            line = await Line.open(world.port, room=4096)
            line.writer.transport.pause_reading()  # type: ignore[attr-defined]
            line.writer.write(b"GET /v/x/all_files HTTP/1.1\r\nHost: table\r\n\r\n" * 8)
            async with asyncio.timeout(WAIT):
                while not world.open_connections:
                    await asyncio.sleep(0.01)
                while world.open_connections:
                    await asyncio.sleep(0.01)
            await line.close()

    in_a_world(tmp_path, do)


def test_connections_of_one_address_are_limited_and_counted_until_they_close(
    tmp_path: Path,
) -> None:
    async def do(world: InProcessServer) -> None:
        lines = [await Line.live(world.port)]  # a socket is a connection too
        while True:
            line = await Line.open(world.port)
            line.writer.write(GET + b"\r\n")
            answer = await line.reader.readuntil(b"\r\n\r\n")
            lines.append(line)
            if b" 503 " in answer:
                break
        assert len(lines) == 1 + 1 + 192 + 0  # one socket and 192 others are allowed, then 503
        other = socket.socket()
        other.bind(("127.0.0.9", 0))
        other.setblocking(False)
        await asyncio.get_running_loop().sock_connect(other, ("127.0.0.1", world.port))
        elsewhere = Line(*await asyncio.open_connection(sock=other))
        assert (await elsewhere.call("GET", "/healthz"))["status"] == 200
        for one in (*lines, elsewhere):
            await one.close()
        async with asyncio.timeout(WAIT):
            while world.open_connections:
                await asyncio.sleep(0.01)

    in_a_world(tmp_path, do, sockets_per_address=1)
