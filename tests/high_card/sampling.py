# mypy: disable-error-code="no-untyped-def"
"""Random full states of high card that agree with a view, compiled."""

import numpy as np

from odintable.games.compiled import rule
from odintable.games.rng import shuffle

from .components import CARDS, FULL_STATE, NO_CARD, OVER, PLAYERS
from .view import hand_size


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
