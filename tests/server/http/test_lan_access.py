"""One click opens the server to the local network, only from a browser on this machine."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from odintable.server.http import lan_access
from odintable.server.http.lan_access import LanAccess
from odintable.server.http.middleware import is_plain_lan
from odintable.server.http.public_address import local_address
from odintable.server.refused_error import Refused
from odintable.server.settings import Settings
from tests.server.support.server_process import WAIT, ServerProcess

OWN = local_address()
needs_network = pytest.mark.skipif(OWN is None, reason="this machine has no address in a network")


class RecordingViewer:
    """Who would listen, and only counts."""

    def __init__(self) -> None:
        """Not yet."""
        self.listened_on: list[str] = []

    async def listen(self, host: str) -> int:
        """One more address."""
        self.listened_on.append(host)
        return 8081

    def stop_listening(self) -> None:
        """One less."""
        self.listened_on.append("")


def send_command(
    client: str = "127.0.0.1", host: str = "127.0.0.1:8080", **headers: str
) -> Request:
    """A request from this machine's browser, unless something else is said."""
    given = {"host": host, "origin": f"http://{host}", **headers}
    lines = [(name.replace("_", "-").encode(), text.encode()) for name, text in given.items()]
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": lines}
    return Request({**scope, "client": (client, 4000), "server": ("127.0.0.1", 8080)})


def door(**settings: Any) -> LanAccess:
    made = LanAccess(Settings(**settings))
    made.listener = RecordingViewer()
    return made


@pytest.mark.parametrize(
    "request_",
    [
        send_command(client="192.0.2.7"),
        send_command(host="play.example"),  # a proxy's, or a name that was bent to this machine
        send_command(x_forwarded_for="192.0.2.7"),
        send_command(forwarded="for=192.0.2.7"),
    ],
)
def test_only_a_browser_on_this_machine_is_offered_lan_access(request_: Request) -> None:
    assert door().state_for(send_command()) == "closed"
    assert door().state_for(request_) is None


@pytest.mark.parametrize(
    "settings",
    [
        {"page_may_open_lan": False},
        {"host": "0.0.0.0"},
        {"host": "192.0.2.2"},
        {"public_url": "https://play.example"},
        {"proxies": "127.0.0.1"},
        {"secure_cookies": True},
    ],
)
def test_a_public_or_closed_server_offers_no_lan_access(
    settings: dict[str, Any],
) -> None:
    assert door(**settings).state_for(send_command()) is None


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1:9999"])
def test_a_page_of_another_origin_may_not_change_lan_access(origin: str) -> None:
    closed = door()
    with pytest.raises(Refused, match="only this server"):
        asyncio.run(closed.change(send_command(origin=origin), is_open=True))
    assert closed.address == ""


def test_without_a_network_lan_access_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_access, "local_address", lambda: None)
    with pytest.raises(Refused) as refused:
        asyncio.run(door().change(send_command(), is_open=True))
    assert refused.value.why == {"key": "lan.no-network"}


@pytest.mark.parametrize(
    ("host", "scheme", "is_told"),
    [
        ("127.0.0.1:8080", "http", False),
        ("localhost:8080", "http", False),
        ("[::1]:8080", "http", False),
        ("play.example", "http", False),  # behind a proxy that ends TLS
        ("192.0.2.2:8080", "https", False),
        ("192.0.2.2:8080", "http", True),
        ("[2001:db8::2]:8080", "http", True),
        ("[", "http", False),
        ("", "http", False),
    ],
)
def test_plain_http_in_a_network_is_recognised_by_the_ip_address(
    host: str, scheme: str, is_told: bool
) -> None:
    assert is_plain_lan({**send_command(host=host).scope, "scheme": scheme}) is is_told


# -- A real one --------------------------------------------------------------------------------


@pytest.fixture
def near(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for this machine only."""
    running = ServerProcess(tmp_path)
    yield running
    running.close()


def click(server: ServerProcess, *, is_open: bool) -> httpx.Response:
    """What the page does."""
    headers = {"origin": server.url}
    url = f"{server.url}/api/v2/lan"
    return httpx.post(url, json={"open": is_open}, headers=headers, timeout=WAIT)


@pytest.mark.long
@needs_network
def test_lan_access_is_opened_and_closed(near: ServerProcess) -> None:
    far = f"http://{OWN}:{near.port}"
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{far}/healthz", timeout=WAIT)
    answer = click(near, is_open=True).json()
    assert answer == {"address": far, "local_only": False, "lan": "open"}
    assert click(near, is_open=True).json() == answer
    assert near.call("GET", "/api/v2/address").json() == answer
    # Who came from the network plays like everybody, and opens or closes nothing.
    there = httpx.get(f"{far}/api/v2/address", timeout=WAIT).json()
    assert there == {"address": far, "local_only": False, "lan": None}
    headers = {"origin": far}
    reply = httpx.post(f"{far}/api/v2/lan", json={"open": False}, headers=headers, timeout=WAIT)
    assert (reply.status_code, reply.json()["error"]["code"]) == (403, "not-allowed")
    made = near.make("odin", [{}, {}])
    hello = {"do": "hello", "table": made.name, "token": made.token}
    socket = f"ws://{OWN}:{near.port}/api/v2/live"
    with connect(socket, compression=None, open_timeout=WAIT) as phone:
        phone.send(json.dumps(hello))
        assert json.loads(phone.recv(timeout=WAIT))["type"] == "welcome"
        assert click(near, is_open=False).json()["lan"] == "closed"
        with pytest.raises(ConnectionClosed, match="1012"):  # noqa: PT012 - whatever else comes first
            while True:
                phone.recv(timeout=WAIT)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{far}/healthz", timeout=WAIT)
    assert near.call("GET", "/healthz").status_code == 200
    assert click(near, is_open=True).json()["lan"] == "open"
    assert near.stop() == 0
