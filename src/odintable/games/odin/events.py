"""The events of a step of ODIN, found by comparing the states before and after it."""

from typing import Any

from .components import DEAL, FOLLOW, LEAD, OVER
from .from_json import winners

EVENT_FIELDS = (
    "players",
    "deal",
    "turn",
    "phase",
    "pending_shuffle",
    "sizes",
    "scores",
)  # fields of the state that events depend on


def events_between(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the events of one step: a move, or a deal that it led to."""
    if before.pending_shuffle == DEAL:
        return []
    seats = range(after.players)
    events: list[dict[str, Any]] = []
    if after.pending_shuffle == DEAL or after.phase == OVER:
        left = [int(after.sizes[seat]) for seat in seats]
        scores = [int(after.scores[seat]) for seat in seats]
        points = [scores[seat] - int(before.scores[seat]) for seat in seats]
        events.append({"event": "hand-over", "left": left, "points": points, "scores": scores})
    elif before.phase == FOLLOW and after.phase == LEAD:
        events.append({"event": "round-over", "leader": int(after.turn)})
    if after.phase == OVER:
        events.append({"event": "game-over", "winners": winners(after)})
    return events
