"""Ravens' lesson: the second race of a game, from the first space to the last points."""

from collections import Counter
from itertools import combinations
from typing import Any

from .lesson import Lesson, Step

TERRAINS = "FMPSW"
PLAYER_CARDS = Counter({**dict.fromkeys(TERRAINS, 5), "a": 1, "r": 2, "s": 2, "t": 3})
LANDSCAPES = Counter(
    {one + two: 3 for one, two in combinations(TERRAINS, 2)} | {one * 2: 2 for one in TERRAINS}
)


def draw_pile(hand: str, coming: str) -> str:
    """Return a draw pile whose next cards are `coming`."""
    rest = PLAYER_CARDS - Counter(hand) - Counter(coming)
    return "".join(sorted(rest.elements())) + coming[::-1]


def position(
    path: list[str], magic: str, scores: list[int], *seats: tuple[str, str]
) -> dict[str, Any]:
    """Return a race before its first turn; each seat has a hand and the cards it draws next."""
    laid = Counter("".join(sorted(card)) for card in path)
    return {
        "game": "ravens",
        "options": {},
        "scores": scores,
        "race": 2,
        "first": 0,
        "turns": 0,
        "turn": 0,
        "phase": "play",
        "played": [0, 0],
        "path": path,
        "ravens": [-1, -1],
        "stone": None,
        "magic": magic,
        "ways": ["", ""],
        "hands": ["".join(sorted(hand)) for hand, _ in seats],
        "stacks": ["", ""],
        "draws": [draw_pile(hand, coming) for hand, coming in seats],
        "discards": ["", ""],
        "landscapes": sorted((LANDSCAPES - laid).elements()),
        "removed": [],
        "placing": None,
        "to_place": 0,
        "closing": False,
        "lifted": "",
        "winner": None,
    }


START = position(
    ["FM", "WS", "MF", "PM", "SW", "FP", "WS", "MF", "PW"],
    "Mo",
    [5, 6],
    ("FPSSt", "Mra" + "MFs" + "WS"),
    ("FMPSt", "SM" + "WF" + "SP"),
)


def attempts(view: dict[str, Any]) -> list[str]:
    """Return every use of a single card, and flights with two."""
    hand, top = sorted(view["hands"][0]), view["stacks"][0][::-1][:2]
    cards = sorted({*hand, *(f"({card})" for card in top)})
    pairs = {"".join(pair) for pair in combinations(hand, 2)} | {f"({top})"}
    flights = [flight for flight in (*cards, *sorted(pairs)) if flight.strip("()").isupper()]
    uses = [f"{verb} {card}" for verb in ("magic", "discard") for card in cards]
    odin = [f"{card} {action}" for card in cards for action in actions(card.strip("()"), view)]
    return ["extend", *(f"fly {flight}" for flight in flights), *uses, *odin]


def actions(card: str, view: dict[str, Any]) -> list[str]:
    """Return the actions of an Odin card with all their targets, legal or not."""
    path = range(len(view["path"]))
    return {
        "a": ["arrange", "add"],
        "r": ["back", "forward"],
        "s": [
            *(f"stone {lane}:{at}" for lane in range(2) for at in path),
            *(f"swap {one} {two}" for one, two in combinations(path, 2)),
        ],
        "t": [f"{action} {at}" for action in ("turn", "remove") for at in path],
    }.get(card, [])


LESSON = Lesson(
    "ravens",
    (None, "ask"),
    attempts=attempts,
    steps=(
        Step("goal", highlights=("path",), start=START),
        Step("fly", "fly F"),
        Step("joker", "fly SS"),
        Step("end", "end", replies=("fly M", "fly S", "end")),
        Step("turn", "t turn 3"),
        Step("run", "fly M"),
        Step("stack", "stack P"),
        Step("rest", "end", replies=("fly F", "t remove 5", "end")),
        Step("forward", "r forward"),
        Step("onto", "stack M"),
        Step("wait", "end", replies=("fly P", "stack S", "end")),
        Step("magic", "magic a"),
        Step("water", "fly W"),
        Step("top", "fly (M)"),
        Step("last", "fly (P)"),
        Step("points", highlights=("scores",)),
    ),
)
