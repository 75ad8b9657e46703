"""Random full states of Ravens that agree with a view, compiled.

Nothing is concluded from what the other player does: all states that agree are equally likely.
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
    MAGIC_KINDS,
    NONE,
    OVER,
    OWNED,
    UNKNOWN,
)
from .race_setup_and_scoring import in_letter_order


@rule
def sample_likely_state(state, _chain, _log_weight, _history, _weights, rng):
    """Turn a view into a random full state that agrees with it."""
    sample_state(state, rng)


@rule
def sample_state(state, rng):
    """Turn a view into a random full state: deal every card that the viewer does not know."""
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
    """Count the player's cards of each kind that do not lie open."""
    for kind in range(CARDS):
        counts[kind] = OWNED[kind]
    for place in range(state.discard_sizes[seat]):
        counts[state.discards[seat, place]] -= 1
    for place in range(state.way_sizes[seat]):
        counts[state.ways[seat, place]] -= 1


@rule
def fill_shuffled(counts, cards, rng):
    """Fill in that many cards of each kind, in random order, and return their number."""
    total = 0
    for kind in range(counts.size):
        for _ in range(counts[kind]):
            cards[total] = kind
            total += 1
    shuffle(cards, total, rng)
    return total


@rule
def sample_own_draws(state, seat, cards, rng):
    """Fill the viewer's draw pile with the cards that are nowhere else, in any order."""
    counts = np.empty(CARDS, np.int8)
    count_unseen(state, seat, counts)
    for kind in range(CARDS):
        counts[kind] -= state.hands[seat, kind]
        if state.turn == seat:
            counts[kind] -= state.lifted[kind]
    for place in range(state.stack_sizes[seat]):
        counts[state.stacks[seat, place]] -= 1
    for place in range(fill_shuffled(counts, cards, rng)):
        state.draws[seat, place] = cards[place]


@rule
def sample_other(state, seat, cards, rng):
    """Fill the other's draw pile at random, then hand and stack with the cards known to be held."""
    counts = np.empty(CARDS, np.int8)
    count_unseen(state, seat, counts)
    for kind in range(CARDS):
        counts[kind] -= state.held[seat, kind]
    count = fill_shuffled(counts, cards, rng)
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
    """Fill the landscape pile above the cards that everybody saw go under it."""
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
    for place in range(fill_shuffled(counts, cards, rng)):
        state.landscapes[state.under + place] = cards[place]


@rule
def sample_magic_pile(state, cards, rng):
    """Shuffle the face-down Magic Way cards; if the view lacks them, all but the one face up."""
    count = state.magic_count
    if count == 0:
        return
    if state.magic_pile[0] == UNKNOWN:
        count = 0
        for card in range(MAGIC_KINDS):
            if card != state.magic:
                cards[count] = card
                count += 1
    else:
        for place in range(count):
            cards[place] = state.magic_pile[place]
    shuffle(cards, count, rng)
    for place in range(state.magic_count):
        state.magic_pile[place] = cards[place]
