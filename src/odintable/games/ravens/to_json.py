"""Writes positions and views of Ravens as JSON, compiled: each seat gets one after every move."""

from types import SimpleNamespace

import numpy as np

from ..compiled import rule
from ..json_writer import (
    CLOSE,
    COMMA,
    OPEN,
    QUOTE,
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
from .components import (
    ARRANGES,
    BACKS,
    CARDS,
    EXTEND,
    FLIES,
    FLIGHTS,
    FULL_STATE,
    LAY,
    LETTERS,
    MAGIC_CARDS,
    MAGICS,
    MOVE_COUNT,
    NONE,
    NOWHERE,
    OVER,
    PHASES,
    PLACES,
    STATE,
    TERRAINS,
)
from .notation import TEXTS, spell_move
from .race_setup_and_scoring import terrain
from .rules import apply

PHASE_TEXTS = tuple(phase.encode() for phase in PHASES)
MAGIC_TEXTS = tuple(card.encode() for card in MAGIC_CARDS)
CARD_LETTERS = np.array(list(LETTERS.encode()), np.uint8)
LANDSCAPE_LETTERS = np.array(
    [list((one + other).encode()) for one in TERRAINS for other in TERRAINS], np.uint8
)
OPEN_BRACE, CLOSE_BRACE, CLOSE_BRACKET, UNKNOWN = b"{})?"

# The texts of some moves end with cards that depend on the state: cards from the stack and a
# bracket, or the card that is placed. They do not change the rank of the move among all others.
EXAMPLE = SimpleNamespace(turn=0, stacks=[bytes(3)], stack_sizes=[3], placing=1)
EXAMPLES = [spell_move(EXAMPLE, move) for move in range(MOVE_COUNT)]
HEADS = [TEXTS[move] or text[: text.find("(") + 1 or -2] for move, text in enumerate(EXAMPLES)]
VARIED = np.array(
    [len(text) - len(head) for text, head in zip(EXAMPLES, HEADS, strict=True)], np.int8
)  # move -> the length of that part of its text
MOVE_LETTERS, MOVE_SIZES = text_rows(HEADS)
RANKS, BY_RANK = sort_ranks(EXAMPLES)


@rule
def write_json(state, out):
    """Write a state as JSON, without its beginning up to the options; return the length."""
    is_view = state.viewer != FULL_STATE
    is_hidden = is_view and state.phase != OVER
    at = put_numbers(out, 0, b'"scores":', state.scores)
    at = put_number(out, at, b',"race":', state.race)
    at = put_number(out, at, b',"first":', state.first)
    at = put_number(out, at, b',"turns":', state.turns)
    at = put_number(out, at, b',"turn":', state.turn)
    at = put_text(out, at, b',"phase":', PHASE_TEXTS[state.phase])
    at = put_numbers(out, at, b',"played":', state.played)
    at = put_landscapes(out, at, b',"path":', state.path[: state.length])
    at = put_numbers(out, at, b',"ravens":', state.ravens)
    at = put_stone(out, at, state)
    at = put_magic(out, at, state)
    at = put_piles(out, at, b',"ways":[', state.ways, state.way_sizes)
    at = put_held(out, at, state, is_hidden)
    at = put_piles(out, at, b',"discards":[', state.discards, state.discard_sizes)
    if is_hidden:
        at = put_number(out, at, b',"landscapes":', state.landscape_count)
    else:
        pile = state.landscapes[: state.landscape_count]
        at = put_landscapes(out, at, b',"landscapes":', pile)
    at = put_landscapes(out, at, b',"removed":', state.removed[: state.removed_count])
    at = put_under_way(out, at, state)
    if state.buy_magic:
        at = put_magic_pile(out, at, state, is_hidden)
    if is_view:
        at = put_counted(out, at, b',"known":{"held":[', state.held[0])
        at = put_counted(out, at, b",", state.held[1])
        at = put_landscapes(out, at, b'],"under":', state.landscapes[: state.under])
        at = put(out, at, b"}")
    return put(out, at, b"}")


@rule
def put_letters(out, at, key, cards):
    """Write a key and the cards of a pile in order, as one string."""
    at = put(out, at, key)
    out[at] = QUOTE
    for card in cards:
        at += 1
        out[at] = CARD_LETTERS[card]
    out[at + 1] = QUOTE
    return at + 2


@rule
def put_counted(out, at, key, counts):
    """Write a key and that many of each card, sorted, as one string."""
    at = put(out, at, key)
    out[at] = QUOTE
    for card in range(CARDS):
        for _ in range(counts[card]):
            at += 1
            out[at] = CARD_LETTERS[card]
    out[at + 1] = QUOTE
    return at + 2


@rule
def put_landscapes(out, at, key, cards):
    """Write a key and a list of landscape cards, in order."""
    at = put(out, at, key)
    out[at] = OPEN
    for card in cards:
        at = put_text(out, at + 1, b"", LANDSCAPE_LETTERS[card])
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_piles(out, at, key, cards, sizes):
    """Write a key and one pile of each player."""
    at = put_letters(out, at, key, cards[0, : sizes[0]])
    at = put_letters(out, at, b",", cards[1, : sizes[1]])
    return put(out, at, b"]")


@rule
def put_stone(out, at, state):
    """Write where the stone lies, or null if it is beside the path."""
    if state.stone_lane == NOWHERE:
        return put(out, at, b',"stone":null')
    at = put_number(out, at, b',"stone":[', state.stone_lane)
    at = put_number(out, at, b",", state.stone_at)
    return put(out, at, b"]")


@rule
def put_magic(out, at, state):
    """Write the Magic Way card that is face up."""
    if state.magic == NONE:
        return put(out, at, b',"magic":null')
    return put_text(out, at, b',"magic":', MAGIC_TEXTS[state.magic])


@rule
def put_held(out, at, state, is_hidden):
    """Write hands, stacks and draw piles, or the number of their cards if they are hidden."""
    at = put(out, at, b',"hands":')
    out[at] = OPEN
    for seat in range(2):
        if is_hidden and seat != state.viewer:
            at = put_number(out, at + 1, b"", state.hand_sizes[seat])
        else:
            at = put_counted(out, at + 1, b"", state.hands[seat])
        out[at] = COMMA
    at = put(out, end_list(out, at), b',"stacks":')
    out[at] = OPEN
    for seat in range(2):
        if is_hidden and seat != state.viewer:
            at = put_number(out, at + 1, b"", state.stack_sizes[seat])
        else:
            at = put_letters(out, at + 1, b"", state.stacks[seat, : state.stack_sizes[seat]])
        out[at] = COMMA
    at = end_list(out, at)
    if is_hidden:
        return put_numbers(out, at, b',"draws":', state.draw_sizes)
    return put_piles(out, at, b',"draws":[', state.draws, state.draw_sizes)


@rule
def put_under_way(out, at, state):
    """Write the unfinished part of the turn, and the winner."""
    if state.placing == NONE:
        at = put(out, at, b',"placing":null')
    else:
        at = put_text(out, at, b',"placing":', LANDSCAPE_LETTERS[state.placing])
    at = put_number(out, at, b',"to_place":', state.to_place)
    at = put(out, at, b',"closing":true' if state.closing else b',"closing":false')
    if state.phase == LAY:
        at = put_counted(out, at, b',"lifted":', state.lifted)
    else:
        at = put(out, at, b',"lifted":""')
    return put_nullable(out, at, b',"winner":', state.winner)


@rule
def put_magic_pile(out, at, state, is_hidden):
    """Write what is left of the Magic Way cards, and how many each has bought. [RV-10.2]"""
    if is_hidden:
        at = put_number(out, at, b',"magic_pile":', state.magic_count)
    else:
        at = put(out, at, b',"magic_pile":')
        out[at] = OPEN
        for card in state.magic_pile[: state.magic_count]:
            at = put_text(out, at + 1, b"", MAGIC_TEXTS[card])
            out[at] = COMMA
        at = end_list(out, at)
    return put_numbers(out, at, b',"bought":', state.bought)


@rule
def put_move(out, at, state, move):
    """Write the text of a move, in the state before it."""
    at = put(out, at, MOVE_LETTERS[move, : MOVE_SIZES[move]])
    if not VARIED[move]:
        return at
    if PLACES <= move < EXTEND:
        turned = move - PLACES
        out[at] = LANDSCAPE_LETTERS[state.placing, turned]
        out[at + 1] = LANDSCAPE_LETTERS[state.placing, 1 - turned]
        return at + 2
    stack = state.stacks[state.turn]
    top = state.stack_sizes[state.turn] - 1
    for place in range(top, top + 1 - VARIED[move], -1):
        is_known = place >= 0 and 0 <= stack[place] < CARDS
        out[at] = CARD_LETTERS[stack[place]] if is_known else UNKNOWN
        at += 1
    out[at] = CLOSE_BRACKET
    return at + 1


@rule
def put_quoted_move(out, at, state, move):
    """Write the text of a move between quotes."""
    out[at] = QUOTE
    at = put_move(out, at + 1, state, move)
    out[at] = QUOTE
    return at + 1


@rule
def put_moves(state, out, at, moves):
    """Write moves as a list of their texts, sorted."""
    out[at] = OPEN
    for rank in ranks_in_order(RANKS, moves):
        at = put_quoted_move(out, at + 1, state, BY_RANK[rank])
        out[at] = COMMA
    return end_list(out, at)


@rule
def put_payment(out, at, state, after):
    """Write how a flight was paid, after it: terrain, jokers, times. [RV-4.1 RV-5.2]"""
    seat = state.turn
    flown = terrain(state.path[state.ravens[seat] + 1], seat)
    start, end = state.discard_sizes[seat], after.discard_sizes[seat]
    at = put_letters(out, at, b",", np.array([flown]))
    at = put(out, at, b',"')
    paid = 0
    for kind in range(FLIGHTS):
        cards = 0
        for place in range(start, end):
            cards += after.discards[seat, place] == kind
        if kind == flown:
            paid += cards
            continue
        for _ in range(cards // 2):
            out[at] = CARD_LETTERS[kind]
            at += 1
            paid += 1
    return put_number(out, at, b'",', paid)


@rule
def put_landings(state, out, at, moves):
    """Write, for each move that moves a raven, the lane and index of the space it comes to.

    A flight also has the terrain that it crosses, those used as jokers, and how often it is paid.
    """
    after = np.empty(1, STATE)
    out[at] = OPEN_BRACE
    for move in moves:
        if FLIES <= move < MAGICS or BACKS <= move < ARRANGES:
            after[0] = state
            apply(after[0], move)
            lane = int(after[0].ravens[0] == state.ravens[0])
            at = put_quoted_move(out, at + 1, state, move)
            at = put_number(out, at, b":[", lane)
            at = put_number(out, at, b",", after[0].ravens[lane])
            if move < MAGICS:
                at = put_payment(out, at, state, after[0])
            out[at] = CLOSE
            at += 1
            out[at] = COMMA
    at = at if out[at] == COMMA else at + 1
    out[at] = CLOSE_BRACE
    return at + 1
