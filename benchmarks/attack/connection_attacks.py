"""Attacks on the edge of the server: headers, half-sent requests, floods, forged addresses."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.load.our_players import PATH
from benchmarks.load.websocket_client import UPGRADE

from .attack import Attack, Found, Target
from .raw_client import (
    CLOSED,
    FAILURES,
    PATIENCE,
    SILENT,
    HttpConnection,
    address,
    call,
    count_failure,
    encode,
    flood,
    gather_suppressed,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

MIB = 1 << 20
HEADER_BYTES = 60_000_000
MAX_SENT = 8 << 20
TINY_LINES = b"a: b\r\n" * 20_000
DEADLINE = 35.0  # seconds after which a half-sent request must be closed
MAX_PER_ADDRESS = 256  # connections of any kind that one address may keep open
PIPELINED = 4  # requests that a slow reader sends at once
LOG_BYTES = 1 << 20  # that a flood may add to the log


async def tiny_headers(target: Target) -> Found:
    """Send header lines without end on one connection."""
    found = Found()
    connection = await HttpConnection.open(target.port, address(1))
    connection.writer.write(b"GET / HTTP/1.1\r\n")
    sent = 0
    status = "still open"
    try:
        while sent < target.many(HEADER_BYTES) and not target.is_over:
            connection.writer.write(TINY_LINES)
            sent += len(TINY_LINES)
            found.sent += 1
            await connection.writer.drain()
    except FAILURES:
        status = CLOSED
    with contextlib.suppress(*FAILURES):
        status = str((await asyncio.wait_for(connection.reply(), 1)).status)
    found.answers[status] += 1
    connection.close()
    reached = f"{sent / MIB:.1f} MiB sent"  # what the system's buffers took counts too
    found.check(f"refused before {MAX_SENT / MIB:.0f} MiB", reached, is_met=sent < MAX_SENT)
    found.only(400, 431, CLOSED)
    return found


def half_sent(port: int) -> Sequence[bytes]:
    """Return beginnings of requests, of bodies and of handshakes."""
    whole = encode("POST", "/api/v2/tables", port, {"game": "odin", "seats": [{}, {}]})
    upgrade = UPGRADE.format(path=PATH, host=f"127.0.0.1:{port}", key="x" * 24).encode()
    return (b"GET / HT", whole[:60], whole[:-10], upgrade[:-30], b"")


async def slow_requests(target: Target) -> Found:
    """Begin 200 requests from 20 addresses, and send the rest a byte every few seconds."""
    found = Found()
    beginnings = half_sent(target.port)
    count = target.many(200)

    async def begin(number: int) -> bool:
        connection = await HttpConnection.open(target.port, address(1 + number % 20))
        connection.writer.write(beginnings[number % len(beginnings)])
        found.sent += 1
        closed = asyncio.create_task(connection.reader.read(1000))
        while not target.is_over and not closed.done():
            await asyncio.wait([closed], timeout=3)
            if number % 2 and not closed.done():
                with contextlib.suppress(OSError):
                    connection.writer.write(b"a")
        answer = closed.result() if closed.done() and not closed.exception() else b""
        if answer:
            found.answers[answer.split()[1].decode()] += 1
        is_closed = closed.done()
        closed.cancel()
        connection.close()
        return is_closed

    done = await gather_suppressed(begin(number) for number in range(count))
    still_open = sum(one is False for one in done)
    found.check(
        f"all closed within {DEADLINE:.0f} s",
        f"{still_open} of {count} open",
        is_met=still_open == 0,
    )
    found.only(400, 408, 422)
    found.at_least_once(408)
    return found


async def many_connections(target: Target) -> Found:
    """Open 1,000 connections from one address, and keep them."""
    found = Found()
    count = target.many(1000)
    connections = [
        one
        for one in await gather_suppressed(
            HttpConnection.open(target.port, address(1)) for _ in range(count)
        )
        if one is not None
    ]
    found.sent = count
    kept = 0
    for connection in connections:
        with contextlib.suppress(OSError, TimeoutError):
            try:
                async with asyncio.timeout(0.02):
                    first = await connection.reader.read(100)
                if first:
                    found.answers[first.split()[1].decode()] += 1
            except TimeoutError:
                kept += 1
    asked = encode("GET", "/api/v2/games", target.port)
    while not target.is_over:
        await asyncio.sleep(0.2)
    with contextlib.suppress(*FAILURES):
        found.answers[f"other address {(await call(target.port, address(2), asked)).status}"] += 1
    for connection in connections:
        connection.close()
    most = min(count, MAX_PER_ADDRESS)
    found.check(f"at most {most} stay open", f"{kept:,} of {count:,}", is_met=kept <= most)
    served = found.answers["other address 200"]
    found.check("other addresses are served", "yes" if served else "no", is_met=bool(served))
    found.at_least_once(503)
    return found


async def slow_readers(target: Target) -> Found:
    """Ask for a long replay on many connections, and read nothing of it."""
    found = Found()
    body = {"text": target.record}
    uploaded = await call(
        target.port, address(9), encode("POST", "/api/v2/records", target.port, body)
    )
    asked = encode("GET", f"/api/v2/records/{uploaded.json()['record']}/replay", target.port)
    size = len((await call(target.port, address(9), asked)).body)
    opened = await gather_suppressed(
        HttpConnection.open(target.port, address(1 + number % 4))
        for number in range(target.many(400))
    )
    for connection in filter(None, opened):
        connection.writer.transport.pause_reading()
        connection.writer.write(asked * PIPELINED)
        found.sent += PIPELINED
    while not target.is_over:
        await asyncio.sleep(0.2)
    for connection in filter(None, opened):
        connection.close()
    unread = len(opened) * size / MIB
    found.check("much is left unread", f"{unread:,.0f} MiB", is_met=unread > 0)
    return found


async def pipelining(target: Target) -> Found:
    """Send thousands of requests at once on each connection, without waiting for answers."""
    found = Found()
    asked = encode("GET", "/healthz", target.port) * 2000

    async def send(number: int) -> None:
        while not target.is_over:
            connection = await HttpConnection.open(target.port, address(1 + number))
            try:
                connection.writer.write(asked)
                found.sent += 2000
                answer = await asyncio.wait_for(connection.reader.read(), PATIENCE)
                found.answers.update(re.findall(r"HTTP/1.1 (\d+)", answer.decode("latin-1")))
            except FAILURES as failure:
                count_failure(found.answers, failure)
                await asyncio.sleep(0.05)
            finally:
                connection.close()

    await asyncio.gather(*map(send, range(4)))
    found.only(200, 429, CLOSED)
    return found


async def request_flood(target: Target) -> Found:
    """Send requests from one address as fast as they are answered."""
    found = Found()
    asked = encode("GET", "/api/v2/games", target.port)
    await flood(target, found, address(1), lambda _: asked, 8)
    found.only(200, 429)
    found.at_least_once(429)
    return found


async def frame_flood(target: Target) -> Found:
    """Send frames on sockets as fast as they go, and connect again when the server closes."""
    found = Found()
    upgrade = UPGRADE.format(
        path=PATH, host=f"127.0.0.1:{target.port}", key="dGhlIHNhbXBsZSBub25jZQ=="
    ).encode()
    frames = bytes((0x81, 0x80 | 2)) + bytes(4) + b"{}"

    async def send(_number: int) -> None:
        while not target.is_over:
            connection = await HttpConnection.open(target.port, address(1))
            try:
                reply = await connection.call(upgrade)
                found.answers[f"handshake {reply.status}"] += 1
                connection.writer.write(frames * 200)
                found.sent += 200
                answer = await asyncio.wait_for(connection.reader.read(), PATIENCE)
                at = answer.rfind(b"\x88")
                found.answers[str(int.from_bytes(answer[at + 2 : at + 4], "big"))] += 1
            except FAILURES as failure:
                count_failure(found.answers, failure)
                await asyncio.sleep(0.05)
            finally:
                connection.close()

    await asyncio.gather(*map(send, range(8)))
    found.only(4400, 4429, CLOSED, "handshake 101", "handshake 429")
    found.at_least_once(4400, 4429)
    return found


async def long_urls(target: Target) -> Found:
    """Send 900 requests with very long URLs."""
    found = Found()
    count = itertools.count()
    path = "/api/v2/tables/" + "x" * 60_000
    most = target.many(900)

    async def send(source: str) -> None:
        while next(count) < most and not target.is_over:
            try:
                found.sent += 1
                reply = await call(target.port, source, encode("GET", path, target.port))
                found.answers[str(reply.status)] += 1
            except FAILURES as failure:
                count_failure(found.answers, failure)

    before = Path(target.log).stat().st_size
    await asyncio.gather(*(send(address(1 + number)) for number in range(4)))
    grown = Path(target.log).stat().st_size - before
    found.check(
        "the log grows by less than 1 MiB", f"{grown / MIB:.1f} MiB", is_met=grown < LOG_BYTES
    )
    found.only(400, 404, 414, 429, 431, CLOSED)
    return found


async def forged_hosts(target: Target) -> Found:
    """Ask under another host name, and from a page of another origin."""
    found = Found()
    port = target.port
    evil = {"host": f"evil.example:{port}"}
    made = {"game": "odin", "seats": [{}, {}]}
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    upgrade["sec_websocket_key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    forged = {
        "table": encode("POST", "/api/v2/tables", port, made, **evil),
        "games": encode("GET", "/api/v2/games", port, **evil),
        "page": encode("GET", "/", port, **evil),
        "metrics": encode("GET", "/metrics", port, **evil),
        "socket": encode("GET", PATH, port, **evil, **upgrade),
        "origin": encode("GET", PATH, port, origin="https://evil.example", **upgrade),
    }
    while not target.is_over:
        for what, asked in forged.items():
            found.sent += 1
            try:
                status = str((await call(port, address(1), asked)).status)
            except FAILURES:
                status = CLOSED
            found.answers[f"{what} {status}"] += 1
        await asyncio.sleep(0.5)
    served = [
        one for one in found.answers if one.split()[1] not in ("400", "403", "404", "421", "429")
    ]
    found.check(
        "nothing is served to another host", ", ".join(served) or "nothing", is_met=not served
    )
    return found


async def forged_addresses(target: Target) -> Found:
    """Come through a proxy and claim another address with every request."""
    found = Found()
    port = target.port

    def claim(number: int) -> bytes:
        claimed = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}, 198.51.100.7"
        return encode("GET", "/api/v2/games", port, x_forwarded_for=claimed)

    await flood(target, found, address(8), claim, 4)
    found.only(200, 429)
    found.at_least_once(429)
    served = found.answers["200"]
    found.check("about 600 requests a minute", f"{served:,} served", is_met=served <= 1300)
    if found.answers[SILENT]:
        found.check("every request is answered", "some are not", is_met=False)
    return found


ATTACKS = [
    Attack("tiny-headers", "60 MB of tiny header lines on one connection", tiny_headers),
    Attack(
        "slow-requests",
        "200 half-sent requests, bodies and handshakes",
        slow_requests,
        seconds=DEADLINE,
    ),
    Attack("many-connections", "1,000 connections from one address", many_connections),
    Attack(
        "slow-readers",
        "long replays on 400 connections that read nothing",
        slow_readers,
        needs_records=True,
    ),
    Attack("pipelining", "2,000 requests at once on one connection", pipelining),
    Attack("request-flood", "requests as fast as they are answered", request_flood),
    Attack("frame-flood", "frames as fast as they go, on eight sockets", frame_flood),
    Attack("long-urls", "900 requests with URLs of 60 kB", long_urls),
    Attack("forged-hosts", "requests for another host, and from another origin", forged_hosts),
    Attack(
        "forged-addresses",
        "another X-Forwarded-For with every request, behind a proxy",
        forged_addresses,
        settings={"proxies": "*"},
    ),
]
