# mypy: disable-error-code="no-untyped-def"
"""A random player of high card for simulations, compiled."""

from odintable.games.compiled import rule
from odintable.games.rng import below


@rule
def choose_rollout_move(_state, moves, count, rng):
    """Choose any legal move."""
    return moves[below(rng, count)]


@rule
def choose_uniform_move(_state, moves, count, rng):
    """Choose any legal move."""
    return moves[below(rng, count)]


@rule
def flip_cards(_state, _cards, _count, _rng):
    """Cards have one way round."""
