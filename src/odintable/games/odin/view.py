"""What one seat may know of a game of ODIN, and a random whole state that agrees with it. [OD-R2]

A view is the same record with the hidden cards blanked: of another hand only the cards that
everybody saw it take are left, and how many it holds.
"""

import numpy as np

from ..compiled import rule
from ..rng import below
from .components import BIT, CARDS, FULL_STATE, OVER


@rule
def hide(state, seat):
    """Turn the truth into what the seat may know; after the game that is everything."""
    state.viewer = seat
    if state.phase == OVER:
        return
    for other in range(state.players):
        if other != seat:
            state.hands[other] = state.known[other]


@rule
def sample_state(state, rng):
    """Turn a view into a random truth: the cards the viewer has not seen are dealt anew."""
    viewer = state.viewer
    state.viewer = FULL_STATE
    if state.phase == OVER or viewer == FULL_STATE:
        return
    seen = state.table | state.offered | state.discard
    for seat in range(state.players):
        seen |= state.hands[seat]
    cards = np.empty(CARDS, np.int8)
    count = 0
    for card in range(CARDS):
        if state.deck & ~seen & BIT[card]:
            cards[count] = card
            count += 1
    for seat in range(state.players):
        if seat != viewer:
            for _ in range(state.sizes[seat] - count_cards(state.hands[seat])):
                drawn = below(rng, count)
                state.hands[seat] |= BIT[cards[drawn]]
                count -= 1
                cards[drawn] = cards[count]


@rule
def count_cards(cards):
    """The number of cards in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count
