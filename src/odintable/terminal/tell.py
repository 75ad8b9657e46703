"""Moves and events in plain words, beside their notation."""

from collections.abc import Sequence
from typing import Any

from odintable.games.position import Position

from . import tell_odin, tell_ravens

ROOMS = {"odin": tell_odin, "ravens": tell_ravens}


def move(before: Position, after: Position, text: str, names: Sequence[str]) -> str:
    """Who did what: a sentence without its full stop."""
    told: str = ROOMS[before.name].move(before.to_json(), after.to_json(), text)
    return f"{names[before.turn]} {told}"


def events(
    position: Position, happened: Sequence[dict[str, Any]], names: Sequence[str]
) -> list[str]:
    """What the move brought about, a line each."""
    return [ROOMS[position.name].event(event, names) for event in happened]


def result(position: Position, names: Sequence[str]) -> str:
    """Who has won a game that is over."""
    shares = position.outcome()
    winners = [name for name, share in zip(names, shares, strict=True) if share > 0]
    scores = ", ".join(
        f"{name} {score}" for name, score in zip(names, position.to_json()["scores"], strict=True)
    )
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{' and '.join(winners)} {verb}: {scores}"
