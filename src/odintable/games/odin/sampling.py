"""What the others' plays and passes say about their cards in ODIN, compiled.

An imagined deal is the likelier, the better it explains what the others did with it: each of their
moves is asked for how much it would have appealed to somebody who held these cards.
"""

import numpy as np

from ..compiled import rule
from ..rng import uniform
from .components import (
    EMPTY,
    FULL_STATE,
    GOAT_ALONE,
    HAND_SIZE,
    MAX_LEGAL_MOVES,
    PASS,
    SET,
    TAKE_GOAT,
)
from .move_heuristic import move_score
from .rules import apply, lead, legal
from .spec import MAX_PLAYERS
from .view import sample_state

CHAIN_STATES = (
    3  # worlds that are kept: the one believed, a new one, and one to play it through again
)
BELIEVED, NEW, AGAIN = range(CHAIN_STATES)
TRIES = 2  # new worlds for each that is asked for
WARMTH = 1.0  # how closely others are expected to play what appeals
TREMBLING = 0.1  # how often they play anything


@rule
def sample_likely_state(state, worlds, odds, past, weights, rng):
    """Turn a view into a likely truth: a Metropolis chain of whole deals, kept in `worlds`."""
    viewer = state.viewer
    if viewer == FULL_STATE or not others_moved(past, viewer):
        sample_state(state, rng)
        return
    for _ in range(TRIES):
        worlds[NEW] = state
        sample_state(worlds[NEW], rng)
        new_odds = likelihood(worlds[NEW], viewer, worlds[AGAIN], past, weights)
        if np.log(uniform(rng)) < new_odds - odds[0]:
            odds[0] = new_odds
            worlds[BELIEVED] = worlds[NEW]
    for seat in range(state.players):
        state.hands[seat] = worlds[BELIEVED].hands[seat]
    state.viewer = worlds[BELIEVED].viewer


@rule
def others_moved(past, viewer):
    """Somebody else has decided something in this hand."""
    for at in range(past.shape[0]):
        if past[at, 0] != viewer:
            return True
    return False


@rule
def likelihood(state, viewer, again, past, weights):
    """How likely, as a logarithm, the others' moves of this hand were if they held these cards."""
    rewind(state, again, past)
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    appeals = np.empty(MAX_LEGAL_MOVES)
    total = 0.0
    for at in range(past.shape[0]):
        move = past[at, 1]
        if past[at, 0] != viewer:
            count = legal(again, moves)
            if count > 1:
                total += readiness(again, moves, count, move, appeals, weights)
        apply(again, move)
    return total


@rule
def rewind(state, again, past):
    """The hand as it was dealt: what was played is there again, what was taken is not yet."""
    again.players = state.players
    again.deck = state.deck
    again.limit = state.limit
    again.discard = EMPTY
    again.offered = EMPTY
    lead(again, past[0, 0])
    for seat in range(MAX_PLAYERS):
        again.hands[seat] = state.hands[seat] & ~state.known[seat]
        again.known[seat] = EMPTY
        again.sizes[seat] = HAND_SIZE
        again.scores[seat] = 0
    shown = EMPTY
    for at in range(past.shape[0]):
        move = past[at, 1]
        if move < PASS or GOAT_ALONE <= move < TAKE_GOAT:
            again.hands[past[at, 0]] |= SET[move] & ~shown
            shown |= SET[move]


@rule
def readiness(state, moves, count, move, appeals, weights):
    """How likely, as a logarithm, a sensible player chooses this move among the legal ones."""
    top, own, total = -1e18, 0.0, 0.0
    for place in range(count):
        appeals[place] = move_score(state, moves[place], weights) / WARMTH
        top = max(top, appeals[place])
        if moves[place] == move:
            own = appeals[place]
    for place in range(count):
        total += np.exp(appeals[place] - top)
    return np.log((1 - TREMBLING) * np.exp(own - top) / total + TREMBLING / count)
