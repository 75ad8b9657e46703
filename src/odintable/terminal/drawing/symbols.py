"""How cards look in a terminal: letters always, colours and pictures where they can be shown.

Every colour has its own ground, so that it reads alike on dark and on light terminals.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

ODIN_CARDS = "arst"
LIGHT, DARK = "grey100", "grey0"
GROUNDS = {
    "F": f"{LIGHT} on dark_green",
    "M": f"{LIGHT} on grey39",
    "P": f"{DARK} on khaki3",
    "S": f"{DARK} on grey89",
    "W": f"{LIGHT} on dodger_blue3",
    "o": f"{LIGHT} on purple4",
    **dict.fromkeys(ODIN_CARDS, f"{LIGHT} on purple4"),
}
COLOURS = {
    "B": f"{LIGHT} on dodger_blue3",
    "G": f"{LIGHT} on dark_green",
    "O": f"{DARK} on dark_orange",
    "P": f"{LIGHT} on purple4",
    "R": f"{LIGHT} on red3",
    "Y": f"{DARK} on yellow3",
    "X": f"{DARK} on grey89",
}


@dataclass(frozen=True)
class Signs:
    """The signs of one alphabet."""

    terrain: dict[str, str]
    back: str  # a card face down
    turn: str  # whose turn it is
    wall: str  # between two landscape cards
    top: str  # points at the top of a stack
    dot: str  # between things in a line
    more: str  # the path goes on where it is not shown


UNICODE = Signs(
    terrain={"F": "♣", "M": "▲", "P": "≡", "S": "*", "W": "≈"},
    back="▒",
    turn="▶",
    wall="│",
    top="◂",
    dot="·",
    more="…",
)
ASCII = Signs(
    terrain={"F": "^", "M": "A", "P": "=", "S": "*", "W": "~"},
    back="#",
    turn=">",
    wall="|",
    top="<",
    dot="-",
    more="+",
)


def chips(cards: Iterable[str], grounds: dict[str, str], pad: str = " ") -> Text:
    """Cards side by side, each on its own ground."""
    return Text(" ").join(Text(f"{pad}{card}{pad}", style=grounds[card[0]]) for card in cards)


def backs(count: int, signs: Signs, width: int = 1) -> Text:
    """Cards face down, side by side."""
    return Text("  ".join([signs.back * width] * count))
