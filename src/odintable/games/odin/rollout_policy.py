"""The random player of ODIN's rollouts, compiled: it plays any legal move."""

from ..compiled import rule
from ..rng import below


@rule
def choose_rollout_move(_state, moves, count, rng):
    """Choose one of the legal moves, all equally likely."""
    return moves[below(rng, count)]


@rule
def flip_cards(_state, _cards, _count, _rng):
    """Do nothing: cards of ODIN have no orientation."""


@rule
def choose_uniform_move(_state, moves, count, rng):
    """Choose any legal move, for the bot `ismcts-plain`."""
    return moves[below(rng, count)]
