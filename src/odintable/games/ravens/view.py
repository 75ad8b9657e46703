"""What one seat may know of a game of Ravens.

A view is the same state without the hidden cards. What remains is how many there are, and the cards
that everybody knows to be held or to lie at the bottom of the landscape pile.
"""

from ..compiled import rule
from .components import CARDS, LANDSCAPE_CARDS, LAY, OVER, OWN_CARDS, PLAY, UNKNOWN


@rule
def hide(state, seat):
    """Turn a full state into the view of a seat; after the game nothing is hidden. [RV-3.3]"""
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
    """Keep their sizes; a stack that is being laid looks as before. [RV-3.3 RV-7.7]"""
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
    """Hide the order of the Magic Way cards that are left; all know which they are. [RV-10.2]"""
    for end in range(state.magic_count, 1, -1):
        for place in range(end - 1):
            if state.magic_pile[place] > state.magic_pile[place + 1]:
                card = state.magic_pile[place]
                state.magic_pile[place] = state.magic_pile[place + 1]
                state.magic_pile[place + 1] = card
