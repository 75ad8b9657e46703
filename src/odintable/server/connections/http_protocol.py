"""HTTP connections with limits that are checked before a request reaches the application.

uvicorn's protocol accepts any number of connections, keeps every header it receives, and waits for
ever for the rest of a request. Here a client that opens too many, sends too much or is too slow is
answered with an error, and its connection is closed.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from odintable.server.services import Services

log = logging.getLogger("odintable.connections")

MAX_URL = 8192  # bytes
MAX_HEAD = 32_768  # bytes of all headers; the cookies of earlier versions may need 10,000
MAX_HEADERS = 100
MAX_PIPELINED = 8  # requests on one connection that wait for the answer to another
HEAD_WITHIN = 10.0  # seconds for the URL and the headers, also of a WebSocket's handshake
BODY_WITHIN = 20.0  # seconds for the body
DRAIN_EVERY, MIN_DRAINED = 15.0, 8192  # a slow reader takes so many bytes in so many seconds
IDLE, HEAD, BODY, RECEIVED = "idle", "head", "body", "received"  # what has arrived of a request


class LimitExceededError(Exception):
    """A request is larger than allowed; raised in a callback to stop the parser."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection, until it is closed or becomes a WebSocket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """All arguments come from uvicorn."""
        super().__init__(*given, **named)
        app: Any = self.config.app
        self._services: Services = app.state.services
        self._stage = IDLE
        self._timed_stage = RECEIVED  # the stage that the deadline belongs to
        self._deadline: asyncio.TimerHandle | None = None
        self._drain_check: asyncio.TimerHandle | None = None
        self._received = 0  # bytes of a head that is not complete
        self._headers_size = 0  # bytes of its complete headers
        self._refusal: tuple[int, str] | None = None
        self._on_lost: Callable[[], None] | None = None  # counts the connection as closed

    # -- The connection ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self._on_lost = self._services.count_connection(self.client[0] if self.client else "")
        if self._on_lost is None:
            self._refuse(503, "too many connections")
        else:
            self._update_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as closed."""
        super().connection_lost(exc)
        self._cancel_timers()
        if self._on_lost is not None:
            self._on_lost()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._cancel_timers()
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        protocol.on_lost, self._on_lost = self._on_lost, None

    @property
    def _latest(self) -> RequestResponseCycle | None:
        """The latest request and its response."""
        return self.cycle

    def _refuse(self, status: int, why: str) -> None:
        """Answer with an error, unless an answer has begun, and close the connection."""
        latest = self._latest
        if latest is None or latest.response_complete or not latest.response_started:
            body = f"{why}\n".encode()
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\n"
                f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()
        client = self.client[0] if self.client else ""
        log.info("refused connection", extra={"client": client, "status": status, "why": why})

    # -- Deadlines -----------------------------------------------------------------------------

    def _update_deadline(self) -> None:
        """Set the deadline for the present stage, if the stage has changed."""
        if self._timed_stage == self._stage:
            return
        self._timed_stage = self._stage
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._stage != RECEIVED:
            seconds = BODY_WITHIN if self._stage == BODY else HEAD_WITHIN
            if self._stage == IDLE and self._latest is not None:
                seconds += self.timeout_keep_alive  # after which uvicorn closes without an error
            self._deadline = self.loop.call_later(seconds, self._on_deadline)

    def _on_deadline(self) -> None:
        """Wait for a turn: a thousand deadlines may be due at the same moment."""
        self._services.messages.add(self)

    def handle_next(self) -> None:
        """Close the connection in its turn, unless the request has arrived meanwhile."""
        if self._timed_stage != RECEIVED and not self.transport.is_closing():
            self._refuse(408, "the request did not arrive in time")

    def _cancel_timers(self) -> None:
        for timer in (self._deadline, self._drain_check):
            if timer is not None:
                timer.cancel()
        self._deadline = self._drain_check = None

    def pause_writing(self) -> None:
        """Watch a slow reader."""
        super().pause_writing()
        self._check_drain_later()

    def resume_writing(self) -> None:
        """Stop watching: the reader has caught up."""
        super().resume_writing()
        if self._drain_check is not None:
            self._drain_check.cancel()
            self._drain_check = None

    def _check_drain_later(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        self._drain_check = self.loop.call_later(DRAIN_EVERY, self._check_drain, unsent)

    def _check_drain(self, unsent_before: int) -> None:
        """Close the connection of a reader that takes almost nothing."""
        if unsent_before - self.transport.get_write_buffer_size() < MIN_DRAINED:
            self.transport.abort()
        else:
            self._check_drain_later()

    # -- Receiving -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse the bytes; refuse a request whose head grows too large or is late."""
        stage = self._stage
        super().data_received(data)
        if self._stage == HEAD and stage in (IDLE, HEAD):  # a header without end has no callback
            self._received = len(data) + (self._received if stage == HEAD else 0)
            if self._received > MAX_HEAD and not self.transport.is_closing():
                self._refuse(431, "the headers are too large")
        if not self.transport.is_closing() and self.transport.get_protocol() is self:
            self._update_deadline()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that the parser stopped at."""
        self._refuse(*(self._refusal or (400, msg)))

    def _stop_parser(self, status: int, why: str) -> None:
        self._refusal = (status, why)
        raise LimitExceededError(why)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._stage = HEAD
        self._received = self._headers_size = 0
        if len(self.pipeline) >= MAX_PIPELINED:
            self._stop_parser(429, "too many requests at once on one connection")

    def on_url(self, url: bytes) -> None:
        """Take a part of the URL."""
        super().on_url(url)
        if len(self.url) > MAX_URL:
            self._stop_parser(414, "the URL is too long")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        super().on_header(name, value)
        self._headers_size += len(name) + len(value)
        if len(self.headers) > MAX_HEADERS or self._headers_size > MAX_HEAD:
            self._stop_parser(431, "there are too many headers, or they are too large")

    def on_headers_complete(self) -> None:
        """Begin to answer."""
        self._stage = BODY
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the whole request is here."""
        super().on_message_complete()
        latest = self._latest
        is_answered = latest is not None and latest.response_complete
        self._stage = IDLE if is_answered else RECEIVED

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self._stage == RECEIVED and not self.pipeline:
            self._stage = IDLE
            self._update_deadline()
