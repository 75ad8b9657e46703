"""Ravens as learning environments play it: actions, observations and bounds."""

from typing import Any

import numpy as np

from odintable.games.feature_bits import Layout

from .components import DEAL_LANDSCAPES, FLIGHTS, HAND_SIZE, LANDSCAPE_CARDS, MOVE_COUNT
from .observation import FIELDS
from .spec import WAY_BONUS

UNBOUNDED_TURNS = 10_000  # assumed for a race without the option max-turns
DECISIONS_IN_A_TURN = 60  # more than there can be

# Options that differ from the rules' default in OpenSpiel: random players hardly finish a race.
OPENSPIEL_DEFAULTS: dict[str, int] = {"max-turns": 60}


def hand_size(_start: np.void) -> int:
    """Return how many cards each player is dealt."""
    return HAND_SIZE


def possible_moves(_start: np.void) -> list[int]:
    """Return all moves: the actions, in order."""
    return list(range(MOVE_COUNT))


def observation_layout(_start: np.void) -> Layout:
    """Return the fields of an observation."""
    return FIELDS


def packing(_start: np.void) -> np.ndarray:
    """Return an empty array: cards have the same place in every game."""
    return np.empty((0, 2), np.int64)


def max_points(start: np.void) -> int:
    """Return the most points that a player can have at the end."""
    return int(start["target"]) + LANDSCAPE_CARDS + WAY_BONUS


def max_game_length(start: np.void) -> int:
    """Return a number of decisions that hardly any game reaches."""
    turns = int(start["max_turns"]) or UNBOUNDED_TURNS
    return turns * DECISIONS_IN_A_TURN * 2 * int(start["target"])


# --- Chance and information states, for OpenSpiel -------------------------------------------------


def cards_to_draw(_state: np.void, pile: list[int]) -> int:
    """Return how many cards of the pile the shuffle decides: all of them."""
    return len(pile)


def orientations(state: np.void, card: int) -> tuple[int, ...]:
    """Return the ways in which a card can come up, all equally likely: landscapes may be turned.

    The first is the card as it lies in the pile.
    """
    if state["pending_shuffle"] != DEAL_LANDSCAPES:
        return (card,)
    turned = card % FLIGHTS * FLIGHTS + card // FLIGHTS
    return (min(card, turned), max(card, turned))


def newly_seen(before: Any, after: Any, seat: int) -> list[str]:
    """Return what a step shows a seat besides the move.

    That is the race and its first player, the path, the Magic Way, a landscape to place, the hand.
    """
    now: dict[str, Any] = after.view(seat).to_json()
    was: dict[str, Any] = {} if before.awaits_shuffle else before.view(seat).to_json()
    shown = {name: now[name] for name in ("race", "first", "magic", "placing")}
    shown["path"] = " ".join(now["path"])
    was["path"] = " ".join(was.get("path", ()))
    texts = [f"{name} {value}" for name, value in shown.items() if was.get(name) != value]
    hand = now["hands"][seat]
    if "hands" not in was or was["hands"][seat] != hand:
        texts.append(f"hand {hand}")
    return texts
