# mypy: disable-error-code="no-untyped-def"
"""Where a round of high card ends."""

from odintable.games.compiled import rule

from .components import DEAL, OVER


@rule
def is_leg_over(state):
    """Whether the round has ended and the next has not been dealt."""
    return state.phase == OVER or state.pending_shuffle == DEAL
