"""The cards of Ravens: their colours, their symbols and their names."""

from collections import Counter

from odintable.i18n import Texts
from odintable.terminal.drawing.symbols import DARK, LIGHT, Symbols

TERRAINS = "FMPSW"
ODIN_CARDS = "arst"
CARD_STYLES = {
    "F": f"{LIGHT} on dark_green",
    "M": f"{LIGHT} on grey39",
    "P": f"{DARK} on khaki3",
    "S": f"{DARK} on grey89",
    "W": f"{LIGHT} on dodger_blue3",
    "o": f"{LIGHT} on purple4",
    **dict.fromkeys(ODIN_CARDS, f"{LIGHT} on purple4"),
}
UNICODE_TERRAINS = {"F": "♣", "M": "▲", "P": "≡", "S": "*", "W": "≈"}
ASCII_TERRAINS = {"F": "^", "M": "A", "P": "=", "S": "*", "W": "~"}


def terrain_symbol(letter: str, symbols: Symbols) -> str:
    """Return a small symbol of a terrain."""
    return (ASCII_TERRAINS if symbols.is_ascii else UNICODE_TERRAINS)[letter]


def card_name(letter: str, texts: Texts) -> str:
    """Name a card: its terrain, or the two actions of an Odin card."""
    return texts.text(f"odin-card.{letter}" if letter in ODIN_CARDS else f"terrain.{letter}")


def short_card_name(card: str, texts: Texts) -> str:
    """Name a card in few words; one in brackets comes from the stack."""
    letter = card.strip("()")
    name = texts.text(f"{'terminal.legend' if letter in ODIN_CARDS else 'terrain'}.{letter}")
    return name if card == letter else texts.text("ravens.from-stack", card=name)


def card_names(cards: str, texts: Texts) -> str:
    """Name the cards of a move, such as `FF(M)`; those in brackets come from the stack."""
    hand, _, stack = cards.rstrip(")").partition("(")
    from_stack = [texts.text("ravens.from-stack", card=name) for name in counted(stack, texts)]
    return texts.format_list([*counted(hand, texts), *from_stack])


def counted(letters: str, texts: Texts) -> list[str]:
    """Name each kind of card once, with its number."""
    return [
        texts.text("ravens.a-card")
        if letter == "?"
        else texts.text("ravens.several-cards", count=count, card=card_name(letter, texts))
        for letter, count in Counter(letters).items()
    ]


def card_number(at: int) -> int:
    """Return the number of a card of the path for people, who count from 1; notation from 0."""
    return at + 1


def space_name(lane: int, at: int, texts: Texts) -> str:
    """Name a space by the number of its card and its lane."""
    key = "lower" if lane else "upper"
    return texts.text(f"terminal.space.{key}", number=card_number(at))


def target_name(target: str, texts: Texts) -> str:
    """Name what an Odin card is about: a card of the path, such as `4`, or a space, as `1:6`."""
    lane, colon, at = target.rpartition(":")
    return space_name(int(lane), int(at), texts) if colon else str(card_number(int(at)))


def landscape_name(card: str, texts: Texts) -> str:
    """Name a landscape card as it is placed: the terrain of each lane."""
    upper, lower = (texts.text(f"terrain.{letter}") for letter in card)
    return texts.text("ravens.landscape", upper=upper, lower=lower)
