"""What one seat may know of a game of Ravens, and a random whole state that agrees with it.

A view is the same record with the hidden cards blanked: their numbers stay, and what everybody
knows to be held or to lie at the bottom of the landscape pile.
"""

import numpy as np

from ..compiled import rule
from ..rng import shuffle
from .components import (
    CARDS,
    FULL_STATE,
    LANDSCAPE_CARDS,
    LANDSCAPE_KINDS,
    LANDSCAPES,
    LAY,
    MAGIC_CARDS,
    NONE,
    OVER,
    OWN_CARDS,
    OWNED,
    PLAY,
    UNKNOWN,
)
from .race import in_letter_order

SIX = len(MAGIC_CARDS)


@rule
def hide(state, seat):
    """Turn the truth into what the seat may know; after the game that is everything. [RV-3.3]"""
    state.viewer = seat
    if state.phase == OVER:
        return
    for other in range(2):
        for place in range(OWN_CARDS):
            state.draws[other, place] = UNKNOWN
        if other != seat:
            hide_hand_and_stack(state, other)
    for place in range(state.under, LANDSCAPE_CARDS):
        state.landscapes[place] = UNKNOWN
    sort_magic_pile(state)


@rule
def hide_hand_and_stack(state, seat):
    """Their sizes stay; a stack that is being laid looks as it did before. [RV-3.3 RV-7.7]"""
    for card in range(CARDS):
        state.hands[seat, card] = 0
    for place in range(OWN_CARDS):
        state.stacks[seat, place] = UNKNOWN
    if state.phase == LAY and state.turn == seat:
        state.phase = PLAY
        for card in range(CARDS):
            state.stack_sizes[seat] += state.lifted[card]
            state.lifted[card] = 0


@rule
def sort_magic_pile(state):
    """Which Magic Way cards are left is known to all, their order to nobody. [RV-10.2]"""
    for end in range(state.magic_count, 1, -1):
        for place in range(end - 1):
            if state.magic_pile[place] > state.magic_pile[place + 1]:
                card = state.magic_pile[place]
                state.magic_pile[place] = state.magic_pile[place + 1]
                state.magic_pile[place + 1] = card


@rule
def sample_state(state, rng):
    """Turn a view into a random truth: every card the viewer does not know is dealt anew."""
    viewer = state.viewer
    state.viewer = FULL_STATE
    if state.phase == OVER or viewer == FULL_STATE:
        return
    cards = np.empty(LANDSCAPE_CARDS, np.int8)
    for seat in range(2):
        if seat == viewer:
            sample_own_draws(state, seat, cards, rng)
        else:
            sample_other(state, seat, cards, rng)
    sample_landscapes(state, cards, rng)
    sample_magic_pile(state, cards, rng)


@rule
def count_unseen(state, seat, counts):
    """How many of each of the player's cards do not lie open."""
    for kind in range(CARDS):
        counts[kind] = OWNED[kind]
    for place in range(state.discard_sizes[seat]):
        counts[state.discards[seat, place]] -= 1
    for place in range(state.way_sizes[seat]):
        counts[state.ways[seat, place]] -= 1


@rule
def shuffle_out(counts, cards, rng):
    """Fill in so many cards of each kind, in a random order; how many they are in all."""
    total = 0
    for kind in range(counts.size):
        for _ in range(counts[kind]):
            cards[total] = kind
            total += 1
    shuffle(cards, total, rng)
    return total


@rule
def sample_own_draws(state, seat, cards, rng):
    """The own draw pile: what is nowhere else, in any order."""
    counts = np.empty(CARDS, np.int8)
    count_unseen(state, seat, counts)
    for kind in range(CARDS):
        counts[kind] -= state.hands[seat, kind]
        if state.turn == seat:
            counts[kind] -= state.lifted[kind]
    for place in range(state.stack_sizes[seat]):
        counts[state.stacks[seat, place]] -= 1
    for place in range(shuffle_out(counts, cards, rng)):
        state.draws[seat, place] = cards[place]


@rule
def sample_other(state, seat, cards, rng):
    """The other's draw pile at random, then hand and stack with what is known to be held."""
    counts = np.empty(CARDS, np.int8)
    count_unseen(state, seat, counts)
    for kind in range(CARDS):
        counts[kind] -= state.held[seat, kind]
    count = shuffle_out(counts, cards, rng)
    for place in range(state.draw_sizes[seat]):
        count -= 1
        state.draws[seat, place] = cards[count]
    for kind in range(CARDS):
        for _ in range(state.held[seat, kind]):
            cards[count] = kind
            count += 1
    shuffle(cards, count, rng)
    for place in range(state.stack_sizes[seat]):
        count -= 1
        state.stacks[seat, place] = cards[count]
    for place in range(count):
        state.hands[seat, cards[place]] += 1


@rule
def sample_landscapes(state, cards, rng):
    """The landscape pile above the cards that were seen going under it."""
    counts = np.empty(LANDSCAPE_KINDS, np.int8)
    for kind in range(LANDSCAPE_KINDS):
        counts[kind] = LANDSCAPES[kind]
    for place in range(state.length):
        counts[in_letter_order(state.path[place])] -= 1
    for place in range(state.removed_count):
        counts[state.removed[place]] -= 1
    for place in range(state.under):
        counts[state.landscapes[place]] -= 1
    if state.placing != NONE:
        counts[state.placing] -= 1
    for place in range(shuffle_out(counts, cards, rng)):
        state.landscapes[state.under + place] = cards[place]


@rule
def sample_magic_pile(state, cards, rng):
    """The face-down Magic Way cards; if nobody said which, any that do not lie open."""
    count = state.magic_count
    if count == 0:
        return
    if state.magic_pile[0] == UNKNOWN:
        count = 0
        for card in range(SIX):
            if card != state.magic:
                cards[count] = card
                count += 1
    else:
        for place in range(count):
            cards[place] = state.magic_pile[place]
    shuffle(cards, count, rng)
    for place in range(state.magic_count):
        state.magic_pile[place] = cards[place]
