"""Compiled entry points of the environments: reset games, make moves, write observations.

The arrays of a batch and of its config are handed over as plain tuples, in the order of
`BatchArrays` and `ConfigArrays`: numba needs half as long for them as for NamedTuples, and in an
environment with a single game that is a good part of the time.
"""

from typing import Any, NamedTuple

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MAX_PILE_CARDS,
    NO_SHUFFLE,
    apply,
    clear_memory,
    deal,
    flip_cards,
    hide,
    is_leg_over,
    is_over,
    legal,
    observe,
    outcome,
    pile_to_shuffle,
    update_memory,
)
from odintable.games.rng import below, shuffle
from odintable.games.spec import MAX_PLAYERS

Array = np.ndarray[Any, Any]

RANDOM_SEAT = -1  # as the first player: drawn at random in every game
PLAYER_TO_MOVE = -1  # as the viewer: the seat that decides
# Maps a byte to its eight bits, each as a byte that is 0 or 1.
UNPACKED_BITS = np.unpackbits(
    np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"
).view(np.uint64)[:, 0]


class BatchArrays(NamedTuple):
    """The games of a batch: every array has a row for each game."""

    states: Array
    memories: Array  # what the moves of the current leg have revealed to everyone
    rngs: Array
    viewers: Array  # the seat that observes, or PLAYER_TO_MOVE
    legal_actions: Array  # as lists
    legal_counts: Array  # the lengths of these lists
    masks: Array  # the same actions as masks
    observations: Array  # a word for every eight numbers
    rewards: Array  # by seat
    is_over: Array


class ConfigArrays(NamedTuple):
    """The settings that all games of a batch share."""

    starts: Array  # the initial state for each first player
    first: int  # the first player, or RANDOM_SEAT
    players: int
    hand_size: int
    points_sign: int  # reward more (+1) or fewer (-1) points; 0: reward winning
    packing: Array  # how cards are renumbered without gaps, if cards are missing from the deck
    field_offsets: Array  # where each field of an observation begins
    action_of_move: Array


@rule
def resolve_shuffles(state, memory, hand_size, cards, rng):
    """Make every pending shuffle; forget the moves of a leg that is over."""
    while state.pending_shuffle != NO_SHUFFLE:
        if is_leg_over(state):
            clear_memory(state, memory)
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        deal(state, cards, hand_size)


@entry_point
def reset_games(batch_arrays, config_arrays, selected):
    """Start and deal new games in the selected rows."""
    batch, game = BatchArrays(*batch_arrays), ConfigArrays(*config_arrays)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    states, memories, rngs = batch.states, batch.memories, batch.rngs
    for at in range(states.size):
        if selected[at]:
            first = below(rngs[at], game.starts.size) if game.first == RANDOM_SEAT else game.first
            states[at] = game.starts[first]
            clear_memory(states[at], memories[at])
            resolve_shuffles(states[at], memories[at], game.hand_size, cards, rngs[at])


@entry_point
def deal_at(states, memories, at, cards, hand_size):
    """Deal the shuffled cards for which one game is waiting."""
    if is_leg_over(states[at]):
        clear_memory(states[at], memories[at])
    deal(states[at], cards, hand_size)


@entry_point
def update_memory_at(states, memories, at, move):
    """Note what a move reveals to everyone; call this before the move is made."""
    update_memory(states[at], memories[at], move)


@entry_point
def play_moves(batch_arrays, config_arrays, selected, moves):
    """Make a move in each selected game, and add its rewards."""
    batch, game = BatchArrays(*batch_arrays), ConfigArrays(*config_arrays)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    scores_before = np.empty(MAX_PLAYERS, np.int64)
    states, memories, rewards = batch.states, batch.memories, batch.rewards
    for at in range(states.size):
        if selected[at]:
            state = states[at]
            for seat in range(game.players):
                scores_before[seat] = state.scores[seat]
            update_memory(state, memories[at], moves[at])
            apply(state, moves[at])
            resolve_shuffles(state, memories[at], game.hand_size, cards, batch.rngs[at])
            batch.is_over[at] = is_over(state)
            if game.points_sign:
                reward_points(state, scores_before, game.players, game.points_sign, rewards[at])
            elif batch.is_over[at]:
                reward_win(state, game.players, rewards[at])


@rule
def reward_points(state, scores_before, players, points_sign, rewards):
    """Add to each seat's reward its points minus the average points of the others."""
    total = 0
    for seat in range(players):
        total += points_sign * (state.scores[seat] - scores_before[seat])
    for seat in range(players):
        own = points_sign * (state.scores[seat] - scores_before[seat])
        rewards[seat] += own - (total - own) / (players - 1)


@rule
def reward_win(state, players, rewards):
    """Add 1 for the winner and an equal negative share for each other seat: the sum is 0."""
    shares = np.empty(MAX_PLAYERS)
    outcome(state, shares)
    for seat in range(players):
        rewards[seat] += (players * shares[seat] - 1) / (players - 1)


@entry_point
def add_total_rewards(states, at, players, points_sign, rewards):
    """Add each seat's rewards since the beginning of one game."""
    if points_sign:
        scores_before = np.zeros(MAX_PLAYERS, np.int64)
        reward_points(states[at], scores_before, players, points_sign, rewards)
    elif is_over(states[at]):
        reward_win(states[at], players, rewards)


@entry_point
def observe_games(batch_arrays, config_arrays, selected):
    """Write the observation, the legal actions and the mask of each selected game.

    Only the actions of the previous list are cleared in a mask. Observations are written eight
    numbers at a time.
    """
    batch, game = BatchArrays(*batch_arrays), ConfigArrays(*config_arrays)
    states, actions, counts = batch.states, batch.legal_actions, batch.legal_counts
    masks, observations = batch.masks, batch.observations
    view = np.empty(1, states.dtype)
    words = np.empty(observations.shape[1] // 8 + 2, np.uint64)
    bits = words.view(np.uint8)
    for at in range(states.size):
        if selected[at]:
            state = states[at]
            seat = state.turn if batch.viewers[at] == PLAYER_TO_MOVE else batch.viewers[at]
            for which in range(counts[at]):
                masks[at, actions[at, which]] = 0
            counts[at] = legal(state, actions[at]) if state.turn == seat else 0
            for which in range(counts[at]):
                action = game.action_of_move[actions[at, which]]
                actions[at, which] = action
                masks[at, action] = 1
            view[0] = state
            hide(view[0], seat)
            words[:] = 0
            observe(view[0], batch.memories[at], game.packing, game.field_offsets, words)
            for byte in range(observations.shape[1]):
                observations[at, byte] = UNPACKED_BITS[bits[byte]]
