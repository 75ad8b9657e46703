"""`python -m benchmarks.load`: our server beside boardgame.io's under load, and docs/load.md.

The exit status is 1 if a goal is missed. With flags it measures less, and writes no page.
"""

import argparse
import sys
import tempfile
from dataclasses import fields
from pathlib import Path

import uvloop
from rich.console import Console

from . import report
from .goals import verdicts
from .measure import (
    CONTENDERS,
    DEFAULT_PLAN,
    IdleResult,
    Plan,
    Round,
    measure,
    measure_idle_sockets,
)
from .servers import LIFTED_LIMITS

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs/load.md"
BUILD = ROOT / "build"  # on a real disk; the folder for temporary files may be in memory


def parse_plan() -> Plan:
    """The usual plan, changed by the flags."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    for one in fields(Plan):
        default = getattr(DEFAULT_PLAN, one.name)
        parser.add_argument(
            f"--{one.name}", type=type(default), default=default, help=f"{default:g}"
        )
    return Plan(**vars(parser.parse_args()))


async def measure_all(console: Console, plan: Plan) -> tuple[dict[str, list[Round]], IdleResult]:
    """Measure all rounds, servers taking turns, then idle sockets; every server gets a folder."""
    rounds: dict[str, list[Round]] = {one.name: [] for one in CONTENDERS}
    BUILD.mkdir(exist_ok=True)
    for number in range(1, plan.rounds + 1):
        for contender in CONTENDERS:
            with tempfile.TemporaryDirectory(dir=BUILD) as folder:
                one = await measure(contender, plan, Path(folder))
            rounds[contender.name].append(one)
            message = f"{one.rate:,.0f} moves/s, {one.cost:.0f} µs a move"
            console.print(
                f"Round {number}, {contender.name}: {message}, 99 % in {one.acknowledged[1]:.2f} ms"
            )
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        held = await measure_idle_sockets(plan, Path(folder))
    console.print(f"{held.answered:,} of {held.opened:,} idle sockets held")
    return rounds, held


def main() -> int:
    """Measure everything, print the tables, write the page; return the exit status."""
    console = Console()
    plan = parse_plan()
    rounds, held = uvloop.run(measure_all(console, plan))
    judged = verdicts(rounds, held)
    report.show(console, rounds, judged)
    if plan == DEFAULT_PLAN:
        PAGE.write_text(report.page(plan, rounds, held, judged, LIFTED_LIMITS), encoding="utf-8")
    missed = [verdict.goal for verdict in judged if not verdict.is_met]
    console.print(f"Missed: {'; '.join(missed)}" if missed else "All goals are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
