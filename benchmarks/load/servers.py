"""The measured servers, each in its own process, with its processor time and memory."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = Path(__file__).parent / "boardgame"
LIFTED_LIMITS = {  # limits for one address: see docs/server.md
    "requests_per_minute": 10_000_000,
    "tables_per_hour": 10_000_000,
    "sockets_per_address": 20_000,
    "frames_per_second": 1000,
    "frames_at_once": 1000,
}
WAIT = 600.0  # seconds for a start; the first one compiles the rules
TICKS = os.sysconf("SC_CLK_TCK")  # per second, the unit in which the system counts processor time


class Server:
    """A running server."""

    def __init__(
        self, command: list[str], folder: Path, log: Path | None = None, **environment: str
    ) -> None:
        """Start the server, and wait until it prints its address; `log` takes its errors."""
        with open_log(log) as errors:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | environment,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if ": http://" not in line:
            self.stop()
            raise RuntimeError(f"{' '.join(command)} does not say where it listens: {line!r}")
        self.port = int(line.rpartition(":")[2])
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the server as a service manager would."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def processor_seconds(self) -> float:
        """The processor time that all threads have used so far."""
        text = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """The resident memory in bytes."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024


def ours(folder: Path) -> Server:
    """`odintable serve` with its store in this folder; only the limits are lifted."""
    flags = {"port": 0, "store": folder / "games.sqlite", "log": "warning", **LIFTED_LIMITS}
    server = Server(our_command(flags), folder)
    wait_until_ready(server)
    return server


def our_command(settings: Mapping[str, object]) -> list[str]:
    """The command that starts our server with these settings."""
    words = [
        word
        for name, value in settings.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]
    return [sys.executable, "-m", "odintable", "serve", *words]


@contextlib.contextmanager
def open_log(path: Path | None) -> Iterator[IO[bytes] | None]:
    """Open a log file to append to it; None: errors go where ours go."""
    if path is None:
        yield None
    else:
        with path.open("ab") as log:
            yield log


def wait_until_ready(server: Server) -> None:
    """Wait until the rules are compiled."""
    limit = time.monotonic() + WAIT
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/readyz", timeout=WAIT):
                return
        except urllib.error.HTTPError as error:
            if time.monotonic() > limit:
                server.stop()
                raise RuntimeError(f"not ready after {WAIT:.0f} s: {error}") from None
        time.sleep(0.1)


def theirs() -> Server:
    """boardgame.io's server under Node.js, in memory, as its authors run it."""
    node = shutil.which("node")
    if node is None or not (FOLDER / "node_modules").exists():
        raise RuntimeError("boardgame.io is not installed: run `make load`")
    return Server([node, "server.js"], FOLDER, NODE_ENV="production")
