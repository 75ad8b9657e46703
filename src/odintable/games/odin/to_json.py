"""Writes positions and views of ODIN as JSON, compiled: every seat gets one after every move."""

import numpy as np

from ..compiled import rule
from ..json_writer import (
    COMMA,
    OPEN,
    end_list,
    put,
    put_nullable,
    put_number,
    put_numbers,
    put_text,
    ranks_in_order,
    sort_ranks,
    text_rows,
)
from .components import BIT, CARD_TEXTS, FULL_STATE, OVER, PHASES, TEXT_ORDER
from .notation import TEXTS
from .rules import count_cards

PHASE_TEXTS = tuple(phase.encode() for phase in PHASES)
QUOTED_CARDS = np.array([list(f'"{text}"'.encode()) for text in CARD_TEXTS], np.uint8)

MOVE_LETTERS, MOVE_SIZES = text_rows(TEXTS)
RANKS, BY_RANK = sort_ranks(TEXTS)


@rule
def write_json(state, out):
    """Write a state as JSON, without its beginning up to the options; return the length."""
    is_hidden = state.viewer != FULL_STATE and state.phase != OVER
    at = put_number(out, 0, b'"players":', state.players)
    at = put_numbers(out, at, b',"scores":', state.scores[: state.players])
    at = put_number(out, at, b',"deal":', state.deal)
    at = put_number(out, at, b',"starter":', state.starter)
    at = put_number(out, at, b',"turn":', state.turn)
    at = put_text(out, at, b',"phase":', PHASE_TEXTS[state.phase])
    at = put_hands(out, at, state, is_hidden)
    at = put_cards(out, at, b',"table":', state.table)
    at = put_nullable(out, at, b',"owner":', state.owner)
    at = put_number(out, at, b',"passes":', state.passes)
    at = put_cards(out, at, b',"offered":', state.offered)
    at = put_cards(out, at, b',"discard":', state.discard)
    at = put_stock(out, at, state, is_hidden)
    at = put_winners(out, at, state)
    if state.viewer != FULL_STATE:
        at = put(out, at, b',"known":')
        out[at] = OPEN
        for seat in range(state.players):
            at = put_cards(out, at + 1, b"", state.known[seat])
            out[at] = COMMA
        at = end_list(out, at)
    return put(out, at, b"}")


@rule
def put_cards(out, at, key, cards):
    """Write a key and a set of cards, sorted."""
    at = put(out, at, key)
    out[at] = OPEN
    if cards:
        for card in TEXT_ORDER:
            if cards & BIT[card]:
                at = put(out, at + 1, QUOTED_CARDS[card])
                out[at] = COMMA
    return end_list(out, at)


@rule
def put_hands(out, at, state, is_hidden):
    """Write the cards of every hand, or their number if it is hidden."""
    at = put(out, at, b',"hands":')
    out[at] = OPEN
    for seat in range(state.players):
        if is_hidden and seat != state.viewer:
            at = put_number(out, at + 1, b"", state.sizes[seat])
        else:
            at = put_cards(out, at + 1, b"", state.hands[seat])
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_stock(out, at, state, is_hidden):
    """Write the cards that were not dealt: in no hand, and not face up."""
    lying = state.table | state.offered | state.discard
    if is_hidden:
        stock = count_cards(state.deck) - count_cards(lying)
        for seat in range(state.players):
            stock -= state.sizes[seat]
        return put_number(out, at, b',"stock":', stock)
    for seat in range(state.players):
        lying |= state.hands[seat]
    return put_cards(out, at, b',"stock":', state.deck & ~lying)


@rule
def put_winners(out, at, state):
    """Write the seats with the fewest points, once the game is over. [OD-5.5]"""
    at = put(out, at, b',"winners":')
    if state.phase != OVER:
        return put(out, at, b"null")
    least = state.scores[0]
    for seat in range(1, state.players):
        least = min(least, state.scores[seat])
    out[at] = OPEN
    for seat in range(state.players):
        if state.scores[seat] == least:
            at = put_number(out, at + 1, b"", seat)
            out[at] = COMMA
    return end_list(out, at)


@rule
def put_moves(_state, out, at, moves):
    """Write moves as a list of their texts, sorted."""
    out[at] = OPEN
    for rank in ranks_in_order(RANKS, moves):
        move = BY_RANK[rank]
        at = put_text(out, at + 1, b"", MOVE_LETTERS[move, : MOVE_SIZES[move]])
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_landings(_state, _out, at, _moves):
    """Write nothing: ODIN has no pieces that move."""
    return at
