"""A random player of ODIN for simulations, compiled: any legal move."""

from ..compiled import rule
from ..rng import below


@rule
def choose_rollout_move(_state, moves, count, rng):
    """One of the legal moves, each as likely as the other."""
    return moves[below(rng, count)]


@rule
def flip_cards(_state, _cards, _count, _rng):
    """No card of ODIN has two ways round."""


@rule
def choose_uniform_move(_state, moves, count, rng):
    """Any move. For `ismcts-plain`."""
    return moves[below(rng, count)]
