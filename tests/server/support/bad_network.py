"""A TCP proxy that makes connections fail: cut, half open, frames doubled and reordered."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass
from typing import Self

HELD = 0.05  # seconds that a frame may be held back, to arrive after a later one
WebSocketProtocol = asyncio.Queue[bytes | None]


@dataclass(eq=False)
class Link:
    """A client's connection, and its continuation to the server."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    is_dead: bool = False  # half open: nothing is forwarded, and neither side knows

    def abort(self) -> None:
        """Break it on both sides."""
        self.near.transport.abort()
        self.far.transport.abort()


class BadNetwork:
    """Forwards frames while it is open; it can double and reorder them."""

    def __init__(self, target: int, seed: int = 0) -> None:
        """Forward to the server on this port."""
        self.target = target
        self.port = 0
        self.is_open = True  # accepts new connections
        self.is_wild = False  # doubles and reorders frames
        self.doubled = self.exchanged = 0
        self._rng = random.Random(seed)
        self._links: set[Link] = set()

    async def __aenter__(self) -> Self:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._link, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_raised: object) -> None:
        """Close everything."""
        self._server.close()
        self.cut()
        while self._links:
            await asyncio.sleep(0.01)
        await self._server.wait_closed()

    def cut(self) -> None:
        """Break every connection."""
        for link in list(self._links):
            link.abort()
            if link.is_dead:
                self._links.discard(link)

    async def cut_for(self, seconds: float) -> None:
        """Break every connection, and accept none for a while."""
        self.is_open = False
        self.cut()
        await asyncio.sleep(seconds)
        self.is_open = True

    def forget(self) -> None:
        """Make every connection half open."""
        for link in self._links:
            link.is_dead = True

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_open:
            writer.transport.abort()
            return
        try:
            there, far = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        link = Link(writer, far)
        self._links.add(link)
        ways = [
            asyncio.create_task(self._pass_on(reader, far, link)),
            asyncio.create_task(self._pass_on(there, writer, link)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        if link.is_dead:  # the client gave up, and the server must not notice
            writer.transport.abort()
        else:
            link.abort()
            self._links.discard(link)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, link: Link
    ) -> None:
        """Forward in one direction: the handshake, then frame by frame."""
        frames: WebSocketProtocol = asyncio.Queue()
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            feeding = asyncio.create_task(feed(reader, frames))
            try:
                while (frame := await frames.get()) is not None:
                    if self.is_wild and is_text(frame):
                        frame = await self._spoilt(frame, frames)
                    if not link.is_dead:
                        writer.write(frame)
                        await writer.drain()
            finally:
                feeding.cancel()

    async def _spoilt(self, frame: bytes, frames: WebSocketProtocol) -> bytes:
        """Return the frame twice, or after the next one if that comes soon, or unchanged."""
        lot = self._rng.random()
        if lot < 0.15:
            self.doubled += 1
            return frame + frame
        if lot < 0.30:
            with contextlib.suppress(TimeoutError):
                following = await asyncio.wait_for(frames.get(), HELD)
                if following is None:
                    await frames.put(None)
                    return frame
                self.exchanged += 1
                return following + frame
        return frame


async def feed(reader: asyncio.StreamReader, frames: WebSocketProtocol) -> None:
    """Read frames until the connection ends."""
    try:
        while True:
            await frames.put(await frame_of(reader))
    except (OSError, asyncio.IncompleteReadError):
        await frames.put(None)


async def frame_of(reader: asyncio.StreamReader) -> bytes:
    """Read the next frame with its header."""
    head = await reader.readexactly(2)
    size = head[1] & 127
    if size >= 126:
        more = await reader.readexactly(2 if size == 126 else 8)
        size = int.from_bytes(more, "big")
        head += more
    return head + await reader.readexactly(size + (4 if head[1] & 0x80 else 0))


def is_text(frame: bytes) -> bool:
    """A text frame; the others keep their place."""
    return frame[0] & 15 == 1
