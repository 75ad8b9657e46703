"""Many games at once for learning, compiled: each goes on to its next real decision.

Forced moves are made at once, a game that ends begins anew, and of every decision the bits are
written down. All cores work; each game has a generator of its own, so that their number changes
nothing.
"""

import numpy as np
from numba import prange

from .compiled import entry_point, parallel_entry_point, rule
from .dispatch import (
    MOST_CARDS,
    NO_SHUFFLE,
    apply,
    apply_shuffle,
    apply_turn_limit,
    choices,
    flip_cards,
    forget,
    hide,
    is_leg_over,
    is_over,
    legal,
    outcome,
    pile_to_shuffle,
    remember,
    resolve_shuffles,
    situation,
    standing,
    targets,
)
from .rng import below, shuffle
from .spec import MAX_PLAYERS

NONE = -1

# What is kept of each game beside its state and its memory.
CARE = np.dtype(
    (
        np.record,
        [
            ("before", np.int16, MAX_PLAYERS),  # the scores when this hand or race began
            ("who", np.int8, MAX_PLAYERS),  # who has each seat: 0 the one that learns, 1 another
            ("players", np.int8),
            ("awaited", np.int32),  # which kept decision is to be made now, or NONE
            ("kept", np.int32),  # decisions of this hand or race that are kept
            ("done", np.int32),  # ... of one that has just ended, to be gathered
            ("has_ended", np.int8),  # a hand or race has just ended
            ("is_over", np.int8),  # ... and the game with it
            ("is_called", np.int8),  # ... because the bell rang
            ("had", np.int8, MAX_PLAYERS),  # ... who had each seat in it
            ("sat", np.int8),  # ... and how many played
        ],
    )
)

# A decision whose hand or race has ended.
READY = np.dtype(
    (
        np.record,
        [
            ("slot", np.int64),  # where it lies
            ("place", np.int32),  # which of the legs, times six, and who decided
            ("thought", np.float32),  # what was thought of later decisions, as far as it counts
            ("weight", np.float32),  # how much the end counts
        ],
    )
)


@entry_point
def begin_all(states, memories, care, opening, starts, seats, rngs, others):
    """Every game begins anew."""
    for at in range(states.size):
        begin(states, memories, care, opening, starts, seats, rngs, others, at)
        care[at].kept = 0
        care[at].awaited = NONE


@rule
def begin(states, memories, care, opening, starts, seats, rngs, others, at):
    """One game begins anew: one of the starts, dealt; who sits where is drawn by lot.

    One seat learns; of the others, so many in a hundred do not.
    """
    start = below(rngs[at], starts.size)
    states[at] = starts[start]
    players = int(seats[start])
    care[at].players = players
    resolve_shuffles(states[at], np.empty(MOST_CARDS, np.int8), rngs[at])
    for seat in range(MAX_PLAYERS):
        care[at].who[seat] = below(rngs[at], 100) < others
    care[at].who[below(rngs[at], players)] = 0
    begin_leg(states, memories, care, opening, at)


@rule
def begin_leg(states, memories, care, opening, at):
    """A new hand or race."""
    forget(states[at], memories[at])
    for seat in range(care[at].players):
        care[at].before[seat] = states[at].scores[seat]
        for byte in range(opening.shape[2]):
            opening[at, seat, byte] = 0
        standing(states[at], seat, opening[at, seat])


@entry_point
def note(care, said, opinions):
    """Keep what whoever decided thought of the choice: a share of the win, for each decision."""
    for at in range(care.size):
        if care[at].awaited != NONE:
            opinions[at, care[at].awaited] = said[at]


@parallel_entry_point
def advance(
    states, memories, care, opening, closed, shares, found, starts, seats, rngs, others, bell,
    picked, firsts, moves, counts,
):  # fmt: skip
    """Make the moves picked, if any yet, and all that are forced, in every game."""
    for at in prange(states.size):
        care[at].has_ended = 0
        care[at].done = 0
        if counts[at] > 0:
            move = moves[at, picked[at] - firsts[at]]
            play(
                states, memories, care, opening, closed, shares, found, starts, seats, rngs,
                others, bell, at, move,
            )  # fmt: skip
        counts[at] = legal(states[at], moves[at])
        while counts[at] == 1:
            play(
                states, memories, care, opening, closed, shares, found, starts, seats, rngs,
                others, bell, at, moves[at, 0],
            )  # fmt: skip
            counts[at] = legal(states[at], moves[at])


@rule
def play(
    states, memories, care, opening, closed, shares, found, starts, seats, rngs, others, bell,
    at, move,
):  # fmt: skip
    """Make a move; a hand or race that it ends, or the bell, is followed by another."""
    cards = np.empty(MOST_CARDS, np.int8)
    remember(states[at], memories[at], move)
    apply(states[at], move)
    resolve_leg_shuffles(states[at], cards, rngs[at])
    went_on = not is_leg_over(states[at])
    apply_turn_limit(states[at], bell)
    if is_leg_over(states[at]):
        end_leg(states, care, opening, closed, shares, found, at)
        care[at].is_called = went_on
        if is_over(states[at]):
            begin(states, memories, care, opening, starts, seats, rngs, others, at)
        else:
            resolve_shuffles(states[at], cards, rngs[at])
            begin_leg(states, memories, care, opening, at)


@rule
def resolve_leg_shuffles(state, cards, rng):
    """Hand a state every shuffle it waits for, but for those of a new hand or race."""
    while state.pending_shuffle != NO_SHUFFLE and not is_leg_over(state):
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        apply_shuffle(state, cards)


@rule
def end_leg(states, care, opening, closed, shares, found, at):
    """Write down how a hand or race has ended, to be gathered."""
    state = states[at]
    care[at].has_ended = 1
    care[at].done = care[at].kept
    care[at].kept = 0
    care[at].is_over = is_over(state)
    care[at].had[:] = care[at].who
    care[at].sat = care[at].players
    shares[at, :] = 0.0
    if care[at].is_over:
        outcome(state, shares[at])
    for seat in range(care[at].players):
        closed[at, seat] = opening[at, seat]
        targets(state, care[at].before, seat, found[at, seat])


@entry_point
def gather(care, slots, deciders, opinions, trust, oldest, ready, legs):
    """List the decisions of all hands that have just ended; how many, and how many hands.

    Each is worth what was thought of later decisions, with more weight the sooner they came, and
    for the rest (`weight`) what came of the hand.
    """
    count, ended = 0, 0
    for at in range(care.size):
        if care[at].has_ended:
            thought, weight = np.zeros(MAX_PLAYERS), np.ones(MAX_PLAYERS)
            for place in range(care[at].done - 1, -1, -1):
                seat = int(deciders[at, place])
                if slots[at, place] >= oldest:
                    ready[count].slot = slots[at, place]
                    ready[count].place = ended * MAX_PLAYERS + seat
                    ready[count].thought = thought[seat]
                    ready[count].weight = weight[seat]
                    count += 1
                listen(care[at].sat, seat, opinions[at, place], trust, thought, weight)
            legs[ended] = at
            ended += 1
    return count, ended


@rule
def listen(players, seat, opinion, trust, thought, weight):
    """An opinion counts for all decisions before it: of two players for the other's too."""
    for other in range(MAX_PLAYERS):
        if other == seat or players == 2:
            meant = opinion if other == seat else 1.0 - opinion
            thought[other] += trust * (meant - thought[other])
            weight[other] *= 1.0 - trust


@parallel_entry_point
def describe(
    states, memories, care, moves, counts, firsts, slots, deciders, first_slot,
    situations, rows, learning,
):  # fmt: skip
    """The bits of the decisions that all games wait for."""
    for at in prange(states.size):
        describe_one(
            states, memories, care, moves, counts, firsts, slots, deciders, first_slot,
            situations, rows, learning, at,
        )  # fmt: skip


@rule
def describe_one(
    states, memories, care, moves, counts, firsts, slots, deciders, first_slot,
    situations, rows, learning, at,
):  # fmt: skip
    """The bits of one decision, as its player sees it, and where it will be kept."""
    seat = int(states[at].turn)
    view = np.empty(1, states.dtype)
    view[0] = states[at]
    hide(view[0], seat)
    situations[at, :] = 0
    situation(view[0], memories[at], situations[at])
    own = rows[firsts[at] : firsts[at] + counts[at]]
    own[:, :] = 0
    choices(view[0], moves[at], counts[at], own)
    learning[at] = care[at].who[seat] == 0
    kept = care[at].kept
    care[at].awaited = NONE
    if learning[at] and kept < slots.shape[1]:
        slots[at, kept] = first_slot + at
        deciders[at, kept] = seat
        care[at].awaited = kept
        care[at].kept = kept + 1
