"""The address of a request's client: behind trusted proxies, and as rate limits count it."""

from __future__ import annotations

import functools
import ipaddress
from typing import TYPE_CHECKING

from odintable.errors import OdintableError

if TYPE_CHECKING:
    from starlette.types import Scope

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

ALL = "*"
SCHEMES = {b"http": "http", b"https": "https", b"ws": "http", b"wss": "https"}
CLIENT_PREFIX = 64  # bits of an IPv6 address that a provider assigns; a client chooses the rest


@functools.lru_cache(maxsize=4096)
def limited_network(address: str) -> str:
    """Return what limits count as one client: an IPv4 address, or the /64 of an IPv6 address."""
    found = parse_address(address)
    if isinstance(found, ipaddress.IPv6Address) and not found.is_link_local:
        return str(ipaddress.ip_network((int(found), CLIENT_PREFIX), strict=False))
    return address if found is None else str(found)


def parse_address(text: str) -> IPAddress | None:
    """Read an IP address, perhaps with a port; None if it is something else."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


class TrustedProxies:
    """The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""

    def __init__(self, setting: str) -> None:
        """Take addresses and networks separated by commas, or `*` for whoever connects."""
        names = [one.strip() for one in setting.split(",") if one.strip()]
        self._trusts_all = ALL in names
        try:
            self._networks = [ipaddress.ip_network(one) for one in names if one != ALL]
        except ValueError as error:
            raise OdintableError(f"proxies must be addresses or networks: {error}") from None

    def trusts(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        if self._trusts_all:
            return True
        found = parse_address(address) if self._networks else None
        return found is not None and any(found in one for one in self._networks)

    def apply(self, scope: Scope) -> None:
        """Replace a proxy's address and scheme in a request by its client's.

        Each proxy appends the address that it was reached from, and a client may send anything
        before that: only what trusted proxies have appended counts, from the right. With `*` that
        is the last address.
        """
        client = scope.get("client")
        if client is None or not self.trusts(client[0]):
            return
        headers = scope["headers"]
        for name, value in headers:
            if name == b"x-forwarded-proto" and value.strip() in SCHEMES:
                scheme = SCHEMES[value.strip()]
                is_socket = scope["type"] == "websocket"
                scope["scheme"] = scheme.replace("http", "ws") if is_socket else scheme
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        for part in reversed(forwarded.decode("latin-1").split(",")):
            found = parse_address(part)
            if found is None:
                return
            scope["client"] = (str(found), 0)
            if self._trusts_all or not self.trusts(str(found)):
                return
