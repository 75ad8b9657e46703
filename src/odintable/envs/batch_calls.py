"""Compiled doors for environments: begin games, make moves, and write down what a seat sees."""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MOST_CARDS,
    NO_SHUFFLE,
    apply,
    deal,
    flip_cards,
    forget,
    hide,
    is_leg_over,
    is_over,
    legal,
    observe,
    outcome,
    pile_to_shuffle,
    remember,
)
from odintable.games.rng import below, shuffle
from odintable.games.spec import MAX_PLAYERS

BY_LOT = -1  # chance decides
# A byte of bits -> eight numbers that are 0 or 1, a byte each.
EIGHT = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(
    np.uint64
)[:, 0]


@rule
def resolve_shuffles(state, memory, hand, cards, rng):
    """Hand a state every shuffle it waits for; what belongs to a hand that is over is forgotten."""
    while state.pending_shuffle != NO_SHUFFLE:
        if is_leg_over(state):
            forget(state, memory)
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        deal(state, cards, hand)


@entry_point
def begin_some(states, memories, wanted, starts, first, hand, rngs):
    """Games begin anew, dealt: those that are wanted."""
    cards = np.empty(MOST_CARDS, np.int8)
    for at in range(states.size):
        if wanted[at]:
            starter = below(rngs[at], starts.size) if first == BY_LOT else first
            states[at] = starts[starter]
            forget(states[at], memories[at])
            resolve_shuffles(states[at], memories[at], hand, cards, rngs[at])


@entry_point
def resolve_shuffles_at(states, memories, at, hand, rng):
    """Hand one game every shuffle that it waits for."""
    resolve_shuffles(states[at], memories[at], hand, np.empty(MOST_CARDS, np.int8), rng)


@entry_point
def deal_at(states, memories, at, cards, hand):
    """Hand one game its cards in a new order."""
    if is_leg_over(states[at]):
        forget(states[at], memories[at])
    deal(states[at], cards, hand)


@entry_point
def remember_at(states, memories, at, move):
    """Keep what a move that is about to be made tells everybody."""
    remember(states[at], memories[at], move)


@entry_point
def play_some(states, memories, wanted, chosen, hand, players, sign, rngs, rewards, ended):
    """Make a move in the games that are wanted; what each seat gets, and which games are over.

    With a sign, rewards are points: +1 where more are better, -1 where fewer are. Without one they
    are for winning.
    """
    cards = np.empty(MOST_CARDS, np.int8)
    before = np.empty(MAX_PLAYERS, np.int64)
    for at in range(states.size):
        if wanted[at]:
            state = states[at]
            for seat in range(players):
                before[seat] = state.scores[seat]
            remember(state, memories[at], chosen[at])
            apply(state, chosen[at])
            resolve_shuffles(state, memories[at], hand, cards, rngs[at])
            ended[at] = is_over(state)
            if sign:
                reward_points(state, before, players, sign, rewards[at])
            elif ended[at]:
                reward_win(state, players, rewards[at])


@rule
def reward_points(state, before, players, sign, rewards):
    """How many points better than the others' average each seat has just done."""
    total = 0
    for seat in range(players):
        total += sign * (state.scores[seat] - before[seat])
    for seat in range(players):
        own = sign * (state.scores[seat] - before[seat])
        rewards[seat] += own - (total - own) / (players - 1)


@rule
def reward_win(state, players, rewards):
    """1 for a win, so much less for the others that the sum is 0."""
    shares = np.empty(MAX_PLAYERS)
    outcome(state, shares)
    for seat in range(players):
        rewards[seat] += (players * shares[seat] - 1) / (players - 1)


@entry_point
def reward_all(states, at, players, sign, rewards):
    """What each seat has got of one game from its beginning on."""
    if sign:
        reward_points(states[at], np.zeros(MAX_PLAYERS, np.int64), players, sign, rewards)
    elif is_over(states[at]):
        reward_win(states[at], players, rewards)


@entry_point
def describe_some(
    states, memories, wanted, seats, packing, fields, actions, codes, counts, masks, observations
):
    """Write down what a seat sees and which actions it has, in the games that are wanted.

    The seat is -1 for the one that decides. `codes` and `counts` hold the legal actions as lists,
    and the masks hold those of the last lists. Observations are written eight numbers at a time.
    """
    view = np.empty(1, states.dtype)
    words = np.empty(observations.shape[1] // 8 + 2, np.uint64)
    bits = words.view(np.uint8)
    for at in range(states.size):
        if wanted[at]:
            state = states[at]
            seat = state.turn if seats[at] == BY_LOT else seats[at]
            for which in range(counts[at]):
                masks[at, codes[at, which]] = 0
            counts[at] = legal(state, codes[at]) if state.turn == seat else 0
            for which in range(counts[at]):
                action = actions[codes[at, which]]
                codes[at, which] = action
                masks[at, action] = 1
            view[0] = state
            hide(view[0], seat)
            words[:] = 0
            observe(view[0], memories[at], packing, fields, words)
            for byte in range(observations.shape[1]):
                observations[at, byte] = EIGHT[bits[byte]]
