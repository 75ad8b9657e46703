"""The events of a step of ODIN, found by comparing the states before and after it."""

from typing import Any

from .components import BIT, CARD_TEXTS, DEAL, FOLLOW, LEAD, OVER, TEXT_ORDER
from .from_json import winners

EVENT_FIELDS = (
    "players",
    "deal",
    "turn",
    "phase",
    "pending_shuffle",
    "sizes",
    "scores",
    "known",
    "table",
    "offered",
)  # fields of the state that events depend on


def events_between(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the events of one step: a move, or a deal that it led to."""
    if before.pending_shuffle == DEAL:
        return []
    seats = range(after.players)
    events: list[dict[str, Any]] = []
    taken = after.known[before.turn] & ~before.known[before.turn]
    if taken:
        events.append(took(int(before.turn), taken, before.offered or before.table))
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


def took(seat: int, card: Any, beaten: Any) -> dict[str, Any]:
    """Return the event of a card that was taken from the beaten set. [OD-3.6 OD-R2]"""
    return {"event": "took", "seat": seat, "card": texts(card)[0], "beaten": texts(beaten)}


def texts(cards: Any) -> list[str]:
    """Return a set of cards as texts, sorted."""
    return [CARD_TEXTS[card] for card in TEXT_ORDER if int(cards) & int(BIT[card])]
