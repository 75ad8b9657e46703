"""`python -m benchmarks.reliability`: whether the nets' chances can be taken at their word.

The nets of the package play whole games against themselves (five minutes on one core). What they
said and what came of it is kept in kept.json and drawn in docs/images/reliability.svg, and the
table in docs/learning.md is printed.
"""

import argparse
import sys
from collections.abc import Sequence

from . import kept, picture, play


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and keep, or take what is kept; then draw and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability", description=__doc__)
    parser.add_argument("--draw", action="store_true", help="play nothing, draw what is kept")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")
    given = parser.parse_args(arguments)
    if not given.draw:
        found = [kept.Found.of(table, play.played(table, given.seed)) for table in play.TABLES]
        kept.Kept(given.seed, kept.weights_of(), found).write()
    elif not kept.FILE.exists():
        parser.error(f"there is no {kept.FILE.name} yet: run it without --draw first")
    run = kept.Kept.read()
    picture.FILE.write_text(picture.drawn(run.found), encoding="utf-8")
    print(run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
