"""What is believed about the cards one does not see in Ravens, compiled.

Nothing is concluded from what the other raven's player does: every agreeing truth is as likely.
"""

from ..compiled import rule
from .view import sample_state


@rule
def sample_likely_state(state, _worlds, _odds, _past, _weights, rng):
    """Turn a view into a random truth that agrees with it."""
    sample_state(state, rng)
