"""`python -m benchmarks.speed`: compare our speed with our peers', write docs/speed.md.

The exit status is 1 if a goal is missed.
"""

import subprocess
import sys
from pathlib import Path

from rich.console import Console

from . import ours, peers, report, simulations, startup
from .goals import verdicts
from .rate import measure

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/speed.md"


def main() -> int:
    """Measure everything, print the tables, write the page; return the exit status."""
    console = Console()
    try:
        theirs, their_searches = peers.runners(), simulations.peers()
    except ImportError as error:
        console.print(f"The peers are not installed ({error}): run `make bench`.")
        return 2
    # In a separate process: code just compiled runs up to 15 % slower than code from the cache.
    console.print("Compiling, if need be …")
    for room in ("benchmarks.speed.ours", "benchmarks.speed.simulations"):
        subprocess.run([sys.executable, "-m", room], cwd=ROOT, check=True)
    runners = [*ours.runners(), *theirs]
    searches = [*simulations.runners(), *their_searches]
    console.print(f"Measuring {len(runners)} runners and {len(searches)} searches …")
    measure([*runners, *searches])
    console.print("Measuring starts, the coldest too …")
    judged = verdicts({one.name: one.best for one in [*runners, *searches]}, startup.waits())
    report.show(console, runners, searches, judged)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(report.page(runners, searches, judged), encoding="utf-8")
    missed = [verdict.goal for verdict in judged if not verdict.is_met]
    console.print(f"Missed: {'; '.join(missed)}" if missed else "All goals are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
