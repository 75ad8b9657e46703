"""What one seat may know of a game of ODIN. [OD-R2]

A view is the same state without the hidden cards: of another hand only its size is left, and the
cards that everybody saw it take.
"""

from ..compiled import rule
from .components import OVER


@rule
def hide(state, seat):
    """Turn a full state into the view of a seat; after the game nothing is hidden."""
    state.viewer = seat
    if state.phase == OVER:
        return
    for other in range(state.players):
        if other != seat:
            state.hands[other] = state.known[other]
