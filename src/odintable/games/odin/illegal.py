"""Why a move of ODIN that is understood is not legal now, in the rulebook's words."""

from typing import Any

from .components import FOLLOW, LEAD, OVER, SET, TAKE, TRUTH, VALUE
from .notation import MOVE_OF, write_cards


def why_not(state: Any, text: str) -> str:
    """The move, and what speaks against it: one short line."""
    if state.phase == OVER:
        return f"{text}: the game is over"
    if state.pending_shuffle:
        return f"{text}: new cards must be dealt first"
    if state.viewer not in (TRUTH, state.turn):
        return f"{text}: only seat {state.turn}, whose turn it is, can tell"
    verb = text.partition(" ")[0]
    return {"play": why_not_play, "take": why_not_take, "pass": why_not_pass}[verb](state, text)


def why_not_play(state: Any, text: str) -> str:
    """Cards that are not there, too many, too few, or worth too little. [OD-2.1 OD-3.2 OD-3.5]"""
    move = MOVE_OF[text]
    if state.phase == TAKE:
        return first_take(state, text)
    if missing := int(SET[move]) & ~int(state.deck):
        return f"{listed(missing)} not in this game"
    if missing := int(SET[move]) & ~int(state.hands[state.turn]):
        return f"{listed(missing)} not in your hand"
    if state.phase == LEAD:
        count = int(SET[move]).bit_count()
        return f"{text}: you lead with one card, or with your whole hand, not with {count} cards"
    return too_little(state, text)


def too_little(state: Any, text: str) -> str:
    """A set that does not beat the one on the table. [OD-3.2 OD-3.4 OD-3.5]"""
    move, table = MOVE_OF[text], int(state.table)
    played, size = int(SET[move]).bit_count(), table.bit_count()
    if played not in (size, size + 1):
        return f"{text}: you must play {size} or {size + 1} cards, not {played}"
    mine, theirs = (worth(int(SET[move]), VALUE[move]), worth(table, state.value))
    return f"{mine} does not beat {theirs}"


def why_not_take(state: Any, text: str) -> str:
    """Nothing is to be taken, or not this card. [OD-2.3 OD-3.6]"""
    card = text.split()[1]
    if state.phase == TAKE:
        return f"{card} is not in the beaten set: {' '.join(write_cards(int(state.offered)))}"
    return f"{text}: there is no beaten set to take a card from"


def why_not_pass(state: Any, text: str) -> str:
    """Who leads must play, and who has beaten a set must take. [OD-2.1 OD-3.6]"""
    if state.phase == TAKE:
        return first_take(state, text)
    if state.phase == FOLLOW:
        raise AssertionError("who follows may always pass")
    return f"{text}: leading is not optional"


def first_take(state: Any, text: str) -> str:
    """The turn goes on with the beaten set. [OD-3.6]"""
    offered = ", ".join(write_cards(int(state.offered)))
    return f"{text}: you must first take a card of the beaten set: {offered}"


def listed(cards: int) -> str:
    """The cards, and the verb that goes with so many."""
    names = write_cards(cards)
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def worth(cards: int, value: int) -> str:
    """A set by its cards; of several, with their value. [OD-3.4]"""
    names = write_cards(cards)
    return names[0] if len(names) == 1 else f"{' '.join(names)} ({value})"
