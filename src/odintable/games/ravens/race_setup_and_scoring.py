"""A race from its preparation to its end: path, piles and scores. Part of the rules.

Nothing is shuffled here. A state that needs a shuffle says so in `pending_shuffle`; its caller asks
for the cards (`pile_to_shuffle`) and gives them back in their new order (`apply_shuffle`).
"""

from typing import Any

import numpy as np

from ..compiled import rule
from .components import (
    CARDS,
    DEAL_0,
    DEAL_1,
    DEAL_LANDSCAPES,
    DEAL_MAGIC,
    FLIGHTS,
    FULL_STATE,
    HAND_SIZE,
    KEPT_BEHIND,
    LANDSCAPE_CARDS,
    LANDSCAPE_KINDS,
    LANDSCAPES,
    MAGIC_KINDS,
    NO_SHUFFLE,
    NOBODY,
    NONE,
    NOWHERE,
    OVER,
    OWN_CARDS,
    OWNED,
    PATH_LENGTH,
    PLACE,
    PLAY,
    RESHUFFLE_DISCARDS,
    RESHUFFLE_LANDSCAPES,
    START,
)
from .spec import WAY_BONUS

# -- Shuffles ----------------------------------------------------------------------------------


def begin(
    state: Any,
    first: int,
    target: int,
    max_turns: int,
    removed_under: bool,
    buy_magic: bool,
    keep_cards: bool,
    strict_joker: bool,
) -> None:
    """Set up a game that awaits its first race. [RV-2.6 RV-10.1 to RV-10.6]"""
    state.first = first
    state.target = target
    state.max_turns = max_turns
    state.removed_under = removed_under
    state.buy_magic = buy_magic
    state.keep_cards = keep_cards
    state.strict_joker = strict_joker
    state.scores[0] = 0
    state.scores[1] = 0
    state.race = 0
    state.phase = PLAY
    state.winner = NOBODY
    state.viewer = FULL_STATE
    state.pending_shuffle = DEAL_LANDSCAPES


@rule
def pile_to_shuffle(state, cards):
    """Fill in the cards to be shuffled, in the order of their text, and return their number."""
    total = 0
    counts = np.zeros(LANDSCAPE_KINDS, np.int8)
    count_pile(state, counts)
    for kind in range(LANDSCAPE_KINDS):
        for _ in range(counts[kind]):
            cards[total] = kind
            total += 1
    return total


@rule
def count_pile(state, counts):
    """Count the cards of each kind to be shuffled. [RV-2.1 RV-2.3 RV-2.5 RV-3.5 RV-8.2 RV-10.3]"""
    if state.pending_shuffle == DEAL_LANDSCAPES:
        for kind in range(LANDSCAPE_KINDS):
            counts[kind] = LANDSCAPES[kind]
    elif state.pending_shuffle == DEAL_MAGIC:
        for kind in range(MAGIC_KINDS):
            counts[kind] = 1
    elif state.pending_shuffle == RESHUFFLE_LANDSCAPES:
        for place in range(state.removed_count):
            counts[state.removed[place]] += 1
        for place in range(left_behind(state)):
            counts[in_letter_order(state.path[place])] += 1
    elif state.pending_shuffle == RESHUFFLE_DISCARDS:
        for place in range(state.discard_sizes[state.turn]):
            counts[state.discards[state.turn, place]] += 1
    else:
        seat = state.pending_shuffle - DEAL_0
        for kind in range(CARDS):
            counts[kind] = OWNED[kind] - state.hands[seat, kind]
        for place in range(state.stack_sizes[seat]):
            counts[state.stacks[seat, place]] -= 1


@rule
def apply_shuffle(state, cards):
    """Continue with the pile in the order given, the next card last."""
    shuffle = state.pending_shuffle
    state.pending_shuffle = NO_SHUFFLE
    if shuffle == DEAL_LANDSCAPES:
        clear_table(state)
        lay_path(state, cards)
        state.pending_shuffle = DEAL_MAGIC
    elif shuffle == DEAL_MAGIC:
        turn_up_magic(state, cards)
        state.pending_shuffle = DEAL_0
    elif shuffle == DEAL_0:
        deal_cards(state, 0, cards)
        state.pending_shuffle = DEAL_1
    elif shuffle == DEAL_1:
        deal_cards(state, 1, cards)
    elif shuffle == RESHUFFLE_DISCARDS:
        reshuffle_discards(state, cards)
        refill(state)
    else:
        reshuffle_landscapes(state, cards)
        draw_landscape(state)


# -- Preparing a race --------------------------------------------------------------------------


@rule
def clear_table(state):
    """All cards are collected; ravens and stone go beside the path. [RV-2.2 RV-2.4 RV-9.4]"""
    keep = state.keep_cards and state.race > 0
    for seat in range(2):
        if not keep:
            put_cards_away(state, seat)
        state.discard_sizes[seat] = 0
        state.draw_sizes[seat] = 0
        state.way_sizes[seat] = 0
        state.bought[seat] = 0
        state.played[seat] = 0
        state.ravens[seat] = START
    put_stone_aside(state)
    state.removed_count = 0
    state.placing = NONE
    state.to_place = 0
    state.closing = 0
    state.phase = PLAY
    state.race += 1
    state.turns = 0
    state.turn = state.first


@rule
def put_cards_away(state, seat):
    """Hand and stack go back to the other cards, unless they are kept. [RV-9.4 RV-10.3]"""
    for card in range(CARDS):
        state.hands[seat, card] = 0
        state.held[seat, card] = 0
    state.hand_sizes[seat] = 0
    state.stack_sizes[seat] = 0


@rule
def lay_path(state, cards):
    """Nine cards in a row, no equal neighbours: else turned, else under the pile. [RV-2.1]"""
    for place in range(LANDSCAPE_CARDS):
        state.landscapes[place] = cards[place]
    state.landscape_count = LANDSCAPE_CARDS
    state.length = 0
    state.under = 0
    while state.length < PATH_LENGTH:
        state.landscape_count -= 1
        card = state.landscapes[state.landscape_count]
        if may_lay(state, card):
            append(state, card)
        elif may_lay(state, turned(card)):
            append(state, turned(card))
        else:
            push_under(state, card)
    state.under = min(state.under, state.landscape_count)
    for place in range(state.landscape_count):
        state.landscapes[place] = in_letter_order(state.landscapes[place])


@rule
def push_under(state, card):
    """A card that all have seen goes under the landscape pile. [RV-2.1 RV-10.1]"""
    for place in range(state.landscape_count, 0, -1):
        state.landscapes[place] = state.landscapes[place - 1]
    state.landscapes[0] = card
    state.landscape_count += 1
    state.under += 1


@rule
def may_lay(state, card):
    """Return whether no terrain would lie next to the same one. [RV-2.1]"""
    if state.length == 0:
        return True
    last = state.path[state.length - 1]
    return terrain(card, 0) != terrain(last, 0) and terrain(card, 1) != terrain(last, 1)


@rule
def turn_up_magic(state, cards):
    """Turn one Magic Way card up; with buy-magic the others follow it. [RV-2.3 RV-10.2]"""
    state.magic = cards[MAGIC_KINDS - 1]
    state.magic_count = 0
    if state.buy_magic:
        state.magic_count = MAGIC_KINDS - 1
        for place in range(MAGIC_KINDS - 1):
            state.magic_pile[place] = cards[place]


@rule
def deal_cards(state, seat, cards):
    """The draw pile, and a hand filled up to five from it. [RV-2.5 RV-10.3]"""
    size = OWN_CARDS - state.hand_sizes[seat] - state.stack_sizes[seat]
    make_draw_pile(state, seat, cards, size)
    while state.hand_sizes[seat] < HAND_SIZE and state.draw_sizes[seat] > 0:
        draw(state, seat)


# -- Landscape cards ---------------------------------------------------------------------------


@rule
def terrain(card, lane):
    """Return the terrain of a landscape card in a lane. [RV-1.2]"""
    return card % FLIGHTS if lane else card // FLIGHTS


@rule
def turned(card):
    """Return the landscape card the other way round."""
    return card % FLIGHTS * FLIGHTS + card // FLIGHTS


@rule
def in_letter_order(card):
    """Return the landscape card with its letters in order, as it is stored off the path."""
    return min(card, turned(card))


@rule
def append(state, card):
    """A card is laid at the end of the path."""
    state.path[state.length] = card
    state.length += 1


@rule
def left_behind(state):
    """Return how many cards of the path both ravens have left behind. [RV-8.2]"""
    rear = min(state.ravens[0], state.ravens[1])
    return max(0, rear - KEPT_BEHIND)


@rule
def landscapes_available(state):
    """Return how many landscape cards could still be drawn. [RV-7.8 RV-8.2]"""
    return state.landscape_count + state.removed_count + left_behind(state)


@rule
def reshuffle_landscapes(state, cards):
    """The cards left behind and the removed ones become the landscape pile. [RV-8.2]"""
    cut = left_behind(state)
    count = state.removed_count + cut
    for place in range(count):
        state.landscapes[place] = in_letter_order(cards[place])
    state.landscape_count = count
    state.under = 0
    state.removed_count = 0
    for place in range(cut, state.length):
        state.path[place - cut] = state.path[place]
    state.length -= cut
    state.ravens[0] -= cut
    state.ravens[1] -= cut
    if state.stone_lane != NOWHERE:
        state.stone_at -= cut
        if state.stone_at < 0:
            put_stone_aside(state)


@rule
def put_stone_aside(state):
    """The stone goes beside the path. [RV-5.2 RV-8.2]"""
    state.stone_lane = NOWHERE
    state.stone_at = NOWHERE


@rule
def draw_landscape(state):
    """A landscape card is drawn and seen, to be placed. [RV-7.8 RV-8.1 RV-8.2]"""
    if state.landscape_count == 0:
        state.pending_shuffle = RESHUFFLE_LANDSCAPES
        return
    state.landscape_count -= 1
    state.placing = state.landscapes[state.landscape_count]
    state.under = min(state.under, state.landscape_count)
    state.phase = PLACE


# -- The end of a turn -------------------------------------------------------------------------


@rule
def make_draw_pile(state, seat, cards, size):
    """The cards in the order given are the draw pile, the next one last."""
    for place in range(size):
        state.draws[seat, place] = cards[place]
    state.draw_sizes[seat] = size


@rule
def draw(state, seat):
    """The next card of the draw pile goes into the hand."""
    state.draw_sizes[seat] -= 1
    state.hands[seat, state.draws[seat, state.draw_sizes[seat]]] += 1
    state.hand_sizes[seat] += 1


@rule
def refill(state):
    """Draw up to five, from the shuffled discards when the pile is empty. [RV-3.5]"""
    seat = state.turn
    while state.hand_sizes[seat] < HAND_SIZE:
        if state.draw_sizes[seat] > 0:
            draw(state, seat)
        elif state.discard_sizes[seat] > 0:
            state.pending_shuffle = RESHUFFLE_DISCARDS
            return
        else:
            break
    end_turn(state)


@rule
def reshuffle_discards(state, cards):
    """The discards become the draw pile; all now know the hand and the stack. [RV-3.5]"""
    seat = state.turn
    make_draw_pile(state, seat, cards, state.discard_sizes[seat])
    state.discard_sizes[seat] = 0
    for card in range(CARDS):
        state.held[seat, card] = state.hands[seat, card]
    for place in range(state.stack_sizes[seat]):
        state.held[seat, state.stacks[seat, place]] += 1


@rule
def end_turn(state):
    """Turns alternate; too many of them end the race. [RV-2.6 RV-10.6]"""
    state.turns += 1
    state.played[0] = 0
    state.played[1] = 0
    state.closing = 0
    state.phase = PLAY
    state.turn = 1 - state.turn
    if 0 < state.max_turns <= state.turns:
        end_race(state, NOBODY)


# -- The end of a race -------------------------------------------------------------------------


@rule
def end_race_if_arrived(state):
    """A raven on the last space ends the race; the player to move counts as first. [RV-9.1]"""
    last = state.length - 1
    seat = int(state.turn)
    if state.ravens[seat] == last:
        end_race(state, seat)
    elif state.ravens[1 - seat] == last:
        end_race(state, 1 - seat)


@rule
def end_race(state, winner):
    """Score the distance and the Magic Way; then the game is over or a race follows. [RV-9.1]"""
    state.race_winner = winner
    state.distance = 0
    if winner != NOBODY:
        state.distance = state.ravens[winner] - state.ravens[1 - winner]
        state.scores[winner] += state.distance
    state.way_winner = longer_way(state)
    if state.way_winner != NOBODY:
        state.scores[state.way_winner] += WAY_BONUS
    champion = game_winner(state)
    if champion != NOBODY:
        state.winner = champion
        state.phase = OVER
    else:
        state.first = next_first(state)
        state.pending_shuffle = DEAL_LANDSCAPES


@rule
def longer_way(state):
    """Return who has more cards on the Magic Way, laid or bought, or NOBODY. [RV-9.2 RV-10.2]"""
    lead = state.way_sizes[0] - state.way_sizes[1] + state.bought[0] - state.bought[1]
    return NOBODY if lead == 0 else 0 if lead > 0 else 1


@rule
def game_winner(state):
    """Return who has reached the target and won the game, or NOBODY. [RV-9.3 RV-10.6]"""
    if max(state.scores[0], state.scores[1]) < state.target:
        return NOBODY
    if state.scores[0] == state.scores[1]:
        return int(state.race_winner)
    return 0 if state.scores[0] > state.scores[1] else 1


@rule
def next_first(state):
    """Return who starts the next race. [RV-9.4 RV-10.6]"""
    if state.race_winner == NOBODY:
        return 1 - int(state.first)
    if state.scores[0] == state.scores[1]:
        return int(state.race_winner)
    return 0 if state.scores[0] < state.scores[1] else 1


@rule
def is_over(state):
    """Return whether the game has ended. [RV-9.3]"""
    return state.phase == OVER


@rule
def outcome(state, shares):
    """Fill in each seat's share of the win. [RV-9.3]"""
    for seat in range(2):
        shares[seat] = 1.0 if state.winner == seat else 0.0
