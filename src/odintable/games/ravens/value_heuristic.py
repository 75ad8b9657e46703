"""The value heuristic of Ravens, compiled: win probabilities from the scores and the race.

In a race it looks at both players' cards: search gives it a sampled state, never the real one.
"""

import numpy as np

from odintable.portable_math import exp

from ..compiled import rule
from .components import CARDS, DEAL_LANDSCAPES, FLIGHTS, MAX_PLAYED, NOBODY, OVER
from .race_setup_and_scoring import end_race, terrain
from .rules import outcome

SLOPE, BLUNTNESS = range(2)
FEATURES_AT = 2
# The features of the player to move, then those of the other, then those of both.
(
    RUNS,  # ahead of the raven
    SPACES,
    REACH,  # runs that could be flown in one turn
    IN_REACH,  # 1 if these are all runs ahead
    NEAR,  # how many runs fewer than three are ahead
    NEARER,  # how many runs fewer than five are ahead
    STACKED,  # cards on the stack
    MATCHED,  # 1 if its top card pays for the next run
    ODINS,  # Odin cards in hand
    PAIRED,  # pairs of flight cards in hand
    BARRED,  # 1 if the stone lies ahead
    KINDS,  # of flight cards in hand
) = range(12)
EACH = 12
LEAD, WAY, WAY_SIGN, TEMPO = range(2 * EACH, 2 * EACH + 4)
FEATURES = 2 * EACH + 4
VALUE_WEIGHTS = np.array(
    [
        *(0.3, 1.0),  # what a point is worth
        # for the player to move, in points
        *(-0.942, 0.0363, 0.74, 0.719, -0.456, 0.473, 0.0676, 0.225, 1.02, 0.0889, -1.09, 0.696),
        # for the other
        *(0.544, 0.301, -0.586, -0.47, 0.29, -0.449, 0.0674, -0.229, -0.646, 0.235, 0.849, -0.357),
        # for both
        *(0.265, 1.55, 0.94, 0.277),
    ]
)  # fitted by `python -m benchmarks.fit ravens`


@rule
def is_leg_over(state):
    """Return whether the race has ended. [RV-9.1]"""
    return state.phase == OVER or state.pending_shuffle == DEAL_LANDSCAPES


@rule
def apply_turn_limit(state, turns):
    """End a race that has taken this many turns; the player ahead wins it."""
    if state.turns >= turns and not is_leg_over(state):
        lead = state.ravens[0] - state.ravens[1]
        end_race(state, NOBODY if lead == 0 else 0 if lead > 0 else 1)


@rule
def worth_of_point(state, weights):
    """Return the worth of a point in log odds, which grows towards the end of the game."""
    left = max(1.0, float(state.target - max(state.scores[0], state.scores[1])))
    return weights[SLOPE] / np.sqrt(left + weights[BLUNTNESS])


@rule
def fill_features(state, features):
    """Fill in all features, at the beginning of a turn."""
    mine, other = int(state.turn), 1 - int(state.turn)
    fill_seat_features(state, mine, features, 0)
    fill_seat_features(state, other, features, EACH)
    features[LEAD] = state.ravens[mine] - state.ravens[other]
    way = state.way_sizes[mine] - state.way_sizes[other] + state.bought[mine] - state.bought[other]
    features[WAY] = min(max(way, -3), 3)
    features[WAY_SIGN] = np.sign(way)
    features[TEMPO] = 1.0


@rule
def fill_seat_features(state, seat, features, at):
    """Fill in the features of one player, from index `at` on."""
    runs = runs_ahead(state, seat)
    reach = reach_of(state, seat, MAX_PLAYED, MAX_PLAYED)
    features[at + RUNS] = runs
    features[at + SPACES] = state.length - 1 - state.ravens[seat]
    features[at + REACH] = reach
    features[at + IN_REACH] = reach >= runs
    features[at + NEAR] = max(0, 3 - runs)
    features[at + NEARER] = max(0, 5 - runs)
    features[at + STACKED] = state.stack_sizes[seat]
    stack_match = 0.0
    ground = terrain(state.path[state.ravens[seat] + 1], seat)
    if state.stack_sizes[seat] > 0 and state.stacks[seat, state.stack_sizes[seat] - 1] == ground:
        stack_match = 1.0
    features[at + MATCHED] = stack_match
    odins, pairs, kinds = 0, 0, 0
    for card in range(CARDS):
        many = state.hands[seat, card]
        if card >= FLIGHTS:
            odins += many
        elif many:
            kinds += 1
            if many > 1:
                pairs += 1
    features[at + ODINS] = odins
    features[at + PAIRED] = pairs
    features[at + KINDS] = kinds
    features[at + BARRED] = state.stone_lane == seat and state.stone_at > state.ravens[seat]


@rule
def runs_ahead(state, seat):
    """Return the number of runs ahead of a raven."""
    runs, last = 0, -1
    for at in range(state.ravens[seat] + 1, state.length):
        ground = terrain(state.path[at], seat)
        if ground != last:
            runs += 1
            last = ground
    return runs


@rule
def reach_of(state, seat, from_hand, from_stack):
    """Return how many runs these numbers of cards could fly, each run paid greedily."""
    left = 0  # the flight cards in hand, eight bits a kind
    for kind in range(FLIGHTS):
        left |= int(state.hands[seat, kind]) << 8 * kind
    height = int(state.stack_sizes[seat])
    runs, last = 0, -1
    for at in range(state.ravens[seat] + 1, state.length):
        ground = int(terrain(state.path[at], seat))
        due = 1 if ground != last else 0
        if state.stone_lane == seat and state.stone_at == at:
            due += 1
        for _ in range(due):
            if from_stack and height and state.stacks[seat, height - 1] == ground:
                height -= 1
                from_stack -= 1
            elif from_hand and left >> 8 * ground & 255:
                left -= 1 << 8 * ground
                from_hand -= 1
            else:
                pair = pair_of(left) if from_hand >= 2 else -1
                if pair < 0:
                    return runs
                left -= 2 << 8 * pair
                from_hand -= 2
        if ground != last:
            runs += 1
            last = ground
    return runs


@rule
def pair_of(left):
    """Return a flight card of which there are two, or -1."""
    for kind in range(FLIGHTS):
        if left >> 8 * kind & 255 >= 2:
            return kind
    return -1


@rule
def estimate_win_probabilities(state, weights, shares):
    """Fill in each seat's win probability."""
    for seat in range(shares.size):
        shares[seat] = 0.0
    if state.phase == OVER:
        outcome(state, shares)
        return
    odds = float(state.scores[state.turn] - state.scores[1 - state.turn])
    if state.pending_shuffle != DEAL_LANDSCAPES:
        features = np.empty(FEATURES)
        fill_features(state, features)
        for at in range(FEATURES):
            odds += weights[FEATURES_AT + at] * features[at]
    shares[state.turn] = 1.0 / (1.0 + exp(-odds * worth_of_point(state, weights)))
    shares[1 - state.turn] = 1.0 - shares[state.turn]
