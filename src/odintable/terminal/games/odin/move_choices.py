"""Moves of ODIN in lists of choices: their labels, their order and the cards they use."""

from collections import Counter

from odintable.games.position import Position
from odintable.i18n import Texts
from odintable.terminal.games.interface import PositionJson

from .drawing import value

VERBS = ("play", "take", "pass")  # in the order in which moves are listed


def move_label(_view: Position, move: str, texts: Texts) -> str:
    """Return the label of playing a set, taking a card, or passing."""
    verb, *cards = move.split()
    if verb == "pass":
        return texts.text("odin.pass")
    if verb == "take":
        return texts.text("terminal.take", card=cards[0])
    kind = "play" if len(cards) == 1 else "play-set"
    return texts.text(f"terminal.{kind}", cards=" ".join(cards), value=value(cards))


def move_rank(move: str) -> int:
    """Return the rank of a move in lists; passing comes last."""
    return VERBS.index(move.split(maxsplit=1)[0])


def choosable_cards(position: PositionJson) -> list[str]:
    """Return the cards of the beaten set that may be taken, else the hand."""
    return list(position["offered"] or position["hands"][position["turn"]])


def cards_in_move(move: str) -> Counter[str]:
    """Return the cards that are played or taken."""
    return Counter(move.split()[1:])
