"""`python -m benchmarks.envs`: measure environments, and write docs/speed-envs.md.

The exit status is 1 if a goal is missed.
"""

import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from benchmarks.speed.goals import Verdict
from benchmarks.speed.peers import PETTING_HOW, agent_by_agent
from benchmarks.speed.rate import ROUNDS, SECONDS, Runner, measure
from benchmarks.speed.report import (
    GOAL_HEADINGS,
    HEADINGS,
    goal_rows,
    machine,
    markdown,
    rate_rows,
    rich_table,
)
from odintable.envs import VectorEnv, aec_env

from . import peers as env_peers
from .peers import BATCH

PAGE = Path(__file__).parents[2] / "docs/speed-envs.md"
TIMES = {"ODIN": 10, "Ravens": 5}  # as fast as the fastest peer
GUIDE = {"ODIN": 1_000_000, "Ravens": 500_000}  # decisions per second

ONE_HAND: dict[str, Any] = {"hands": 1}
ONE_RACE: dict[str, Any] = {"max_turns": 200, "target": 1}
BATCHED = f"VectorEnv.step, {BATCH:,} games, action_space.sample()"
KEPT = f"{BATCHED}, copy=False"

TEXT = """\
# Speed of the environments

Written by `make bench-envs` (`python -m benchmarks.envs`) on {date}; do not edit.

{machine}

This page compares the speed of the [environments](environments.md) with that of similar projects.

## Decisions per second, on one core, with observations and masks

{rates}

Seconds are processor time. The figure is the best of {rounds} rounds of {seconds} s, interleaved so
that a busy minute slows all programs. Where the median is far below the best, the machine was busy.

A decision is a player's choice among legal moves, always at random, with the player's observation
and the mask of legal actions. Deals, shuffles, chance nodes and new games take time
but are not counted. ODIN is played for one hand, Ravens for one race with at most 200 turns.

Pgx runs on one core too, in batches of as many games. Its bridge bidding looks up results in a
table that it downloads; here the table is made up, which changes the scores but not the work.

## Goals

{goals}

A ratio compares the slowest of our batches without copies with the fastest of the peers.
"""


def runners() -> list[Runner]:
    """Our environments."""
    return [
        *(
            Runner(f"ODIN, {players} players: batch", KEPT, batch("odin", players, ONE_HAND))
            for players in (2, 4, 6)
        ),
        Runner("Ravens: batch", KEPT, batch("ravens", 2, ONE_RACE)),
        Runner("ODIN, 4 players: copies", BATCHED, batch("odin", 4, ONE_HAND, copy=True)),
        Runner("Ravens: copies", BATCHED, batch("ravens", 2, ONE_RACE, copy=True)),
        Runner("ODIN, 4 players: aec", PETTING_HOW, agent_by_agent(aec_env("odin", 4, **ONE_HAND))),
        Runner("Ravens: aec", PETTING_HOW, agent_by_agent(aec_env("ravens", 2, **ONE_RACE))),
    ]


def batch(
    game: str, players: int, options: dict[str, Any], *, games: int = BATCH, copy: bool = False
) -> Callable[[], int]:
    """One step of all games per turn; a step that only resets a game is not counted."""
    env = VectorEnv(game, games, players, copy=copy, **options)
    env.reset(seed=1)
    env.action_space.seed(1)

    def turn() -> int:
        decisions = games - int(np.count_nonzero(env.done))
        env.step(env.action_space.sample())
        return decisions

    return turn


def verdicts(ours: Mapping[str, float], theirs: Mapping[str, float]) -> list[Verdict]:
    """Judge all goals by the best rates of this run."""
    found = []
    fastest = max(theirs, key=lambda name: theirs[name])
    for game, times in TIMES.items():
        slowest = min(
            rate for name, rate in ours.items() if name.startswith(game) and name.endswith("batch")
        )
        ratio, guide = slowest / theirs[fastest], GUIDE[game]
        found += [
            Verdict(
                f"{game} at least {times} × the fastest peer",
                f"{ratio:.1f} × {fastest}",
                ratio >= times,
            ),
            Verdict(f"{game} at least {guide:,} a second", f"{slowest:,.0f}", slowest >= guide),
        ]
    return found


def page(all_runners: list[Runner], judged: list[Verdict]) -> str:
    """The documentation page."""
    return TEXT.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        rates=markdown(HEADINGS, rate_rows(all_runners), right=(1, 2)),
        goals=markdown(GOAL_HEADINGS, goal_rows(judged)),
        rounds=ROUNDS,
        seconds=SECONDS,
    )


def main() -> int:
    """Measure everything, print the tables, write the page; return the exit status."""
    console = Console()
    console.print("Compiling, if need be, ours and Pgx's: a minute or two …")
    try:
        theirs = env_peers.runners()
    except ImportError as error:
        console.print(f"The peers are not installed ({error}): run `make bench-envs`.")
        return 2
    ours = runners()
    measure([*ours, *theirs])
    judged = verdicts({one.name: one.best for one in ours}, {one.name: one.best for one in theirs})
    console.print(rich_table(HEADINGS, rate_rows([*ours, *theirs]), right=(1, 2)))
    console.print(rich_table(GOAL_HEADINGS, goal_rows(judged)))
    PAGE.write_text(page([*ours, *theirs], judged), encoding="utf-8")
    missed = [verdict.goal for verdict in judged if not verdict.is_met]
    console.print(f"Missed: {'; '.join(missed)}" if missed else "All goals are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
