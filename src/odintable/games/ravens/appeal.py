"""How much a move of Ravens appeals to a sensible player, compiled: a weighted sum of a few features.

It looks at the own cards and at what lies open, nothing else.
"""

import numpy as np
from numba import njit

from .parts import (
    ADDS, ARRANGES, BACKS, CARDS, DISCARDS, END, EXTEND, FLIES, FLIGHTS, FORWARDS, HAND, HAND_SET,
    HAND_SETS, LANDSCAPE_CARDS, LAYS, MAGICS, MOST_PLAYED, NOWHERE, PAIR, PAIRS, PLACES, REMOVES,
    STACK, STONES, SWAPS, TURNS,
)
from .race import terrain, turned
from .rules import is_stone_in_run, run_end, top

rule = njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)

HAND_SET_COUNT = len(HAND_SETS)
ARRIVING = 30.0  # beyond every other appeal
(FLY, SPACE, PAID, FROM_STACK, MINE, THEIRS, PAYABLE, SPACE_BACK, MAGIC, MAGIC_LEAD, STACKING,
 STACK_MATCH, STACK_ODIN, DISCARD, EXTENDING, EXTEND_BEHIND, ADDING, ARRANGING, ODIN, STONE_AHEAD,
 MAGIC_MATCH, PAYABLE_LATER) = range(22)
WEIGHTS = np.array(
    [2.16, 0.03, -1.12, 0.55, 2.41, 2.07, 0.79, -0.01, 1.87, -0.72, 0.17, 0.2, -0.24, -1.01, -1.53, -0.09, -1.01, -1.07, -0.6, 1.09, 0.07, 0.43]
)


@rule
def flights(state, seat, skip):
    """How many flights a raven has before it, the card at `skip` left out."""
    runs = 0
    last = -1
    for at in range(state.ravens[seat] + 1, state.length):
        if at != skip:
            ground = terrain(state.path[at], seat)
            if ground != last:
                runs += 1
                last = ground
    if state.stone_lane == seat and state.stone_at > state.ravens[seat]:
        runs += 1
    return runs


@rule
def payable(state, skip):
    """The player at turn could fly the next run with one card at hand."""
    seat = state.turn
    ahead = state.ravens[seat] + 1
    if ahead == skip:
        ahead += 1
    if ahead >= state.length:
        return 1.0
    ground = terrain(state.path[ahead], seat)
    if state.hands[seat, ground] > 0 and state.played[HAND] < MOST_PLAYED:
        return 1.0
    if state.stack_sizes[seat] > 0 and top(state, 0) == ground and state.played[STACK] < MOST_PLAYED:
        return 1.0
    return 0.0


@rule
def outlook(state, weights, skip):
    """How the path lies for the player at turn."""
    mine = int(state.turn)
    worth = weights[THEIRS] * flights(state, 1 - mine, skip) - weights[MINE] * flights(state, mine, skip)
    worth += weights[PAYABLE] * payable(state, skip)
    if state.stone_lane == 1 - mine and state.stone_at == state.ravens[1 - mine] + 1:
        worth += weights[STONE_AHEAD]
    return worth


@rule
def appeal(state, move, weights):
    """The higher, the better for the player at turn."""
    if move < FLIES:
        return stacking(state, move, weights)
    if move < MAGICS:
        return flying(state, move, weights)
    if move < STONES:
        return laying_off(state, move, weights)
    if move < LAYS:
        return acting(state, move, weights)
    if move < PLACES:
        return -usefulness(state, move - LAYS)
    if move < EXTEND:
        return placing(state, move, weights)
    if move == EXTEND:
        behind = state.ravens[1 - state.turn] - state.ravens[state.turn]
        return weights[EXTENDING] + weights[EXTEND_BEHIND] * behind
    return 0.0


@rule
def usefulness(state, card):
    """How soon a card pays for a run ahead."""
    if card >= FLIGHTS:
        return 0.4
    seat = state.turn
    soon = 1.0
    last = -1
    for at in range(state.ravens[seat] + 1, state.length):
        ground = terrain(state.path[at], seat)
        if ground != last:
            if ground == card:
                return soon
            last = ground
            soon *= 0.75
    return 0.0


@rule
def stacking(state, card, weights):
    if card >= FLIGHTS:
        return weights[STACKING] + weights[STACK_ODIN]
    return weights[STACKING] + weights[STACK_MATCH] * usefulness(state, card)


@rule
def flying(state, move, weights):
    seat = state.turn
    taken, hand_set = (move - FLIES) // HAND_SET_COUNT, (move - FLIES) % HAND_SET_COUNT
    paid = taken
    for kind in range(FLIGHTS):
        paid += HAND_SET[hand_set, kind]
    last = run_end(state)
    if is_stone_in_run(state) and paid < 2:
        last = state.stone_at - 1
    if last == state.length - 1:
        return ARRIVING
    return (
        weights[FLY] + weights[SPACE] * (last - state.ravens[seat])
        + weights[PAID] * (paid - 1) + weights[FROM_STACK] * taken
    )


@rule
def laying_off(state, move, weights):
    seat = state.turn
    which = move - MAGICS if move < DISCARDS else move - DISCARDS
    card = top(state, 0) if which == CARDS else which
    if move >= DISCARDS:
        return weights[DISCARD]
    lead = state.way_sizes[seat] - state.way_sizes[1 - seat] + state.bought[seat] - state.bought[1 - seat]
    return weights[MAGIC] + weights[MAGIC_LEAD] * min(max(lead, -3), 3) + weights[
        MAGIC_MATCH
    ] * usefulness(state, card)


@rule
def acting(state, move, weights):
    if move >= ADDS:
        return weights[ADDING]
    if move >= ARRANGES:
        return weights[ARRANGING]
    before = outlook(state, weights, -1)
    mine, other = int(state.turn), 1 - int(state.turn)
    if move >= FORWARDS:
        if state.ravens[mine] + 1 == state.length - 1:
            return ARRIVING
        state.ravens[mine] += 1
        after = outlook(state, weights, -1)
        state.ravens[mine] -= 1
        return after - before + weights[SPACE] + weights[ODIN]
    if move >= BACKS:
        state.ravens[other] -= 1
        after = outlook(state, weights, -1)
        state.ravens[other] += 1
        return after - before + weights[SPACE_BACK] + weights[ODIN]
    if move >= REMOVES:
        at = (move - REMOVES) % LANDSCAPE_CARDS
        if at == state.length - 1:
            if state.ravens[mine] == at - 1:
                return ARRIVING
            if state.ravens[other] == at - 1:
                return -ARRIVING
        return outlook(state, weights, at) - before + weights[ODIN]
    if move >= TURNS:
        at = (move - TURNS) % LANDSCAPE_CARDS
        state.path[at] = turned(state.path[at])
        after = outlook(state, weights, -1)
        state.path[at] = turned(state.path[at])
        return after - before + weights[ODIN]
    if move >= SWAPS:
        pair = (move - SWAPS) % PAIRS
        one, two = PAIR[pair, 0], PAIR[pair, 1]
        swap(state, one, two)
        after = outlook(state, weights, -1)
        swap(state, one, two)
        return after - before + weights[ODIN]
    space = move - STONES
    lane, at = state.stone_lane, state.stone_at
    state.stone_lane = space // LANDSCAPE_CARDS % 2
    state.stone_at = space % LANDSCAPE_CARDS
    after = outlook(state, weights, -1)
    state.stone_lane = lane
    state.stone_at = at
    return after - before + weights[ODIN]


@rule
def swap(state, one, two):
    card = state.path[one]
    state.path[one] = state.path[two]
    state.path[two] = card


@rule
def placing(state, move, weights):
    card = turned(state.placing) if move > PLACES else state.placing
    state.path[state.length] = card
    state.length += 1
    mine = int(state.turn)
    worth = weights[THEIRS] * flights(state, 1 - mine, -1) - weights[MINE] * flights(state, mine, -1)
    state.length -= 1
    return worth
