"""The cards of high card, its state and its moves as numbers: move `n` shows card `n`."""

import numpy as np

PLAYERS, CARDS, HAND_SIZE = 2, 6, 2
CARD_TEXTS = [str(number) for number in range(1, CARDS + 1)]
MOVE_COUNT = CARDS
MAX_LEGAL_MOVES = HAND_SIZE
SHOW, OVER = range(2)  # the phases
PHASES = ("show", "over")
NO_SHUFFLE, DEAL = range(2)  # pending shuffles
NO_CARD = -1
FULL_STATE = -1

STATE = np.dtype(
    (
        np.record,
        [
            ("hands", np.int8, PLAYERS),  # bits; 0 where the viewer does not know the cards
            ("shown", np.int8, PLAYERS),  # the card that each player has shown, or NO_CARD
            ("scores", np.int16, PLAYERS),
            ("target", np.int16),
            ("round", np.int16),  # from 1; 0 before the first deal
            ("starter", np.int8),
            ("turn", np.int8),
            ("phase", np.int8),
            ("pending_shuffle", np.int8),
            ("viewer", np.int8),
        ],
    )
)
