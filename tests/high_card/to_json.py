# mypy: disable-error-code="no-untyped-def"
"""Positions and views of high card as JSON, compiled."""

import numpy as np

from odintable.games.compiled import rule
from odintable.games.json_writer import (
    COMMA,
    OPEN,
    end_list,
    put,
    put_number,
    put_numbers,
    put_text,
    rows_of,
)

from .components import CARD_TEXTS, CARDS, FULL_STATE, NO_CARD, OVER, PHASES, PLAYERS
from .notation import TEXTS
from .view import hand_size

PHASE_TEXTS = tuple(phase.encode() for phase in PHASES)
QUOTED_CARDS = np.array([list(f'"{text}"'.encode()) for text in CARD_TEXTS], np.uint8)
MOVE_LETTERS, MOVE_SIZES = rows_of(TEXTS)


@rule
def write_json(state, page):
    """Write everything after the options; return the number of bytes."""
    at = put_numbers(page, 0, b'"scores":', state.scores)
    at = put_number(page, at, b',"round":', state.round)
    at = put_number(page, at, b',"starter":', state.starter)
    at = put_number(page, at, b',"turn":', state.turn)
    at = put_text(page, at, b',"phase":', PHASE_TEXTS[state.phase])
    at = put(page, at, b',"hands":')
    page[at] = OPEN
    for seat in range(PLAYERS):
        if state.phase != OVER and state.viewer not in (FULL_STATE, seat):
            at = put_number(page, at + 1, b"", hand_size(state, seat))
        else:
            at = put_cards(page, at + 1, b"", state.hands[seat])
        page[at] = COMMA
    at = put(page, end_list(page, at), b',"shown":')
    page[at] = OPEN
    for seat in range(PLAYERS):
        if state.shown[seat] == NO_CARD:
            at = put(page, at + 1, b"null")
        else:
            at = put(page, at + 1, QUOTED_CARDS[state.shown[seat]])
        page[at] = COMMA
    return put(page, end_list(page, at), b"}")


@rule
def put_cards(page, at, key, hand):
    """Write a key and the cards of a hand."""
    at = put(page, at, key)
    page[at] = OPEN
    for card in range(CARDS):
        if hand >> card & 1:
            at = put(page, at + 1, QUOTED_CARDS[card])
            page[at] = COMMA
    return end_list(page, at)


@rule
def put_moves(_state, page, at, moves):
    """Write moves as a sorted list of their texts."""
    page[at] = OPEN
    for move in np.sort(moves):
        at = put_text(page, at + 1, b"", MOVE_LETTERS[move, : MOVE_SIZES[move]])
        page[at] = COMMA
    return end_list(page, at)


@rule
def put_landings(_state, _page, at, _moves):
    """Moves have no destinations."""
    return at
