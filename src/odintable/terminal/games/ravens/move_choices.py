"""Moves of Ravens in lists of choices: their labels, their order and the cards they use."""

from collections import Counter

from odintable.games.position import Position
from odintable.games.ravens.spec import CARDS_PER_TURN
from odintable.i18n import Texts
from odintable.terminal.games.interface import PositionJson

from .cards import (
    CARD_STYLES,
    ODIN_CARDS,
    card_names,
    card_number,
    landscape_name,
    short_card_name,
    target_name,
)

# In lists, actions of Odin cards stand between these two groups.
FIRST_VERBS = ("fly", "place", "lay", "magic", "stack")
LAST_VERBS = ("discard", "end", "extend")


def card_style(card: str) -> str:
    """Return the style of a card; one in brackets comes from the stack."""
    return CARD_STYLES[card.strip("()")]


# -- Labels ------------------------------------------------------------------------------------


def move_label(view: Position, move: str, texts: Texts) -> str:
    """Say what the move does, with which cards, and where a flight ends."""
    verb, *rest = move.split()
    if not rest:
        return texts.text(f"ravens.{verb}")
    if verb == "place":
        return texts.text("terminal.place", card=landscape_name(rest[0], texts))
    if verb == "lay":
        return texts.text("terminal.lay", card=short_card_name(rest[0], texts))
    if verb.strip("()") in ODIN_CARDS:
        return odin_card_label(verb, rest, texts)
    if rest[0].strip("()") in ODIN_CARDS:
        return texts.labelled(texts.text(f"use.{verb}"), short_card_name(rest[0], texts))
    label = texts.labelled(texts.text(f"use.{verb}"), card_names(rest[0], texts))
    return label + landing(view, move, texts) if verb == "fly" else label


def odin_card_label(card: str, action: list[str], texts: Texts) -> str:
    """Say what an Odin card does; one in brackets comes from the stack."""
    label = texts.text(f"use.{action[0]}")
    if targets := action[1:]:
        named = [target_name(target, texts) for target in targets]
        label = texts.labelled(label, texts.format_list(named))
    return texts.text("ravens.from-stack", card=label) if card.startswith("(") else label


def landing(view: Position, move: str, texts: Texts) -> str:
    """Say where a flight ends."""
    after = view.copy()
    after.apply(view.read_move(move))
    if after.awaits_shuffle or after.is_over:
        return texts.text("terminal.to-end")
    return texts.text("terminal.to", place=card_number(after.to_json()["ravens"][view.turn]))


def move_rank(move: str) -> int:
    """Return the rank of a move in lists; flights come first, ending the turn last."""
    verbs = [*FIRST_VERBS, "", *LAST_VERBS]
    verb = move.split(maxsplit=1)[0]
    return verbs.index(verb if verb in verbs else "")


# -- Cards -------------------------------------------------------------------------------------


def choosable_cards(position: PositionJson) -> list[str]:
    """Return the hand and, in brackets, the top of the stack; or the lifted cards."""
    seat = position["turn"]
    if position["phase"] == "place":
        return []
    if position["phase"] == "lay":
        return list(position["lifted"])
    stack = position["stacks"][seat][::-1][:CARDS_PER_TURN]
    return [*position["hands"][seat], *(f"({card})" for card in stack)]


def cards_in_move(move: str) -> Counter[str]:
    """Return the cards that are played; those in brackets come from the stack."""
    verb, *rest = move.split()
    if verb.strip("()") in ODIN_CARDS:
        return Counter([verb])
    if verb == "place":
        return Counter()
    hand, _, stack = "".join(rest).rstrip(")").partition("(")
    return Counter([*hand, *(f"({card})" for card in stack)])
