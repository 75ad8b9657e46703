"""OpenSpiel's search as guests of the arena: one for every `uct_c` that is tried."""

from functools import partial

from benchmarks.openspiel.ismcts_bot import SpielPlayer

# What the arena calls, as in benchmarks.strength.openspiel:c0_7
c0_7 = partial(SpielPlayer, 0.7)
c1_4 = partial(SpielPlayer, 1.4)
c2 = partial(SpielPlayer, 2.0)
c5 = partial(SpielPlayer, 5.0)

ROOM = "benchmarks.strength.openspiel"
MAKERS = {
    "openspiel-0.7": "c0_7",
    "openspiel-1.4": "c1_4",
    "openspiel-2": "c2",
    "openspiel-5": "c5",
}


def written(label: str, budget: str) -> str:
    """One of them as the arena reads it."""
    return f"{label}={ROOM}:{MAKERS[label]}@{budget}"
