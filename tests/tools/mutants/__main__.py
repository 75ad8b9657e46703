"""`make mutants`: break the rules one line at a time; the tests of each rule must notice.

Each change is made in a copy of the sources, and the tests that name the rule run on the copy,
without the compiler. The run fails if a change is not noticed.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from tests.paths import ROOT
from tests.tools.mutants import MUTANTS, UNBREAKABLE, Mutant
from tests.tools.mutants.mutated_copy import prepare_processes, source_copies
from tests.tools.mutants.report import Result, write_report

REPORT = ROOT / "docs/mutants.md"


def test_all(mutants: list[Mutant], workers: int) -> list[Result]:
    """Test every mutant, printing a line for each."""
    results: list[Result] = []
    start = time.monotonic()
    with source_copies(workers) as free, ThreadPoolExecutor(workers) as pool:

        def test(mutant: Mutant) -> Result:
            source_copy = free.get()
            try:
                return source_copy.test(mutant)
            finally:
                free.put(source_copy)

        for done in as_completed([pool.submit(test, mutant) for mutant in mutants]):
            results.append(done.result())
            left = (time.monotonic() - start) / len(results) * (len(mutants) - len(results))
            show(results[-1], f"{len(results)}/{len(mutants)}, {left:.0f} s left")
    return sorted(results, key=lambda result: result.mutant.number)


def show(result: Result, progress: str) -> None:
    """Print one line for a mutant, and more if it was not noticed."""
    mutant = result.mutant
    verdict = result.noticed_by or "NOT NOTICED"
    print(f"[{progress}] {mutant.number} {mutant.rule} {mutant.file}: {verdict}", flush=True)
    if result.noticed_by is None:
        print(f"    {mutant.right!r} -> {mutant.wrong!r}\n{result.wrong}", flush=True)


def check_unbroken(games: set[str]) -> None:
    """Check that all rule tests pass without a mutant."""
    with source_copies(1) as free:
        source_copy = free.get()
        for game in sorted(games):
            status, output = source_copy.run(game, "test_")
            if status != 0:
                sys.exit(f"the rule tests of {game} fail without any mutant:\n{output[-3000:]}")


def main() -> int:
    """Test all mutants, or some; return 1 if any of them is not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("--only", metavar="WHAT", help="odin, ravens, a rule (RV-4.2) or a number")
    parser.add_argument("--list", action="store_true", help="list the mutants and run nothing")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time (2)")
    args = parser.parse_args()
    wanted = [m for m in MUTANTS if args.only in {None, m.game, m.rule, str(m.number)}]
    if not wanted:
        parser.error(f"no mutant is {args.only}")
    for mutant in wanted:
        old, new = mutant.changed_line((ROOT / mutant.path).read_text("utf-8"))
        if args.list:
            print(f"{mutant.number} {mutant.rule} {mutant.file}\n  - {old}\n  + {new}")
    if args.list:
        return 0
    start = time.monotonic()
    prepare_processes()
    check_unbroken({mutant.game for mutant in wanted})
    results = test_all(wanted, args.workers)
    unnoticed = [result.mutant.number for result in results if result.noticed_by is None]
    seconds = time.monotonic() - start
    if args.only is None:
        REPORT.write_text(write_report(results, UNBREAKABLE, seconds), "utf-8")
    print(f"{len(results) - len(unnoticed)} of {len(results)} noticed, {seconds:.0f} s")
    if unnoticed:
        print(f"NOT NOTICED: {', '.join(map(str, unnoticed))}")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
