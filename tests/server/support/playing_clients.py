"""Clients that play random moves and reconnect by themselves, as docs/server-wire.md says."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Json = dict[str, Any]
FIRST_WAIT, LONGEST_WAIT = 0.4, 2.0  # seconds before reconnecting
PING_EVERY, PING_WITHIN = 1.0, 3.0  # seconds: how a half-open link is noticed
RETRY = 0.1
UNANSWERED = 2.0  # seconds after which a request is sent again


class Client:
    """A seat or a spectator: plays random legal moves, and resends until acknowledged."""

    def __init__(self, port: int, table: str, token: str, name: str, pace: float = 0.01) -> None:
        """Start unconnected; `pace` is the longest time before a move."""
        self.url = f"ws://127.0.0.1:{port}/api/v2/live"
        self.table = table
        self.token = token
        self.name = name
        self.pace = pace
        self.rng = random.Random(name)
        self.seen: dict[int, Json] = {}  # every event it was shown, by number
        self.now: Json = {}
        self.last = 0
        self.asked: Json | None = None  # what is not acknowledged yet
        self.acknowledged: dict[str, tuple[int, str]] = {}  # id -> number and move
        self.refusals: list[Json] = []
        self.welcomes: list[float] = []  # when it was welcomed
        self.is_playing = True
        self._count = 0
        self._wait = FIRST_WAIT
        self._moving: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            while True:
                with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                    await self._visit()
                self._socket = None
                await asyncio.sleep(self._wait * self.rng.uniform(0.5, 1.0))
                self._wait = min(LONGEST_WAIT, self._wait * 2)
        finally:
            self._stop_moving()

    async def _visit(self) -> None:
        options: Json = {"compression": None, "open_timeout": 2.0, "close_timeout": 0.5}
        async with connect(
            self.url, ping_interval=PING_EVERY, ping_timeout=PING_WITHIN, **options
        ) as socket:
            self._socket = socket
            await self._hello()
            async for frame in socket:
                await self._heard(json.loads(frame))

    async def send(self, request: Json) -> None:
        """Send a frame, if connected."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(request))

    async def _hello(self) -> None:
        hello = {"do": "hello", "table": self.table, "token": self.token, "last": self.last}
        await self.send(hello)

    async def _heard(self, message: Json) -> None:
        if message["type"] == "welcome":
            await self._welcomed(message)
        elif message["type"] == "event" and message["n"] == self.last + 1:
            self._shown(message)
            self.now = {**self.now, **message}
        elif message["type"] == "event" and message["n"] > self.last:
            await self._hello()
        elif message["type"] == "refused":
            await self._refused(message)
        if message.get("id") and message["type"] in ("event", "ack"):
            self._acknowledge(message)
        self._move()

    async def _welcomed(self, message: Json) -> None:
        self._wait = FIRST_WAIT
        self.welcomes.append(time.monotonic())
        if message["n"] >= self.last:
            for event in message["events"] or []:
                self._shown(event)
            self.last, self.now = message["n"], message
        if self.asked is not None:
            await self.send(self.asked)

    def _shown(self, event: Json) -> None:
        n = event["n"]
        message = {key: event.get(key) for key in ("kind", "seat", "move")}
        assert self.seen.setdefault(n, message) == message, f"{self.name}: event {n} was another"
        self.last = max(self.last, n)

    def _acknowledge(self, message: Json) -> None:
        asked = self.asked
        if asked is not None and asked["id"] == message["id"]:
            self.acknowledged[asked["id"]] = (message["n"], asked.get("move", ""))
            self.asked = None

    async def _refused(self, message: Json) -> None:
        self.refusals.append(message)
        if message["retry"] and not message["id"]:  # the answer to a hello: the server starts
            await asyncio.sleep(RETRY)
            await self._hello()
            return
        if self.asked is None or message["id"] != self.asked["id"]:
            return
        if message["retry"] or message["code"] == "no-hello":
            await asyncio.sleep(RETRY)
            await (self.send(self.asked) if message["retry"] else self._hello())
        else:
            self.asked = None
            await self._hello()

    # -- Playing -------------------------------------------------------------------------------

    def _move(self) -> None:
        """Make a move if it is my turn and no command is unanswered."""
        if self.is_playing and self.asked is None and self.now.get("moves"):
            self._count += 1
            move = self.rng.choice(self.now["moves"])
            self.ask({"do": "play", "id": f"{self.name}-{self._count}", "move": move})

    def ask(self, request: Json) -> None:
        """Send a command until it is answered."""
        self.asked = request
        self._stop_moving()
        self._moving = asyncio.create_task(self._ask(request))

    async def _ask(self, request: Json) -> None:
        await asyncio.sleep(self.rng.uniform(0, self.pace))
        while self.asked is request:
            await self.send(request)
            await asyncio.sleep(UNANSWERED)

    def _stop_moving(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
