"""Why a move of ODIN that is understood is not legal now."""

from collections.abc import Sequence
from typing import Any

from odintable.games.illegal_move_reason import NOT_IN_HAND, Reason, ReasonKind

from .components import FOLLOW, LEAD, SET, TAKE, VALUE
from .notation import MOVE_OF, write_cards

NOT_A_SET = ReasonKind("why.not-alike", "cards")
NOT_IN_GAME = ReasonKind("why.no-such-card", "cards")
LEAD_ONE_CARD = ReasonKind("why.lead-one")
WRONG_SIZE = ReasonKind("why.too-many", "count", "more")
TOO_LOW = ReasonKind("why.too-little", "mine", "value")
TAKE_FIRST = ReasonKind("why.take-first")
NOT_OFFERED = ReasonKind("why.not-beaten", "cards")
NOTHING_TO_TAKE = ReasonKind("why.nothing-to-take")
MUST_LEAD = ReasonKind("why.must-lead")


def why_illegal(state: Any, text: str) -> Reason:
    """Return the reason why a move of the player to move is not legal."""
    verb, *cards = text.split()
    if verb == "take":
        return why_not_take(state, cards[0])
    if state.phase == TAKE:
        return TAKE_FIRST()
    return why_not_pass(state) if verb == "pass" else why_not_play(state, cards)


def why_not_play(state: Any, cards: Sequence[str]) -> Reason:
    """Not a set, not at hand, too many or too few cards, or worth too little. [OD-2.1 OD-3.2]"""
    move = MOVE_OF.get(" ".join(["play", *cards]))
    if move is None:
        return NOT_A_SET(cards=" ".join(cards))
    played = int(SET[move])
    if missing := played & ~int(state.deck):
        return NOT_IN_GAME(cards=" ".join(write_cards(missing)))
    if missing := played & ~int(state.hands[state.turn]):
        return NOT_IN_HAND(cards=" ".join(write_cards(missing)))
    if state.phase == LEAD:
        return LEAD_ONE_CARD()
    size = int(state.table).bit_count()
    if played.bit_count() not in (size, size + 1):
        return WRONG_SIZE(count=size, more=size + 1)
    return TOO_LOW(mine=int(VALUE[move]), value=int(state.value))


def why_not_take(state: Any, card: str) -> Reason:
    """There is nothing to take, or not this card. [OD-2.3 OD-3.6]"""
    return NOT_OFFERED(cards=card) if state.phase == TAKE else NOTHING_TO_TAKE()


def why_not_pass(state: Any) -> Reason:
    """The player who leads must play. [OD-2.1]"""
    if state.phase == FOLLOW:
        raise AssertionError("a player who follows may always pass")
    return MUST_LEAD()
