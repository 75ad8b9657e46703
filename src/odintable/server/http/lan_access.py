"""The local network: who plays on this machine only can let it in with one click, and out again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import urlsplit

from odintable.server.live.client_messages import Refused

from .public_address import is_here, local_address

if TYPE_CHECKING:
    from fastapi import Request

    from odintable.server.settings import Settings

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


class Listener(Protocol):
    """Who can listen at one more address."""

    async def listen(self, host: str) -> int:
        """Listen there too; the port."""

    def stop_listening(self) -> None:
        """No longer, and let go who came that way."""


class Lan:
    """Whether the local network is let in, and who may say so: a browser on this machine alone.

    Behind a proxy everybody seems to be on this machine, so a server that others reach already, or
    a request that was passed on, opens nothing.
    """

    def __init__(self, settings: Settings) -> None:
        """Closed, until whoever runs the server listens for it and somebody asks."""
        is_public = bool(settings.public_url or settings.proxies or settings.secure)
        self._is_openable = settings.openable and is_here(settings.host) and not is_public
        self.listener: Listener | None = None
        self.address = ""  # where others find us, while it is open
        self._changing = asyncio.Lock()

    def state_for(self, request: Request) -> Literal["closed", "open"] | None:
        """How it stands, for who may change it."""
        host = request.url.hostname or ""
        is_near = request.client is not None and is_here(request.client.host) and is_here(host)
        is_passed_on = any(name in request.headers for name in FORWARDED)
        if self.listener is None or not self._is_openable or not is_near or is_passed_on:
            return None
        return "open" if self.address else "closed"

    async def change(self, request: Request, *, is_open: bool) -> None:
        """Let the network in, or out; a page of another origin may not ask."""
        listener = self.listener
        is_ours = urlsplit(request.headers.get("origin", "")).netloc == request.headers.get("host")
        if self.state_for(request) is None or listener is None or not is_ours:
            raise Refused(
                "not-allowed", "only our page, in a browser on this machine, opens it to others"
            )
        async with self._changing:
            if is_open and not self.address:
                self.address = await self._opened(listener)
            elif self.address and not is_open:
                self.address = ""
                listener.stop_listening()

    async def _opened(self, listener: Listener) -> str:
        """The address at which the network is let in."""
        host = local_address()
        if host is None:
            raise Refused("not-allowed", "this machine is in no network", why="lan.no-network")
        return f"http://{host}:{await listener.listen(host)}"
