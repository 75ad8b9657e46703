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

    from .measure import Held, Plan, Round

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

Our server, `odintable serve` as it is, with its SQLite file on disk and every move in it before it
is acknowledged, beside [boardgame.io](https://boardgame.io)'s server with its tic-tac-toe, which
keeps everything in memory. {sockets:,} sockets at {tables:,} tables, two people at each, no bots.

## As much as they bear

{most}

Every table makes its next move as soon as both seats have been told of the last one. *µs a move* is
the processor time of the server's process, all its threads together; *players'* is that of the
process that plays, which is not the bottleneck. *KiB a socket* is the memory the server took when
all had sat down, tables included.

## At {rate:g} moves a second

{paced}

In milliseconds, from sending a move to the frame that tells its own seat that it counts, and to the
frame that shows it to the other. Moves are sent when they are due, whether the server keeps up or
not; one that has to wait for its table counts from when it was due.

## Idle

{asked:,} sockets at {idle_tables:,} tables of ours, at which nothing happens for {held:g} s. Then
{answered:,} are still there, and see the next move. They take {per_socket:.1f} KiB of memory each,
tables included, and together {share:.1%} of a processor.

## Goals

{goals}

Our slower game counts. `make load` fails when a goal is missed.

## Each round

{rounds}

Above stand the best of each figure in {count} rounds of {seconds:g} s, after {warm:g} s to warm up;
every round has a fresh server, and the servers take turns, so that a busy minute hurts all alike.
Server and players share the machine's {cores} cores, so judge by the processor time and the ratios.

Both sides are played by the same program, `benchmarks/load`: one process, plain WebSockets, one
move at a time at each table. Our players make any legal move of those they are sent. When a game
of ours is over they agree on a rematch, and all of that counts as our cost. Tic-tac-toe is always
played to the draw of nine moves, the longest there is, so that as few matches as can be are begun;
boardgame.io makes the next one when its players ask for it. Its players send no credentials, which
spares it the check. Our limits for each address are lifted by [settings](server.md): {lifted}.
"""


def versions() -> str:
    """What this ran on, and with."""
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))
    theirs = lock["packages"]["node_modules/boardgame.io"]["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}. Odin's Table {__version__},"
        f" Python {platform.python_version()}; boardgame.io {theirs},"
        f" Node.js {node.stdout.strip().removeprefix('v')}."
    )


def most_rows(rounds: Mapping[str, Sequence[Round]]) -> list[tuple[str, ...]]:
    """The best of each server, under full load."""
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
    """The best of each server, at the pace."""
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
    """All tables, in the terminal."""
    console.print(versions())
    console.print(rich_table(HEADINGS, most_rows(rounds), right=RIGHT))
    console.print(rich_table(PACE_HEADINGS, pace_rows(rounds), right=RIGHT))
    console.print(rich_table(GOAL_HEADINGS, goal_rows(verdicts)))


def page(
    plan: Plan,
    rounds: Mapping[str, Sequence[Round]],
    held: Held,
    verdicts: Sequence[Verdict],
    lifted: Mapping[str, int],
) -> str:
    """The page of the documentation."""
    return PAGE.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=versions(),
        sockets=2 * plan.tables,
        tables=plan.tables,
        most=markdown(HEADINGS, most_rows(rounds), right=RIGHT),
        rate=plan.rate,
        paced=markdown(PACE_HEADINGS, pace_rows(rounds), right=RIGHT),
        asked=held.asked,
        idle_tables=held.asked // 2,
        held=plan.held,
        answered=held.answered,
        per_socket=held.per_socket,
        share=held.share,
        goals=markdown(GOAL_HEADINGS, goal_rows(verdicts)),
        rounds=markdown(ROUND_HEADINGS, round_rows(rounds), right=RIGHT),
        count=plan.rounds,
        seconds=plan.seconds,
        warm=plan.warm,
        cores=os.cpu_count(),
        lifted=", ".join(f"`{name}`" for name in lifted),
    )
