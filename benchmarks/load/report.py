"""The measurements as tables: for the terminal, and as docs/load.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks.speed.report import GOAL_HEADINGS, goal_rows, markdown, processor, rich_table
from odintable import __version__

from .goals import best
from .servers import FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from benchmarks.speed.goals import Verdict

    from .measure import IdleResult, Plan, Round

HEADINGS = ("", "moves/s", "µs a move", "players' µs a move", "KiB a socket")
PACE_HEADINGS = (
    "",
    "acknowledged, median",
    "99 %",
    "seen by the other, median",
    "99 %",
    "µs a move",
)
ROUND_HEADINGS = ("", "moves/s", "µs a move", "acknowledged, 99 %")
RIGHT = (1, 2, 3, 4, 5)

PAGE = """\
# Load

Written by `make load` (`python -m benchmarks.load`) on {date}; do not edit.

{machine}

This page compares the load that our server can take with that of
[boardgame.io](https://boardgame.io). Ours is `odintable serve` with default settings: every move is
in its SQLite file before it is acknowledged. The other is boardgame.io's server with its
tic-tac-toe example, which keeps everything in memory. There are
{sockets:,} sockets at {tables:,} tables, two people at each, no bots.

## Maximum load

{most}

Every table makes its next move as soon as both seats have received the last one. *µs a move* is the
processor time of all threads of the server; *players' µs a move* is that of the client process,
which is not the bottleneck. *KiB a socket* is the server's memory after all players have joined,
including the tables.

## At {rate:g} moves a second

{paced}

Times are in milliseconds, from sending a move to the frame that acknowledges it, and to the frame
that shows it to the other player. Moves are sent on schedule, whether the server keeps up or
not; the time of a delayed move starts when it was due.

## Idle

{opened:,} sockets at {idle_tables:,} tables of our server are idle for {held:g} s. After that,
{answered:,} are still connected and receive the next move. They take {per_socket:.1f} KiB of memory
each, including the tables, and together {share:.1%} of a processor.

## Goals

{goals}

For our server, the slower game counts. `make load` fails when a goal is missed.

## Each round

{rounds}

The tables above show the best of {count} rounds of {seconds:g} s, after {warm_up:g} s to warm up.
Every round starts a new server, and the servers take turns, so that a busy minute slows them
all. Server and clients share the {cores} cores of the machine; the processor times and the ratios
are more meaningful than the absolute rates.

The clients of both servers are the same program, `benchmarks/load`: one process, plain WebSockets,
one move at a time at each table. Our clients choose a random legal move. When a game is over they
agree on a rematch, which counts as our cost. Tic-tac-toe is always played to a draw after nine
moves, the longest game, so that as few matches as possible are started; boardgame.io creates the
next one when its clients ask for it. Its clients send no credentials, which spares
it a check. Our limits for each address are lifted by [settings](server.md): {lifted}.
"""


def versions() -> str:
    """The machine and the versions of all packages."""
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))
    theirs = lock["packages"]["node_modules/boardgame.io"]["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}. Odin's Table {__version__},"
        f" Python {platform.python_version()}; boardgame.io {theirs},"
        f" Node.js {node.stdout.strip().removeprefix('v')}."
    )


def most_rows(rounds: Mapping[str, Sequence[Round]]) -> list[tuple[str, ...]]:
    """The best of each server, at full load."""
    return [
        (
            name,
            f"{one.rate:,.0f}",
            f"{one.cost:.0f}",
            f"{one.players_cost:.0f}",
            f"{one.per_socket:.1f}",
        )
        for name, one in bests(rounds)
    ]


def pace_rows(rounds: Mapping[str, Sequence[Round]]) -> list[tuple[str, ...]]:
    """The best of each server, at the fixed rate."""
    return [
        (
            name,
            *(f"{wait:.2f}" for wait in (*one.acknowledged, *one.shown)),
            f"{one.paced_cost:.0f}",
        )
        for name, one in bests(rounds)
    ]


def round_rows(rounds: Mapping[str, Sequence[Round]]) -> list[tuple[str, ...]]:
    """Every round of every server."""
    return [
        (name, f"{one.rate:,.0f}", f"{one.cost:.0f}", f"{one.acknowledged[1]:.2f}")
        for name, some in rounds.items()
        for one in some
    ]


def bests(rounds: Mapping[str, Sequence[Round]]) -> list[tuple[str, Round]]:
    """Each server at its best."""
    return [(name, best(some)) for name, some in rounds.items()]


def show(
    console: Console, rounds: Mapping[str, Sequence[Round]], verdicts: Sequence[Verdict]
) -> None:
    """Print all tables to the terminal."""
    console.print(versions())
    console.print(rich_table(HEADINGS, most_rows(rounds), right=RIGHT))
    console.print(rich_table(PACE_HEADINGS, pace_rows(rounds), right=RIGHT))
    console.print(rich_table(GOAL_HEADINGS, goal_rows(verdicts)))


def page(
    plan: Plan,
    rounds: Mapping[str, Sequence[Round]],
    held: IdleResult,
    verdicts: Sequence[Verdict],
    lifted: Mapping[str, int],
) -> str:
    """The documentation page."""
    return PAGE.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=versions(),
        sockets=2 * plan.tables,
        tables=plan.tables,
        most=markdown(HEADINGS, most_rows(rounds), right=RIGHT),
        rate=plan.rate,
        paced=markdown(PACE_HEADINGS, pace_rows(rounds), right=RIGHT),
        opened=held.opened,
        idle_tables=held.opened // 2,
        held=plan.held,
        answered=held.answered,
        per_socket=held.per_socket,
        share=held.share,
        goals=markdown(GOAL_HEADINGS, goal_rows(verdicts)),
        rounds=markdown(ROUND_HEADINGS, round_rows(rounds), right=RIGHT),
        count=plan.rounds,
        seconds=plan.seconds,
        warm_up=plan.warm_up,
        cores=os.cpu_count(),
        lifted=", ".join(f"`{name}`" for name in lifted),
    )
