# mypy: disable-error-code="no-untyped-def"
"""Views of high card: a seat knows its own hand and all cards shown."""

from odintable.games.compiled import rule

from .components import HAND_SIZE, NO_CARD, OVER, PLAYERS


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
