"""ODIN as learning environments play it: actions, observations, bounds, and a small variant.

The small variant has three colours, four numbers and four cards in a hand. It is not an option of
the rules: people do not play it.
"""

from typing import Any

import numpy as np

from odintable.errors import OptionError
from odintable.games.feature_bits import Layout

from .components import (
    COLOUR_MASK,
    COLOURS,
    GOAT_POINTS,
    HAND_SIZE,
    MOVE_COUNT,
    NUMBERS,
    PLAIN_DECK,
    SET,
    SIZE,
)
from .observation import fields

SMALL_HAND, SMALL_COLOURS, SMALL_NUMBERS, SMALL_PLAYERS = 4, 3, 4, 3
SMALL_DECK = sum(((1 << SMALL_NUMBERS) - 1) << NUMBERS * at for at in range(SMALL_COLOURS))

OPENSPIEL_DEFAULTS: dict[str, int] = {}  # options that differ from the rules' default there


def make_small(starts: np.ndarray, options: dict[str, Any]) -> None:
    """Turn initial states into those of the small variant."""
    players = starts.size
    if players > SMALL_PLAYERS:
        raise OptionError(f"small is for 2 or 3 players, not {players}")
    if options.get("goat") or options.get("four-colours"):
        raise OptionError("small has twelve cards of its own: no goat, no four-colours")
    starts["deck"] = SMALL_DECK


def hand_size(start: np.void) -> int:
    """Return how many cards each player is dealt."""
    return SMALL_HAND if start["deck"] == SMALL_DECK else HAND_SIZE


def possible_moves(start: np.void) -> list[int]:
    """Return the moves that can be made with the cards of the deck: the actions, in order."""
    deck = int(start["deck"])
    return [
        move
        for move in range(MOVE_COUNT)
        if not int(SET[move]) & ~deck and int(SIZE[move]) <= HAND_SIZE
    ]


def observation_layout(start: np.void) -> Layout:
    """Return the fields of an observation."""
    return fields(int(start["players"]), int(start["deck"]).bit_count(), hand_size(start))


def packing(start: np.void) -> np.ndarray:
    """Return for each colour its numbers in the deck and their new place; then the goat's place.

    Empty if the deck has no gaps, so that nothing moves.
    """
    deck = int(start["deck"])
    if deck & PLAIN_DECK == PLAIN_DECK:
        return np.empty((0, 2), np.int64)
    rows, place = [], 0
    for colour in range(len(COLOURS)):
        numbers = deck >> NUMBERS * colour & COLOUR_MASK
        rows.append((numbers, place))
        place += numbers.bit_count()
    return np.array([*rows, (0, place)], np.int64)


def max_points(start: np.void) -> int:
    """Return the most points that a player can have at the end."""
    in_one_hand = hand_size(start) + GOAT_POINTS
    return in_one_hand if start["one_hand"] else int(start["limit"]) + in_one_hand


def max_game_length(start: np.void) -> int:
    """Return a number of decisions that no game reaches."""
    players = int(start["players"])
    cards = players * hand_size(start)
    hands = 1 if start["one_hand"] else 2 * int(start["limit"])
    return hands * 2 * players * cards * cards


# --- Chance and information states, for OpenSpiel -------------------------------------------------


def cards_to_draw(state: np.void, _pile: list[int]) -> int:
    """Return how many cards of the pile are dealt; the others stay out of the hand."""
    return int(state["players"]) * hand_size(state)


def orientations(_state: np.void, card: int) -> tuple[int, ...]:
    """Return the ways in which a card can come up, all equally likely."""
    return (card,)


def newly_seen(before: Any, after: Any, seat: int) -> list[str]:
    """Return what a step shows a seat besides the move: a new hand."""
    if not before.awaits_shuffle:
        return []
    view = after.view(seat).to_json()
    return [f"hand {view['deal']} begins with {view['starter']}: {' '.join(view['hands'][seat])}"]
