"""Compiled entry points for OpenSpiel's search: each returns everything about a state at once."""

import numpy as np

from odintable.games.compiled import entry_point, rule
from odintable.games.dispatch import (
    MAX_LEGAL_MOVES,
    MAX_PILE_CARDS,
    apply,
    hide,
    is_over,
    legal,
    outcome,
    resolve_shuffles,
    sample_state,
)
from odintable.games.rng import below

SEATS = 8  # packs the number of moves and the seat to move: moves * SEATS + seat
OVER = 0  # the packed number when the game is over


@rule
def observe(state, seen, moves):
    """Fill in the legal moves and the view of the player to move; return the packed number."""
    if is_over(state):
        return OVER
    seen[0] = state
    hide(seen[0], state.turn)
    return legal(state, moves) * SEATS + state.turn


@entry_point
def observe_at(states, seen, moves):
    """Call `observe` from Python."""
    return observe(states[0], seen, moves)


@entry_point
def step(states, move, seen, moves, rng):
    """Make a legal move and the shuffles that it requires; then do as `observe` does."""
    state = states[0]
    apply(state, move)
    if state.pending_shuffle:
        resolve_shuffles(state, np.empty(MAX_PILE_CARDS, np.int8), rng)
    return observe(state, seen, moves)


@entry_point
def copy(states, into):
    """Copy a state at once; NumPy would copy it field by field."""
    into[0] = states[0]


@entry_point
def sample(states, into, rng):
    """Fill in a random state that agrees with everything that the player to move has seen."""
    into[0] = states[0]
    state = into[0]
    hide(state, state.turn)
    sample_state(state, rng)


@entry_point
def roll_out(states, returns, rng):
    """Play random legal moves on a copy to the end of the game; fill in the returns."""
    moves = np.empty(MAX_LEGAL_MOVES, np.int16)
    cards = np.empty(MAX_PILE_CARDS, np.int8)
    copies = np.empty_like(states)
    copies[0] = states[0]
    state = copies[0]
    while not is_over(state):
        apply(state, moves[below(rng, legal(state, moves))])
        resolve_shuffles(state, cards, rng)
    fill_returns(state, returns)


@entry_point
def final_returns(states, returns):
    """Fill in the returns of a game that is over."""
    fill_returns(states[0], returns)


@rule
def fill_returns(state, returns):
    """Shares of the win as OpenSpiel's returns, from -1 to 1."""
    outcome(state, returns)
    for seat in range(returns.size):
        returns[seat] = 2 * returns[seat] - 1
