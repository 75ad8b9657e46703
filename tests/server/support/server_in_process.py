"""A server in this process on a real port; the test controls time, randomness and deals."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import socket
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

import uvicorn
from fastapi import FastAPI

from odintable.bots import Candidate, MoveChoice
from odintable.bots.evaluate_position import Evaluation
from odintable.server.main import uvicorn_config
from odintable.server.review import review
from odintable.server.review.record_jobs import do_job
from odintable.server.review.record_worker import RecordWorker
from odintable.server.settings import Settings
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.time_and_randomness import Sources

from .server_process import PATIENCE, NoAnswer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from odintable.games.position import Position
    from odintable.match.fair_shuffle import FairShuffler
    from odintable.server.services import Services
    from odintable.server.storage.store_interface import Store
    from odintable.server.tables.table import Table

Json = dict[str, Any]
ENDLESS = 10**9
START = 1_800_000_000_000  # milliseconds since 1970
CONT, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10


class QuickStore(SqliteStore):
    """SQLite without waiting for the disk."""

    def __init__(self, path: Path) -> None:
        """Open the file."""
        super().__init__(path)
        self._writes.execute("PRAGMA synchronous = OFF")


class FakeWorkerPool:
    """Replaces the bots: answers with a hash of its input and the first legal move.

    Reviews proceed only when the test calls `answer_reviews`, so that their progress is known.
    """

    def __init__(self, *_given: object) -> None:
        """Accept the arguments of WorkerPool."""
        self._reviews: list[Callable[[], None]] = []
        self.is_started = False

    def start_ahead(self) -> None:
        """Note that a process would be started."""
        self.is_started = True

    def choose_move(
        self,
        view: Position,
        bot: str,
        _time_ms: int,
        done: Callable[[MoveChoice | None], None],
        _share: object = None,
    ) -> FakeWorkerPool:
        """Answer in the next iteration of the loop."""
        move = view.legal()[0]
        thought = MoveChoice(move, 0.5, [Candidate(move, 0.5, number_of(view, bot))])
        asyncio.get_running_loop().call_soon(done, thought)
        return self

    def evaluate(
        self,
        view: Position,
        sims: int,
        seed: int,
        done: Callable[[Evaluation | None], None],
        _owner: str = "",
    ) -> FakeWorkerPool:
        """Answer at once, or, for a review, when the test says so."""
        if sims in (review.SIMS, review.CLOSER_SIMS):
            self._reviews.append(partial(self._answer, view, sims, seed, done))
        else:
            self._answer(view, sims, seed, done)
        return self

    def answer_reviews(self, count: int) -> None:
        """Answer this many of the evaluations that reviews wait for, the newest first."""
        for _ in range(min(count, len(self._reviews))):
            self._reviews.pop()()

    def _answer(
        self, view: Position, sims: int, seed: int, done: Callable[[Evaluation | None], None]
    ) -> None:
        number = number_of(view, sims, seed)
        chances = [number / 2**48] * view.players
        moves = view.legal() if view.turn == view.viewer else []
        candidates = [
            Candidate(move, number / 2**48 / (1 + at), number, 0.0) for at, move in enumerate(moves)
        ]
        done(Evaluation(chances, candidates, [], sims))

    def cancel(self) -> None:
        """Do nothing: the answer was given at once."""

    def close(self) -> None:
        """Do nothing: there are no processes."""


class RecordWorkerWithoutProcess(RecordWorker):
    """Does the jobs in its thread: a process for every server takes seconds to start."""

    def _call(
        self, job: str, text: str | Callable[[], str], arguments: tuple[Any, ...]
    ) -> tuple[bool, Any]:
        return do_job(job, text if isinstance(text, str) else text(), arguments)


def number_of(view: Position, *how: object) -> int:
    """Return a hash of 48 bits of everything a bot gets."""
    handed = repr((view.states.tobytes(), view.options, view.history, how)).encode()
    return int.from_bytes(hashlib.sha256(handed).digest()[:6], "big")


class InProcessServer:
    """One server; two with the same number create the same names and tokens."""

    def __init__(self, number: int = 0) -> None:
        """Start with a fixed time, which the test sets."""
        self.number = number
        self.now = START
        self.deals: dict[bytes, Callable[[bytes], FairShuffler]] = {}
        self.next_seed = bytes(32)
        self._drawn = 0
        self.port = 0
        self.app: FastAPI
        self.services: Services

    def random(self, size: int) -> bytes:
        """Return names and tokens by counting, and the seeds of the test."""
        if size == len(self.next_seed):
            return self.next_seed
        self._drawn += 1
        return hashlib.sha256(f"{self.number} {self._drawn}".encode()).digest()[:size]

    def deal(self, seed: bytes) -> FairShuffler:
        """Return the shuffler of a game."""
        return self.deals[seed](seed)

    @contextlib.asynccontextmanager
    async def open(
        self, store: Store, keep_alive: float = 3600, **settings: Any
    ) -> AsyncIterator[InProcessServer]:
        """Serve until the block ends.

        `keep_alive`: seconds; a machine may be busy for longer than the usual 5 s.
        """
        given: dict[str, Any] = {
            "port": 0,
            "bot_pause": 0,
            "hints_per_minute": ENDLESS,
            "win_probabilities_per_minute": ENDLESS,
            "tables_per_hour": ENDLESS,
            "requests_per_minute": ENDLESS,
            "sockets_per_address": ENDLESS,
            "hosts": "table",
            "frames_at_once": ENDLESS,
            "idle_minutes": ENDLESS,
            **settings,
        }
        sources = Sources(lambda: self.now, self.random, self.deal)
        config = uvicorn_config(Settings(**given), sources, store)
        config.ws_ping_interval = None
        config.timeout_keep_alive = keep_alive  # type: ignore[assignment]
        serving = uvicorn.Server(config)
        with (
            mock.patch("odintable.server.services.WorkerPool", FakeWorkerPool),
            mock.patch("odintable.server.services.RecordWorker", RecordWorkerWithoutProcess),
            mock.patch("odintable.server.connections.http_protocol.HEAD_WITHIN", 3600.0),
            mock.patch("odintable.server.live.socket_route.PING_EVERY", 3600.0),
            mock.patch("odintable.server.review.review.PAUSE_AFTER", 3600.0),
            mock.patch("odintable.server.live.table_viewers.PRESENCE_EVERY", 0.0),
        ):
            config.load()
            self.app = app_of(config)
            self.services = self.app.state.services
            self.services.time = lambda: self.now / 1000
            serving.lifespan = config.lifespan_class(config)
            await serving.startup()
            await self.services.rules_loaded.wait()
            try:
                self.port = serving.servers[0].sockets[0].getsockname()[1]
                yield self
            finally:
                await serving.shutdown()

    @property
    def workers(self) -> FakeWorkerPool:
        """The pool that replaces the bots."""
        workers: Any = self.services.workers
        assert isinstance(workers, FakeWorkerPool)
        return workers

    @property
    def open_connections(self) -> int:
        """How many connections are open."""
        return self.services.open_connections

    def table(self, name: str) -> Table:
        """Return the live table with all hidden cards."""
        return self.services.registry.live_tables[name].table


def app_of(config: uvicorn.Config) -> FastAPI:
    """Return the application of a configuration."""
    app: Any = config.app
    assert isinstance(app, FastAPI)
    return app


class Line:
    """One connection; every byte received is in `log`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Wrap an open connection."""
        self.reader = reader
        self.writer = writer
        self.log = bytearray()
        self.received: list[Json] = []
        self._pings = 0

    @classmethod
    async def open(cls, port: int, room: int | None = None) -> Line:
        """Connect; `room` is the size of the receive buffer in bytes."""
        near = socket.socket()
        near.setblocking(False)
        if room is not None:
            near.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        await asyncio.get_running_loop().sock_connect(near, ("127.0.0.1", port))
        return cls(*await asyncio.open_connection(sock=near, limit=1 << 24))

    @classmethod
    async def live(cls, port: int, room: int | None = None) -> Line:
        """Open a WebSocket."""
        line = await cls.open(port, room)
        line.writer.write(
            b"GET /api/v2/live HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        line.log += await line.reader.readuntil(b"\r\n\r\n")
        assert line.log.startswith(b"HTTP/1.1 101"), line.log
        return line

    def send(self, request: Json | bytes) -> None:
        """Send a text frame."""
        payload = request if isinstance(request, bytes) else json.dumps(request).encode()
        self.writer.write(framed(TEXT, payload))

    async def frame(self) -> tuple[int, bytes]:
        """Read the next frame; its bytes go to the log."""
        head = await self.reader.readexactly(2)
        size = head[1]
        if size >= 126:
            more = await self.reader.readexactly(2 if size == 126 else 8)
            size = int.from_bytes(more, "big")
            head += more
        payload = await self.reader.readexactly(size)
        opcode = head[0] & 15
        if opcode != PONG:
            self.log += head + payload
        if opcode == TEXT:
            self.received.append(json.loads(payload))
        return opcode, payload

    async def settle(self) -> None:
        """Read everything sent so far: until the answer to a ping."""
        self._pings += 1
        mark = self._pings.to_bytes(8, "big")
        self.writer.write(framed(PING, mark))
        await self._until(f"the pong of ping {self._pings}", lambda *got: got == (PONG, mark))

    async def answer(self, asked: str) -> Json:
        """Read until the command with this id is answered."""

        def is_it(opcode: int, _payload: bytes) -> bool:
            return opcode == TEXT and self.received[-1].get("id") == asked

        await self._until(f"the answer to {asked!r}", is_it)
        return self.received[-1]

    async def _until(self, what: str, is_it: Callable[[int, bytes], bool]) -> None:
        """Read until a message arrives; the error says what was received instead.

        The server is in this process, and so is the compiler, which may take minutes.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_it(*(got := await self.frame())):
                    if got[0] == CLOSE:
                        raise NoAnswer(what, f"the server closed: {got[1]!r}", self.received)
        except TimeoutError:
            raise NoAnswer(what, f"waited for {PATIENCE:g} s", self.received) from None
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise NoAnswer(what, f"the connection is gone: {error!r}", self.received) from None

    async def call(self, method: str, path: str, body: object = None, token: str = "") -> Json:
        """Make an API request on this connection, which stays open."""
        content = b"" if body is None else json.dumps(body).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: table\r\n{bearer}"
        head += "Content-Type: application/json\r\n" if content else ""
        self.writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self.reader.readuntil(b"\r\n\r\n")
        except TimeoutError:
            waited = f"waited for {PATIENCE:g} s"
            raise NoAnswer(f"the answer to {method} {path}", waited, self.received) from None
        fields = dict(line.split(b": ", 1) for line in message.split(b"\r\n")[1:-2])
        reply = await self.reader.readexactly(int(fields.get(b"content-length", b"0")))
        self.log += message + reply
        is_json = fields.get(b"content-type", b"").startswith(b"application/json")
        found: Json = {"status": int(message.split()[1]), "body": reply}
        if is_json and reply:
            found["body"] = json.loads(reply)
        return found

    def taken(self) -> bytes:
        """Return the bytes received since the last call."""
        log = bytes(self.log)
        self.log.clear()
        self.received.clear()
        return log

    async def close(self) -> None:
        """Close the connection."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


def framed(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """Return a client's frame with a mask of zeros."""
    size = len(payload)
    if size < 126:
        head = bytes((first | opcode, 0x80 | size))
    else:
        head = bytes((first | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
    return head + bytes(4) + payload
