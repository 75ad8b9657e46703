"""ODIN's lesson: a hand for three, from the first card to the last points."""

from itertools import combinations
from typing import Any

from .lesson import Lesson, Step

COLOURS = "BGOPRY"
CARDS = {f"{colour}{number}" for colour in COLOURS for number in range(1, 10)}


def position(scores: list[int], *hands: str, discard: str = "") -> dict[str, Any]:
    """Return a position in which seat 0 leads; cards that are not named are not dealt."""
    held = [sorted(hand.split()) for hand in hands]
    gone = sorted(discard.split())
    return {
        "game": "odin",
        "options": {},
        "players": len(hands),
        "scores": scores,
        "deal": 3,
        "starter": 0,
        "turn": 0,
        "phase": "lead",
        "hands": held,
        "table": [],
        "owner": None,
        "passes": 0,
        "offered": [],
        "discard": gone,
        "stock": sorted(CARDS.difference(*held, gone)),
        "winners": None,
    }


START = position(
    [6, 12, 9],
    "B1 G3 G8 O5 P8 R2 R8 Y4 Y6",
    "B4 G1 G5 O2 P4 R3 R5 Y1 Y7",
    "B2 B9 G4 O1 O6 P2 P9 R1 Y3",
)
END = position(
    [6, 12, 9],
    "Y4 Y6",
    "B4 G1 O2 Y1",
    "B2 O1 R1",
    discard="G5 B1 O6 P8 R2 R3 R8 B9 P9 G3 G8",
)


def attempts(view: dict[str, Any]) -> list[str]:
    """Return passing, and playing each card or pair of cards of the hand."""
    hand = view["hands"][0]
    return ["pass", *(f"play {' '.join(some)}" for n in (1, 2) for some in combinations(hand, n))]


LESSON = Lesson(
    "odin",
    (None, "ask", "embla"),
    attempts=attempts,
    steps=(
        Step("goal", highlights=("others", "hand"), start=START),
        Step("lead", "play B1", replies=("play G5", "play O6")),
        Step("beat", "play P8", replies=("play R3 R5", "pass")),
        Step("set", "play R2 R8", wrong={"pass": "pass", "play G8 R8": "alike"}),
        Step("take", "take R5", replies=("pass", "play B9 P9", "take R2")),
        Step("pass", "pass", replies=("pass", "play P2")),
        Step("more", "play O5 R5", wrong={"pass": "pass"}, replies=("pass", "pass")),
        Step("finish", "play Y4 Y6", start=END),
        Step("points", highlights=("scores",)),
    ),
)
