"""The WebSocket route: one connection to one table, from hello to the close."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import Response

from odintable.games.position import SPECTATOR
from odintable.server.connections.host_names import OTHER_HOST
from odintable.server.http.authentication import seat_for_token, token_in_cookies
from odintable.server.rate_limits import TokenBucket
from odintable.server.refused_error import Refused
from odintable.server.storage.store_interface import StoreError
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.events import Moved
from odintable.server.tables.seat_commands import RepeatedCommand
from odintable.server.tables.table import PLAYING

from . import client_messages
from .table_loader import Archived
from .websocket_protocol import EXTENSION, RESTART, SERVER_ERROR

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket

    from odintable.server.services import Services

    from .live_table import LiveTable, Outcome
    from .websocket_protocol import WebSocketProtocol

log = logging.getLogger("odintable.socket")

HELLO_WITHIN = 10.0  # seconds
RECONNECT_AFTER_MS = 500
MAX_BAD_FRAMES = 10
HELLO_COST = 5  # frames that a hello counts as: its answer is the whole table
PING_EVERY = 15.0  # seconds, at a table with a clock
PHRASES_AT_ONCE, PHRASES_PER_SECOND = 5, 0.5
BAD_FRAMES, NO_ACCESS, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4401, 4404, 4408, 4429  # close codes


async def live_socket(websocket: WebSocket) -> None:
    """Accept a connection and wait until it is closed; frames are handled as they arrive."""
    services: Services = websocket.app.state.services
    address = services.address(websocket)
    if not services.host_names.are_in(websocket.scope["headers"]):
        await websocket.send_denial_response(Response(OTHER_HOST, 421))
        return
    if not is_trusted_origin(websocket, services):
        await websocket.send_denial_response(Response("this origin is not trusted", 403))
        return
    if not services.socket_limit.enter(address):
        await websocket.send_denial_response(Response("too many sockets", 429))
        return
    try:
        await websocket.accept()
        protocol: WebSocketProtocol = websocket.scope["extensions"][EXTENSION]
        connection = Connection(services, protocol, dict(websocket.cookies))
        protocol.listen(connection)
        await connection.closed
    finally:
        services.socket_limit.leave(address)


def is_trusted_origin(websocket: WebSocket, services: Services) -> bool:
    """Whether a socket comes from our page, a trusted origin, or a program (without origin)."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == websocket.headers.get("host") or origin in services.origins


class Connection:
    """One client: reads its messages, and sends it what its seat may see."""

    __slots__ = (
        "_bad_frames",
        "_bucket",
        "_cookies",
        "_inbox",
        "_is_behind",
        "_is_joining",
        "_is_queued",
        "_lag",
        "_live_table",
        "_metrics",
        "_on_turn",
        "_phrases",
        "_pinged_at",
        "_pings",
        "_protocol",
        "_seat",
        "_services",
        "_timer",
        "closed",
    )

    def __init__(
        self, services: Services, protocol: WebSocketProtocol, cookies: dict[str, str]
    ) -> None:
        """Wait for the hello."""
        self._services = services
        self._metrics = services.metrics
        self._protocol = protocol
        self._cookies = cookies
        loop = asyncio.get_running_loop()
        self.closed: asyncio.Future[None] = loop.create_future()
        limits = services.settings
        self._bucket = TokenBucket(limits.frames_at_once, limits.frames_per_second, services.time())
        self._phrases: TokenBucket | None = None
        self._live_table: LiveTable | None = None
        self._seat = SPECTATOR
        self._bad_frames = 0
        self._inbox: deque[bytes] = deque()  # messages that wait
        self._is_joining = False  # a hello waits for its table; later messages wait for it
        self._on_turn: Callable[[], None] | None = None  # joins the table, now that it is loaded
        self._is_queued = False  # its messages wait for their turn
        self._is_behind = False
        self._pings = 0
        self._pinged_at = 0.0
        self._lag = 0
        self._timer: asyncio.TimerHandle | None = None
        self._await_hello()
        self._metrics.sockets += 1

    # -- Sending -------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message, but skip it for a slow reader, who gets the whole table later."""
        protocol = self._protocol
        if protocol.is_behind:
            if not self._is_behind:
                self._is_behind = True
                self._metrics.slow_reader_resyncs += 1
        elif protocol.write(message):
            self._metrics.frames_out += 1

    def on_drained(self) -> None:
        """Send the whole table to a slow reader who has caught up."""
        if self._is_behind and self._live_table is not None:
            self._is_behind = False
            self._live_table.when_stored(partial(self._send_welcome, self._live_table))

    def _send_welcome(self, live_table: LiveTable) -> None:
        """Send the whole table, unless the client has gone to another one meanwhile."""
        if self._live_table is live_table:
            live_table.send_welcome(self, self._seat)

    # -- Closing -------------------------------------------------------------------------------

    def ask_to_reconnect(self) -> None:
        """Close the connection; the client reconnects and gets the table anew."""
        self._live_table = None
        self._close(RESTART, "come back")

    def remove_from_seat(self) -> None:
        """Close the connection because the seat was given up."""
        live_table, self._live_table = self._live_table, None
        if live_table is not None:
            live_table.remove_viewer(self, self._seat)
        self._close(NO_ACCESS, "you gave up this seat")

    def on_shutdown(self) -> None:
        """Announce that the server restarts."""
        message = {"type": "bye", "why": "restart", "after": RECONNECT_AFTER_MS}
        self._protocol.write(client_messages.encode(message))

    def on_closed(self) -> None:
        """Leave the table and let the route finish."""
        self._metrics.sockets -= 1
        self._inbox.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        live_table, self._live_table = self._live_table, None
        if live_table is not None:
            live_table.remove_viewer(self, self._seat)
        if not self.closed.done():
            self.closed.set_result(None)

    def _close(self, code: int, reason: str) -> None:
        if self._protocol.is_open:
            self._metrics.closed_by_us += 1
            self._protocol.fail(code, reason)

    def _await_hello(self) -> None:
        """Give the client time for a hello, the first one or another."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._no_hello)

    def _no_hello(self) -> None:
        self._timer = None
        if self._is_joining:
            self._await_hello()
        elif self._live_table is None:
            self._close(NO_HELLO, "no hello")

    # -- Receiving -----------------------------------------------------------------------------

    def on_frame(self) -> bool:
        """Count a frame, pings and fragments included; close and return False if too many."""
        self._metrics.frames_in += 1
        if self._bucket.take(self._services.time()):
            return True
        self._close(TOO_FAST, "too many frames")
        return False

    def on_message(self, frame: bytes) -> None:
        """Handle a message now, or in its turn if many messages wait."""
        if not self._inbox and not self._is_joining and self._services.messages.has_time():
            self._handle(frame)
        elif len(self._inbox) < self._services.settings.frames_at_once:
            self._inbox.append(frame)
            self._queue_up()
        else:
            self._close(TOO_FAST, "too many frames")

    def _queue_up(self) -> None:
        """Wait for a turn, if there are messages that can be handled."""
        if self._inbox and not self._is_joining and not self._is_queued:
            self._is_queued = True
            self._services.messages.add(self)

    def handle_next(self) -> None:
        """Join a table that was loaded, or handle the oldest message that waits."""
        if self._on_turn is not None:
            join, self._on_turn = self._on_turn, None
            join()
            return
        self._is_queued = False
        if not self._protocol.is_open:
            self._inbox.clear()
        if self._inbox:
            try:
                self._handle(self._inbox.popleft())
            except Exception:
                log.exception("a message failed: the connection is closed")
                self._close(SERVER_ERROR, "")
        self._queue_up()

    def _handle(self, frame: bytes) -> None:
        """Read a message and answer it, now or when its event is stored."""
        request_id = ""
        try:
            message = client_messages.read_message(frame)
            request_id = message.id
            if type(message) is client_messages.Hello:
                self._hello(message)
            elif self._live_table is None:
                raise Refused("no-hello", "say hello first")
            elif type(message) is client_messages.Pong:
                self._pong(message)
            elif type(message) is client_messages.Explain:
                self._explain(message)
            elif type(message) is client_messages.Say:
                self._say(message)
            else:
                answer = partial(self._answer, request_id, self._services.time())
                self._live_table.handle_command(message, self._seat, answer, self._lag)
        except Refused as refused:
            self._refuse(refused, request_id)
            if refused.code == "bad-request":
                self._bad_frames += 1
                if self._bad_frames >= MAX_BAD_FRAMES:
                    self._close(BAD_FRAMES, "not understood")
        except StoreError as error:
            self._refuse(Refused("store", str(error), retry=True), request_id)

    def _answer(self, request_id: str, since: float, outcome: Outcome) -> None:
        """Answer a command that was refused or repeated; otherwise its event is the answer."""
        if type(outcome) is AppliedEvent:
            if type(outcome.event) is Moved:
                self._metrics.move_seconds.observe(self._services.time() - since)
        elif type(outcome) is Refused:
            self._refuse(outcome, request_id)
        elif type(outcome) is RepeatedCommand:
            self.send(client_messages.encode({"type": "ack", "id": request_id, "n": outcome.n}))

    def _refuse(self, refused: Refused, request_id: str) -> None:
        self._metrics.refused += 1
        self.send(client_messages.refusal_message(refused, request_id))

    # -- Joining a table -----------------------------------------------------------------------

    def _hello(self, hello: client_messages.Hello) -> None:
        """Join a table as soon as it is loaded and nothing is being stored there."""
        if not self._services.rules_loaded.is_set():
            self._await_hello()
            raise self._services.starting_error()
        if not self._bucket.take(self._services.time(), HELLO_COST - 1):
            self._close(TOO_FAST, "too many frames")
            return
        live_table = self._services.registry.live_tables.get(hello.table)
        if live_table is not None:
            self._is_joining = True
            live_table.when_stored(partial(self._join, live_table, hello))
        elif self._seat_for(hello) is not None:  # before the table is loaded
            self._is_joining = True
            self._services.registry.start_task(self._load_and_join(hello))

    async def _load_and_join(self, hello: client_messages.Hello) -> None:
        """Join a table that is not in memory."""
        refused: Refused | None = None
        try:
            live_table = await self._services.registry.get(hello.table)
            if live_table is not None:
                self._on_turn = partial(
                    live_table.when_stored, partial(self._join, live_table, hello)
                )
                self._services.messages.add(self)  # many may have waited for this table
                return
            self._close(NO_TABLE, "no such table")
        except Archived:
            self._hello_archived(hello)
        except Refused as error:
            refused = error
        except StoreError as error:
            refused = Refused("store", str(error), retry=True)
        if refused is not None:
            self._refuse(refused, hello.id)
        self._end_joining()

    def _join(self, live_table: LiveTable, hello: client_messages.Hello) -> None:
        """Join with the token's seat; checked only now, because the seat may have been given up."""
        try:
            if live_table.is_closed:
                self.ask_to_reconnect()
            elif (seat := self._seat_for(hello)) is not None:
                self._view_from(live_table, seat, hello.last)
        except StoreError as error:
            self._refuse(Refused("store", str(error), retry=True), hello.id)
        finally:
            self._end_joining()

    def _end_joining(self) -> None:
        """Go on with the messages after the hello."""
        self._is_joining = False
        self._queue_up()

    def _seat_for(self, hello: client_messages.Hello) -> int | None:
        """Return the seat that the token gives access to; None after telling the client why not."""
        try:
            seat = seat_for_token(self._services.registry, hello.table, self._token_of(hello))
        except Archived:
            self._hello_archived(hello)
            return None
        except Refused as refused:
            if refused.code != "no-table":
                raise
            self._close(NO_TABLE, "no such table")
            return None
        if seat is None:
            self._close(NO_ACCESS, "this token gives no access to the table")
        return seat

    def _token_of(self, hello: client_messages.Hello) -> str:
        settings = self._services.settings
        return hello.token or token_in_cookies(self._cookies, settings, hello.table)

    def _hello_archived(self, hello: client_messages.Hello) -> None:
        """Tell a client with a valid token that the game is archived."""
        if self._services.registry.token_access(hello.table, self._token_of(hello)) is None:
            self._close(NO_ACCESS, "this token gives no access to the table")
        else:
            message = {"type": "welcome", "stage": "archived", "you": "spectator"}
            self.send(client_messages.encode(message))

    def _view_from(self, live_table: LiveTable, seat: int, last: int) -> None:
        if not self._protocol.is_open:
            return
        if self._live_table is not None and (self._live_table, self._seat) != (live_table, seat):
            self._live_table.remove_viewer(self, self._seat)
            self._live_table = None
        is_new = self._live_table is None
        self._live_table, self._seat = live_table, seat
        if is_new:
            live_table.add_viewer(self, seat, last)
        else:
            live_table.send_welcome(self, seat, last)
        if live_table.table.config.clock is not None and seat != SPECTATOR:
            self._ping()

    def _say(self, say: client_messages.Say) -> None:
        if self._live_table is None or self._seat == SPECTATOR:
            raise Refused("not-a-seat", "spectators only watch")
        if say.phrase not in client_messages.PHRASES:
            raise Refused("bad-request", "there is no such phrase")
        now = self._services.time()
        if self._phrases is None:
            self._phrases = TokenBucket(PHRASES_AT_ONCE, PHRASES_PER_SECOND, now)
        if not self._phrases.take(now):
            raise Refused("too-fast", "too many phrases: wait a moment")
        message = {"type": "said", "seat": self._seat, "phrase": say.phrase}
        self._live_table.viewers.broadcast(client_messages.encode(message))

    def _explain(self, explain: client_messages.Explain) -> None:
        """Answer why a move is not legal, as soon as nothing is being stored."""
        live_table, seat = self._live_table, self._seat
        if live_table is None or seat == SPECTATOR:
            raise Refused("not-a-seat", "spectators only watch")
        live_table.when_stored(partial(self._answer_explain, live_table, seat, explain))

    def _answer_explain(
        self, live_table: LiveTable, seat: int, explain: client_messages.Explain
    ) -> None:
        """Judge the move from the seat's own view, unless the client has changed seats since."""
        if (self._live_table, self._seat) != (live_table, seat):
            return
        if live_table.table.stage != PLAYING:
            self._refuse(Refused("wrong-stage", "there is no game to move in"), explain.id)
        else:
            why = live_table.table.refuse_move(seat, explain.move).why
            self.send(client_messages.explanation_message(explain, why))

    # -- Measuring the lag ---------------------------------------------------------------------

    def _ping(self) -> None:
        if not self._protocol.is_open:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._pings += 1
        self._pinged_at = self._services.time()
        self.send(client_messages.encode({"type": "ping", "n": self._pings}))
        self._timer = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def _pong(self, pong: client_messages.Pong) -> None:
        if pong.n == self._pings:
            self._lag = int((self._services.time() - self._pinged_at) * 1000)
