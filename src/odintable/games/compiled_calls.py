"""Entry points from Python into the compiled rules.

They take an array of states and an index: NumPy passes these to compiled code much faster than a
single record. A single game is an array of one.
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

# -- One game ----------------------------------------------------------------------------------


@entry_point
def legal_at(states, at, moves):
    """Fill in the legal moves and return their number."""
    return legal(states[at], moves)


@entry_point
def is_legal_at(states, at, move):
    """Return whether a move is legal."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    for which in range(legal(states[at], moves)):
        if moves[which] == move:
            return True
    return False


@entry_point
def apply_at(states, at, move):
    """Make a legal move, after which the state may have a pending shuffle."""
    apply(states[at], move)


@entry_point
def pile_to_shuffle_at(states, at, cards):
    """Fill in the cards to be shuffled and return their number."""
    return pile_to_shuffle(states[at], cards)


@entry_point
def apply_shuffle_at(states, at, cards):
    """Continue with the cards in their new order."""
    apply_shuffle(states[at], cards)


@entry_point
def outcome_at(states, at, shares):
    """Fill in each seat's share of the win."""
    outcome(states[at], shares)


@entry_point
def step_at(states, at, move, rng):
    """Make a legal move and resolve all shuffles that follow from it."""
    state = states[at]
    apply(state, move)
    if state.pending_shuffle:
        resolve_shuffles(state, np.empty(MAX_PILE_CARDS, np.int8), rng)


@entry_point
def resolve_shuffles_at(states, at, rng):
    """Resolve all pending shuffles."""
    resolve_shuffles(states[at], np.empty(MAX_PILE_CARDS, np.int8), rng)


# -- Views -------------------------------------------------------------------------------------


@entry_point
def hide_at(states, at, seat):
    """Turn a full state into the view of a seat."""
    hide(states[at], seat)


@entry_point
def view_at(states, at, seat, view):
    """Fill in the view of a seat; the state stays as it is."""
    view[0] = states[at]
    hide(view[0], seat)


@entry_point
def sample_state_at(states, at, rng):
    """Turn a view into a random full state that agrees with it."""
    sample_state(states[at], rng)


# -- JSON --------------------------------------------------------------------------------------


@entry_point
def write_json_at(states, at, out):
    """Write a state as JSON, without its beginning up to the options; return the length."""
    return write_json(states[at], out)


@entry_point
def write_view_at(states, at, seat, with_moves, out):
    """Write the view of a seat like `write_json_at`, and with `with_moves` its legal moves.

    The list of moves is followed by where each move lands. Return where the view, the moves and the
    landings end.
    """
    # A record does not keep its array alive: this array lives until `write_view` returns.
    return write_view(states[at : at + 1].copy(), seat, with_moves, out)


@rule
def write_view(copied, seat, with_moves, out):
    """Write the view as `write_view_at` does; `copied` is an array with a copy of the state."""
    state = copied[0]
    hide(state, seat)
    end = write_json(state, out)
    if not with_moves:
        return end, end, end
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    moves = moves[: legal(state, moves)]
    moves_end = put_moves(state, out, end, moves)
    return end, moves_end, put_landings(state, out, moves_end, moves)


# -- Features ----------------------------------------------------------------------------------


@entry_point
def rebuild_memory_at(views, moves, memories):
    """Compute the memory of a view from the moves since the leg began."""
    rebuild_memory(views[0], moves, moves.size, memories[0])


@entry_point
def update_memory_at(states, memories, move):
    """Note in the memory what a move that is about to be made shows to everybody."""
    update_memory(states[0], memories[0], move)


@entry_point
def mark_decision_at(views, memories, moves, count, bits, rows):
    """Set the bits of a decision: the situation, and a row for each move."""
    mark_situation(views[0], memories[0], bits)
    mark_choices(views[0], moves, count, rows)


# -- Rollouts ----------------------------------------------------------------------------------


@rule
def rollout(state, moves, cards, rng):
    """Play a game to its end at random and return the number of decisions."""
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
    """Play one game to its end at random and return the number of decisions."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    return rollout(states[at], moves, cards, rng)


@entry_point
def rollouts(start, rng, count):
    """Play `count` games at random, each from the start, and return the number of decisions."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    states = np.empty(1, start.dtype)
    decisions = 0
    for _ in range(count):
        states[0] = start[0]
        decisions += rollout(states[0], moves, cards, rng)
    return decisions


# -- All games of an array ---------------------------------------------------------------------


@entry_point
def reset_all(states, start, rngs):
    """Restart every game: copy the start and deal with the game's own generator."""
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    for at in range(states.size):
        states[at] = start[0]
        resolve_shuffles(states[at], cards, rngs[at])


@entry_point
def masks_all(states, moves, counts, masks):
    """Fill in the legal moves of every game as lists and as masks.

    `moves`, `counts` and `masks` must hold the legal moves of the previous step, or be empty.
    """
    for at in range(states.size):
        for place in range(counts[at]):
            masks[at, moves[at, place]] = False
        counts[at] = legal(states[at], moves[at])
        for place in range(counts[at]):
            masks[at, moves[at, place]] = True


@entry_point
def step_all(states, chosen, start, rngs, ended):
    """Make one move in every game. Games that end are restarted and marked in `ended`."""
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    for at in range(states.size):
        state = states[at]
        apply(state, chosen[at])
        resolve_shuffles(state, cards, rngs[at])
        ended[at] = is_over(state)  # only now: drawing from a reshuffled pile can end a race
        if ended[at]:
            states[at] = start[0]
            resolve_shuffles(state, cards, rngs[at])
