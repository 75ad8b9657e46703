"""`python -m benchmarks.reliability`: how reliable the displayed win probabilities are.

Nets, searches and greedy bots play whole games among themselves (ten minutes on two cores). The win
probabilities that would be displayed in some positions, and the results, are saved in
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
    how.add_argument("--draw", action="store_true", help="play nothing, draw the saved results")
    how.add_argument("--fit", action="store_true", help="fit the corrections, save nothing")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")
    given = parser.parse_args(arguments)
    if given.fit:
        for setup in play.SETUPS:
            predictions = play.play_all(setup, given.seed + FIT_SEED)
            print(fit_calibration.to_source(setup, predictions), flush=True)
        return 0
    if not given.draw:
        results = [
            one
            for setup in play.SETUPS
            for one in saved_results.results_by_viewer(setup, play.play_all(setup, given.seed))
        ]
        saved_results.SavedRun(
            given.seed, saved_results.net_fingerprints(), saved_results.corrections(), results
        ).write()
    elif not saved_results.FILE.exists():
        parser.error(f"there is no {saved_results.FILE.name} yet: run it without --draw first")
    run = saved_results.SavedRun.read()
    plot.FILE.write_text(plot.draw_plot(run.results), encoding="utf-8")
    print(run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
