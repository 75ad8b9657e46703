"""Cheap clients of attackers: encoded requests over raw connections, from any loopback address."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from benchmarks.load.our_players import PATH
from benchmarks.load.websocket_client import WebSocketClient

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable

    from .attack import Found, Target

PATIENCE = 30.0  # seconds for an answer
PAUSE = 0.05  # seconds before connecting again
FAILURES = (OSError, asyncio.IncompleteReadError, ValueError, TimeoutError)
CLOSED, SILENT = "closed", "no answer"


def address(number: int) -> str:
    """Return a loopback address; 0 is the innocent players'."""
    return f"127.0.{number // 250}.{1 + number % 250}"


def encode(
    method: str, path: str, port: int, body: object = None, token: str = "", **headers: str
) -> bytes:
    """Return a request as it is sent; `x_forwarded_for` is the header `x-forwarded-for`."""
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if "host" not in headers:
        lines.append(f"host: 127.0.0.1:{port}")
    if token:
        lines.append(f"authorization: Bearer {token}")
    data = b""
    if body is not None:
        data = json.dumps(body).encode()
        lines += ["content-type: application/json", f"content-length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode() + data


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def json(self) -> Any:
        """Return the body."""
        return json.loads(self.body)


class HttpConnection:
    """A connection that is kept open for many requests."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, source: str) -> Self:
        """Connect from an address."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0)))

    async def call(self, data: bytes) -> Reply:
        """Send an encoded request and read the answer."""
        if self.writer.transport.is_closing():
            raise ConnectionResetError("the server has closed the connection")
        self.writer.write(data)
        return await asyncio.wait_for(self.reply(), PATIENCE)

    async def reply(self) -> Reply:
        """Read an answer."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = [
            (key.lower(), value.strip()) for key, _, value in (one.partition(":") for one in lines)
        ]
        length = int(dict(headers).get("content-length", "0"))
        return Reply(int(first.split()[1]), headers, await self.reader.readexactly(length))

    def close(self) -> None:
        """Close it at once."""
        self.writer.transport.abort()


async def call(port: int, source: str, data: bytes) -> Reply:
    """Make one request over a connection of its own."""
    connection = await HttpConnection.open(port, source)
    try:
        return await connection.call(data)
    finally:
        connection.close()


async def flood(
    target: Target,
    found: Found,
    source: str,
    requests: Callable[[int], bytes],
    connections: int = 4,
) -> None:
    """Send requests from one address over some connections, until the time is over."""

    async def send(first: int) -> None:
        number, connection = first, None
        while not target.is_over:
            try:
                connection = connection or await HttpConnection.open(target.port, source)
                found.sent += 1
                reply = await connection.call(requests(number))
                found.answers[str(reply.status)] += 1
            except FAILURES as failure:
                count_failure(found.answers, failure)
                if connection is not None:
                    connection.close()
                connection = None
                await asyncio.sleep(PAUSE)
            number += connections
        if connection is not None:
            connection.close()

    await asyncio.gather(*map(send, range(connections)))


def count_failure(answers: Counter[str], failure: BaseException) -> None:
    """Count a request without an answer."""
    answers[SILENT if isinstance(failure, TimeoutError) else CLOSED] += 1


async def create_table(
    target: Target, source: str, game: str = "odin", **more: Any
) -> tuple[str, dict[str, str]]:
    """Create a table with two people; returns its name and tokens, `other` of the second seat."""
    seats = more.pop("seats", [{}, {}])
    asked = {"game": game, "seats": seats, **more}
    reply = await call(target.port, source, encode("POST", "/api/v2/tables", target.port, asked))
    if reply.status != 201:
        raise RuntimeError(f"no table was created: {reply.status} {reply.body.decode()}")
    made = reply.json()
    tokens = made["tokens"]
    if seats[1:] == [{}]:
        path = f"/api/v2/tables/{made['table']}/seats"
        sat = encode("POST", path, target.port, {"invitation": tokens["invitation"]})
        tokens["other"] = (await call(target.port, source, sat)).json()["token"]
    return made["table"], tokens


def hello(table: str, token: str = "", last: int = 0) -> bytes:
    """Return the first frame."""
    return json.dumps({"do": "hello", "table": table, "token": token, "last": last}).encode()


class Socket:
    """A WebSocket that counts what it receives, and can wait for a message."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._waiting: asyncio.Future[None] | None = None
        self.received: list[bytes] = []
        self.keeps = True  # messages are kept, not only counted
        self.link: WebSocketClient

    @classmethod
    async def open(cls, target: Target, found: Found, source: str) -> Self:
        """Connect from an address."""
        socket = cls(found)
        socket.link = await WebSocketClient.open(target.port, PATH, socket._on_message, source)
        return socket

    def send(self, frame: bytes) -> None:
        """Send a frame, if the socket is open."""
        if self.link.is_open:
            self._found.sent += 1
            self.link.send(frame)

    def _on_message(self, message: bytes) -> None:
        self._found.messages += 1
        if self.keeps:
            self.received.append(message)
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)

    async def until(self, is_it: Callable[[Any], bool], within: float = PATIENCE) -> Any:
        """Wait for a message, and drop those before it."""
        async with asyncio.timeout(within):
            while True:
                while self.received:
                    message = json.loads(self.received.pop(0))
                    if is_it(message):
                        return message
                self._waiting = asyncio.get_running_loop().create_future()
                await self._waiting

    def close(self) -> None:
        """Close it."""
        self.link.close()


async def gather_suppressed(tasks: Iterable[Any]) -> list[Any]:
    """Run all; failed ones give None."""

    async def one(task: Any) -> Any:
        with contextlib.suppress(*FAILURES):
            return await task

    return await asyncio.gather(*map(one, tasks))
