"""Our games with the methods that OpenSpiel's search in Python calls, over a compiled state.

Shuffles are no chance nodes here: the move that requires a shuffle also makes it, with the
generator of the search.
"""

import random
from collections.abc import Sequence
from typing import Self

import numpy as np

from odintable.games.dispatch import MAX_LEGAL_MOVES
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.games.spec import MAX_PLAYERS

from .state_calls import SEATS, copy, final_returns, observe_at, roll_out, sample, step

MAX_TURNS = 60  # in a race of Ravens: players who move at random hardly ever finish one


class SearchContext:
    """Shared by all states of one search: the generator, and arrays for results."""

    __slots__ = ("moves", "returns", "rng", "seen")

    def __init__(self, states: np.ndarray, seed: int) -> None:
        """Allocate arrays for states like these."""
        self.moves = np.empty(MAX_LEGAL_MOVES, np.int16)
        self.returns = np.empty(MAX_PLAYERS)
        self.rng = generator(seed)
        self.seen = np.empty_like(states)


class Moves(list[int]):
    """Legal moves as integers; the search makes deep copies of them all the time."""

    def __deepcopy__(self, _memo: object) -> list[int]:
        """A shallow copy is enough for integers, and faster."""
        return self.copy()


class SpielState:
    """A game in OpenSpiel's terms. The search changes it on its way down the tree."""

    __slots__ = ("_key", "_legal", "_turn", "context", "states")

    def __init__(self, states: np.ndarray, context: SearchContext) -> None:
        """Take over an array of one record that waits for no shuffle."""
        self.states = states
        self.context = context
        self._store(observe_at(states, context.seen, context.moves))

    def _store(self, packed: int) -> None:
        """Store the result of a compiled call."""
        context = self.context
        self._turn = packed % SEATS
        self._legal = Moves(context.moves[: packed // SEATS].tolist())
        self._key: bytes = context.seen.tobytes()

    def apply_action(self, move: int) -> None:
        """Make a legal move and the shuffles that it requires."""
        context = self.context
        self._store(step(self.states, move, context.seen, context.moves, context.rng))

    def clone(self) -> Self:
        """An independent copy."""
        other = self._uninitialized_copy()
        copy(self.states, other.states)
        return other

    def resample_from_infostate(self, _player: int, _chance: object) -> Self:
        """A random state that agrees with everything that the player to move has seen."""
        other = self._uninitialized_copy()
        sample(self.states, other.states, self.context.rng)
        return other

    def _uninitialized_copy(self) -> Self:
        """A state with the same moves and the same key, whose record is still uninitialized."""
        other = object.__new__(type(self))
        other.states, other.context = np.empty_like(self.states), self.context
        other._turn, other._legal, other._key = self._turn, self._legal, self._key
        return other

    def information_state_string(self) -> bytes:
        """A key for the information of the player to move: the bytes of their view."""
        return self._key

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """The legal moves as numbers; none when the game is over."""
        return self._legal

    def current_player(self) -> int:
        """The seat to move."""
        return self._turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._legal

    def is_chance_node(self) -> bool:
        """Always False: a shuffle is made with the move that requires it."""
        return False

    def returns(self) -> list[float]:
        """The return of each seat in a finished game: 1 for a win, -1 for a loss."""
        final_returns(self.states, self.context.returns)
        return list(self.context.returns.tolist())


class Rollout:
    """OpenSpiel's RandomRolloutEvaluator with one rollout, compiled: random moves to the end."""

    def evaluate(self, state: SpielState) -> list[float]:
        """The return of each seat after a random rollout."""
        context = state.context
        roll_out(state.states, context.returns, context.rng)
        return list(context.returns.tolist())

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """The same prior for all moves."""
        legal = state.legal_actions()
        share = 1 / len(legal)
        return [(move, share) for move in legal]


class FastRandom(random.Random):
    """The methods of NumPy's RandomState that the search uses; faster for single numbers."""

    def randint(self, count: int, _end: None = None) -> int:  # type: ignore[override]
        """A random integer from 0 to count - 1."""
        return int(self.random() * count)

    def shuffle(self, moves: list[int]) -> None:  # type: ignore[override]
        """Shuffle in place; all orders are equally likely."""
        draw = self.random
        moves.sort(key=lambda _: draw())

    def choice(self, moves: Sequence[int], p: Sequence[float]) -> int:  # type: ignore[override]
        """A random move, drawn by the probabilities."""
        return self.choices(moves, p)[0]


def root_state(view: Position, seed: int) -> SpielState:
    """The root of a search from a view; races of Ravens get a turn limit."""
    states = view.states.copy()
    if view.name == "ravens":
        bound = int(states[0].max_turns) or MAX_TURNS
        states[0].max_turns = min(bound, MAX_TURNS)
    return SpielState(states, SearchContext(states, seed))
