"""Clients of boardgame.io's tic-tac-toe, which speak socket.io over a plain WebSocket."""

from __future__ import annotations

from functools import partial

from .players import Crowd, Table
from .websocket_client import WebSocketClient

PATH = "/socket.io/?EIO=4&transport=websocket"
NAMESPACE = "/tic-tac-toe,"
PING, PONG = b"2", b"3"  # packets of engine.io
GREETED = b"0{"
CONNECT = f"40{NAMESPACE}".encode()
EVENT = f"42{NAMESPACE}".encode()
UPDATE = EVENT + b'["update",'
SYNC = EVENT + b'["sync",'
MATCH_DATA = EVENT + b'["matchData",'
NUMBER = b'"_stateID":'
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # nine moves, the longest game, so that few matches are started


class BoardgameTable(Table):
    """Plays matches of nine moves; their server creates a match when a client asks for it."""

    def __init__(self, crowd: Crowd, port: int, name: str) -> None:
        """Take a name that no other table uses."""
        super().__init__(crowd)
        self._port = port
        self._name = name
        self._match = ""
        self._games = 0
        self._made = 0  # moves in this match
        self._number = 0  # of the state, to be sent with a move
        self._connected = self._synced = 0

    async def join(self) -> None:
        """Connect both seats; everything else is a reaction to received frames."""
        self._next_match()
        first = await WebSocketClient.open(self._port, PATH, partial(self._on_frame, 0))
        second = await WebSocketClient.open(self._port, PATH, partial(self._on_frame, 1))
        self.links = (first, second)
        for link in self.links:
            link.send(CONNECT)

    def send_move(self) -> bool:
        """Send a move to the next cell."""
        seat = self._made & 1
        cell = DRAW[self._made]
        self._made += 1
        action = (
            f'{{"type":"MAKE_MOVE","payload":{{"type":"clickCell","args":[{cell}],'
            f'"playerID":"{seat}","credentials":null}}}}'
        )
        said = f'42{NAMESPACE}["update",{action},{self._number},"{self._match}","{seat}"]'
        self.links[seat].send(said.encode())
        return True

    def _next_match(self) -> None:
        self._games += 1
        self._match = f"{self._name}-{self._games}"
        self._made = self._number = self._synced = 0

    def _sync(self, seat: int) -> None:
        said = f'42{NAMESPACE}["sync","{self._match}","{seat}",null,2]'
        self.links[seat].send(said.encode())

    # -- Received frames -----------------------------------------------------------------------

    def _on_frame(self, seat: int, frame: bytes) -> None:
        if frame.startswith(UPDATE):
            self._updated(seat, frame)
        elif frame == PING:
            self.links[seat].send(PONG)
        elif frame.startswith(CONNECT):
            self._connected += 1
            if self._connected == 2:
                self._sync(0)
        elif frame.startswith(SYNC):
            # One after the other: two clients that ask at once would each get a new match.
            self._synced += 1
            if self._synced == 1:
                self._sync(1)
            else:
                self.free()
        elif not frame.startswith((GREETED, MATCH_DATA)):
            raise RuntimeError(f"boardgame.io says {frame.decode()}")

    def _updated(self, seat: int, frame: bytes) -> None:
        if seat == (self._made - 1) & 1:
            self.acknowledged()
        else:
            self.shown()
        if not self.is_settled:
            return
        if self._made == len(DRAW):
            self._next_match()
            self._sync(0)
            return
        at = frame.index(NUMBER) + len(NUMBER)
        self._number = int(frame[at : frame.index(b"}", at)])
        self.free()


def make_tables(crowd: Crowd, port: int, count: int) -> list[BoardgameTable]:
    """Create the tables, without any request to the server yet."""
    return [BoardgameTable(crowd, port, f"table-{at}") for at in range(count)]
