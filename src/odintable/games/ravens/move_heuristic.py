"""How much a move of Ravens appeals to a sensible player, compiled: a weighted sum of features.

Search plays races out by it and tries the better moves first. It looks at the cards of the player
at turn and at what lies open, nothing else. `python -m benchmarks.fit ravens` finds such weights.
"""

import numpy as np

from ..compiled import rule
from .components import (
    ADDS,
    ARRANGES,
    BACKS,
    CARDS,
    DISCARDS,
    EXTEND,
    FLIES,
    FLIGHTS,
    FORWARDS,
    HAND,
    HAND_SET,
    HAND_SETS,
    LANDSCAPE_CARDS,
    LAYS,
    MAGICS,
    MAX_PLAYED,
    PAIR,
    PAIRS,
    PLACES,
    REMOVES,
    STACK,
    STONES,
    SWAPS,
    TURNS,
)
from .race import terrain, turned
from .rules import is_stone_in_run, run_end, top

HAND_SET_COUNT = len(HAND_SETS)
ARRIVING = 30.0  # beyond every other appeal
ODIN_USE = 0.4  # how useful an Odin card is, next to a flight card for the next run
LATER = 0.75  # how much less useful a card is for the run after
MOST_LEAD = 3  # on the Magic Way, that matters

(
    FLY,  # to fly at all
    SPACE,  # ... for each space
    PAID,  # ... for each card after the first
    FROM_STACK,  # ... for each card from the stack
    MINE,  # a flight less before the own raven
    THEIRS,  # a flight more before the other
    PAYABLE,  # the next flight can be paid with a card at hand
    SPACE_BACK,  # the other raven goes back
    MAGIC,  # a card on the Magic Way
    MAGIC_LEAD,  # ... for each that one is ahead there already
    MAGIC_MATCH,  # ... for what the card would be good for otherwise
    STACKING,  # a card onto the stack
    STACK_MATCH,  # ... for what it is good for
    STACK_ODIN,  # ... for an Odin card
    DISCARD,
    EXTENDING,
    EXTEND_BEHIND,  # for each space that one is behind
    ADDING,
    ARRANGING,
    ODIN,  # an Odin card is used up
    STONE_AHEAD,  # the stone lies right before the other raven
) = range(21)
WEIGHTS = np.array(
    [
        *(1.64, 1.79, -2.04, 1.2),  # flying
        *(1.75, 1.61, 0.83, -0.01),  # the path
        *(2.5, -0.27, -0.78),  # the Magic Way
        *(1.0, 0.95, -0.71),  # the stack
        *(-1.94, -1.0, 0.01, -0.48, 1.4),  # discards, longer paths, arranging
        *(0.9, 2.78),  # Odin cards
    ]
)  # but for EXTENDING: it would be 0.35, and races between two such players would hardly end


@rule
def move_score(state, move, weights):
    """The higher, the better for the player at turn; to end the turn is nothing."""
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


# -- How the path lies -------------------------------------------------------------------------


@rule
def flights(state, seat, left_out):
    """How many flights a raven has before it, one card left out, the stone counted as one more."""
    runs = 0
    last = -1
    for at in range(state.ravens[seat] + 1, state.length):
        if at != left_out:
            ground = terrain(state.path[at], seat)
            if ground != last:
                runs += 1
                last = ground
    if state.stone_lane == seat and state.stone_at > state.ravens[seat]:
        runs += 1
    return runs


@rule
def headway(state, weights, left_out):
    """How many flights the player at turn has less before it than the other, weighted."""
    mine = int(state.turn)
    theirs = weights[THEIRS] * flights(state, 1 - mine, left_out)
    return theirs - weights[MINE] * flights(state, mine, left_out)


@rule
def outlook(state, weights, left_out):
    """How the path lies for the player at turn."""
    other = 1 - int(state.turn)
    worth = headway(state, weights, left_out)
    if is_payable(state, left_out):
        worth += weights[PAYABLE]
    if state.stone_lane == other and state.stone_at == state.ravens[other] + 1:
        worth += weights[STONE_AHEAD]
    return worth


@rule
def is_payable(state, left_out):
    """The player at turn could fly the next run with one card at hand."""
    seat = state.turn
    ahead = state.ravens[seat] + 1
    if ahead == left_out:
        ahead += 1
    if ahead >= state.length:
        return True
    ground = terrain(state.path[ahead], seat)
    if state.hands[seat, ground] > 0 and state.played[HAND] < MAX_PLAYED:
        return True
    is_on_top = state.stack_sizes[seat] > 0 and top(state, 0) == ground
    return is_on_top and state.played[STACK] < MAX_PLAYED


@rule
def usefulness(state, card):
    """How soon a card pays for a run ahead: 1 for the next one, less for later ones."""
    if card >= FLIGHTS:
        return ODIN_USE
    seat = state.turn
    soon = 1.0
    last = -1
    for at in range(state.ravens[seat] + 1, state.length):
        ground = terrain(state.path[at], seat)
        if ground != last:
            if ground == card:
                return soon
            last = ground
            soon *= LATER
    return 0.0


# -- Moves -------------------------------------------------------------------------------------


@rule
def stacking(state, card, weights):
    """A card goes onto the stack."""
    if card >= FLIGHTS:
        return weights[STACKING] + weights[STACK_ODIN]
    return weights[STACKING] + weights[STACK_MATCH] * usefulness(state, card)


@rule
def flying(state, move, weights):
    """The raven flies."""
    taken = (move - FLIES) // HAND_SET_COUNT
    hand_set = (move - FLIES) % HAND_SET_COUNT
    paid = taken
    for kind in range(FLIGHTS):
        paid += HAND_SET[hand_set, kind]
    last = run_end(state)
    if is_stone_in_run(state) and paid < 2:
        last = state.stone_at - 1
    if last == state.length - 1:
        return ARRIVING
    return (
        weights[FLY]
        + weights[SPACE] * (last - state.ravens[state.turn])
        + weights[PAID] * (paid - 1)
        + weights[FROM_STACK] * taken
    )


@rule
def laying_off(state, move, weights):
    """A card goes onto the Magic Way, or is wasted."""
    if move >= DISCARDS:
        return weights[DISCARD]
    seat, other = int(state.turn), 1 - int(state.turn)
    card = top(state, 0) if move - MAGICS == CARDS else move - MAGICS
    lead = int(state.way_sizes[seat]) - state.way_sizes[other]
    lead += state.bought[seat] - state.bought[other]
    return (
        weights[MAGIC]
        + weights[MAGIC_LEAD] * min(max(lead, -MOST_LEAD), MOST_LEAD)
        + weights[MAGIC_MATCH] * usefulness(state, card)
    )


@rule
def acting(state, move, weights):
    """An Odin card does one of its two actions."""
    if move >= ADDS:
        return weights[ADDING]
    if move >= ARRANGES:
        return weights[ARRANGING]
    if move >= BACKS:
        return moving(state, move, weights)
    if move >= REMOVES:
        return removing(state, (move - REMOVES) % LANDSCAPE_CARDS, weights)
    return changing(state, move, weights)


@rule
def moving(state, move, weights):
    """The own raven goes forward, or the other back."""
    mine, other = int(state.turn), 1 - int(state.turn)
    before = outlook(state, weights, -1)
    if move >= FORWARDS:
        if state.ravens[mine] + 1 == state.length - 1:
            return ARRIVING
        state.ravens[mine] += 1
        after = outlook(state, weights, -1)
        state.ravens[mine] -= 1
        return after - before + weights[SPACE] + weights[ODIN]
    state.ravens[other] -= 1
    after = outlook(state, weights, -1)
    state.ravens[other] += 1
    return after - before + weights[SPACE_BACK] + weights[ODIN]


@rule
def removing(state, at, weights):
    """A card leaves the path: the last one may end the race for either raven."""
    if at == state.length - 1:
        if state.ravens[state.turn] == at - 1:
            return ARRIVING
        if state.ravens[1 - state.turn] == at - 1:
            return -ARRIVING
    return outlook(state, weights, at) - outlook(state, weights, -1) + weights[ODIN]


@rule
def changing(state, move, weights):
    """Cards are turned or swapped, or the stone is laid: how the path lies after, and before."""
    before = outlook(state, weights, -1)
    if move >= TURNS:
        at = (move - TURNS) % LANDSCAPE_CARDS
        state.path[at] = turned(state.path[at])
        after = outlook(state, weights, -1)
        state.path[at] = turned(state.path[at])
    elif move >= SWAPS:
        pair = (move - SWAPS) % PAIRS
        swap(state, PAIR[pair, 0], PAIR[pair, 1])
        after = outlook(state, weights, -1)
        swap(state, PAIR[pair, 0], PAIR[pair, 1])
    else:
        lane, at = state.stone_lane, state.stone_at
        space = move - STONES
        state.stone_lane = space // LANDSCAPE_CARDS % 2
        state.stone_at = space % LANDSCAPE_CARDS
        after = outlook(state, weights, -1)
        state.stone_lane = lane
        state.stone_at = at
    return after - before + weights[ODIN]


@rule
def swap(state, one, two):
    """Two cards of the path change places."""
    card = state.path[one]
    state.path[one] = state.path[two]
    state.path[two] = card


@rule
def placing(state, move, weights):
    """A landscape card at the end of the path, one way round or the other."""
    card = turned(state.placing) if move > PLACES else state.placing
    state.path[state.length] = card
    state.length += 1
    worth = headway(state, weights, -1)
    state.length -= 1
    return worth
