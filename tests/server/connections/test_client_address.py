"""Whose request it is: behind proxies, and for limits."""

from __future__ import annotations

import pytest

from odintable.errors import OdintableError
from odintable.server.connections.client_address import TrustedProxies, limited_network


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
