"""A WebSocket protocol for uvicorn that reads and writes frames without a task or queue of its own.

Uvicorn's protocol does the handshake, the keep-alive and the closing. In between, our frames are
small and many: they are read here and handed to a listener at once, and everything sent in one
iteration of the event loop is written to the transport in one go. docs/decisions/0005-server.md
has the measurements.
"""

import logging
from struct import Struct
from typing import TYPE_CHECKING, Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from .client_messages import MAX_FRAME_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover - there is no compiled version
    from websockets.utils import apply_mask

log = logging.getLogger("odintable.websocket")

EXTENSION = "odintable.frames"
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WHOLE_TEXT = 0x80 | TEXT  # the first byte of most messages
PROTOCOL_ERROR, NOT_TEXT, NOT_UTF8 = 1002, 1003, 1007  # close codes
TOO_BIG, SERVER_ERROR, RESTART = 1009, 1011, 1012
VALID_CLOSE_CODES = {1000, 1001, 1002, 1003, *range(1007, 1015)}  # and 3000 to 4999
MAX_CONTROL = 125  # bytes in a control frame
MAX_FRAGMENTS = 64  # of one message
MEDIUM_HEADER, LARGE_HEADER = Struct(">BBH").pack, Struct(">BBQ").pack
MAX_UNSENT = 1 << 14  # bytes that may wait for the end of an iteration of the loop


class FrameListener(Protocol):
    """Receives the frames of a connection."""

    def on_frame(self) -> bool:
        """Count a frame of any kind; close the socket and return False if there are too many."""

    def on_message(self, frame: bytes) -> None:
        """Handle a whole text message, which is valid UTF-8."""

    def on_drained(self) -> None:
        """Called when a slow reader has caught up."""

    def on_shutdown(self) -> None:
        """Called when the server is about to close the socket."""

    def on_closed(self) -> None:
        """Called when the socket is closed."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose frames go straight to a listener, once it has one."""

    # Slots for everything that is used with every frame, some of uvicorn's attributes included.
    # That leaves at most 30 names in the instance dictionary: with more, Python no longer shares
    # its keys between instances, and finding a method becomes slow.
    __slots__ = (
        "_fragments",
        "_fragments_size",
        "_listener",
        "_outbox",
        "_unanswered_ping",
        "_unread",
        "close_sent",
        "close_timer",
        "conn",
        "disconnected",
        "is_behind",
        "loop",
        "on_lost",
        "ping_timer",
        "pong_timer",
        "queue",
        "scope",
        "transport",
        "writable",
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        """All arguments come from uvicorn."""
        super().__init__(*given, **named)
        self._listener: FrameListener | None = None
        self._unread = b""  # an incomplete frame
        self._fragments: list[bytes] | None = None  # of a message in several frames
        self._fragments_size = 0
        self.is_behind = False  # the reader is slow
        self.on_lost: Callable[[], None] | None = None  # counts the connection as closed
        self._outbox = b""  # sent at the end of this iteration of the loop
        self._unanswered_ping: bytes | None = None  # the newest ping of a slow reader

    # -- For the route -------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        """Put this protocol into the scope, where the route finds it."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def listen(self, listener: FrameListener) -> None:
        """Hand all frames to a listener from now on; none may have arrived before."""
        if not self.queue.empty() or self.conn.reader.buffer:
            self.fail(PROTOCOL_ERROR, "frames before the handshake was over")
        self._listener = listener

    @property
    def is_open(self) -> bool:
        """Whether frames can be written."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def write(self, payload: bytes, first: int = WHOLE_TEXT) -> bool:
        """Send a frame (text by default) with all others of this iteration of the loop.

        They are written to the transport in one go, which wakes the reader only once. Returns False
        after the connection is closed.
        """
        if self.close_sent or self.disconnected:
            return False
        size = len(payload)
        if size <= MAX_CONTROL:
            frame = bytes((first, size)) + payload
        elif size < 1 << 16:
            frame = MEDIUM_HEADER(first, 126, size) + payload
        else:
            frame = LARGE_HEADER(first, 127, size) + payload
        if self._outbox:
            frame = self._outbox + frame
        else:
            if not _written:
                self.loop.call_soon(flush_all)
            _written.append(self)
        self._outbox = frame
        if len(frame) > MAX_UNSENT:
            self.flush()
        return True

    def flush(self) -> None:
        """Write the outbox to the transport."""
        sent, self._outbox = self._outbox, b""
        if sent and not self.transport.is_closing():
            self.transport.write(sent)

    def fail(self, code: int, reason: str = "") -> None:
        """Close from our side; the client may still answer the close."""
        if not self.is_open:
            return
        self.flush()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._unread = b""
        self._abort_later()

    def _abort_later(self) -> None:
        """Abort if the client does not finish the close in time."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    # -- From the transport --------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Note that the reader is slow."""
        super().pause_writing()
        self.is_behind = True

    def resume_writing(self) -> None:
        """Note that the reader has caught up, and answer its newest ping."""
        super().resume_writing()
        self.is_behind = False
        if self._unanswered_ping is not None:
            payload, self._unanswered_ping = self._unanswered_ping, None
            self._answer_ping(payload)
        if self._listener is not None:
            self._listener.on_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener that the connection is closed."""
        super().connection_lost(exc)
        self._outbox = b""
        if self.on_lost is not None:
            self.on_lost()
        if self._listener is not None:
            self._listener.on_closed()

    def keepalive_timeout(self) -> None:
        """Give up on a client that does not answer pings."""
        super().keepalive_timeout()
        self._abort_later()

    def shutdown(self) -> None:
        """Announce that the server restarts, and close."""
        if self._listener is None or not self.is_open:
            super().shutdown()
            self._abort_later()
        else:
            self._listener.on_shutdown()
            self.fail(RESTART, "restart")
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Split the received bytes into frames."""
        if self._listener is None:
            super().data_received(data)
            return
        if self._unread:
            data = self._unread + data
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size = second & 127
            head = 6 if size < 126 else 8 if size == 126 else 14
            if end - at < head and second & 0x80:
                break
            if size >= 126:
                size = int.from_bytes(data[at + 2 : at + head - 4], "big")
            if (code := self._header_error(first, second, size)) is not None:
                self._refuse(code)
                return
            start = at + head
            if end < start + size:
                break
            if not (self.close_sent or self._listener.on_frame()):
                return
            payload = apply_mask(data[start : start + size], data[start - 4 : start])
            if first == WHOLE_TEXT:
                self._message(payload)
            else:
                self._frame(first, payload)
            at = start + size
        self._unread = data[at:] if at < end else b""

    def _header_error(self, first: int, second: int, size: int) -> int | None:
        """Return the close code for an invalid frame header; None if it is valid."""
        opcode = first & 15
        if first & 0x70 or not second & 0x80:
            return PROTOCOL_ERROR
        if opcode >= CLOSE:
            return (
                None if first & 0x80 and size <= MAX_CONTROL and opcode <= PONG else PROTOCOL_ERROR
            )
        if opcode > BINARY or (opcode == CONT) != (self._fragments is not None):
            return PROTOCOL_ERROR
        has_too_many = self._fragments is not None and len(self._fragments) >= MAX_FRAGMENTS
        return TOO_BIG if has_too_many or self._fragments_size + size > MAX_FRAME_BYTES else None

    def _refuse(self, code: int) -> None:
        """Close because a frame cannot be handled."""
        if self.close_sent:
            self.transport.close()
        self.fail(code)

    def _frame(self, first: int, payload: bytes) -> None:
        opcode = first & 15
        if opcode == PING:
            self._answer_ping(payload)
        elif opcode == PONG:
            self.handle_pong(Frame(Opcode.PONG, payload))
        elif opcode == CLOSE:
            self._closed(payload)
        elif opcode == BINARY:
            self._refuse(NOT_TEXT)
        else:
            self._add_fragment(first, payload)

    def _answer_ping(self, payload: bytes) -> None:
        """Send a pong in order with other frames; a slow reader gets one for its newest ping."""
        if self.is_behind:
            self._unanswered_ping = payload
        else:
            self.write(payload, 0x80 | PONG)

    def _add_fragment(self, first: int, payload: bytes) -> None:
        """Collect a fragment; after the last one, handle the whole message."""
        if self._fragments is None:
            self._fragments = []
        self._fragments.append(payload)
        self._fragments_size += len(payload)
        if first & 0x80:
            whole, self._fragments, self._fragments_size = b"".join(self._fragments), None, 0
            self._message(whole)

    def _message(self, payload: bytes) -> None:
        if self.close_sent or self._listener is None:
            return
        try:
            payload.decode()
        except UnicodeDecodeError:
            self._refuse(NOT_UTF8)
            return
        try:
            self._listener.on_message(payload)
        except Exception:
            log.exception("a message failed: the connection is closed")
            self._refuse(SERVER_ERROR)

    def _closed(self, payload: bytes) -> None:
        """Finish the close that the client began or answered."""
        if not self.close_sent and not self.transport.is_closing():
            self.flush()
            code = payload[:2] if is_valid_close(payload) else PROTOCOL_ERROR.to_bytes(2, "big")
            self.transport.write(bytes((0x80 | CLOSE, len(code))) + code)
            self.close_sent = True
        self._abort_later()
        self.transport.close()


_written: list[WebSocketProtocol] = []  # to be flushed at the end of this iteration of the loop


def flush_all() -> None:
    """Flush every connection that was written to in this iteration of the loop."""
    sent = _written.copy()
    _written.clear()
    for protocol in sent:
        protocol.flush()


def is_valid_close(payload: bytes) -> bool:
    """Whether the payload of a close frame is empty or has a valid code."""
    code = int.from_bytes(payload[:2], "big")
    return not payload or (len(payload) > 1 and (code in VALID_CLOSE_CODES or 3000 <= code < 5000))
