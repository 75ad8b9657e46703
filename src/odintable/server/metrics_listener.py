"""Serves the metrics on a port of their own, so that no player reaches them.

They count what happens at all tables, also moves that nobody may see.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from .connections.host_names import OTHER_HOST, HostNames

if TYPE_CHECKING:
    from .metrics import Metrics

log = logging.getLogger("odintable.metrics")

MAX_HEAD = 8192  # bytes of a request
HEAD_WITHIN = 5.0  # seconds
MAX_CONNECTIONS = 16  # at a time
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class MetricsListener:
    """A listener that answers `GET /metrics` and nothing else."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        """`port` 0 takes a free one."""
        self._metrics = metrics
        self._host = host
        self._port = port
        self._server: asyncio.Server | None = None
        self._open = 0
        self._host_names = HostNames([host])

    async def start(self) -> None:
        """Start to listen; if the port is taken, the server goes on without metrics."""
        try:
            self._server = await asyncio.start_server(
                self._answer, self._host, self._port, limit=MAX_HEAD
            )
        except OSError as error:
            log.warning("the metrics port cannot be opened: no metrics", extra={"why": str(error)})

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close the connection."""
        self._open += 1
        try:
            if self._open <= MAX_CONNECTIONS:
                async with asyncio.timeout(HEAD_WITHIN):
                    head = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self._response(head.decode("latin-1").split("\r\n")))
                    await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client is too slow, sends too much, or has gone
        finally:
            self._open -= 1
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _response(self, lines: list[str]) -> bytes:
        method, _, rest = lines[0].partition(" ")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        if not self._host_names.includes(fields.get("host", "")):
            status, text = "421 Misdirected Request", f"{OTHER_HOST}\n"
        elif method != "GET" or rest.split(" ")[0] != "/metrics":
            status, text = "404 Not Found", "only GET /metrics\n"
        else:
            status, text = "200 OK", self._metrics.text()
        body = text.encode()
        head = f"HTTP/1.1 {status}\r\nContent-Type: {CONTENT_TYPE}\r\nConnection: close\r\n"
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
