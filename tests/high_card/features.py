# mypy: disable-error-code="no-untyped-def"
"""Features of high card: players remember nothing that is not on the table."""

import numpy as np

from odintable.games.compiled import rule

MEMORY = np.dtype((np.record, [("nothing", np.int8)]))


@rule
def clear_memory(_state, memory):
    """Clear the memory before a new round."""
    memory.nothing = 0


@rule
def update_memory(_state, _memory, _move):
    """Keep nothing of a move."""
