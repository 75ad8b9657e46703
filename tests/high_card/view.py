# mypy: disable-error-code="no-untyped-def"
"""What a seat may know: its own hand and all cards shown."""

import numpy as np

from odintable.games.compiled import rule
from odintable.games.rng import shuffle

from .components import CARDS, FULL_STATE, HAND_SIZE, NO_CARD, OVER, PLAYERS


@rule
def hide(state, seat):
    """Remove the hands that the seat does not see; after the game all cards are open."""
    state.viewer = seat
    if state.phase != OVER:
        for other in range(PLAYERS):
            if other != seat:
                state.hands[other] = 0


@rule
def hand_size(state, seat):
    """Return the number of cards in a hand, which everybody knows."""
    return HAND_SIZE if state.shown[seat] == NO_CARD else HAND_SIZE - 1


@rule
def sample_state(state, rng):
    """Deal the cards that the viewer has not seen to the other hands, at random."""
    viewer = state.viewer
    state.viewer = FULL_STATE
    if state.phase == OVER or viewer == FULL_STATE:
        return
    seen = 0
    for seat in range(PLAYERS):
        seen |= state.hands[seat]
        if state.shown[seat] != NO_CARD:
            seen |= 1 << state.shown[seat]
    unseen = np.empty(CARDS, np.int8)
    count = 0
    for card in range(CARDS):
        if not seen >> card & 1:
            unseen[count] = card
            count += 1
    shuffle(unseen, count, rng)
    for seat in range(PLAYERS):
        if seat != viewer:
            for _ in range(hand_size(state, seat)):
                count -= 1
                state.hands[seat] |= 1 << unseen[count]
