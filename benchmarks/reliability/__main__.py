"""`python -m benchmarks.reliability`: how reliable the displayed win probabilities are.

Nets, searches and greedy bots play whole games among themselves (ten minutes on two cores). The win
probabilities that would be displayed at some moments, and the results, are saved in
saved_results.json and drawn in docs/images/reliability.svg; the tables of docs/search.md are
printed. `--fit` plays other games and prints the corrections of games/*/bots/settings.py instead.
"""

import argparse
import sys
from collections.abc import Sequence

from . import fit_calibration, play, plot, saved_results

FIT_SEED = 1000  # added to the seed, so that fits and measurements use different games


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and save, or read the saved results; then plot and print them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--draw", action="store_true", help="play nothing, draw what is kept")
    how.add_argument("--fit", action="store_true", help="find the corrections, keep nothing")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")
    given = parser.parse_args(arguments)
    if given.fit:
        for table in play.TABLES:
            moments = play.played(table, given.seed + FIT_SEED)
            print(fit_calibration.told(table, moments), flush=True)
        return 0
    if not given.draw:
        found = [
            one
            for table in play.TABLES
            for one in saved_results.found_at(table, play.played(table, given.seed))
        ]
        saved_results.Kept(
            given.seed, saved_results.weights_of(), saved_results.corrections(), found
        ).write()
    elif not saved_results.FILE.exists():
        parser.error(f"there is no {saved_results.FILE.name} yet: run it without --draw first")
    run = saved_results.Kept.read()
    plot.FILE.write_text(plot.drawn(run.found), encoding="utf-8")
    print(run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
