"""The measurements as tables, for the terminal and for docs/speed.md."""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from odintable import __version__

from .goals import Verdict
from .rate import ROUNDS, SECONDS, Runner

PACKAGES = ("numba", "llvmlite", "numpy", "open_spiel", "rlcard", "pettingzoo", "pgx", "jax")
HEADINGS = ("", "decisions/s", "median round", "how")
SEARCH_HEADINGS = ("", "simulations/s", "median round", "how")
GOAL_HEADINGS = ("goal", "reached", "met")

PAGE = """\
# Speed

Written by `make bench` (`python -m benchmarks.speed`) on {date}; do not edit.

{machine}

This page compares the speed of the rules and of the search with that of similar projects.

## Decisions per second, on one core

{rates}

Seconds are processor time, so that other programs have little influence. The figure is the best of
{rounds} rounds of {seconds} s. The rounds of all programs are interleaved, so that a busy minute
slows all of them. Where the median is far below the best, the machine was busy.

A decision is a player's choice among legal moves, always at random. Deals, shuffles and chance
nodes take time but are not counted, for us as for the peers. ODIN is played for one hand, Ravens
for one race with at most 200 turns. Compiled code comes from a warm cache.

The peers are driven from Python as their documentation shows; OpenSpiel's chance nodes are sampled
with the standard library's `random.choices`.

## Simulations per second, on one core

{searches}

A simulation is one descent of the tree and back, for a state sampled from the view of the player to
decide. Seconds and rounds are as above. OpenSpiel's search is its own in C++, with oh_hell and its
default parameters; of all numbers of players the fastest counts.

## Goals

{goals}

A ratio compares our slowest program with the fastest peer. `make bench` fails when a goal is
missed. Start-up times are wall-clock times, the best of several.
"""


def rate_rows(runners: Sequence[Runner]) -> list[tuple[str, ...]]:
    """A row for every program."""
    return [(r.name, f"{r.best:,.0f}", steadiness(r), r.how) for r in runners]


def steadiness(runner: Runner) -> str:
    """The median round as a percentage of the best; a dash if nothing was done."""
    return f"{runner.median / runner.best:.0%}" if runner.best else "–"


def goal_rows(verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
    """A row for every goal."""
    return [(v.goal, v.reached, "yes" if v.is_met else "NO") for v in verdicts]


def machine() -> str:
    """The machine and the versions of all packages."""
    with_versions = [f"Odin's Table {__version__}", f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            with_versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            with_versions.append(f"no {package}")
    return f"{processor()}, {platform.system()}. {', '.join(with_versions)}."


def processor() -> str:
    """The name of the processor, as far as the system reports it."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def show(
    console: Console,
    runners: Sequence[Runner],
    searches: Sequence[Runner],
    verdicts: Sequence[Verdict],
) -> None:
    """Print all tables to the terminal."""
    console.print(machine())
    console.print(rich_table(HEADINGS, rate_rows(runners), right=(1, 2)))
    console.print(rich_table(SEARCH_HEADINGS, rate_rows(searches), right=(1, 2)))
    console.print(rich_table(GOAL_HEADINGS, goal_rows(verdicts)))


def rich_table(
    headings: Sequence[str], rows: Sequence[tuple[str, ...]], right: Sequence[int] = ()
) -> Table:
    """A table for the terminal; the columns in `right` are right-aligned."""
    table = Table()
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at in right else "left")
    for row in rows:
        table.add_row(*row)
    return table


def page(runners: Sequence[Runner], searches: Sequence[Runner], verdicts: Sequence[Verdict]) -> str:
    """The documentation page."""
    return PAGE.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        rates=markdown(HEADINGS, rate_rows(runners), right=(1, 2)),
        searches=markdown(SEARCH_HEADINGS, rate_rows(searches), right=(1, 2)),
        goals=markdown(GOAL_HEADINGS, goal_rows(verdicts)),
        rounds=ROUNDS,
        seconds=SECONDS,
    )


def markdown(
    headings: Sequence[str], rows: Sequence[tuple[str, ...]], right: Sequence[int] = ()
) -> str:
    """A Markdown table; the columns in `right` are right-aligned."""
    rule = ["---:" if at in right else "---" for at in range(len(headings))]
    return "\n".join(f"| {' | '.join(row)} |" for row in [headings, rule, *rows])
