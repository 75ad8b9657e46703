"""The compiled functions of all games, under one name each.

numba picks the game by the type of the state, so search, rollouts and batches are written once.
Without the compiler (NUMBA_DISABLE_JIT=1) the same names look the game up by the state's dtype.
"""

import functools
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload

from .compiled import rule
from .rng import shuffle
from .spec import GAMES, GameModules

NO_SHUFFLE = 0  # the value of `pending_shuffle` when there is none, in every game
MAX_PILE_CARDS = 64  # more than any pile holds
MAX_LEGAL_MOVES = max(spec.modules.components.MAX_LEGAL_MOVES for spec in GAMES.values())
MOVE_CODES = max(spec.modules.components.MOVE_COUNT for spec in GAMES.values())


@functools.cache
def modules_for(state: Any) -> GameModules:
    """Return the modules of the game whose state has this dtype, or this numba type."""
    for spec in GAMES.values():
        dtype = spec.modules.components.STATE
        if state in (dtype, numba.from_dtype(dtype)):
            return spec.modules
    raise TypeError(f"no game has states of type {state}")


def by_game(module: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a function that every game has in this module; its first argument is a state."""

    def declare(declared: Callable[..., Any]) -> Callable[..., Any]:
        name = declared.__name__

        @functools.wraps(declared)
        def interpreted(state: Any, *rest: Any) -> Any:
            return getattr(getattr(modules_for(state.dtype), module), name)(state, *rest)

        def compiled(state: Any, *_rest: Any) -> Any:
            return getattr(getattr(modules_for(state), module), name).py_func

        overload(interpreted, strict=False)(compiled)
        return interpreted

    return declare


# -- Rules -------------------------------------------------------------------------------------


@by_game("rules")
def legal(state: Any, moves: Any) -> Any:
    """Fill in the legal moves and return their number."""


@by_game("rules")
def apply(state: Any, move: int) -> None:
    """Make a legal move, after which the state may have a pending shuffle."""


@by_game("rules")
def pile_to_shuffle(state: Any, cards: Any) -> Any:
    """Fill in the cards to be shuffled, in the order of their text, and return their number."""


@by_game("rules")
def apply_shuffle(state: Any, cards: Any) -> None:
    """Continue with the pile in the order given."""


@by_game("rules")
def is_over(state: Any) -> Any:
    """Return whether the game has ended."""


@by_game("rules")
def outcome(state: Any, shares: Any) -> None:
    """Fill in each seat's share of the win of a game that is over."""


# -- Views -------------------------------------------------------------------------------------


@by_game("view")
def hide(state: Any, seat: int) -> None:
    """Turn a full state into the view of a seat."""


@by_game("sampling")
def sample_state(state: Any, rng: Any) -> None:
    """Turn a view into a random full state that agrees with it."""


@by_game("sampling")
def sample_likely_state(
    state: Any, chain: Any, log_weight: Any, history: Any, weights: Any, rng: Any
) -> None:
    """Turn a view into a full state that agrees with it and explains what the others did."""


# -- JSON --------------------------------------------------------------------------------------


@by_game("to_json")
def write_json(state: Any, out: Any) -> Any:
    """Write a state as JSON, without its beginning up to the options; return the length."""


@by_game("to_json")
def put_moves(state: Any, out: Any, at: int, moves: Any) -> Any:
    """Write moves as a list of their texts, sorted; return where it ends."""


@by_game("to_json")
def put_landings(state: Any, out: Any, at: int, moves: Any) -> Any:
    """Write where each move brings a piece, in games that have pieces; return where it ends."""


# -- Simulations -------------------------------------------------------------------------------


@by_game("rollout_policy")
def choose_rollout_move(state: Any, moves: Any, count: int, rng: Any) -> Any:
    """Choose one of the legal moves for a rollout."""


@by_game("rollout_policy")
def choose_uniform_move(state: Any, moves: Any, count: int, rng: Any) -> Any:
    """Choose a move for the uniformly random rollouts of the bot `ismcts-plain`."""


@by_game("rollout_policy")
def flip_cards(state: Any, cards: Any, count: int, rng: Any) -> None:
    """Flip shuffled cards at random, if they can lie either way round."""


@rule
def resolve_shuffles(state, cards, rng):
    """Resolve all pending shuffles with the generator."""
    while state.pending_shuffle != NO_SHUFFLE:
        count = pile_to_shuffle(state, cards)
        shuffle(cards, count, rng)
        flip_cards(state, cards, count, rng)
        apply_shuffle(state, cards)


# -- Heuristics --------------------------------------------------------------------------------


@by_game("move_heuristic")
def move_score(state: Any, move: int, weights: Any) -> Any:
    """Score a legal move for the player to move: the higher, the better."""


@by_game("value_heuristic")
def is_leg_over(state: Any) -> Any:
    """Return whether the leg has ended and the next one is not dealt yet."""


@by_game("value_heuristic")
def apply_turn_limit(state: Any, turns: int) -> None:
    """End a leg that has taken this many turns in favour of the player who is ahead."""


@by_game("value_heuristic")
def estimate_win_probabilities(state: Any, weights: Any, shares: Any) -> None:
    """Fill in each seat's win probability, after a leg or at the beginning of a turn."""


# -- Features for nets -------------------------------------------------------------------------


@by_game("features")
def clear_memory(state: Any, memory: Any) -> None:
    """Empty the memory at the beginning of a leg."""


@by_game("features")
def update_memory(state: Any, memory: Any, move: int) -> None:
    """Note in the memory what a move that is about to be made shows to everybody."""


@by_game("features")
def rebuild_memory(state: Any, moves: Any, count: int, memory: Any) -> None:
    """Compute the memory from the moves since the leg began."""


@by_game("features")
def mark_standing(state: Any, seat: int, bits: Any) -> None:
    """Set the bits of the game as a seat sees it between two legs."""


@by_game("features")
def mark_situation(state: Any, memory: Any, bits: Any) -> None:
    """Set the bits of what the viewer, who is to move, knows before the move."""


@by_game("features")
def mark_choices(state: Any, moves: Any, count: int, rows: Any) -> None:
    """Set the bits of what each move does, a row for each."""


@by_game("features")
def fill_targets(state: Any, before: Any, seat: int, targets: Any) -> None:
    """Fill in the auxiliary training targets of a leg that has ended."""


# -- Environments ------------------------------------------------------------------------------


@by_game("observation")
def deal(state: Any, cards: Any, hand_size: int) -> None:
    """Continue with the pile in the order given; `hand_size` is that of the variant."""


@by_game("observation")
def observe(view: Any, memory: Any, packing: Any, at: Any, words: Any) -> None:
    """Set the bits of what the viewer knows."""
