"""The address under which others reach the server; links and QR codes contain it."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from odintable.server.settings import Settings

ALL_ADDRESSES = {"0.0.0.0", "::", ""}
SOME_ADDRESS = ("192.0.2.1", 9)  # nothing is sent there: the route to it shows our own address


def public_address_for(settings: Settings, requested: str, lan_address: str = "") -> str:
    """Return the address for others, given the URL that was requested.

    `lan_address` is our address in the local network, while the network has access.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/")
    parts = urlsplit(requested)
    is_local = is_loopback(parts.hostname or "")
    if lan_address and is_local:
        return lan_address
    own = local_address() if settings.host in ALL_ADDRESSES and is_local else None
    if own is None:
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}://{own}:{parts.port or 80}"


def url_of_sockets(names: Sequence[tuple[Any, ...]]) -> str:
    """Return the URL of a server on this machine, given the names of the sockets it listens on.

    A host such as `localhost` may have an IPv4 and an IPv6 socket; the IPv4 one is preferred.
    """
    host, port = min((name[:2] for name in names), key=lambda name: ":" in name[0])
    if host in ALL_ADDRESSES:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a host name or address means the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def local_address() -> str | None:
    """Return this machine's address in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOME_ADDRESS)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if is_loopback(found) else found
