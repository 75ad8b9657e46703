"""The events of a step of high card."""

from typing import Any

from .components import DEAL, OVER

EVENT_FIELDS = (
    "round",
    "turn",
    "phase",
    "pending_shuffle",
    "scores",
)  # fields that the events depend on


def events_between(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the events of a move, or of a deal that it led to."""
    events: list[dict[str, Any]] = []
    if before.pending_shuffle == DEAL or not (after.pending_shuffle == DEAL or after.phase == OVER):
        return events
    scores = [int(score) for score in after.scores]
    events.append({"event": "round-over", "scores": scores})
    if after.phase == OVER:
        events.append({"event": "game-over", "winners": [scores.index(max(scores))]})
    return events
