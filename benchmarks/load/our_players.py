"""Clients of our own server, which speak docs/server-wire.md and make random legal moves."""

from __future__ import annotations

import http.client
import json
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from .players import Crowd, Table
from .websocket_client import WebSocketClient

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/api/v2/live"
CONNECTIONS = 8  # connections that create tables
HIDDEN_MOVE = "lay "  # the beginning of moves that the other seat does not see


class ServerMessage(msgspec.Struct):
    """The fields of a message that a client needs; the decoder skips the others."""

    type: str
    id: str = ""
    kind: str = ""
    stage: str = ""
    table: Any = None  # in a rematch: its name
    moves: list[str] = []
    code: str = ""


read = msgspec.json.Decoder(ServerMessage).decode


class OurTable(Table):
    """A table at which every finished game is followed by a rematch."""

    def __init__(self, crowd: Crowd, port: int, name: str, tokens: tuple[str, str]) -> None:
        """Take a table that exists already, with a token for each seat."""
        super().__init__(crowd)
        self._port = port
        self._names = [name, name]  # the table at which each seat is
        self._tokens = tokens
        self._rng = random.Random(name)
        self._turn = 0
        self._moves: list[str] = []
        self._count = 0
        self._id = ""

    def place(self, seat: int) -> tuple[str, str]:
        """The table at which a seat is now, and its token."""
        return self._names[seat], self._tokens[seat]

    async def join(self) -> None:
        """Connect and say hello."""
        first = await WebSocketClient.open(self._port, PATH, partial(self._on_frame, 0))
        second = await WebSocketClient.open(self._port, PATH, partial(self._on_frame, 1))
        self.links = (first, second)
        for seat in (0, 1):
            self._hello(seat)

    def send_move(self) -> bool:
        """Send a random legal move."""
        moves = self._moves
        move = moves[int(self._rng.random() * len(moves))]
        self._moves = []
        self._ask(self._turn, "play", f',"move":"{move}"')
        return not move.startswith(HIDDEN_MOVE)

    def _ask(self, seat: int, do: str, rest: str = "") -> None:
        self._count += 1
        request_id = f"{self._count}"
        if do == "play":
            self._id = request_id
        self.links[seat].send(f'{{"do":"{do}","id":"{request_id}"{rest}}}'.encode())

    def _hello(self, seat: int) -> None:
        table, token = self._names[seat], self._tokens[seat]
        self.links[seat].send(f'{{"do":"hello","table":"{table}","token":"{token}"}}'.encode())

    # -- Received messages ---------------------------------------------------------------------

    def _on_frame(self, seat: int, frame: bytes) -> None:
        message = read(frame)
        if message.type == "event":
            self._on_event(seat, message)
        elif message.type == "welcome":
            if message.stage == "waiting":
                self._ask(seat, "ready")
        elif message.type != "presence":
            raise RuntimeError(f"our server says {frame.decode()}")

    def _on_event(self, seat: int, message: ServerMessage) -> None:
        if message.kind == "move":
            if message.id == self._id:
                self.acknowledged()
            else:
                self.shown()
        elif message.kind == "proposed" and seat == 1:
            self._ask(1, "agree", ',"what":"rematch"')
        elif message.kind == "rematch":
            self._names[seat] = message.table
            self._hello(seat)
        if message.moves:
            self._turn, self._moves = seat, message.moves
        if message.stage == "over":
            if message.kind == "move" and seat == 0:
                self._ask(0, "propose", ',"what":"rematch"')
        elif self.is_settled and self._moves:
            self.free()


def make_tables(game: str, crowd: Crowd, port: int, count: int) -> list[OurTable]:
    """Create tables for two people through the API, with both seats taken."""
    shares = [count // CONNECTIONS + (at < count % CONNECTIONS) for at in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        made = list(pool.map(lambda share: list(create_tables(port, game, share)), shares))
    return [OurTable(crowd, port, *one) for some in made for one in some]


def create_tables(port: int, game: str, count: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """Create tables over one connection; yield their names and tokens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        made = post(connection, "/api/v2/tables", {"game": game, "seats": [{}, {}]})
        name, tokens = made["table"], made["tokens"]
        body = {"invitation": tokens["invitation"]}
        seat = post(connection, f"/api/v2/tables/{name}/seats", body)
        yield name, (tokens["seat"], seat["token"])
    connection.close()


def post(connection: http.client.HTTPConnection, path: str, body: object) -> Any:
    """Call the API once; raise an error if nothing was created."""
    headers = {"content-type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    reply = connection.getresponse()
    text = reply.read().decode()
    if reply.status != 201:
        raise RuntimeError(f"POST {path} is answered with {reply.status}: {text}")
    return json.loads(text)
