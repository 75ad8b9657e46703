"""From where the server can be reached: the address that links and QR codes carry."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from odintable.server.settings import Settings

EVERYWHERE = {"0.0.0.0", "::", ""}
ANYWHERE = ("192.0.2.1", 9)  # never sent to: the route there tells our own address


def address_for(settings: Settings, asked_at: str, opened: str = "") -> str:
    """The address for others, given the one this page was asked at; `opened`: by one click."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    parts = urlsplit(asked_at)
    if opened and is_here(parts.hostname or ""):
        return opened
    own = local_address() if settings.host in EVERYWHERE and is_here(parts.hostname or "") else None
    if own is None:
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}://{own}:{parts.port or 80}"


def is_here(host: str) -> bool:
    """A name that means this machine, to this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def local_address() -> str | None:
    """This machine's address in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(ANYWHERE)
        except OSError:
            return None
        found = str(one.getsockname()[0])
    return None if is_here(found) else found
