"""The WebSocket route: one visitor at one table, from hello to the close."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import Response

from odintable.games.position import SPECTATOR
from odintable.server.http.authentication import cookie_name, seat_opened
from odintable.server.http.rate_limits import Bucket
from odintable.server.storage.store import StoreError
from odintable.server.tables.seat_commands import Repeated
from odintable.server.tables.table import PLAYING

from . import client_messages
from .client_messages import Refused
from .table_registry import Archived
from .websocket_frames import EXTENSION, RESTART

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from odintable.server.services import Server

    from .live_table import Desk, Outcome
    from .websocket_frames import Frames

log = logging.getLogger("odintable.live")

HELLO_WITHIN = 10.0  # seconds
COME_BACK_MS = 500
MOST_MISTAKES = 10  # frames that are not understood
PING_EVERY = 15.0  # seconds, at a table with a clock
PHRASES_AT_ONCE, PHRASES_PER_SECOND = 5, 0.5
MISTAKEN, NO_LINK, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4404, 4408, 4429


async def live(websocket: WebSocket) -> None:
    """Let a visitor in, and wait until it is gone: its frames come to it by themselves."""
    server: Server = websocket.app.state.server
    address = websocket.client.host if websocket.client else ""
    if not is_welcome_from(websocket, server):
        await websocket.send_denial_response(Response("this origin is not trusted", 403))
        return
    if not server.places.enter(address):
        await websocket.send_denial_response(Response("too many sockets", 429))
        return
    try:
        await websocket.accept()
        frames: Frames = websocket.scope["extensions"][EXTENSION]
        visitor = Visitor(server, frames, dict(websocket.cookies))
        frames.listen(visitor)
        await visitor.gone
    finally:
        server.places.leave(address)


def is_welcome_from(websocket: WebSocket, server: Server) -> bool:
    """A page of ours or of an origin we trust; programs have no origin."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == websocket.headers.get("host") or origin in server.origins


class Visitor:
    """One socket: what it says, and what it is shown."""

    __slots__ = (
        "_bucket",
        "_cookies",
        "_desk",
        "_frames",
        "_is_behind",
        "_lag",
        "_metrics",
        "_mistakes",
        "_pinged",
        "_pings",
        "_seat",
        "_server",
        "_speech",
        "_timer",
        "gone",
    )

    def __init__(self, server: Server, frames: Frames, cookies: dict[str, str]) -> None:
        """It has not said hello."""
        self._server = server
        self._metrics = server.metrics
        self._frames = frames
        self._cookies = cookies
        loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = loop.create_future()
        settings = server.settings
        self._bucket = Bucket(settings.frames_at_once, settings.frames_per_second, server.time())
        self._speech: Bucket | None = None
        self._desk: Desk | None = None
        self._seat = SPECTATOR
        self._mistakes = 0
        self._is_behind = False
        self._pings = 0
        self._pinged = 0.0
        self._lag = 0
        self._timer: asyncio.TimerHandle | None = loop.call_later(HELLO_WITHIN, self._no_hello)
        self._metrics.sockets += 1

    # -- What it is shown ----------------------------------------------------------------------

    def show(self, message: bytes) -> None:
        """Send it; to a slow reader not, who gets the whole table when it has caught up."""
        frames = self._frames
        if frames.is_behind:
            if not self._is_behind:
                self._is_behind = True
                self._metrics.skipped += 1
        elif frames.write(message):
            self._metrics.frames_out += 1

    def drained(self) -> None:
        """The reader has caught up."""
        if self._is_behind and self._desk is not None:
            self._is_behind = False
            self._desk.when_settled(partial(self._welcome_anew, self._desk))

    def _welcome_anew(self, desk: Desk) -> None:
        """The whole table, if it is still there: another one may not be settled."""
        if self._desk is desk:
            self.show(desk.welcome(self._seat, 0))

    def turn_away(self) -> None:
        """The table cannot be told of now."""
        self._desk = None
        self._close(RESTART, "come back")

    def dismiss(self) -> None:
        """It has given up its seat, and sees no more from there."""
        desk, self._desk = self._desk, None
        if desk is not None:
            desk.leave(self, self._seat)
        self._close(NO_LINK, "you gave up this seat")

    def going(self) -> None:
        """The server goes away."""
        told = {"type": "bye", "why": "restart", "after": COME_BACK_MS}
        self._frames.write(client_messages.encode(told))

    def lost(self) -> None:
        """The socket is gone."""
        self._metrics.sockets -= 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        desk, self._desk = self._desk, None
        if desk is not None:
            desk.leave(self, self._seat)
        if not self.gone.done():
            self.gone.set_result(None)

    def _close(self, code: int, reason: str) -> None:
        if self._frames.is_open:
            self._metrics.closed_by_us += 1
            self._frames.fail(code, reason)

    def _no_hello(self) -> None:
        self._timer = None
        if self._desk is None:
            self._close(NO_HELLO, "no hello")

    # -- What it says --------------------------------------------------------------------------

    def counted(self) -> bool:
        """One more frame, if it may send as many: pings and parts of messages too."""
        self._metrics.frames_in += 1
        if self._bucket.take(self._server.time()):
            return True
        self._close(TOO_FAST, "too many frames")
        return False

    def heard(self, frame: bytes) -> None:
        """A message: understood, and answered now or when it is stored."""
        asked = ""
        try:
            request = client_messages.read(frame)
            asked = request.id
            if type(request) is client_messages.Hello:
                self._hello(request)
            elif self._desk is None:
                raise Refused("no-hello", "say hello first")
            elif type(request) is client_messages.Pong:
                self._pong(request)
            elif type(request) is client_messages.Say:
                self._say(request)
            elif type(request) is client_messages.Explain:
                self._explain(request)
            else:
                desk = self._desk
                desk.request(request, self._seat, partial(self._answer, asked), self._lag)
        except Refused as refused:
            self._refuse(refused, asked)
            if refused.code == "bad-frame":
                self._mistakes += 1
                if self._mistakes >= MOST_MISTAKES:
                    self._close(MISTAKEN, "not understood")
        except StoreError as error:
            self._refuse(Refused("store", str(error), retry=True), asked)

    def _answer(self, asked: str, outcome: Outcome) -> None:
        """What became of a request; an event is the answer itself."""
        if type(outcome) is Refused:
            self._refuse(outcome, asked)
        elif type(outcome) is Repeated:
            self.show(client_messages.encode({"type": "ack", "id": asked, "n": outcome.n}))

    def _refuse(self, refused: Refused, asked: str) -> None:
        self._metrics.refused += 1
        self.show(client_messages.refusal(refused, asked))

    def _hello(self, hello: client_messages.Hello) -> None:
        """Find the table; the answer comes when it is settled."""
        try:
            desk = self._server.house.desk(hello.table)
        except Archived:
            self._hello_archived(hello)
            return
        if desk is None:
            self._close(NO_TABLE, "no such table")
            return
        desk.when_settled(partial(self._come_in, desk, hello))

    def _come_in(self, desk: Desk, hello: client_messages.Hello) -> None:
        """Take the place that the link opens: a seat may have been given up until now."""
        token = hello.token or self._cookies.get(cookie_name(hello.table), "")
        try:
            seat = seat_opened(self._server.house, desk, token)
        except StoreError as error:
            self._refuse(Refused("store", str(error), retry=True), hello.id)
            return
        if seat is None:
            self._close(NO_LINK, "no such link at this table")
        else:
            self._enter(desk, seat, hello.last)

    def _hello_archived(self, hello: client_messages.Hello) -> None:
        """Any link of an archived game opens its record, by the API."""
        token = hello.token or self._cookies.get(cookie_name(hello.table), "")
        if self._server.house.opens(hello.table, token) is None:
            self._close(NO_LINK, "no such link at this table")
        else:
            self.show(
                client_messages.encode({"type": "welcome", "stage": "archived", "you": "spectator"})
            )

    def _enter(self, desk: Desk, seat: int, last: int) -> None:
        if not self._frames.is_open:
            return
        if self._desk is not None and (self._desk, self._seat) != (desk, seat):
            self._desk.leave(self, self._seat)
            self._desk = None
        is_new = self._desk is None
        self._desk, self._seat = desk, seat
        if is_new:
            desk.enter(self, seat, last)
        else:
            self.show(desk.welcome(seat, last))
        if desk.table.plan.clock is not None and seat != SPECTATOR:
            self._ping()

    def _say(self, say: client_messages.Say) -> None:
        if self._desk is None or self._seat == SPECTATOR:
            raise Refused("not-a-seat", "spectators only watch")
        if say.phrase not in client_messages.PHRASES:
            raise Refused("bad-frame", "that is none of the phrases")
        now = self._server.time()
        if self._speech is None:
            self._speech = Bucket(PHRASES_AT_ONCE, PHRASES_PER_SECOND, now)
        if not self._speech.take(now):
            raise Refused("too-fast", "say less")
        told = {"type": "said", "seat": self._seat, "phrase": say.phrase}
        self._desk.tell_all(client_messages.encode(told))

    def _explain(self, asked: client_messages.Explain) -> None:
        """Say why a move is not legal, once what was asked before is stored; nothing changes."""
        desk, seat = self._desk, self._seat
        if desk is None or seat == SPECTATOR:
            raise Refused("not-a-seat", "spectators only watch")
        desk.when_settled(partial(self._answer_explain, desk, seat, asked))

    def _answer_explain(self, desk: Desk, seat: int, asked: client_messages.Explain) -> None:
        """Judge the move from the seat's own view, unless it has changed places meanwhile."""
        if (self._desk, self._seat) != (desk, seat):
            return
        if desk.table.stage != PLAYING:
            self._refuse(Refused("wrong-stage", "there is no game to move in"), asked.id)
        else:
            why = desk.table.refuse_move(seat, asked.move).why
            self.show(client_messages.explanation(asked, why))

    # -- How far away it is --------------------------------------------------------------------

    def _ping(self) -> None:
        if not self._frames.is_open:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._pings += 1
        self._pinged = self._server.time()
        self.show(client_messages.encode({"type": "ping", "n": self._pings}))
        self._timer = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def _pong(self, pong: client_messages.Pong) -> None:
        if pong.n == self._pings:
            self._lag = int((self._server.time() - self._pinged) * 1000)
