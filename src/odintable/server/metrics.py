"""Metrics of the server, in the text format of Prometheus."""
# ruff: noqa: RUF009 - `counter`, `gauge` and `histogram` return fields

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

# Upper bounds in seconds. 0.02 and 0.25 are goals of docs/attacks.md, so both are bounds.
BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PREFIX = "odintable_"
PROC = Path("/proc/self")  # Linux only
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

Gauge = int | Callable[[], int]  # a number, or how to find it out when the metrics are read


class Histogram:
    """Counts times in fixed ranges; one thread observes, any thread reads."""

    __slots__ = ("bounds", "counts", "sum", "worst")

    def __init__(self, bounds: Sequence[float] = BOUNDS) -> None:
        """Take the upper bound of every range but the last, which has none."""
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0
        self.worst = 0.0  # the longest time since the start

    def observe(self, seconds: float) -> None:
        """Count a time; a sixth of a microsecond."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds
        if seconds > self.worst:  # noqa: PLR1730 - quicker than max()
            self.worst = seconds

    @property
    def count(self) -> int:
        """How many times were counted."""
        return sum(self.counts)

    def lines(self, name: str) -> Iterator[str]:
        """Yield the samples: every bucket counts all times up to its bound."""
        total = 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {total}"


def counter(about: str) -> Any:
    """Declare a number that only grows."""
    return field(default=0, metadata={"help": about, "type": "counter"})


def gauge(about: str) -> Any:
    """Declare a number that grows and shrinks."""
    return field(default=0, metadata={"help": about, "type": "gauge"})


def histogram(about: str) -> Any:
    """Declare how long something takes."""
    return field(default_factory=Histogram, metadata={"help": about, "type": "histogram"})


@dataclass
class Metrics:
    """All metrics of a server; docs/monitoring.md says which of them to watch."""

    moves: int = counter("Moves stored.")
    events: int = counter("Events stored, moves included.")
    store_errors: int = counter("Transactions that failed.")
    refused: int = counter("Commands on sockets that were refused.")
    frames_in: int = counter("WebSocket frames received.")
    frames_out: int = counter("WebSocket messages sent.")
    slow_reader_resyncs: int = counter("Slow readers sent the whole table instead of events.")
    requests: int = counter("HTTP requests.")
    request_errors: int = counter("HTTP requests answered with 5xx, except 503.")
    closed_by_us: int = counter("Sockets closed by the server.")
    bot_jobs: int = counter("Bot moves, hints and evaluations.")
    workers_lost: int = counter("Bot processes that died or hung.")
    tables_created: int = counter("Tables created.")
    games_over: int = counter("Games that ended.")
    archived: int = counter("Games archived.")
    sockets: int = gauge("WebSockets open now.")
    tables: int = gauge("Tables in memory now.")
    jobs_waiting: Gauge = gauge("Jobs that wait for a bot process now.")
    jobs_running: Gauge = gauge("Jobs that bot processes work on now.")
    writes_waiting: Gauge = gauge("Groups of writes that wait for the writer thread now.")
    request_seconds: Histogram = histogram("From an HTTP request to the end of its response.")
    move_seconds: Histogram = histogram("From the frame of a move until it is stored.")
    store_commit_seconds: Histogram = histogram("Duration of a transaction of the store.")
    loop_lag_seconds: Histogram = histogram("How late the event loop runs its timers.")

    def text(self) -> str:
        """Return all metrics as text."""
        lines: list[str] = []
        for one in fields(self):
            kind, value = one.metadata["type"], getattr(self, one.name)
            name = PREFIX + one.name + ("_total" if kind == "counter" else "")
            lines += [f"# HELP {name} {one.metadata['help']}", f"# TYPE {name} {kind}"]
            if isinstance(value, Histogram):
                lines += value.lines(name)
            else:
                lines.append(f"{name} {value() if callable(value) else value}")
        lines += self._worst_lag()
        lines += process_lines()
        return "\n".join([*lines, ""])

    def _worst_lag(self) -> Iterator[str]:
        name = f"{PREFIX}loop_lag_worst_seconds"
        yield f"# HELP {name} The longest lag of the event loop since the start."
        yield f"# TYPE {name} gauge"
        yield f"{name} {self.loop_lag_seconds.worst:.6f}"


def process_lines() -> Iterator[str]:
    """Yield processor time, memory and open files, under the names that Prometheus clients use."""
    cpu = round(time.process_time(), 3)
    found = [("process_cpu_seconds_total", "counter", "Processor time used in seconds.", cpu)]
    if PROC.exists():
        import resource  # noqa: PLC0415 - not on every system

        pages = int((PROC / "statm").read_text(encoding="ascii").split()[1])
        files = sum(1 for _ in (PROC / "fd").iterdir())
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        found += [
            (
                "process_resident_memory_bytes",
                "gauge",
                "Resident memory in bytes.",
                pages * PAGE_SIZE,
            ),
            ("process_open_fds", "gauge", "Open files and sockets.", files),
            ("process_max_fds", "gauge", "Open files and sockets allowed.", allowed),
        ]
    for name, kind, about, value in found:
        yield f"# HELP {name} {about}"
        yield f"# TYPE {name} {kind}"
        yield f"{name} {value}"
