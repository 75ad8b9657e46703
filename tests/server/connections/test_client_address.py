"""Whose request it is: behind proxies, and for limits."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import httpx
import pytest

from odintable.errors import OdintableError
from odintable.server.connections.client_address import TrustedProxies, limited_network
from tests.server.support.server_process import WAIT, ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 30  # requests in a minute


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "client"),
    [
        ("", "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "10.0.0.2", "1.2.3.4", "10.0.0.2"),
        ("10.0.0.1", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        ("10.0.0.1", "10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1", "1.2.3.4, unknown", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.1", "1.2.3.4:5678", "1.2.3.4"),
        ("10.0.0.1", "::ffff:10.0.0.1", "[2001:db8::1]:5678", "2001:db8::1"),
        ("*", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("*", "10.0.0.1", "6.6.6.6", "6.6.6.6"),
    ],
)
def test_only_what_trusted_proxies_have_added_is_believed(
    proxies: str, peer: str, forwarded: str, client: str
) -> None:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"type": "http", "client": (peer, 1), "headers": headers, "scheme": "http"}
    TrustedProxies(proxies).apply(scope)
    found = scope["client"]
    assert isinstance(found, tuple)
    assert found[0] == client


def test_a_trusted_proxy_says_whether_its_client_uses_tls() -> None:
    headers = [(b"x-forwarded-proto", b"https")]
    for kind, trusted, scheme in (
        ("http", "10.0.0.1", "https"),
        ("websocket", "10.0.0.1", "wss"),
        ("http", "10.0.0.2", "http"),
    ):
        scope = {"type": kind, "client": ("10.0.0.1", 1), "headers": headers, "scheme": "http"}
        TrustedProxies(trusted).apply(scope)
        assert scope["scheme"] == scheme


def test_a_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(OdintableError, match="proxies"):
        TrustedProxies("caddy")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::1"),  # every machine of a local network is in this /64
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_limits_count_an_ipv6_network_as_one_client(address: str, network: str) -> None:
    assert limited_network(address) == network


@pytest.mark.long
@pytest.mark.parametrize(
    ("proxies", "forwarded", "is_one_client"),
    [
        ("", "192.0.2.{}", True),  # no proxy is trusted: all come from this machine
        ("*", "192.0.2.{}", False),
        ("*", "192.0.2.{}, 198.51.100.7", True),  # the client has made up the first address
        ("127.0.0.1", "2001:db8:1:2::{}", True),
        ("127.0.0.1", "2001:db8:1:{}::1", False),
    ],
)
def test_a_server_limits_each_client_behind_a_proxy(
    proxies: str, forwarded: str, is_one_client: bool, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, {}, proxies=proxies, requests_per_minute=LIMIT)
    with contextlib.closing(server), httpx.Client(base_url=server.url, timeout=WAIT) as client:
        found = {
            client.get(
                "/api/v2/games", headers={"x-forwarded-for": forwarded.format(number)}
            ).status_code
            for number in range(1, 3 * LIMIT)
        }
    assert found == ({200, 429} if is_one_client else {200})
