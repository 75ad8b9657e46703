"""The rules of every game under one name each: numba picks the game by the state's record type.

So search, playouts and batches are written once. Without the compiler (NUMBA_DISABLE_JIT=1) the
same names look the game up by the record's dtype.
"""

import functools
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload

from . import compile_cache
from .compiled import rule
from .rng import shuffle
from .spec import GAMES, GameModules

compile_cache.keep_files_apart()  # one function, compiled for each game


NO_SHUFFLE = 0  # in every game: chance owes the state nothing
MAX_PILE_CARDS = 64  # more than any pile holds
MAX_LEGAL_MOVES = max(spec.modules.components.MAX_LEGAL_MOVES for spec in GAMES.values())  # at once
MOVE_CODES = max(spec.modules.components.MOVE_COUNT for spec in GAMES.values())  # in all


@functools.cache
def modules_for(state: Any) -> GameModules:
    """The modules of the game whose state has this dtype, or this numba type."""
    for spec in GAMES.values():
        dtype = spec.modules.components.STATE
        if state in (dtype, numba.from_dtype(dtype)):
            return spec.modules
    raise TypeError(f"no game has states of type {state}")


def by_game(room: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A function that every game has in this room, chosen by the state it is called with."""

    def declare(declared: Callable[..., Any]) -> Callable[..., Any]:
        name = declared.__name__

        @functools.wraps(declared)
        def interpreted(state: Any, *rest: Any) -> Any:
            return getattr(getattr(modules_for(state.dtype), room), name)(state, *rest)

        def compiled(state: Any, *_rest: Any) -> Any:
            return getattr(getattr(modules_for(state), room), name).py_func

        overload(interpreted, strict=False)(compiled)
        return interpreted

    return declare


@by_game("rules")
def legal(state: Any, moves: Any) -> Any:
    """Fill in every legal move; how many they are."""


@by_game("rules")
def apply(state: Any, move: int) -> None:
    """Make a legal move. The state may then wait for a shuffle."""


@by_game("rules")
def pile_to_shuffle(state: Any, cards: Any) -> Any:
    """Fill in the cards that wait to be shuffled, in the order of their text; how many."""


@by_game("rules")
def apply_shuffle(state: Any, cards: Any) -> None:
    """Go on with the pile in the order given."""


@by_game("rules")
def is_over(state: Any) -> Any:
    """The game has ended."""


@by_game("rules")
def outcome(state: Any, shares: Any) -> None:
    """Fill in each seat's share of the win of a game that is over."""


@by_game("view")
def hide(state: Any, seat: int) -> None:
    """Turn the truth into what the seat may know."""


@by_game("view")
def sample_state(state: Any, rng: Any) -> None:
    """Turn a view into a random truth that agrees with it."""


@by_game("to_json")
def write_json(state: Any, page: Any) -> Any:
    """Write the position or the view as JSON, from what follows its options on; how many bytes."""


@by_game("to_json")
def put_moves(state: Any, page: Any, at: int, moves: Any) -> Any:
    """Write moves as a list of their texts, sorted; where to go on."""


@by_game("to_json")
def put_landings(state: Any, page: Any, at: int, moves: Any) -> Any:
    """Write where each of the moves brings a raven, in a game that has some; where to go on."""


@by_game("rollout_policy")
def choose_rollout_move(state: Any, moves: Any, count: int, rng: Any) -> Any:
    """A random player's move among the legal ones."""


@by_game("rollout_policy")
def choose_uniform_move(state: Any, moves: Any, count: int, rng: Any) -> Any:
    """A move of the uniformly random playouts that `ismcts-plain` is made of."""


@by_game("rollout_policy")
def flip_cards(state: Any, cards: Any, count: int, rng: Any) -> None:
    """Cards that can come up either way round do, at random."""


@rule
def resolve_shuffles(state, cards, rng):
    """Hand a state every shuffle it waits for, from the generator."""
    while state.pending_shuffle != NO_SHUFFLE:
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        apply_shuffle(state, cards)


@by_game("move_heuristic")
def move_score(state: Any, move: int, weights: Any) -> Any:
    """How much a legal move appeals to a sensible player at turn."""


@by_game("sampling")
def sample_likely_state(
    state: Any, worlds: Any, odds: Any, past: Any, weights: Any, rng: Any
) -> None:
    """Turn a view into a truth that agrees with it and explains what the others did."""


@by_game("value_heuristic")
def is_leg_over(state: Any) -> Any:
    """The hand or the race has ended, and chance has not gone on with the next."""


@by_game("value_heuristic")
def apply_turn_limit(state: Any, turns: int) -> None:
    """End a hand or race that would go on for too long, for who is ahead."""


@by_game("value_heuristic")
def estimate_win_probabilities(state: Any, chances: Any, shares: Any) -> None:
    """Fill in each seat's chance to win the game, after a leg or at the beginning of a turn."""


@by_game("features")
def clear_memory(state: Any, memory: Any) -> None:
    """A new hand or race begins."""


@by_game("features")
def update_memory(state: Any, memory: Any, move: int) -> None:
    """Keep what a move that is about to be made tells everybody."""


@by_game("features")
def mark_standing(state: Any, seat: int, bits: Any) -> None:
    """Set the bits of the game as a seat sees it between two hands or races."""


@by_game("features")
def mark_situation(state: Any, memory: Any, bits: Any) -> None:
    """Set the bits of what the viewer, who is to move, knows before the move."""


@by_game("features")
def mark_choices(state: Any, moves: Any, count: int, rows: Any) -> None:
    """Set the bits of what each of the moves does, a row each."""


@by_game("features")
def fill_targets(state: Any, before: Any, seat: int, found: Any) -> None:
    """Fill in what a hand or race that has ended brought, to be learned beside the win."""


@by_game("features")
def rebuild_memory(state: Any, past: Any, count: int, memory: Any) -> None:
    """Make the memory anew from all moves since the deal."""


@by_game("observation")
def deal(state: Any, cards: Any, hand: int) -> None:
    """Go on with the pile in the order given; a hand of ODIN has this many cards."""


@by_game("observation")
def observe(view: Any, memory: Any, packing: Any, at: Any, words: Any) -> None:
    """Set the bits of what the viewer knows, for an environment."""
