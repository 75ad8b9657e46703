"""High card as text: cards are `1` to `6`, a move is `show 4`."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from odintable.errors import NotationError
from odintable.games.json_reader import Json, show

from .components import CARD_TEXTS, DEAL, FULL_STATE, STATE
from .spec import SPEC

MOVE_FIELDS = ()  # the text of a move does not depend on the state
TEXTS = [f"show {card}" for card in CARD_TEXTS]


def write_cards(hand: int) -> list[str]:
    """Write the cards of a hand, sorted."""
    return [text for card, text in enumerate(CARD_TEXTS) if hand >> card & 1]


def read_move(text: str) -> int:
    """Read a move, legal or not."""
    if text not in TEXTS:
        raise NotationError(f"not a move: {show(text)}; write: show 4")
    return TEXTS.index(text)


def public_move_text(text: str) -> str:
    """Return a move as the other seats see it: everything is shown."""
    return text


def is_hidden_move(_move: int) -> bool:
    """Whether the other seats do not see which move it is."""
    return False


def new_state(players: int, first: int, options: dict[str, Json]) -> np.ndarray:
    """Return a game that waits for its first deal, as an array of one state."""
    states = np.zeros(1, STATE)
    state: Any = states[0]
    state.target = SPEC.read_options(options, players)["target"]
    state.starter = state.turn = first
    state.pending_shuffle = DEAL
    state.viewer = FULL_STATE
    return states


def pile_name(_state: Any) -> str:
    """Name the pile to shuffle."""
    return "deal"


def write_pile(_state: Any, cards: Iterable[int]) -> list[str]:
    """Write the cards of a pile."""
    return [CARD_TEXTS[card] for card in cards]


def read_pile(_state: Any, names: Iterable[str]) -> list[int]:
    """Read the cards of a pile."""
    for name in names:
        if name not in CARD_TEXTS:
            raise NotationError(f"{show(name)} is not a card: cards are 1 to 6")
    return [CARD_TEXTS.index(name) for name in names]
