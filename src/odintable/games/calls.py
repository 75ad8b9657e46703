"""The compiled rules over arrays of games: the door between Python and compiled code.

A single game is an array of one. An array and an index cross that door much quicker than a record.
"""

import numpy as np

from .compiled import entry_point, rule
from .dispatch import (
    MAX_LEGAL_MOVES,
    MAX_PILE_CARDS,
    apply,
    apply_shuffle,
    choose_rollout_move,
    hide,
    is_over,
    legal,
    mark_choices,
    mark_situation,
    outcome,
    pile_to_shuffle,
    put_landings,
    put_moves,
    rebuild_memory,
    resolve_shuffles,
    sample_state,
    update_memory,
    write_json,
)


@entry_point
def legal_at(states, at, moves):
    """Fill in the legal moves of one game; how many they are."""
    return legal(states[at], moves)


@entry_point
def is_legal_at(states, at, move):
    """Whether a move is one of the legal ones of one game."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    for which in range(legal(states[at], moves)):
        if moves[which] == move:
            return True
    return False


@entry_point
def apply_at(states, at, move):
    """Make a legal move in one game, which may then wait for a shuffle."""
    apply(states[at], move)


@entry_point
def pile_to_shuffle_at(states, at, cards):
    """Fill in the cards that one game wants shuffled; how many they are."""
    return pile_to_shuffle(states[at], cards)


@entry_point
def apply_shuffle_at(states, at, cards):
    """Hand one game its cards in a new order."""
    apply_shuffle(states[at], cards)


@entry_point
def outcome_at(states, at, shares):
    """Fill in each seat's share of the win."""
    outcome(states[at], shares)


@entry_point
def hide_at(states, at, seat):
    """Turn one game into what a seat may know of it."""
    hide(states[at], seat)


@entry_point
def view_at(states, at, seat, seen):
    """Fill in what a seat may know of one game, which stays as it is."""
    seen[0] = states[at]
    hide(seen[0], seat)


@entry_point
def sample_state_at(states, at, rng):
    """Turn a view into a random whole state that agrees with it."""
    sample_state(states[at], rng)


@entry_point
def write_json_at(states, at, page):
    """Write one game as JSON, from what follows its options on; how many bytes it takes."""
    return write_json(states[at], page)


@entry_point
def write_view_at(states, at, seat, with_moves, page):
    """Write what a seat may know of one game, as `write_json_at`; where that ends.

    If it is asked for a move, what it may choose from follows: its legal moves, and where these
    bring a raven. Where each of the two ends is told too.
    """
    # A record does not keep the array alive that it lies in: who calls `write_view` does.
    return write_view(states[at : at + 1].copy(), seat, with_moves, page)


@rule
def write_view(seen, seat, with_moves, page):
    """The same for a copy of the one game."""
    state = seen[0]
    hide(state, seat)
    end = write_json(state, page)
    if not with_moves:
        return end, end, end
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    moves = moves[: legal(state, moves)]
    moves_end = put_moves(state, page, end, moves)
    return end, moves_end, put_landings(state, page, moves_end, moves)


@entry_point
def step_at(states, at, move, rng):
    """Make a legal move in one game, and every shuffle that it calls for."""
    state = states[at]
    apply(state, move)
    if state.pending_shuffle:
        resolve_shuffles(state, np.empty(MAX_PILE_CARDS, np.int8), rng)


@entry_point
def resolve_shuffles_at(states, at, rng):
    """Hand one game every shuffle that it waits for."""
    resolve_shuffles(states[at], np.empty(MAX_PILE_CARDS, np.int8), rng)


@entry_point
def rebuild_memory_at(views, past, memories):
    """Make the memory of one seat's view from the moves since the deal."""
    rebuild_memory(views[0], past, past.size, memories[0])


@entry_point
def update_memory_at(states, memories, move):
    """Keep what a move that is about to be made tells everybody."""
    update_memory(states[0], memories[0], move)


@entry_point
def mark_decision_at(views, memories, moves, count, bits, rows):
    """Set the bits of a decision: the situation, and a row for each of the moves."""
    mark_situation(views[0], memories[0], bits)
    mark_choices(views[0], moves, count, rows)


@rule
def rollout(state, moves, cards, rng):
    """Play a game to its end at random; how many decisions that took."""
    resolve_shuffles(state, cards, rng)
    decisions = 0
    while not is_over(state):
        count = legal(state, moves)
        apply(state, choose_rollout_move(state, moves, count, rng))
        resolve_shuffles(state, cards, rng)
        decisions += 1
    return decisions


@entry_point
def rollout_at(states, at, rng):
    """Play one game to its end at random; how many decisions that took."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    return rollout(states[at], moves, cards, rng)


@entry_point
def rollouts(start, rng, count):
    """Play so many games from the starting state, all at random; how many decisions that took."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    states = np.empty(1, start.dtype)
    decisions = 0
    for _ in range(count):
        states[0] = start[0]
        decisions += rollout(states[0], moves, cards, rng)
    return decisions


@entry_point
def reset_all(states, start, rngs):
    """Every game begins anew: a copy of the starting state, dealt by its own generator."""
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    for at in range(states.size):
        states[at] = start[0]
        resolve_shuffles(states[at], cards, rngs[at])


@entry_point
def masks_all(states, moves, counts, masks):
    """Fill in the legal moves of every game, as lists and as masks that hold the last lists."""
    for at in range(states.size):
        for place in range(counts[at]):
            masks[at, moves[at, place]] = False
        counts[at] = legal(states[at], moves[at])
        for place in range(counts[at]):
            masks[at, moves[at, place]] = True


@entry_point
def step_all(states, chosen, start, rngs, ended):
    """Make one move in every game; a game that ends begins anew, and `ended` says so."""
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    for at in range(states.size):
        state = states[at]
        apply(state, chosen[at])
        resolve_shuffles(state, cards, rngs[at])
        ended[at] = is_over(state)  # only now: drawing from a reshuffled pile can end a race
        if ended[at]:
            states[at] = start[0]
            resolve_shuffles(state, cards, rngs[at])
