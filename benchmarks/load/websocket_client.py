"""A minimal WebSocket client, so that the clients take little of the measured time."""

from __future__ import annotations

import asyncio
import base64
import os
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # frames that are not fragmented
# A client must mask what it sends. This key changes nothing, and servers still have to unmask.
KEY = bytes(4)
MASKED = 0x80
WITHIN = 30.0  # seconds for a handshake

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)


class WebSocketClient(asyncio.Protocol):
    """One socket, which passes complete text frames to `on_frame`."""

    def __init__(self, host: str, path: str, on_frame: Callable[[bytes], None]) -> None:
        self._host = host
        self._path = path
        self._on_frame = on_frame
        self._rest = b""
        self._is_upgraded = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.close_code: int | None = None  # with which the server closed

    @classmethod
    async def open(
        cls, port: int, path: str, on_frame: Callable[[bytes], None], source: str = "127.0.0.1"
    ) -> WebSocketClient:
        """Connect from an address of this machine, and wait until frames can be sent."""
        loop = asyncio.get_running_loop()
        host = f"127.0.0.1:{port}"
        _, link = await loop.create_connection(
            lambda: cls(host, path, on_frame), "127.0.0.1", port, local_addr=(source, 0)
        )
        await asyncio.wait_for(link.opened, WITHIN)
        return link

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Send a close frame, and close the connection."""
        if self._transport is not None and self.is_open:
            self.is_open = False
            self._write(CLOSE, b"")
            self._transport.close()

    def _write(self, first: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = bytes((first, MASKED | size))
        else:
            head = bytes((first, MASKED | 126, size >> 8, size & 255))
        assert self._transport is not None
        self._transport.write(head + KEY + payload)

    # -- From the transport --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        request = UPGRADE.format(path=self._path, host=self._host, key=key)
        transport.write(request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Mark the socket as closed, by either side."""
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        """Split the received bytes into frames."""
        if self._rest:
            data = self._rest + data
        if not self._is_upgraded:
            data = self._upgraded(data)
        at, end = 0, len(data)
        while end - at >= 2:
            size = data[at + 1]
            head = 2 if size < 126 else 4 if size == 126 else 10
            if size >= 126:
                size = int.from_bytes(data[at + 2 : at + head], "big")
            if end - at < head + size:
                break
            self._frame(data[at], data[at + head : at + head + size])
            at += head + size
        self._rest = data[at:] if at < end else b""

    def _upgraded(self, data: bytes) -> bytes:
        """The bytes after the response to the handshake; all bytes until that is complete."""
        answer, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        status = answer.partition(b"\r\n")[0]
        if b" 101 " not in status + b" ":
            self.opened.set_exception(ConnectionError(f"no socket: {status.decode()}"))
            return b""
        self._is_upgraded = self.is_open = True
        self.opened.set_result(None)
        return rest

    def _frame(self, first: int, payload: bytes) -> None:
        if first == TEXT:
            self._on_frame(payload)
        elif first == PING:
            self._write(PONG, payload)
        elif first == CLOSE:
            self.close_code = int.from_bytes(payload[:2], "big") if payload else None
            self.close()
        else:
            raise ConnectionError(f"a frame of the kind {first:#x} is not spoken here")
