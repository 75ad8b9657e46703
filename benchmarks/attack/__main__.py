"""`python -m benchmarks.attack`: attack our server, and write docs/attacks.md.

The exit status is 1 if a goal is missed. With flags it attacks less, and writes no page.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path

import uvloop
from rich.console import Console

from benchmarks.speed.report import rich_table

from . import process_attacks, report
from .attacked_server import NICENESS
from .every_attack import ATTACKS
from .measure import Preparation, Row, measure, measure_process
from .prepared_games import MOVES, TAKE_BACKS

PAGE = report.ROOT / "docs/attacks.md"
NAMES = [one.name for one in ATTACKS] + [one.name for one in process_attacks.ATTACKS]


async def run_all(console: Console, names: list[str], *, is_quick: bool) -> list[Row]:
    """Run the attacks of these names."""
    rows: list[Row] = []

    def add(row: Row) -> None:
        rows.append(row)
        console.print(f"{row.name}: {'met' if row.is_met else 'MISSED'}")
        for one in row.checks:
            if not one.is_met:
                console.print(f"    {one.goal}: {one.reached}", highlight=False, markup=False)

    with tempfile.TemporaryDirectory() as folder:
        prepared = Preparation(Path(folder), is_quick=is_quick)
        for attack in ATTACKS:
            if attack.name in names:
                add(await measure(attack, prepared, is_quick=is_quick))
        for on_process in process_attacks.ATTACKS:
            if on_process.name in names:
                add(await measure_process(on_process, is_quick=is_quick))
    return rows


def main() -> int:
    """Attack, print the table, write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attack", description=__doc__)
    parser.add_argument("--only", action="append", choices=NAMES, help="run this attack")
    parser.add_argument("--quick", action="store_true", help="a few seconds for each attack")
    given = parser.parse_args()
    console = Console(width=180)
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    rows = uvloop.run(run_all(console, given.only or NAMES, is_quick=given.quick))
    console.print(rich_table(report.HEADINGS, report.rows(rows), right=report.RIGHT))
    console.print(rich_table(report.CHECK_HEADINGS, report.check_rows(rows, only_missed=True)))
    if not given.only and not given.quick:
        PAGE.write_text(report.page(rows, MOVES, TAKE_BACKS), encoding="utf-8")
    return 0 if all(row.is_met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
