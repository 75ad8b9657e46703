from . import (
    appeal,
    beliefs,
    events,
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
    "notation",
    "parts",
    "playout",
    "positions",
    "prospects",
    "reasons",
    "rules",
    "view",
]
