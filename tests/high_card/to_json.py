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
    text_rows,
)

from .components import CARD_TEXTS, CARDS, FULL_STATE, NO_CARD, OVER, PHASES, PLAYERS
from .notation import TEXTS
from .view import hand_size

PHASE_TEXTS = tuple(phase.encode() for phase in PHASES)
QUOTED_CARDS = np.array([list(f'"{text}"'.encode()) for text in CARD_TEXTS], np.uint8)
MOVE_LETTERS, MOVE_SIZES = text_rows(TEXTS)


@rule
def write_json(state, out):
    """Write everything after the options; return the number of bytes."""
    at = put_numbers(out, 0, b'"scores":', state.scores)
    at = put_number(out, at, b',"round":', state.round)
    at = put_number(out, at, b',"starter":', state.starter)
    at = put_number(out, at, b',"turn":', state.turn)
    at = put_text(out, at, b',"phase":', PHASE_TEXTS[state.phase])
    at = put(out, at, b',"hands":')
    out[at] = OPEN
    for seat in range(PLAYERS):
        if state.phase != OVER and state.viewer not in (FULL_STATE, seat):
            at = put_number(out, at + 1, b"", hand_size(state, seat))
        else:
            at = put_cards(out, at + 1, b"", state.hands[seat])
        out[at] = COMMA
    at = put(out, end_list(out, at), b',"shown":')
    out[at] = OPEN
    for seat in range(PLAYERS):
        if state.shown[seat] == NO_CARD:
            at = put(out, at + 1, b"null")
        else:
            at = put(out, at + 1, QUOTED_CARDS[state.shown[seat]])
        out[at] = COMMA
    return put(out, end_list(out, at), b"}")


@rule
def put_cards(out, at, key, hand):
    """Write a key and the cards of a hand."""
    at = put(out, at, key)
    out[at] = OPEN
    for card in range(CARDS):
        if hand >> card & 1:
            at = put(out, at + 1, QUOTED_CARDS[card])
            out[at] = COMMA
    return end_list(out, at)


@rule
def put_moves(_state, out, at, moves):
    """Write moves as a sorted list of their texts."""
    out[at] = OPEN
    for move in np.sort(moves):
        at = put_text(out, at + 1, b"", MOVE_LETTERS[move, : MOVE_SIZES[move]])
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_landings(_state, _out, at, _moves):
    """Moves have no destinations."""
    return at
