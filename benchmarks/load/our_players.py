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
from .websocket_client import Link

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/api/v2/live"
AT_ONCE = 8  # connections that create tables
UNSEEN = "lay "  # the beginning of moves that the other seat does not see


class Told(msgspec.Struct):
    """The fields of a message that a client needs; the decoder skips the others."""

    type: str
    id: str = ""
    kind: str = ""
    stage: str = ""
    table: Any = None  # in a rematch: its name
    moves: list[str] = []
    code: str = ""


read = msgspec.json.Decoder(Told).decode


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

    async def join(self) -> None:
        """Connect and say hello."""
        first = await Link.open(self._port, PATH, partial(self._heard, 0))
        second = await Link.open(self._port, PATH, partial(self._heard, 1))
        self.links = (first, second)
        for seat in (0, 1):
            self._hello(seat)

    def send_move(self) -> bool:
        """Send a random legal move."""
        moves = self._moves
        move = moves[int(self._rng.random() * len(moves))]
        self._moves = []
        self._ask(self._turn, "play", f',"move":"{move}"')
        return not move.startswith(UNSEEN)

    def _ask(self, seat: int, do: str, rest: str = "") -> None:
        self._count += 1
        asked = f"{self._count}"
        if do == "play":
            self._id = asked
        self.links[seat].send(f'{{"do":"{do}","id":"{asked}"{rest}}}'.encode())

    def _hello(self, seat: int) -> None:
        table, token = self._names[seat], self._tokens[seat]
        self.links[seat].send(f'{{"do":"hello","table":"{table}","token":"{token}"}}'.encode())

    # -- Received messages ---------------------------------------------------------------------

    def _heard(self, seat: int, frame: bytes) -> None:
        told = read(frame)
        if told.type == "event":
            self._happened(seat, told)
        elif told.type == "welcome":
            if told.stage == "waiting":
                self._ask(seat, "ready")
        elif told.type != "presence":
            raise RuntimeError(f"our server says {frame.decode()}")

    def _happened(self, seat: int, told: Told) -> None:
        if told.kind == "move":
            if told.id == self._id:
                self.acknowledged()
            else:
                self.shown()
        elif told.kind == "proposed" and seat == 1:
            self._ask(1, "agree", ',"what":"rematch"')
        elif told.kind == "rematch":
            self._names[seat] = told.table
            self._hello(seat)
        if told.moves:
            self._turn, self._moves = seat, told.moves
        if told.stage == "over":
            if told.kind == "move" and seat == 0:
                self._ask(0, "propose", ',"what":"rematch"')
        elif self.is_settled and self._moves:
            self.free()


def make_tables(game: str, crowd: Crowd, port: int, count: int) -> list[OurTable]:
    """Create tables for two people through the API, with both seats taken."""
    shares = [count // AT_ONCE + (at < count % AT_ONCE) for at in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        made = list(pool.map(lambda share: list(make_some(port, game, share)), shares))
    return [OurTable(crowd, port, *one) for some in made for one in some]


def make_some(port: int, game: str, count: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """Create tables over one connection; yield their names and tokens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        made = post(connection, "/api/v2/tables", {"game": game, "seats": [{}, {}]})
        name, links = made["table"], made["tokens"]
        asked = {"invitation": links["invitation"]}
        sat = post(connection, f"/api/v2/tables/{name}/seats", asked)
        yield name, (links["seat"], sat["token"])
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
