"""The value heuristic of ODIN, compiled: win probabilities from the scores and the cards.

In a hand it looks at all cards: search gives it a sampled state, never the real one.
"""

import numpy as np

from odintable.portable_math import exp

from ..compiled import rule
from .components import DEAL, LEAD, OVER
from .move_heuristic import shape
from .rules import outcome, points_left
from .spec import MAX_PLAYERS

SLOPE, BLUNTNESS = range(2)
FEATURES_AT = 2
# The features of a seat, from which follows how likely it is to go out first.
(
    SETS,  # that the hand falls into
    BIGGEST,  # the size of the biggest of them
    STRENGTH,  # the sum of the numbers in hand
    CARDS,
    ONE_SET,
    TWO_SETS,
    OWNER,  # of the set on the table
    TO_MOVE,
    LEADING,
    ONE_SET_LEADING,  # it can go out now
) = range(10)
FEATURES = 10
VALUE_WEIGHTS = np.array(
    [
        *(1.0, 4.0),  # what a point is worth
        *(-0.645, 0.276, 0.0443, 0.0515, 2.4, 0.494, 0.239, 0.158, 0.447, 4.5),
    ]
)  # fitted by `python -m benchmarks.fit odin`


@rule
def is_leg_over(state):
    """Return whether the hand has ended. [OD-5.1]"""
    return state.phase == OVER or state.pending_shuffle == DEAL


@rule
def apply_turn_limit(_state, _turns):
    """Do nothing: every hand ends."""


@rule
def estimate_win_probabilities(state, weights, shares):
    """Fill in each seat's win probability."""
    for seat in range(shares.size):
        shares[seat] = 0.0
    if state.phase == OVER:
        outcome(state, shares)
    elif state.pending_shuffle == DEAL:
        add_probabilities(state, state.scores, 1.0, weights, shares)
    else:
        estimate_in_hand(state, weights, shares)


@rule
def estimate_in_hand(state, weights, shares):
    """Estimate within a hand: whoever goes out, the others score the cards they hold now."""
    first = np.empty(MAX_PLAYERS)
    features = np.empty(FEATURES)
    total = 0.0
    for seat in range(state.players):
        fill_features(state, seat, features)
        score = 0.0
        for at in range(FEATURES):
            score += weights[FEATURES_AT + at] * features[at]
        first[seat] = exp(score)
        total += first[seat]
    if state.one_hand:
        for seat in range(state.players):
            shares[seat] = first[seat] / total
        return
    points = np.empty(MAX_PLAYERS, np.int16)
    for seat in range(state.players):
        for other in range(state.players):
            left = points_left(state, other) if other != seat else 0
            points[other] = state.scores[other] + left
        add_probabilities(state, points, first[seat] / total, weights, shares)


@rule
def add_probabilities(state, points, weight, weights, shares):
    """Add probabilities for these points after a hand: the fewest win, or are likeliest to."""
    fewest, most = points[0], points[0]
    for seat in range(1, state.players):
        fewest = min(fewest, points[seat])
        most = max(most, points[seat])
    slope = 1000.0  # after the last hand the fewest points win
    if most < state.limit:
        slope = weights[SLOPE] / np.sqrt(state.limit - most + weights[BLUNTNESS])
    total = 0.0
    for seat in range(state.players):
        total += exp(slope * (fewest - points[seat]))
    for seat in range(state.players):
        shares[seat] += weight * exp(slope * (fewest - points[seat])) / total


@rule
def fill_features(state, seat, features):
    """Fill in the features of a seat."""
    sets, biggest, strength = shape(state.hands[seat])
    is_to_move = state.turn == seat
    is_leading = is_to_move and state.phase == LEAD
    features[SETS] = sets
    features[BIGGEST] = biggest
    features[STRENGTH] = strength
    features[CARDS] = state.sizes[seat]
    features[ONE_SET] = sets == 1
    features[TWO_SETS] = sets == 2
    features[OWNER] = state.owner == seat
    features[TO_MOVE] = is_to_move
    features[LEADING] = is_leading
    features[ONE_SET_LEADING] = sets == 1 and is_leading
