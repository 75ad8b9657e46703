"""The move heuristic of Ravens, compiled: a weighted sum of a few features scores a move.

Search uses it in rollouts and as a prior. It looks at the cards of the player to move and at open
cards only. `python -m benchmarks.fit ravens` fits the weights.
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
from .race_setup_and_scoring import terrain, turned
from .rules import is_stone_in_run, run_end, top

HAND_SET_COUNT = len(HAND_SETS)
ARRIVING = 30.0  # above every other score
ODIN_USE = 0.4  # how useful an Odin card is, next to a flight card for the next run
LATER = 0.75  # how much less useful a card is for the run after
MAX_LEAD = 3  # on the Magic Way, that counts

(
    FLY,  # any flight
    SPACE,  # ... for each space
    PAID,  # ... for each card after the first
    FROM_STACK,  # ... for each card from the stack
    MINE,  # one flight fewer ahead of the player's raven
    THEIRS,  # one flight more ahead of the other raven
    PAYABLE,  # the next flight can be paid with one card
    SPACE_BACK,  # the other raven goes back
    MAGIC,  # a card on the Magic Way
    MAGIC_LEAD,  # ... for each card that the player is ahead there
    MAGIC_MATCH,  # ... for the usefulness of the card elsewhere
    STACKING,  # a card onto the stack
    STACK_MATCH,  # ... for its usefulness
    STACK_ODIN,  # ... for an Odin card
    DISCARD,
    EXTENDING,
    EXTEND_BEHIND,  # for each space that the player is behind
    ADDING,
    ARRANGING,
    ODIN,  # an Odin card is used up
    STONE_AHEAD,  # the stone lies right in front of the other raven
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
)  # except EXTENDING: fitted, it is 0.35, and races between two such players hardly ever end


@rule
def move_score(state, move, weights):
    """Score a legal move for the player to move: the higher, the better; ending the turn is 0."""
    if move < FLIES:
        return stacking(state, move, weights)
    if move < MAGICS:
        return flying(state, move, weights)
    if move < STONES:
        return laying_or_discarding(state, move, weights)
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


# -- The path ----------------------------------------------------------------------------------


@rule
def flights(state, seat, left_out):
    """Count the flights ahead of a raven, without one card; the stone counts as one more."""
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
def flights_ahead(state, weights, left_out):
    """Score how many flights fewer the player to move has ahead than the other."""
    mine = int(state.turn)
    theirs = weights[THEIRS] * flights(state, 1 - mine, left_out)
    return theirs - weights[MINE] * flights(state, mine, left_out)


@rule
def path_score(state, weights, left_out):
    """Score the path for the player to move."""
    other = 1 - int(state.turn)
    worth = flights_ahead(state, weights, left_out)
    if is_payable(state, left_out):
        worth += weights[PAYABLE]
    if state.stone_lane == other and state.stone_at == state.ravens[other] + 1:
        worth += weights[STONE_AHEAD]
    return worth


@rule
def is_payable(state, left_out):
    """Return whether the player to move could fly the next run with one card."""
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
    """Return how soon a card pays for a run ahead: 1 for the next run, less for later ones."""
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
    """Score a card that goes onto the stack."""
    if card >= FLIGHTS:
        return weights[STACKING] + weights[STACK_ODIN]
    return weights[STACKING] + weights[STACK_MATCH] * usefulness(state, card)


@rule
def flying(state, move, weights):
    """Score a flight."""
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
def laying_or_discarding(state, move, weights):
    """Score a card that goes onto the Magic Way or the discard pile."""
    if move >= DISCARDS:
        return weights[DISCARD]
    seat, other = int(state.turn), 1 - int(state.turn)
    card = top(state, 0) if move - MAGICS == CARDS else move - MAGICS
    lead = int(state.way_sizes[seat]) - state.way_sizes[other]
    lead += state.bought[seat] - state.bought[other]
    return (
        weights[MAGIC]
        + weights[MAGIC_LEAD] * min(max(lead, -MAX_LEAD), MAX_LEAD)
        + weights[MAGIC_MATCH] * usefulness(state, card)
    )


@rule
def acting(state, move, weights):
    """Score an action of an Odin card."""
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
    """Score the player's raven going forward, or the other one going back."""
    mine, other = int(state.turn), 1 - int(state.turn)
    before = path_score(state, weights, -1)
    if move >= FORWARDS:
        if state.ravens[mine] + 1 == state.length - 1:
            return ARRIVING
        state.ravens[mine] += 1
        after = path_score(state, weights, -1)
        state.ravens[mine] -= 1
        return after - before + weights[SPACE] + weights[ODIN]
    state.ravens[other] -= 1
    after = path_score(state, weights, -1)
    state.ravens[other] += 1
    return after - before + weights[SPACE_BACK] + weights[ODIN]


@rule
def removing(state, at, weights):
    """Score the removal of a card; without the last card either raven may have arrived."""
    if at == state.length - 1:
        if state.ravens[state.turn] == at - 1:
            return ARRIVING
        if state.ravens[1 - state.turn] == at - 1:
            return -ARRIVING
    return path_score(state, weights, at) - path_score(state, weights, -1) + weights[ODIN]


@rule
def changing(state, move, weights):
    """Score turned or swapped cards or a new place of the stone: the path after and before."""
    before = path_score(state, weights, -1)
    if move >= TURNS:
        at = (move - TURNS) % LANDSCAPE_CARDS
        state.path[at] = turned(state.path[at])
        after = path_score(state, weights, -1)
        state.path[at] = turned(state.path[at])
    elif move >= SWAPS:
        pair = (move - SWAPS) % PAIRS
        swap(state, PAIR[pair, 0], PAIR[pair, 1])
        after = path_score(state, weights, -1)
        swap(state, PAIR[pair, 0], PAIR[pair, 1])
    else:
        lane, at = state.stone_lane, state.stone_at
        space = move - STONES
        state.stone_lane = space // LANDSCAPE_CARDS % 2
        state.stone_at = space % LANDSCAPE_CARDS
        after = path_score(state, weights, -1)
        state.stone_lane = lane
        state.stone_at = at
    return after - before + weights[ODIN]


@rule
def swap(state, one, two):
    """Swap two cards of the path."""
    card = state.path[one]
    state.path[one] = state.path[two]
    state.path[two] = card


@rule
def placing(state, move, weights):
    """Score a landscape card at the end of the path, in one orientation."""
    card = turned(state.placing) if move > PLACES else state.placing
    state.path[state.length] = card
    state.length += 1
    worth = flights_ahead(state, weights, -1)
    state.length -= 1
    return worth
