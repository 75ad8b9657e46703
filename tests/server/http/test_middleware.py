"""Security headers and limits, on a server in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from odintable.match.fair_shuffle import FairShuffler
from odintable.server.live.socket_route import Connection
from tests.server.support.server_in_process import (
    CLOSE,
    InProcessServer,
    Json,
    Line,
    QuickStore,
    framed,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

TWO: Json = {"game": "odin", "seats": [{}, {}], "first": 0, "options": {"limit": 100}}
LIMIT = 1 << 16  # bytes that wait for a slow reader


def in_a_world(
    folder: Path, do: Callable[[InProcessServer], Awaitable[None]], **settings: Any
) -> None:
    """Do something with a server that has these settings."""

    async def run() -> None:
        world = InProcessServer()
        world.deals[world.next_seed] = FairShuffler
        async with world.open(QuickStore(folder / "safe.sqlite"), **settings):
            await do(world)

    asyncio.run(run())


async def shaken(world: InProcessServer, *lines: str) -> bytes:
    """The first line that answers a handshake with these headers."""
    line = await Line.open(world.port)
    more = "".join(f"{one}\r\n" for one in lines)
    line.writer.write(
        b"GET /api/v2/live HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n" + more.encode() + b"\r\n"
    )
    status = await line.reader.readline()
    await line.close()
    return status.split()[1]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://table", b"101"),
        ("https://play.example", b"101"),
        ("http://play.example", b"403"),
        ("http://table.evil.example", b"403"),
        ("null", b"403"),
        ("", b"403"),
    ],
)
def test_only_our_pages_and_trusted_origins_may_open_sockets(
    origin: str, status: bytes, tmp_path: Path
) -> None:
    async def do(world: InProcessServer) -> None:
        assert await shaken(world, f"Origin: {origin}") == status

    in_a_world(tmp_path, do, origins="https://play.example")


def test_behind_tls_the_cookie_is_sent_over_tls_only(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        api = await Line.open(world.port)
        made = (await api.call("POST", "/api/v2/tables", TWO))["body"]
        api.taken()
        kept = {"token": made["tokens"]["seat"]}
        await api.call("POST", f"/api/v2/tables/{made['table']}/cookie", kept)
        cookie = next(one for one in api.taken().split(b"\r\n") if one.startswith(b"set-cookie"))
        for word in (b"__Host-odintable=", b"HttpOnly", b"SameSite=strict", b"Secure", b"Path=/"):
            assert word in cookie
        await api.close()

    in_a_world(tmp_path, do, secure_cookies=True)


def test_tables_seats_sockets_and_requests_of_one_address_are_limited(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        api = await Line.open(world.port)
        made = [await api.call("POST", "/api/v2/tables", TWO) for _ in range(3)]
        assert [one["status"] for one in made] == [201, 201, 429]
        table, links = made[0]["body"]["table"], made[0]["body"]["tokens"]
        sit = {"invitation": links["invitation"]}
        sat = await api.call("POST", f"/api/v2/tables/{table}/seats", sit)
        assert sat["body"]["error"]["code"] == "too-fast"
        sockets = [await Line.live(world.port) for _ in range(3)]
        assert await shaken(world) == b"429"
        await sockets.pop().close()
        while await shaken(world) != b"101":
            await asyncio.sleep(0.01)
        codes = [(await api.call("GET", "/api/v2/games"))["status"] for _ in range(20)]
        assert codes[0] == 200
        assert codes[-1] == 429
        for line in (*sockets, api):
            await line.close()

    in_a_world(tmp_path, do, tables_per_hour=2, sockets_per_address=3, requests_per_minute=15)


def test_files_of_the_page_do_not_count_as_requests(tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.open(world.port)
        for path in ("/", "/settings", "/v/x/app/main.js", "/service_worker.js") * 10:
            assert (await line.call("GET", path))["status"] in (200, 404)
        assert (await line.call("GET", "/api/v2/games"))["status"] == 200
        codes = [(await line.call("GET", "/v/x/app/main.js"))["status"] for _ in range(100)]
        assert codes[-1] == 429  # they have a limit of their own
        await line.close()

    in_a_world(tmp_path, do, requests_per_minute=5)


def test_a_log_line_is_short_and_names_only_clients_that_a_limit_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.open(world.port)
        for _ in range(3):
            await line.call("GET", "/api/v2/tables/" + "x" * 5000)
        await line.close()

    with caplog.at_level("INFO", "odintable.http"):
        in_a_world(tmp_path, do, requests_per_minute=2)
    logged = [vars(one) for one in caplog.records if one.name == "odintable.http"]
    assert [one["status"] for one in logged] == [404, 404, 429]
    assert [one.get("client") for one in logged] == [None, None, "127.0.0.1"]
    assert all(len(one["path"]) == 200 for one in logged)


def test_a_name_is_sent_as_it_is_and_never_as_html(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>"

    async def do(world: InProcessServer) -> None:
        api = await Line.open(world.port)
        made = (await api.call("POST", "/api/v2/tables", {**TWO, "name": name, "open": True}))[
            "body"
        ]
        for path in ("/api/v2/tables", f"/api/v2/tables/{made['table']}"):
            api.taken()
            assert name in str((await api.call("GET", path))["body"])
            head = api.taken().partition(b"\r\n\r\n")[0]
            assert b"content-type: application/json" in head
            assert b"x-content-type-options: nosniff" in head
            assert b"content-security-policy: default-src 'self'" in head
        for bad in ("a\nb", "a|b", "\x00", "x" * 41):
            refused = await api.call("POST", "/api/v2/tables", {**TWO, "name": bad})
            assert refused["status"] in (400, 422)
        await api.close()

    in_a_world(tmp_path, do)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (framed(1, b" " * 5000), 1009),
        (b"".join(framed(1, b'{"do":"pong"}') for _ in range(6)), 4429),
    ],
)
def test_oversize_and_over_rate_clients_are_closed(sent: bytes, code: int, tmp_path: Path) -> None:
    async def do(world: InProcessServer) -> None:
        line = await Line.live(world.port)
        line.writer.write(sent)
        while (received := await line.frame())[0] != CLOSE:
            pass
        assert int.from_bytes(received[1][:2], "big") == code
        await line.close()

    in_a_world(tmp_path, do, frames_at_once=5, frames_per_second=1)


def test_a_slow_reader_uses_bounded_memory_and_gets_a_fresh_view(
    tmp_path: Path,
) -> None:
    async def do(world: InProcessServer) -> None:
        api = await Line.open(world.port)
        made = (await api.call("POST", "/api/v2/tables", TWO))["body"]
        slow = await Line.live(world.port)
        slow.send({"do": "hello", "table": made["table"], "token": made["tokens"]["seat"]})
        await slow.settle()
        new_connection = the_visitor(world, made["table"])
        live_table = world.services.registry.live_tables[made["table"]]
        waiting = new_connection._protocol.transport.get_write_buffer_size
        link: Any = slow.writer.transport
        link.pause_reading()
        most = 0
        while world.services.metrics.slow_reader_resyncs == 0:
            for _ in range(200):
                new_connection._send_welcome(live_table)
            most = max(most, waiting())
            await asyncio.sleep(0)
        for _ in range(1000):
            new_connection._send_welcome(live_table)
        most = max(most, waiting())
        assert most < 2 * LIMIT
        link.resume_reading()
        await slow.settle()
        assert slow.received[-1]["type"] == "welcome"
        assert slow.received[-1]["events"] is None
        for line in (slow, api):
            await line.close()

    in_a_world(tmp_path, do)


def the_visitor(world: InProcessServer, table: str) -> Connection:
    """The one socket at a table."""
    (here,) = world.services.registry.live_tables[table].viewers.by_seat.values()
    (viewer,) = here
    assert isinstance(viewer, Connection)
    return viewer
