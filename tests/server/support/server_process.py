"""A real server in a process of its own, and clients that use its public interfaces."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Json = dict[str, Any]
WAIT = 60.0  # seconds: a machine may be busy, and code may be compiling
PATIENCE = 10 * WAIT  # even if other messages keep arriving
PERSON: Json = {}
NUMBERS = itertools.count()  # for ids: none is used twice, even after reconnecting


class NoAnswer(AssertionError):  # noqa: N818 - what it is
    """A message that a client waits for does not arrive."""

    def __init__(self, what: str, why: str, received: list[Json]) -> None:
        """Take what was awaited, the reason, and the messages received."""
        super().__init__(f"{what} does not come: {why}; received last: {received[-3:]}")


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class ServerProcess:
    """`odintable serve` on a free port, with its store in a folder of the test."""

    module = "odintable"

    def __init__(
        self, folder: Path, environment: dict[str, str] | None = None, **settings: object
    ) -> None:
        """Start the server and wait until it is ready; with an environment: until it listens."""
        self.environment = environment
        self.store = folder / "games.sqlite"
        self.settings: dict[str, object] = {
            "port": 0,
            "store": self.store,
            "workers": 1,
            "bot_pause": 0,
            "metrics_port": free_port(),
            "requests_per_minute": 1_000_000,
            "tables_per_hour": 1_000_000,
            "sockets_per_address": 10_000,
            "frames_at_once": 1_000_000,
            "log": "warning",
            **settings,
        }
        self.log = (folder / "server.log").open("ab")
        self._held = contextlib.ExitStack()
        self.start()

    def start(self, port: int = 0) -> None:
        """Start the process."""
        self.settings["port"] = port
        flags = [
            word
            for name, value in self.settings.items()
            for word in (f"--{name.replace('_', '-')}", str(value))
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.module, "serve", *flags],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, **(self.environment or {})},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self._held.close()
        assert line.startswith("odintable: http://"), line
        self.url = line.split()[1]
        while self.environment is None and self.call("GET", "/readyz").text.startswith("loading"):
            time.sleep(0.05)

    @property
    def port(self) -> int:
        """The address of the server."""
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
        self.hold_port()
        self.close_pipe()

    def stop(self) -> int:
        """Stop the process as systemd would; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WAIT)
        self.hold_port()
        self.close_pipe()
        return status

    def hold_port(self) -> None:
        """Reserve the server's port while it is down, so that it can be started there again.

        Linux lets two have a port as long as only one listens; elsewhere the server would not.
        """
        if sys.platform == "linux":
            held = self._held.enter_context(socket.socket())
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", self.port))

    def close_pipe(self) -> None:
        """Stop reading from the process."""
        if self.process.stdout is not None:
            self.process.stdout.close()

    def close(self) -> None:
        """Stop the process if it still runs."""
        if self.process.poll() is None:
            self.stop()
        self._held.close()
        self.log.close()

    # -- The API -------------------------------------------------------------------------------

    def call(
        self, method: str, path: str, body: object = None, token: str = "", **more: Any
    ) -> httpx.Response:
        """Make an API request."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        url = f"{self.url}{path}"
        return httpx.request(method, url, json=body, headers=headers, timeout=WAIT, **more)

    def metrics(self) -> str:
        """Return the metrics, which are on a port of their own."""
        url = f"http://127.0.0.1:{self.settings['metrics_port']}/metrics"
        return httpx.get(url, timeout=WAIT).text

    def make(self, game: str, seats: list[Json], **more: Any) -> Made:
        """Create a table; seat 0 is mine."""
        reply = self.call("POST", "/api/v2/tables", {"game": game, "seats": seats, **more})
        assert reply.status_code == 201, reply.text
        return Made(self, reply.json())

    def seated(self, game: str, count: int = 2, **more: Any) -> tuple[Made, list[str]]:
        """Create a table full of people; returns it with the tokens of the seats."""
        made = self.make(game, [PERSON] * count, **more)
        return made, [made.token, *(made.sit() for _ in range(count - 1))]


class SeededServerProcess(ServerProcess):
    """A server that deals the same cards in every run, if it gets the same requests in order."""

    module = "tests.server.support.seeded_server"


class Made:
    """A created table with its tokens."""

    def __init__(self, server: ServerProcess, message: Json) -> None:
        """Take the response of the API."""
        self.server = server
        self.name: str = message["table"]
        self.commitment: str = message["commitment"]
        self.token: str = message["tokens"]["seat"]
        self.invitation: str = message["tokens"]["invitation"]
        self.spectating: str = message["tokens"]["spectating"]

    def path(self, rest: str = "") -> str:
        """Return its path in the API."""
        return f"/api/v2/tables/{self.name}{rest}"

    def sit(self, name: str = "") -> str:
        """Take a seat with the invitation; returns the seat's token."""
        asked = {"invitation": self.invitation, "name": name}
        reply = self.server.call("POST", self.path("/seats"), asked)
        assert reply.status_code == 201, reply.text
        token: str = reply.json()["token"]
        return token


class Player:
    """A client with a socket."""

    def __init__(self, server: ServerProcess, table: str, token: str = "", last: int = 0) -> None:
        """Connect and send hello."""
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{server.port}/api/v2/live", compression=None, open_timeout=WAIT
            )
        )
        self.received: list[Json] = []
        self.say_hello(table, token, last)

    def say_hello(self, table: str, token: str = "", last: int = 0) -> None:
        """Send the first frame."""
        self.send(do="hello", table=table, token=token, last=last)
        self.welcome = self.until(lambda one: one["type"] == "welcome")
        self.now = self.welcome

    def send(self, **request: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(request))

    def ask(self, do: str, **request: Any) -> Json:
        """Send a command and wait for its answer: event, ack or refusal."""
        asked = f"{do}-{next(NUMBERS)}"
        self.send(do=do, id=asked, **request)
        return self.until(lambda one: one.get("id") == asked, f"the answer to {asked!r}")

    def hear(self, what: str = "another message", due: float = math.inf) -> Json:
        """Return the next message; the error says what was received before."""
        try:
            left = max(0.0, min(WAIT, due - time.monotonic()))
            message: Json = json.loads(self.socket.recv(timeout=left))
        except TimeoutError:
            raise NoAnswer(what, f"nothing for {left:g} s", self.received) from None
        self.received.append(message)
        if message["type"] == "event":
            self.now = {**self.now, **message}
        return message

    def until(self, is_it: Any, what: str = "what is waited for") -> Json:
        """Read until a message fulfils a condition."""
        due = time.monotonic() + PATIENCE
        while True:
            message = self.hear(what, due)
            if is_it(message):
                return message

    def until_event(self, n: int) -> Json:
        """Read until the event of this number."""
        if self.now["n"] < n:
            self.until(lambda _one: self.now["n"] >= n, f"event {n}")
        return self.now

    def close(self) -> None:
        """Close the socket."""
        self._open.close()


@contextlib.contextmanager
def players(server: ServerProcess, table: str, tokens: list[str]) -> Iterator[list[Player]]:
    """Connect a client for every token."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(contextlib.closing(Player(server, table, t))) for t in tokens]


def begin(people: list[Player]) -> None:
    """Make everybody ready, and wait for the deal."""
    for player in people:
        last = player.ask("ready")
        assert last["type"] == "event", last
    for player in people:
        player.until(lambda one: one.get("stage") == "playing") if player is not people[
            -1
        ] else None
