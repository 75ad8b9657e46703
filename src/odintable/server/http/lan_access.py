"""Access from the local network, which the page can switch on and off while the server runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, Protocol
from urllib.parse import urlsplit

from odintable.server.refused_error import Refused

from .public_address import is_loopback, local_address

if TYPE_CHECKING:
    from fastapi import Request

    from odintable.server.settings import Settings

PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


class AddressListener(Protocol):
    """A server that can listen on one more address."""

    async def listen(self, host: str) -> int:
        """Listen on this address too; returns the port."""

    def stop_listening(self) -> None:
        """Stop listening there, and close the connections made to that address."""


class LanAccess:
    """Whether the local network has access; only a browser on this machine may change that.

    Behind a proxy every request seems to come from this machine. So a server that others reach
    already, and a request that a proxy has forwarded, cannot change anything.
    """

    def __init__(self, settings: Settings) -> None:
        """Start closed; `listener` is set when the server listens."""
        is_public = bool(settings.public_url or settings.proxies or settings.secure_cookies)
        self._may_open = settings.page_may_open_lan and is_loopback(settings.host) and not is_public
        self.listener: AddressListener | None = None
        self.address = ""  # our address in the network, while it has access
        self._changing = asyncio.Lock()

    def state_for(self, request: Request) -> Literal["closed", "open"] | None:
        """Return the state for a client that may change it; None for all others."""
        host = request.url.hostname or ""
        client = request.client
        is_local = client is not None and is_loopback(client.host) and is_loopback(host)
        is_forwarded = any(name in request.headers for name in PROXY_HEADERS)
        if self.listener is None or not self._may_open or not is_local or is_forwarded:
            return None
        return "open" if self.address else "closed"

    async def change(self, request: Request, *, is_open: bool) -> None:
        """Open or close access; requests from pages of other origins are refused."""
        listener = self.listener
        is_ours = urlsplit(request.headers.get("origin", "")).netloc == request.headers.get("host")
        if self.state_for(request) is None or listener is None or not is_ours:
            raise Refused(
                "not-allowed", "only this server's page in a browser on this machine may do that"
            )
        async with self._changing:
            if is_open and not self.address:
                self.address = await self._open(listener)
            elif self.address and not is_open:
                self.address = ""
                listener.stop_listening()

    async def _open(self, listener: AddressListener) -> str:
        """Listen in the local network; returns the address."""
        host = local_address()
        if host is None:
            raise Refused("not-allowed", "this machine is in no network", why="lan.no-network")
        return f"http://{host}:{await listener.listen(host)}"
