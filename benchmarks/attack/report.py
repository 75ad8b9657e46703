"""The results as tables: for the terminal, and as docs/attacks.md."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.speed.report import markdown, processor
from odintable import __version__

from .goals import MAX_TRIES, Goals, text
from .innocent_players import PAIRS, RATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .measure import Row

ROOT = Path(__file__).parent.parent.parent
HEADINGS = (
    "attack",
    "goals",
    "move, median",
    "move, 99 %",
    "move, worst",
    "/healthz, worst",
    "loop held",
    "transaction",
    "memory",
    "sent",
    "messages back",
)
CHECK_HEADINGS = ("attack", "goal", "reached", "met")
RIGHT = (2, 3, 4, 5, 6, 7, 8, 9, 10)
NONE = "–"

PAGE = """\
# Attacks

Written by `make attack` (`python -m benchmarks.attack`) on {date}, of commit `{commit}`; do not
edit.

{machine}

{status}

This page is for whoever runs or changes the server. Each row is an attack on a fresh
`odintable serve` with default settings. Meanwhile {pairs} pairs of innocent players make {rate:g}
moves a second together, and a monitor asks for `/healthz` four times a second.

## What the innocent notice

{rows}

*move* is the time from sending a move to its acknowledgement, or from the moment it was due if the
one before was late. *loop held* is the longest lag of the event loop; with ≤ it is the upper bound
of the histogram's range, because the start of the server was slower. *transaction* is the slowest
write to the disk, for which moves wait. *memory* is the growth of the
server's process at its peak. *sent* are the requests and frames of the attackers, *messages back*
the WebSocket messages that they received.

The goals of every attack: a move is acknowledged within {p99} at the 99th percentile and {worst} at
worst, `/healthz` answers within {health}, the loop is held for at most {lag}, memory grows by less
than {memory:.0f} MiB. Each attack has further goals: every limit answers with the right code.

## Attacks on the process

{process_rows}

## Every goal

{checks}

## How it is measured

The attackers run in a process of their own with a low priority, from other addresses of the
loopback network than the players, so that limits for one address can be told apart. They connect to
the same machine, so they take processor time from the server. Where the user may, the server and
the players get a higher priority than other programs. During these rows the server was ready to run
but waited for a processor for {waited} of the time; the row *no-attack* shows what the machine
alone causes. An attack that misses nothing but waiting times is tried again, at most {tries} times
in all, because others may have used the processor or the disk; the last try counts.

The long game is one of Ravens with {moves:,} moves and {take_backs} take-backs, played through the
API before; the server is then started anew. `make attack ONLY=NAME` runs one attack, `python -m
benchmarks.attack --quick` all of them for a few seconds each. The exit status is 1 if a goal is
missed. The tests of the same findings, one by one, are in `tests/server`.
"""


def rows(measured: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return a line for every attack with innocent players."""
    found: list[tuple[str, ...]] = []
    for row in measured:
        if row.measured is None:
            continue
        waits, lag = row.measured.waits, row.measured.lag
        held = NONE if lag is None else ("" if lag[1] else "≤ ") + text(lag[0])
        found.append(
            (
                f"**{row.name}**: {row.about}",
                ("met" if row.is_met else "**missed**") + (f" (try {row.tries})" * (row.tries > 1)),
                text(waits.percentile(0.5)),
                text(waits.percentile(0.99)),
                text(max(waits.moves)),
                text(max(waits.health)),
                held,
                NONE if row.measured.store is None else f"≤ {text(row.measured.store)}",
                f"{row.measured.memory:.0f} MiB",
                f"{row.sent:,}",
                f"{row.messages:,}",
            )
        )
    return found


def process_rows(measured: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return a line for every goal of the attacks on the process."""
    return [
        (f"**{row.name}**: {row.about}", one.goal, one.reached, met(one.is_met))
        for row in measured
        if row.measured is None
        for one in row.checks
    ]


def check_rows(measured: Sequence[Row], *, only_missed: bool = False) -> list[tuple[str, ...]]:
    """Return a line for every goal of the attacks with innocent players."""
    return [
        (row.name, one.goal, one.reached.replace("|", "/").replace("\n", " "), met(one.is_met))
        for row in measured
        if only_missed or row.measured is not None
        for one in row.checks
        if not (only_missed and one.is_met)
    ]


def met(is_met: bool) -> str:
    """Return whether a goal is met, as a word."""
    return "yes" if is_met else "**no**"


def commit() -> str:
    """Return the commit of the sources, with a plus if they were changed since."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"]
    return (
        subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "?"
    )


def machine() -> str:
    """Describe the machine and the versions."""
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}. Odin's Table {__version__},"
        f" Python {platform.python_version()}. Load average at the end: {load}."
    )


def page(measured: Sequence[Row], moves: int, take_backs: int) -> str:
    """Return the documentation page."""
    goals = Goals()
    missed = [row.name for row in measured if not row.is_met]
    status = f"**Missed: {', '.join(missed)}.**" if missed else "Every goal of every row is met."
    shares = [row.measured.waited for row in measured if row.measured is not None]
    return PAGE.format(
        date=datetime.now(UTC).date().isoformat(),
        commit=commit(),
        machine=machine(),
        status=status,
        pairs=PAIRS,
        rate=RATE,
        rows=markdown(HEADINGS, rows(measured), right=RIGHT),
        p99=text(goals.p99),
        worst=text(goals.worst),
        health=text(goals.health),
        lag=text(goals.lag),
        memory=goals.memory,
        process_rows=markdown(CHECK_HEADINGS, process_rows(measured)),
        checks=markdown(CHECK_HEADINGS, check_rows(measured)),
        waited=f"{min(shares, default=0):.0%} to {max(shares, default=0):.0%}",
        tries=MAX_TRIES,
        moves=moves,
        take_backs=take_backs,
    )
