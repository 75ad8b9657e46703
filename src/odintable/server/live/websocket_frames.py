"""Frames on a socket, read and written without a task or a queue for each.

Uvicorn's own protocol does the handshake, the keep-alive and the closing. Between them our frames
are small and many: they are read here and handed to a listener at once, and all that a round of the
loop brought is written to the transports in one go. See docs/decisions/0005-server.md for what that
saves.
"""

import logging
from struct import Struct
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from .client_messages import MOST_FRAME

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover - where there is no compiled one
    from websockets.utils import apply_mask

log = logging.getLogger("odintable.frames")

EXTENSION = "odintable.frames"
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WHOLE_TEXT = 0x80 | TEXT  # as most messages come
BROKEN, NOT_TEXT, NOT_UTF8, TOO_BIG, OUR_MISTAKE, RESTART = 1002, 1003, 1007, 1009, 1011, 1012
CLOSES = {1000, 1001, 1002, 1003, *range(1007, 1015)}  # what a side may close with, of the usual
MOST_CONTROL = 125  # bytes in a control frame
MOST_PARTS = 64  # frames that one message may come in
MEDIUM_HEAD, LARGE_HEAD = Struct(">BBH").pack, Struct(">BBQ").pack
MOST_UNSENT = 1 << 14  # bytes that wait for the end of a round of the loop


class Listener(Protocol):
    """Who hears the frames."""

    def counted(self) -> bool:
        """One more frame, of whatever kind; False if that is too many, and the socket is closed."""

    def heard(self, frame: bytes) -> None:
        """A whole text message, valid UTF-8."""

    def drained(self) -> None:
        """A slow reader has caught up."""

    def going(self) -> None:
        """The server is about to close the socket."""

    def lost(self) -> None:
        """The socket is gone."""


class Frames(WebSocketsSansIOProtocol):
    """A socket whose frames go straight to a listener, once it has one."""

    # What every frame needs lies together, some of uvicorn's too. That leaves at most 30 names to
    # the dictionary of each: with more, Python shares none of it, and is slow to find a method.
    __slots__ = (
        "_begun",
        "_listener",
        "_outbox",
        "_pong",
        "_rest",
        "_size",
        "close_sent",
        "close_timer",
        "conn",
        "disconnected",
        "is_behind",
        "loop",
        "ping_timer",
        "pong_timer",
        "queue",
        "scope",
        "transport",
        "writable",
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*given, **named)
        self._listener: Listener | None = None
        self._rest = b""
        self._begun: list[bytes] | None = None  # the parts of a message in several frames
        self._size = 0  # of these
        self.is_behind = False  # the reader does not keep up
        self._outbox = b""  # what is sent at the end of this round of the loop
        self._pong: bytes | None = None  # the answer to the newest ping of a slow reader

    # -- For the route ---------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        """Tell the route where to find us."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def listen(self, listener: Listener) -> None:
        """From now on frames go to the listener; none may have come before."""
        if not self.queue.empty() or self.conn.reader.buffer:
            self.fail(BROKEN, "frames before the handshake was over")
        self._listener = listener

    @property
    def is_open(self) -> bool:
        """Frames can be written."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def write(self, payload: bytes, first: int = WHOLE_TEXT) -> bool:
        """Send a frame, a text if nothing else is said, with all others of this round of the loop.

        One after the other in one go: who reads them is woken once, not once for each. False after
        the closing, when nothing is sent any more.
        """
        if self.close_sent or self.disconnected:
            return False
        size = len(payload)
        if size <= MOST_CONTROL:
            framed = bytes((first, size)) + payload
        elif size < 1 << 16:
            framed = MEDIUM_HEAD(first, 126, size) + payload
        else:
            framed = LARGE_HEAD(first, 127, size) + payload
        if self._outbox:
            framed = self._outbox + framed
        else:
            if not _written:
                self.loop.call_soon(send_all)
            _written.append(self)
        self._outbox = framed
        if len(framed) > MOST_UNSENT:
            self.flush()
        return True

    def flush(self) -> None:
        """Send what was written."""
        sent, self._outbox = self._outbox, b""
        if sent and not self.transport.is_closing():
            self.transport.write(sent)

    def fail(self, code: int, reason: str = "") -> None:
        """Close from our side; the other may still answer."""
        if not self.is_open:
            return
        self.flush()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._rest = b""
        self._end_in_time()

    def _end_in_time(self) -> None:
        """Who does not read what still waits for it is not waited for."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    # -- From the transport ----------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The reader is slow."""
        super().pause_writing()
        self.is_behind = True

    def resume_writing(self) -> None:
        """It has caught up."""
        super().resume_writing()
        self.is_behind = False
        if self._pong is not None:
            payload, self._pong = self._pong, None
            self._answer_ping(payload)
        if self._listener is not None:
            self._listener.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        super().connection_lost(exc)
        self._outbox = b""
        if self._listener is not None:
            self._listener.lost()

    def keepalive_timeout(self) -> None:
        """Our ping was not answered."""
        super().keepalive_timeout()
        self._end_in_time()

    def shutdown(self) -> None:
        """The server ends: say so and go."""
        if self._listener is None or not self.is_open:
            super().shutdown()
            self._end_in_time()
        else:
            self._listener.going()
            self.fail(RESTART, "restart")
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        if self._listener is None:
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size = second & 127
            head = 6 if size < 126 else 8 if size == 126 else 14
            if end - at < head and second & 0x80:
                break
            if size >= 126:
                size = int.from_bytes(data[at + 2 : at + head - 4], "big")
            if (code := self._judge(first, second, size)) is not None:
                self._refuse(code)
                return
            start = at + head
            if end < start + size:
                break
            if not (self.close_sent or self._listener.counted()):
                return
            payload = apply_mask(data[start : start + size], data[start - 4 : start])
            if first == WHOLE_TEXT:
                self._message(payload)
            else:
                self._frame(first, payload)
            at = start + size
        self._rest = data[at:] if at < end else b""

    def _judge(self, first: int, second: int, size: int) -> int | None:
        """The close code that the head of a frame deserves, if any."""
        opcode = first & 15
        if first & 0x70 or not second & 0x80:
            return BROKEN
        if opcode >= CLOSE:
            return None if first & 0x80 and size <= MOST_CONTROL and opcode <= PONG else BROKEN
        if opcode > BINARY or (opcode == CONT) != (self._begun is not None):
            return BROKEN
        is_cut_small = self._begun is not None and len(self._begun) >= MOST_PARTS
        return TOO_BIG if is_cut_small or self._size + size > MOST_FRAME else None

    def _refuse(self, code: int) -> None:
        """Close for what was sent, and hear no more."""
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
            self._part(first, payload)

    def _answer_ping(self, payload: bytes) -> None:
        """In its place among all that is sent; to a slow reader the newest, when it has read."""
        if self.is_behind:
            self._pong = payload
        else:
            self.write(payload, 0x80 | PONG)

    def _part(self, first: int, payload: bytes) -> None:
        """A message may come in several frames."""
        if self._begun is None:
            self._begun = []
        self._begun.append(payload)
        self._size += len(payload)
        if first & 0x80:
            whole, self._begun, self._size = b"".join(self._begun), None, 0
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
            self._listener.heard(payload)
        except Exception:
            log.exception("a frame was not followed up")
            self._refuse(OUR_MISTAKE)

    def _closed(self, payload: bytes) -> None:
        """The other side closes, or answers our closing."""
        if not self.close_sent and not self.transport.is_closing():
            self.flush()
            code = payload[:2] if may_close_with(payload) else BROKEN.to_bytes(2, "big")
            self.transport.write(bytes((0x80 | CLOSE, len(code))) + code)
            self.close_sent = True
        self._end_in_time()
        self.transport.close()


_written: list[Frames] = []  # to be sent at the end of this round of the loop


def send_all() -> None:
    """The round is over."""
    sent = _written.copy()
    _written.clear()
    for frames in sent:
        frames.flush()


def may_close_with(payload: bytes) -> bool:
    """Nothing, or a code that may stand on the wire."""
    code = int.from_bytes(payload[:2], "big")
    return not payload or (len(payload) > 1 and (code in CLOSES or 3000 <= code < 5000))
