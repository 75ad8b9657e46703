"""Positions and views of high card from JSON."""

from typing import Any

import numpy as np

from odintable.errors import PositionError
from odintable.games.json_reader import Json, Reader, show

from .components import (
    CARD_TEXTS,
    FULL_STATE,
    HAND_SIZE,
    NO_CARD,
    NO_SHUFFLE,
    OVER,
    PHASES,
    PLAYERS,
)
from .notation import new_state

KEYS = "game options scores round starter turn phase hands shown".split()


def read(given: Json, viewer: int = FULL_STATE) -> tuple[np.ndarray, dict[str, Json]]:
    """Read a position, or a viewer's view: the state in an array of one, and the options."""
    reader = Reader(given, KEYS, "position" if viewer == FULL_STATE else "view")
    states = new_state(PLAYERS, reader.whole("starter", 0, 1), given["options"])
    state: Any = states[0]
    state.pending_shuffle = NO_SHUFFLE
    state.viewer = viewer
    state.scores[:] = reader.wholes("scores", PLAYERS, 0, int(state.target))
    state.round = reader.whole("round", 1, 1000)
    state.turn = reader.whole("turn", 0, 1)
    state.phase = reader.word("phase", PHASES)
    cards = []
    for seat, card in enumerate(reader.items("shown", PLAYERS)):
        state.shown[seat] = NO_CARD if card is None else read_card(card)
        cards += [card] if card is not None else []
    for seat, hand in enumerate(reader.items("hands", PLAYERS)):
        is_hidden = state.phase != OVER and viewer not in (FULL_STATE, seat)
        size = hand if is_hidden else len(hand) if isinstance(hand, list) else -1
        due = HAND_SIZE - int(state.shown[seat] != NO_CARD)
        if size != due:
            raise PositionError(f"hand {seat} must have {due} cards")
        for card in [] if is_hidden else hand:
            state.hands[seat] |= 1 << read_card(card)
            cards.append(card)
    if len(set(cards)) < len(cards):
        raise PositionError("a card is in two places")
    return states, given["options"]


def read_card(name: Json) -> int:
    """Read one card."""
    if name not in CARD_TEXTS:
        raise PositionError(f"{show(name)} is not a card")
    return CARD_TEXTS.index(name)
