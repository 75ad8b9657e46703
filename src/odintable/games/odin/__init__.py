from . import (
    appeal,
    beliefs,
    events,
    features,
    notation,
    parts,
    playout,
    positions,
    prospects,
    reasons,
    rules,
    view,
)

__all__ = [
    "appeal",
    "beliefs",
    "events",
    "features",
    "notation",
    "parts",
    "playout",
    "positions",
    "prospects",
    "reasons",
    "rules",
    "view",
]
