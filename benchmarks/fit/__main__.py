"""`python -m benchmarks.fit odin|ravens [moves|values]`: fit the numbers of a game again.

They are printed as the source has them, with how good they are on fresh games next to the source's;
nothing is changed.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from . import (
    odin_move_heuristic,
    odin_value_heuristic,
    ravens_move_heuristic,
    ravens_value_heuristic,
)
from .fitted_numbers import FittedNumbers

FITS: dict[str, dict[str, Callable[[int], FittedNumbers]]] = {
    "odin": {"moves": odin_move_heuristic.fit_numbers, "values": odin_value_heuristic.fit_numbers},
    "ravens": {
        "moves": ravens_move_heuristic.fit_numbers,
        "values": ravens_value_heuristic.fit_numbers,
    },
}
FILES = {"moves": "move_heuristic.py", "values": "value_heuristic.py"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen fits one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit", description=__doc__)
    parser.add_argument("game", choices=FITS)
    parser.add_argument("what", nargs="?", choices=FILES, help="which numbers (both)")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")
    given = parser.parse_args(arguments)
    for what, fit_numbers in FITS[given.game].items():
        if given.what in (None, what):
            print(f"# games/{given.game}/{FILES[what]}", flush=True)
            print(fit_numbers(given.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
