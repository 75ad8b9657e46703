"""The events of a step of Ravens, found by comparing the states before and after it."""

from typing import Any

from .components import (
    DEAL_0,
    DEAL_1,
    DEAL_LANDSCAPES,
    DEAL_MAGIC,
    FLIGHTS,
    NOBODY,
    OVER,
    RESHUFFLE_DISCARDS,
    RESHUFFLE_LANDSCAPES,
    TERRAINS,
)

EVENT_FIELDS = (  # fields of the state that events depend on
    *("race", "turns", "turn", "phase", "pending_shuffle", "hand_sizes", "scores", "winner"),
    *("race_winner", "distance", "way_winner", "landscape_count", "magic_count"),
    *("path", "ravens", "discards", "discard_sizes"),
)


def events_between(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the events of one step: a move, or a shuffle that it led to."""
    if before.pending_shuffle in (DEAL_LANDSCAPES, DEAL_MAGIC, DEAL_0, DEAL_1):
        return []
    seat = int(before.turn)
    events: list[dict[str, Any]] = []
    if before.pending_shuffle == RESHUFFLE_DISCARDS:
        events.append({"event": "shuffled", "seat": seat})
    if before.pending_shuffle == RESHUFFLE_LANDSCAPES:
        events.append({"event": "shuffled", "seat": "landscapes"})
    if after.ravens[seat] > before.ravens[seat]:
        events += flights(seat, before, after)
    drawn = int(after.hand_sizes[seat]) - int(before.hand_sizes[seat])
    if drawn > 0:
        events.append({"event": "drew", "seat": seat, "count": drawn})
    if after.pending_shuffle == DEAL_LANDSCAPES or after.phase == OVER:
        events.append(race_over(before, after))
    if after.phase == OVER:
        events.append({"event": "game-over", "winners": [int(after.winner)]})
    return events


def flights(seat: int, before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the event of a flight; an Odin card that moves a raven is none. [RV-4.1 RV-5.2]"""
    start, end = before.discard_sizes[seat], after.discard_sizes[seat]
    cards = [int(card) for card in after.discards[seat][start:end]]
    if not cards or cards[0] >= FLIGHTS:
        return []
    flown = divmod(int(before.path[before.ravens[seat] + 1]), FLIGHTS)[seat]
    jokers = sorted(card for card in cards if card != flown)[::2]
    flew = {
        "event": "flew",
        "seat": seat,
        "terrain": TERRAINS[flown],
        "spaces": int(after.ravens[seat] - before.ravens[seat]),
        "jokers": "".join(TERRAINS[card] for card in jokers),
        "paid": len(cards) - len(jokers),
    }
    return [flew]


def race_over(before: Any, after: Any) -> dict[str, Any]:
    """Return the event of a race that has ended. [RV-9.1 RV-9.2]"""
    scores = [int(score) for score in after.scores]
    return {
        "event": "race-over",
        "winner": nullable(after.race_winner),
        "distance": int(after.distance),
        "way": nullable(after.way_winner),
        "points": [now - int(was) for now, was in zip(scores, before.scores, strict=True)],
        "scores": scores,
    }


def nullable(seat: Any) -> int | None:
    """Return a seat, or None for NOBODY."""
    return None if seat == NOBODY else int(seat)
