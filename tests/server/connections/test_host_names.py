"""Requests for another host are refused: a page elsewhere may point its name to this machine."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest

from odintable.match.fair_shuffle import FairShuffler
from odintable.server.connections.host_names import HostNames
from tests.server.support.server_in_process import InProcessServer, Line, QuickStore

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1:8080", True),
        ("[::1]:8080", True),
        ("192.168.1.7", True),
        ("localhost:8080", True),
        ("LOCALHOST", True),
        ("play.example", True),
        ("play.example.", True),
        ("play.example:443", True),
        (f"{socket.gethostname()}:8080", True),
        ("evil.example", False),
        ("play.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost@evil.example", False),
        ("[", False),
        ("", False),
    ],
)
def test_a_server_has_the_names_it_was_given_and_its_addresses(host: str, is_ours: bool) -> None:
    assert HostNames(["play.example", ""]).includes(host) is is_ours


def test_a_star_accepts_every_name() -> None:
    assert HostNames(["*"]).includes("evil.example")


def test_no_route_and_no_socket_answers_to_another_host(tmp_path: Path) -> None:
    async def status(port: int, path: str, host: str, more: bytes = b"") -> bytes:
        line = await Line.open(port)
        line.writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n".encode() + more + b"\r\n")
        first = await line.reader.readline()
        await line.close()
        return first.split()[1]

    upgrade = (
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )

    async def run() -> None:
        world = InProcessServer()
        world.deals[world.next_seed] = FairShuffler
        async with world.open(
            QuickStore(tmp_path / "games.sqlite"), hosts="", public_url="https://play.example"
        ):
            for path in ("/", "/api/v2/games", "/api/v2/tables", "/v/x/app/main.js"):
                assert await status(world.port, path, "evil.example") == b"421"
                assert await status(world.port, path, "play.example") != b"421"
            both = b"Host: evil.example\r\n"
            assert await status(world.port, "/", "play.example", both) == b"421"
            live = "/api/v2/live"
            evil = b"Origin: http://evil.example\r\n"
            assert await status(world.port, live, "evil.example", upgrade + evil) == b"421"
            assert await status(world.port, live, "play.example", upgrade) == b"101"
            assert await status(world.port, "/healthz", "evil.example") == b"200"

    asyncio.run(run())
