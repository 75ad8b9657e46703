"""Position: a game between two moves, as text and JSON.

A position holds a full state or, as a *view*, what one seat knows of it.
"""

import functools
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np

from odintable.errors import IllegalMove, NotationError, OdintableError, PositionError

from . import compiled_calls
from .dispatch import MAX_LEGAL_MOVES, MAX_PILE_CARDS
from .illegal_move_reason import GAME_OVER, NOT_NOW, NOT_YOUR_TURN, Reason
from .json_reader import Json, is_whole, show
from .json_writer import MAX_VIEW_BYTES
from .rng import generator
from .spec import GAMES, MAX_PLAYERS
from .state_unpacking import StateFields

FULL_STATE, SPECTATOR = -1, -2  # values of `viewer` that are not seats
History = list[tuple[int, int]]  # moves as (seat, move)


class OutputBuffer(threading.local):
    """The memory that compiled code writes JSON into: one for each thread, allocated once."""

    def __init__(self) -> None:
        """Allocate it when a thread first uses it."""
        self.text = memoryview(bytearray(MAX_VIEW_BYTES))
        self.array = np.frombuffer(self.text, np.uint8)


_buffer = OutputBuffer()


class FieldReaders(NamedTuple):
    """Readers for the fields of a game's state: all of them, or those that some code needs."""

    all: StateFields
    for_moves: StateFields
    for_events: StateFields


@functools.cache
def field_readers(name: str) -> FieldReaders:
    """Return the field readers of a game."""
    modules = GAMES[name].modules
    state = modules.components.STATE
    return FieldReaders(
        StateFields(state),
        StateFields(state, modules.notation.MOVE_FIELDS),
        StateFields(state, modules.events.EVENT_FIELDS),
    )


class Position:
    """A full state of a game, or a view of it, with the game's options."""

    __slots__ = (
        "_json_start",
        "_summary",
        "history",
        "modules",
        "name",
        "options",
        "spec",
        "states",
    )

    def __init__(
        self,
        name: str,
        states: np.ndarray,
        options: dict[str, Json],
        history: History | None = None,
    ) -> None:
        """Take over an array with one state, and the moves since the leg began."""
        self.name = name
        self.spec = GAMES[name]
        self.modules = self.spec.modules
        self.states = states
        self.options = options
        self.history = history  # None if unknown, as in a position that was set up
        self._summary: Any = None
        self._json_start = b""

    @classmethod
    def new(cls, name: str, players: int, first: int, options: dict[str, Json]) -> Self:
        """Start a new game, which awaits its first shuffle."""
        GAMES[name].check_players(players)
        if not is_whole(first, 0, players - 1):
            raise OdintableError(f"first must be a seat from 0 to {players - 1}")
        states = GAMES[name].modules.notation.new_state(players, first, options)
        return cls(name, states, options)

    @classmethod
    def from_json(cls, given: Json, viewer: int = FULL_STATE) -> Self:
        """Read a position, or the view of a viewer."""
        what = "position" if viewer == FULL_STATE else "view"
        if not isinstance(given, dict):
            raise PositionError(f"{what} must be an object, not {show(given)}")
        name = given.get("game")
        if not isinstance(name, str) or name not in GAMES:
            raise PositionError(f"game must be {' or '.join(GAMES)}, not {show(name)}")
        return cls(name, *GAMES[name].modules.from_json.read(given, viewer))

    def to_json(self) -> dict[str, Json]:
        """Return the position, or the view, as an object."""
        read: dict[str, Json] = msgspec.json.decode(self.to_json_bytes())
        return read

    def to_json_bytes(self) -> bytes:
        """Return the position, or the view, as JSON text."""
        size = compiled_calls.write_json_at(self.states, 0, _buffer.array)
        return self._start_json() + _buffer.text[:size]

    def _start_json(self) -> bytes:
        """Return the part of the JSON text that never changes: the game and its options."""
        if not self._json_start:
            parts = (self.name.encode(), msgspec.json.encode(self.options))
            self._json_start = b'{"game":"%b","options":%b,' % parts
        return self._json_start

    def __repr__(self) -> str:
        """Return the position in its notation."""
        return self.to_json_bytes().decode()

    def copy(self) -> Self:
        """Return an independent copy."""
        # Ten times as fast as `states.copy()`, which copies the dtype with its names.
        states = np.frombuffer(bytearray(self.states.tobytes()), self.states.dtype)
        history = None if self.history is None else self.history.copy()
        return type(self)(self.name, states, self.options, history)

    # -- Reading the state ---------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The NumPy record."""
        return self.states[0]

    @property
    def fields(self) -> Any:
        """The fields of the state by name, as Python values."""
        return field_readers(self.name).all.read(self.states)

    @property
    def summary(self) -> Any:
        """The fields that events depend on; cached until `apply` or `apply_shuffle`."""
        if self._summary is None:
            self._summary = field_readers(self.name).for_events.read(self.states)
        return self._summary

    @property
    def players(self) -> int:
        """The number of seats."""
        if self.spec.has_fixed_players:
            return self.spec.max_players
        return int(self.states["players"].item())

    @property
    def turn(self) -> int:
        """The seat that decides now; after the game, the seat that moved last."""
        return int(self.states["turn"].item())

    @property
    def leg(self) -> int:
        """The number of this hand or race, from 1; 0 before the first."""
        return int(self.states[self.spec.leg_field].item())

    @property
    def viewer(self) -> int:
        """A seat, SPECTATOR, or FULL_STATE if this is not a view."""
        return int(self.states["viewer"].item())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["phase"].item() == self.modules.components.OVER)

    def outcome(self) -> list[float]:
        """Return each seat's share of the win of a game that is over."""
        shares = np.zeros(MAX_PLAYERS)
        compiled_calls.outcome_at(self.states, 0, shares)
        return [float(share) for share in shares[: self.players]]

    def winners(self) -> list[int]:
        """Return the seats that have won; none before the end of the game."""
        if not self.is_over:
            return []
        return [seat for seat, share in enumerate(self.outcome()) if share > 0]

    # -- Moves ---------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """Return the legal moves as numbers; none when the game is over."""
        moves = np.empty(MAX_LEGAL_MOVES, np.int16)
        legal: list[int] = moves[: compiled_calls.legal_at(self.states, 0, moves)].tolist()
        return legal

    def legal(self) -> list[str]:
        """Return the legal moves as text, sorted."""
        return sorted(self.write_moves(self.moves()))

    def write_move(self, move: int) -> str:
        """Return a move as text."""
        return self.write_moves([move])[0]

    def write_moves(self, moves: Sequence[int]) -> list[str]:
        """Return moves as text, in their order."""
        notation = self.modules.notation
        texts: list[str] = [notation.TEXTS[move] for move in moves]
        if "" in texts:  # some depend on the state, which is slow to read
            fields = field_readers(self.name).for_moves.read(self.states)
            texts = [
                text or notation.write_move(fields, move)
                for text, move in zip(texts, moves, strict=True)
            ]
        return texts

    def read_move(self, text: str) -> int:
        """Read a legal move; an IllegalMove carries the reason why a move is not legal."""
        move: int = self.modules.notation.read_move(text)
        if not self._is_legal(move, text):
            reason = self.why_illegal(text)
            raise IllegalMove(f"illegal: {text}: {reason}", reason)
        return move

    def why_illegal(self, text: str) -> Reason:
        """Return why a move that is understood is not legal now."""
        if self.is_over:
            return GAME_OVER()
        if self.awaits_shuffle:
            return NOT_NOW()
        if self.viewer not in (FULL_STATE, self.turn):
            return NOT_YOUR_TURN(seat=self.turn)
        reason: Reason = self.modules.illegal.why_illegal(self.state, text)
        return reason

    def _is_legal(self, move: int, text: str) -> bool:
        """Whether a move is legal and correctly written; a number below 0 is not a move."""
        if move < 0 or self.summary.phase == self.modules.components.OVER:
            return False
        is_so_written = self.modules.notation.TEXTS[move] == text or self.write_move(move) == text
        return is_so_written and bool(compiled_calls.is_legal_at(self.states, 0, move))

    def apply(self, move: int) -> None:
        """Make a legal move, after which the position may await shuffles."""
        if self.history is not None:
            self.history.append((self.summary.turn, move))
        compiled_calls.apply_at(self.states, 0, move)
        self._summary = None

    # -- Shuffles ------------------------------------------------------------------------------

    @property
    def awaits_shuffle(self) -> bool:
        """Whether the game cannot go on before a shuffle."""
        return bool(self.states["pending_shuffle"].item())

    def pile_to_shuffle(self) -> tuple[str, list[str]]:
        """Return the name of the pile to be shuffled, and its cards in order."""
        cards = np.empty(MAX_PILE_CARDS, np.int8)
        count = compiled_calls.pile_to_shuffle_at(self.states, 0, cards)
        notation, summary = self.modules.notation, self.summary
        return notation.pile_name(summary), notation.write_pile(summary, cards[:count].tolist())

    def apply_shuffle(self, names: Sequence[str]) -> None:
        """Continue with the cards of the pile in the order given."""
        cards = np.zeros(MAX_PILE_CARDS, np.int8)
        count = compiled_calls.pile_to_shuffle_at(self.states, 0, cards)
        waiting = cards[:count].tolist()
        notation, summary = self.modules.notation, self.summary
        given = notation.read_pile(summary, names)
        is_reversible = notation.pile_name(summary) in self.spec.reversible_piles
        unturned = notation.unturned if is_reversible else int
        if sorted(map(unturned, given)) != sorted(waiting):
            due = " ".join(notation.write_pile(summary, waiting))
            raise NotationError(f"the shuffled cards are not those of the pile: {due}")
        cards[:count] = given
        leg = self.leg
        compiled_calls.apply_shuffle_at(self.states, 0, cards)
        self._summary = None
        if self.leg != leg:
            self.history = []

    # -- Views ---------------------------------------------------------------------------------

    def view(self, seat: int) -> Self:
        """Return what a seat (or SPECTATOR) may know."""
        state = self.states.dtype
        states = np.frombuffer(bytearray(state.itemsize), state)  # faster than `np.empty`
        compiled_calls.view_at(self.states, 0, seat, states)
        view = type(self)(self.name, states, self.options)
        if self.history is not None:
            view.history = self.history.copy()
            if self.viewer == FULL_STATE and not self.is_over:
                is_hidden = self.modules.notation.is_hidden_move
                view.history = [
                    (who, move) for who, move in self.history if who == seat or not is_hidden(move)
                ]
        return view

    def view_json(self, seat: int, *, with_moves: bool) -> tuple[bytes, bytes, bytes]:
        """Return JSON text: a seat's view, its legal moves (sorted), and where each move lands.

        The last two are empty without `with_moves`; the last is empty in games without landings.
        """
        text = _buffer.text
        end, moves_end, landings_end = compiled_calls.write_view_at(
            self.states, 0, seat, with_moves, _buffer.array
        )
        view = self._start_json() + text[:end]
        if not with_moves:
            return view, b"", b""
        return view, text[end:moves_end].tobytes(), text[moves_end:landings_end].tobytes()

    def sample_state(self, seed: int) -> Self:
        """Return a random full position that agrees with this view."""
        sampled = self.copy()
        compiled_calls.sample_state_at(sampled.states, 0, generator(seed))
        return sampled
