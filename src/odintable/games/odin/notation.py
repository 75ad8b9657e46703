"""ODIN as text: cards, moves, options and shuffles, in both directions."""

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from odintable.errors import NotationError

from ..json_reader import Json, show
from .components import (
    CARD_TEXTS,
    CARDS,
    COLOUR_MASK,
    COLOURS,
    GOAT,
    GOAT_CARD,
    NUMBERS,
    PASS,
    SET,
    STATE,
    TAKE_GOAT,
    TAKES,
)
from .rules import begin
from .spec import SPEC

MOVE_FIELDS = ()  # fields of the state that the text of a move depends on

CARD_OF = {text: card for card, text in enumerate(CARD_TEXTS)}

# For each colour all subsets of its nine cards as text, and the bit where the colour begins.
CHOICES = [
    [[f"{colour}{n + 1}" for n in range(NUMBERS) if bits >> n & 1] for bits in range(1 << NUMBERS)]
    for colour in COLOURS
]
STARTS = range(0, CARDS - 1, NUMBERS)
YELLOW = STARTS[-1]
MAX_CACHED_SETS = 4096


# -- Cards and moves ---------------------------------------------------------------------------


def write_cards(cards: int) -> list[str]:
    """Return the cards of a set as text, sorted."""
    return list(card_texts(cards)) if cards else []


@functools.lru_cache(MAX_CACHED_SETS)
def card_texts(cards: int) -> tuple[str, ...]:
    """Return the cards of a set; cached, because each set is written for several players."""
    texts: list[str] = []
    for start, choices in zip(STARTS, CHOICES, strict=True):
        if cards & GOAT and start == YELLOW:
            texts.append("X0")  # sorted between R9 and Y1
        texts += choices[cards >> start & COLOUR_MASK]
    return tuple(texts)


def move_texts() -> list[str]:
    """Return every move as text."""
    texts = ["play " + " ".join(write_cards(int(cards))) for cards in SET]
    texts[PASS] = "pass"
    for card in range(CARDS):
        texts[TAKE_GOAT if card == GOAT_CARD else TAKES + card] = "take " + CARD_TEXTS[card]
    return texts


TEXTS = move_texts()
MOVE_OF = {text: move for move, text in enumerate(TEXTS)}
NO_SET = -1  # no move: cards that are neither of one colour nor of one number


def write_move(_state: Any, move: int) -> str:
    """Return a move as text."""
    return TEXTS[move]


def read_move(text: str) -> int:
    """Read a move, whether or not it is legal now; NO_SET for cards that are not a set."""
    if text in MOVE_OF:
        return MOVE_OF[text]
    if mistake := misread(text):
        raise NotationError(f"not a move: {show(text)}; {mistake}")
    return NO_SET


def misread(text: str) -> str:
    """Return a hint how moves are written; empty if only the cards do not make a set."""
    verb, *cards = text.split() or [""]
    unknown = [card for card in cards if card not in CARD_OF]
    if verb not in ("play", "take", "pass"):
        return "a move is play, take or pass"
    if unknown:
        return f"{show(unknown[0])} is not a card: cards are B1 to Y9 and X0"
    if verb == "pass" or not cards or (verb == "take" and len(cards) > 1):
        return "write: pass, take G5, play R2 R8"
    if sorted(cards) != cards or len(set(cards)) < len(cards) or " ".join([verb, *cards]) != text:
        return "cards are written once each, sorted, one space apart"
    return ""


def public_move_text(text: str) -> str:
    """Return a move as the other seats see it: in ODIN all moves are open. [OD-R2]"""
    return text


def is_hidden_move(_move: int) -> bool:
    """Return whether other seats do not see which move it is: never in ODIN. [OD-R2]"""
    return False


# -- Options and new games ---------------------------------------------------------------------


def new_state(players: int, first: int, options: dict[str, Json]) -> np.ndarray:
    """Return an array with one state, a game that awaits its first deal."""
    states = np.zeros(1, STATE)
    begin(states[0], players=players, first=first, **SPEC.read_options(options, players))
    return states


# -- Shuffles ----------------------------------------------------------------------------------


def pile_name(_state: Any) -> str:
    """Return the name of the pile to be shuffled: there is only one."""
    return "deal"


def write_pile(_state: Any, cards: Iterable[int]) -> list[str]:
    """Return cards of the pile as text."""
    return [CARD_TEXTS[card] for card in cards]


def read_pile(_state: Any, names: Iterable[str]) -> list[int]:
    """Read cards of the pile."""
    for name in names:
        if name not in CARD_OF:
            raise NotationError(f"{show(name)} is not a card: cards are B1 to Y9 and X0")
    return [CARD_OF[name] for name in names]
