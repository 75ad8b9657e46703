"""Who is likely to win the game of ODIN, compiled: by the scores after a hand, by the cards in it.

In a hand it looks at all cards: search shows it an imagined truth, never the real one.
"""

import numpy as np

from ..compiled import rule
from .components import DEAL, LEAD, OVER
from .move_heuristic import shape
from .rules import outcome, points_left
from .spec import MAX_PLAYERS

SLOPE, BLUNTNESS = range(2)
FEATURES_AT = 2
# What speaks for a seat's going out first.
(
    SETS,  # into which the hand falls
    BIGGEST,  # ... the cards of the biggest
    STRENGTH,  # the numbers of the hand added up
    CARDS,
    ONE_SET,
    TWO_SETS,
    OWNER,  # of the set on the table
    TO_MOVE,
    LEADING,
    ONE_SET_LEADING,  # it goes out now
) = range(10)
FEATURES = 10
VALUE_WEIGHTS = np.array(
    [
        *(1.0, 4.0),  # what a point is worth
        *(-0.645, 0.276, 0.0443, 0.0515, 2.4, 0.494, 0.239, 0.158, 0.447, 4.5),
    ]
)  # `python -m benchmarks.fit odin` finds such numbers


@rule
def is_leg_over(state):
    """The hand has ended. [OD-5.1]"""
    return state.phase == OVER or state.pending_shuffle == DEAL


@rule
def apply_turn_limit(_state, _turns):
    """Nothing: hands end by themselves."""


@rule
def estimate_win_probabilities(state, chances, shares):
    """Each seat's chance to win the game."""
    for seat in range(shares.size):
        shares[seat] = 0.0
    if state.phase == OVER:
        outcome(state, shares)
    elif state.pending_shuffle == DEAL:
        share_out(state, state.scores, 1.0, chances, shares)
    else:
        estimate_hand(state, chances, shares)


@rule
def estimate_hand(state, chances, shares):
    """In a hand: whoever goes out, the others get what they hold now."""
    first = np.empty(MAX_PLAYERS)
    features = np.empty(FEATURES)
    total = 0.0
    for seat in range(state.players):
        survey(state, seat, features)
        merit = 0.0
        for at in range(FEATURES):
            merit += chances[FEATURES_AT + at] * features[at]
        first[seat] = np.exp(merit)
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
        share_out(state, points, first[seat] / total, chances, shares)


@rule
def share_out(state, points, weight, chances, shares):
    """After a hand: the fewest points win if it was the last; else each has a chance by points."""
    fewest, most = points[0], points[0]
    for seat in range(1, state.players):
        fewest = min(fewest, points[seat])
        most = max(most, points[seat])
    slope = 1000.0  # the last hand: the fewest points take all
    if most < state.limit:
        slope = chances[SLOPE] / np.sqrt(state.limit - most + chances[BLUNTNESS])
    total = 0.0
    for seat in range(state.players):
        total += np.exp(slope * (fewest - points[seat]))
    for seat in range(state.players):
        shares[seat] += weight * np.exp(slope * (fewest - points[seat])) / total


@rule
def survey(state, seat, features):
    """Fill in what speaks for a seat's going out first."""
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
