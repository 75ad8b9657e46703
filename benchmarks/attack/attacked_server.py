"""The server that is attacked: started with default limits, and measured from outside."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.load.servers import Server, our_command, wait_until_ready

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MIB = 1 << 20
NANO = 1e9
NICENESS = -5  # for root: other programs on this machine should not be measured
LAG = "odintable_loop_lag_seconds"
STORE = "odintable_store_commit_seconds"


@dataclass(frozen=True)
class State:
    """What can be read from outside at one moment."""

    memory: int  # bytes
    metrics: Mapping[str, float]
    waited: float  # seconds that the event loop's thread was ready but had no processor
    log_size: int


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class AttackedServer(Server):
    """A running server with its metrics and its memory."""

    @property
    def log_path(self) -> Path:
        """The file with its log."""
        return self._log

    def __init__(self, folder: Path, settings: Mapping[str, object], **environment: str) -> None:
        """Start it with its store in this folder."""
        self._log = folder / "server.log"
        self._metrics_port = free_port()
        given = {"port": 0, "metrics_port": self._metrics_port, "store": folder / "games.sqlite"}
        given |= settings
        super().__init__(our_command(given), folder, self._log, **environment)
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICENESS)

    def metrics(self) -> dict[str, float]:
        """Read the metrics: name (with labels) and value."""
        with urllib.request.urlopen(self._metrics_url(), timeout=60) as reply:
            lines = reply.read().decode().splitlines()
        pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}

    def _metrics_url(self) -> str:
        return f"http://127.0.0.1:{self._metrics_port}/metrics"

    def state(self) -> State:
        """Measure it now."""
        task = Path(f"/proc/{self.pid}/task/{self.pid}/schedstat")
        waited = int(task.read_text(encoding="ascii").split()[1]) / NANO
        return State(self.memory(), self.metrics(), waited, self._log.stat().st_size)

    def reset_peak(self) -> None:
        """Measure the peak of the memory from now on."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5", encoding="ascii")

    def peak(self) -> int:
        """The most memory since `reset_peak`, in bytes."""
        return peak_of(self.pid)

    def largest_child(self) -> int:
        """The most memory that one of its processes for bots and records ever had, in bytes."""
        path = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        with contextlib.suppress(OSError, StopIteration):
            return max((peak_of(int(pid)) for pid in path.read_text().split()), default=0)
        return 0


def peak_of(pid: int) -> int:
    """The most memory of a process since it was started, or since the peak was reset."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(one for one in status.splitlines() if one.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


@contextlib.contextmanager
def running(
    folder: Path, settings: Mapping[str, object], store: Path | None = None
) -> Iterator[AttackedServer]:
    """Start a server, perhaps with a copy of a store, and wait until it is ready."""
    if store is not None:
        shutil.copy(store, folder / "games.sqlite")
    with AttackedServer(folder, settings) as server:
        wait_until_ready(server)
        yield server


def worst_lag(before: Mapping[str, float], after: Mapping[str, float]) -> tuple[float, bool] | None:
    """The worst lag of the loop between two readings, and whether it is exact or an upper bound."""
    worst = f"{LAG.removesuffix('_seconds')}_worst_seconds"
    if after.get(worst, 0.0) > before.get(worst, 0.0):
        return after[worst], True
    bound = worst_in(before, after, LAG)
    return None if bound is None else (bound, False)


def worst_in(
    before: Mapping[str, float], after: Mapping[str, float], histogram: str
) -> float | None:
    """An upper bound of all times that a histogram counted between two readings."""
    bounds = [name for name in after if name.startswith(f"{histogram}_bucket")]
    counts = [after[name] - before.get(name, 0.0) for name in bounds]
    if not bounds or not counts[-1]:
        return None
    reached = next(name for name, one in zip(bounds, counts, strict=True) if one >= counts[-1])
    return float(reached.partition('"')[2].partition('"')[0])
