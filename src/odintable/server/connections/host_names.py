"""The host names under which clients may reach the server.

A web page elsewhere can let its own name point to 127.0.0.1 (DNS rebinding) and would then be of
the same origin as a server on this machine. Such a request names the page's host, which is refused.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

ANY = "*"
OTHER_HOST = "this server has another name: its operator can add this one to the setting hosts"


class HostNames:
    """The names of this server; every IP address is one, because a page cannot fake that."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take further names; `*` accepts every name."""
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own.partition('.')[0]}.local"}
        self._names |= {one.strip().lower() for one in names if one.strip()}

    def includes(self, host: str) -> bool:
        """Whether a `Host` header, perhaps with a port, names this server."""
        if ANY in self._names:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return name in self._names or is_ip_address(name)

    def are_in(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether every `Host` header of a request names this server; browsers always send one."""
        return all(
            self.includes(value.decode("latin-1")) for name, value in headers if name == b"host"
        )


def is_ip_address(name: str) -> bool:
    """Whether a host is given by its address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
