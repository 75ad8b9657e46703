"""The symbols and card shapes that the drawings of all games share.

Every card colour sets its own background, so that it is readable on dark and on light terminals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.text import Text

LIGHT, DARK = "grey100", "grey0"  # text colours, for dark and for light backgrounds


@dataclass(frozen=True)
class Symbols:
    """The symbols of one character set."""

    is_ascii: bool
    face_down: str  # a card face down
    turn: str  # marks the player whose turn it is
    wall: str  # between two cards of a path
    top: str  # points at the top of a stack
    dot: str  # between parts of a line
    more: str  # marks a part that is out of sight


UNICODE = Symbols(is_ascii=False, face_down="▒", turn="▶", wall="│", top="◂", dot="·", more="…")
ASCII = Symbols(is_ascii=True, face_down="#", turn=">", wall="|", top="<", dot="-", more="+")


def face_up_cards(cards: Iterable[str], styles: Mapping[str, str], pad: str = " ") -> Text:
    """Draw cards side by side, each in the style of its first letter."""
    return Text(" ").join(Text(f"{pad}{card}{pad}", style=styles[card[0]]) for card in cards)


def face_down_cards(count: int, symbols: Symbols, width: int = 1) -> Text:
    """Draw the backs of cards side by side."""
    return Text("  ".join([symbols.face_down * width] * count))


def card_count(cards: int | Iterable[str]) -> int:
    """Count the cards of a hand or pile, which a view may give as a number only."""
    return cards if isinstance(cards, int) else len(list(cards))
