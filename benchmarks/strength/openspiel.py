"""OpenSpiel's search as bots for the arena: one for each value of `uct_c`."""

from functools import partial

from benchmarks.openspiel.ismcts_bot import SpielPlayer

# The arena imports these, as in benchmarks.strength.openspiel:c0_7
c0_7 = partial(SpielPlayer, 0.7)
c1_4 = partial(SpielPlayer, 1.4)
c2 = partial(SpielPlayer, 2.0)
c5 = partial(SpielPlayer, 5.0)

MODULE = "benchmarks.strength.openspiel"
MAKERS = {
    "openspiel-0.7": "c0_7",
    "openspiel-1.4": "c1_4",
    "openspiel-2": "c2",
    "openspiel-5": "c5",
}


def arena_name(label: str, budget: str) -> str:
    """One of these bots in the arena's notation."""
    return f"{label}={MODULE}:{MAKERS[label]}@{budget}"
