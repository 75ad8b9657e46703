"""ODIN's moves and events in plain words."""

from collections.abc import Sequence
from typing import Any

from .draw_odin import value

Given = dict[str, Any]


def move(before: Given, _after: Given, text: str) -> str:
    """What the player did."""
    verb, *cards = text.split()
    if verb == "pass":
        return "passes"
    if verb == "take":
        return f"takes {cards[0]}"
    worth = f", worth {value(cards)}" if len(cards) > 1 else ""
    if before["phase"] == "lead":
        return f"leads {' '.join(cards)}{worth}"
    is_out = sorted(cards) == before["hands"][before["turn"]]
    taken = f" and takes {before['table'][0]}" if len(before["table"]) == 1 and not is_out else ""
    return f"plays {' '.join(cards)}{worth}{taken}"


def event(event: dict[str, Any], names: Sequence[str]) -> str:
    """What it brought about."""
    kind = event["event"]
    if kind == "round-over":
        return f"The round is over: {names[event['leader']]} leads the next"
    if kind == "hand-over":
        out = " and ".join(
            name for name, left in zip(names, event["left"], strict=True) if left == 0
        )
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(names, event["scores"], strict=True)
        )
        return f"{out} has no cards left: {scores}"
    return f"The game is over: won by {' and '.join(names[seat] for seat in event['winners'])}"
