"""Random full states of ODIN that agree with a view, compiled.

`sample_state` deals the unseen cards uniformly. `sample_likely_state` prefers deals that explain
what the others did: it weights each deal by how likely sensible players with these cards would
have made their moves.
"""

import numpy as np

from odintable.portable_math import exp, log

from ..compiled import rule
from ..rng import below, uniform
from .components import (
    BIT,
    CARDS,
    EMPTY,
    FULL_STATE,
    GOAT_ALONE,
    HAND_SIZE,
    MAX_LEGAL_MOVES,
    OVER,
    PASS,
    SET,
    TAKE_GOAT,
)
from .move_heuristic import move_score
from .rules import apply, count_cards, lead, legal
from .spec import MAX_PLAYERS

# A Metropolis chain of deals needs three states: the current deal, a proposed one, and one in which
# the moves of the hand are replayed.
CHAIN_STATES = 3
CURRENT, PROPOSED, REPLAY = range(CHAIN_STATES)
PROPOSALS = 2  # for each sample
TEMPERATURE = 1.0  # how closely others are expected to follow the move heuristic
RANDOM_MOVES = 0.1  # how often they are expected to play any legal move


@rule
def sample_state(state, rng):
    """Turn a view into a random full state: deal the cards that the viewer has not seen."""
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
def sample_likely_state(state, chain, log_weight, history, weights, rng):
    """Turn a view into a likely full state by a Metropolis chain over whole deals.

    `chain` and `log_weight` keep the chain between calls. The weight is the log likelihood.
    """
    viewer = state.viewer
    if viewer == FULL_STATE or not have_others_moved(history, viewer):
        sample_state(state, rng)
        return
    for _ in range(PROPOSALS):
        chain[PROPOSED] = state
        sample_state(chain[PROPOSED], rng)
        proposed = log_likelihood(chain[PROPOSED], viewer, chain[REPLAY], history, weights)
        if log(uniform(rng)) < proposed - log_weight[0]:
            log_weight[0] = proposed
            chain[CURRENT] = chain[PROPOSED]
    for seat in range(state.players):
        state.hands[seat] = chain[CURRENT].hands[seat]
    state.viewer = chain[CURRENT].viewer


@rule
def have_others_moved(history, viewer):
    """Return whether somebody else has made a move in this hand."""
    for at in range(history.shape[0]):
        if history[at, 0] != viewer:
            return True
    return False


@rule
def log_likelihood(state, viewer, replay, history, weights):
    """Return how likely the others' moves of this hand are if they held these cards."""
    rewind(state, replay, history)
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    scores = np.empty(MAX_LEGAL_MOVES)
    total = 0.0
    for at in range(history.shape[0]):
        move = history[at, 1]
        if history[at, 0] != viewer:
            count = legal(replay, moves)
            if count > 1:
                total += log_probability(replay, moves, count, move, scores, weights)
        apply(replay, move)
    return total


@rule
def rewind(state, replay, history):
    """Set up the hand as it was dealt: with the cards that were played, without those taken."""
    replay.players = state.players
    replay.deck = state.deck
    replay.limit = state.limit
    replay.discard = EMPTY
    replay.offered = EMPTY
    lead(replay, history[0, 0])
    for seat in range(MAX_PLAYERS):
        replay.hands[seat] = state.hands[seat] & ~state.known[seat]
        replay.known[seat] = EMPTY
        replay.sizes[seat] = HAND_SIZE
        replay.scores[seat] = 0
    shown = EMPTY
    for at in range(history.shape[0]):
        move = history[at, 1]
        if move < PASS or GOAT_ALONE <= move < TAKE_GOAT:
            replay.hands[history[at, 0]] |= SET[move] & ~shown
            shown |= SET[move]


@rule
def log_probability(state, moves, count, move, scores, weights):
    """Return how likely a sensible player chooses this move among the legal ones."""
    best, own, total = -1e18, 0.0, 0.0
    for place in range(count):
        scores[place] = move_score(state, moves[place], weights) / TEMPERATURE
        best = max(best, scores[place])
        if moves[place] == move:
            own = scores[place]
    for place in range(count):
        total += exp(scores[place] - best)
    return log((1 - RANDOM_MOVES) * exp(own - best) / total + RANDOM_MOVES / count)
