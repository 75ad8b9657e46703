"""What the attackers bring along: a table of thousands of moves, and a record of a long game."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import odintable
from benchmarks.load import servers
from benchmarks.load.our_players import PATH
from benchmarks.load.websocket_client import WebSocketClient

from .attack import LongGame, Target
from .raw_client import address, create_table

if TYPE_CHECKING:
    from pathlib import Path

MOVES, TAKE_BACKS = 5000, 850
MAX_RECORD_LENGTH = 59_000  # characters
RECORDS = 100
OPTIONS = {"target": 100}  # a game of Ravens that goes on and on
ARRANGE = " arrange"  # the end of a move after which cards are laid back unseen
WITHIN = 900.0  # seconds


class LongGamePlayers:
    """Both players of one table, who move as fast as they can and sometimes take a move back."""

    def __init__(self, table: str, tokens: tuple[str, str], moves: int, take_backs: int) -> None:
        self._table = table
        self._tokens = tokens
        self._left = {"play": moves, "back": take_backs}
        self._share = take_backs / moves
        self._rng = random.Random(1)
        self._links: list[WebSocketClient] = []
        self._count = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(self, port: int) -> None:
        """Play until all moves are made."""
        for seat, token in enumerate(self._tokens):
            link = await WebSocketClient.open(port, PATH, partial(self._on_message, seat))
            self._links.append(link)
            link.send(json.dumps({"do": "hello", "table": self._table, "token": token}).encode())
        await asyncio.wait_for(self.done, WITHIN)
        for link in self._links:
            link.close()

    def _send(self, seat: int, **command: Any) -> None:
        self._count += 1
        self._links[seat].send(json.dumps({"id": f"{seat}-{self._count}", **command}).encode())

    def _on_message(self, seat: int, message: bytes) -> None:
        received = json.loads(message)
        if received["type"] == "refused":
            raise RuntimeError(f"the server refused: {received}")
        if received["type"] == "welcome" and received["stage"] == "waiting":
            self._send(seat, do="ready")
        if received["type"] == "event" and received["moves"] and not self.done.done():
            self._decide(seat, received)

    def _decide(self, seat: int, received: dict[str, Any]) -> None:
        left = self._left
        if not left["play"]:
            self.done.set_result(None)
            return
        may = received["may_take_back"] == "free" and left["back"] and received["kind"] == "move"
        do = "back" if may and self._rng.random() < 4 * self._share else "play"
        left[do] -= 1
        if do == "back":
            self._send(seat, do="back")
        else:
            self._send(seat, do="play", move=self._rng.choice(received["moves"]))


async def play_long_game(folder: Path, moves: int, take_backs: int) -> LongGame:
    """Play a long game on a server without limits; its store stays in the folder."""
    with servers.ours(folder) as server:
        target = Target(server.port)
        made = await create_table(target, address(0), "ravens", options=OPTIONS)
        table, tokens = made[0], made[1]
        seats = (tokens["seat"], tokens["other"])
        players = LongGamePlayers(table, seats, moves, take_backs)
        await players.play(server.port)
    return LongGame(table, seats, tokens["spectating"])


def long_records(count: int, length: int = MAX_RECORD_LENGTH) -> tuple[str, ...]:
    """Return records of a running game, as long as the server takes; only the names differ."""
    rng = random.Random(1)
    game = odintable.new_game("ravens", seed=1, **OPTIONS)
    text = game.record()
    while len(text) < length - 1000 and not game.is_over:
        game.play(rng.choice(game.legal_moves()))
        if len(game.moves) % 50 == 0:
            text = game.record()
    return tuple(game.record([f"A{number}", f"B{number}"]) for number in range(count))


def record_before_hidden_move() -> str:
    """Return the record of a game of Ravens in which cards can be arranged unseen now."""
    rng = random.Random(3)
    game = odintable.new_game("ravens", seed=1)
    while not any(move.endswith(ARRANGE) for move in game.legal_moves()):
        game.play(rng.choice(game.legal_moves()))
    return game.record()
