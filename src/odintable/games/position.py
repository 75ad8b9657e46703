"""A game at one moment, in text: its record, and its options as they were given."""

import functools
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np

from odintable.errors import IllegalMove, NotationError, OdintableError, PositionError

from . import calls
from .dispatch import MAX_LEGAL_MOVES, MAX_PILE_CARDS
from .json_reader import Json, is_whole, show
from .json_writer import MOST_SHOWN
from .rng import generator
from .spec import GAMES, MAX_PLAYERS
from .state_fields import StateFields

FULL_STATE, SPECTATOR = -1, -2
Past = list[tuple[int, int]]  # who made which move


class Page(threading.local):
    """What compiled code writes on: a large piece of memory, which takes long to get."""

    def __init__(self) -> None:
        """Every thread has its own."""
        self.text = memoryview(bytearray(MOST_SHOWN))
        self.letters = np.frombuffer(self.text, np.uint8)


_page = Page()


class FieldReaders(NamedTuple):
    """How the fields of a game's state are read: all of them, or those that some code needs."""

    all: StateFields
    in_moves: StateFields
    in_events: StateFields


@functools.cache
def field_readers(name: str) -> FieldReaders:
    """The readers of a game, by its name."""
    modules = GAMES[name].modules
    state = modules.components.STATE
    return FieldReaders(
        StateFields(state),
        StateFields(state, modules.notation.MOVE_FIELDS),
        StateFields(state, modules.events.EVENT_FIELDS),
    )


class Position:
    """The whole truth about a game at one moment, or what one seat knows of it."""

    __slots__ = ("_beginning", "_summary", "modules", "name", "options", "past", "spec", "states")

    def __init__(
        self, name: str, states: np.ndarray, options: dict[str, Json], past: Past | None = None
    ) -> None:
        """Take over an array of one record, and the moves since the hand or the race began."""
        self.name = name
        self.spec = GAMES[name]
        self.modules = self.spec.modules
        self.states = states
        self.options = options
        self.past = past  # None if it is not known, as in a position that was set up
        self._summary: Any = None
        self._beginning = b""

    @classmethod
    def new(cls, name: str, players: int, first: int, options: dict[str, Json]) -> Self:
        """A new game, which waits for its first shuffle."""
        GAMES[name].check_players(players)
        if not is_whole(first, 0, players - 1):
            raise OdintableError(f"first must be a seat from 0 to {players - 1}")
        states = GAMES[name].modules.notation.new_state(players, first, options)
        return cls(name, states, options)

    @classmethod
    def from_json(cls, given: Json, viewer: int = FULL_STATE) -> Self:
        """A position, or a view if a viewer is given."""
        what = "position" if viewer == FULL_STATE else "view"
        if not isinstance(given, dict):
            raise PositionError(f"{what} must be an object, not {show(given)}")
        name = given.get("game")
        if not isinstance(name, str) or name not in GAMES:
            raise PositionError(f"game must be {' or '.join(GAMES)}, not {show(name)}")
        return cls(name, *GAMES[name].modules.from_json.read(given, viewer))

    def to_json(self) -> dict[str, Json]:
        """The position, or the view."""
        read: dict[str, Json] = msgspec.json.decode(self.to_json_bytes())
        return read

    def to_json_bytes(self) -> bytes:
        """The position, or the view, as the text of its JSON."""
        size = calls.write_json_at(self.states, 0, _page.letters)
        return self._begin() + _page.text[:size]

    def _begin(self) -> bytes:
        """How its JSON begins; as the options stay the same, that does."""
        if not self._beginning:
            given = (self.name.encode(), msgspec.json.encode(self.options))
            self._beginning = b'{"game":"%b","options":%b,' % given
        return self._beginning

    def __repr__(self) -> str:
        """The position in its notation."""
        return self.to_json_bytes().decode()

    def copy(self) -> Self:
        """The same, to be changed on its own."""
        # Ten times quicker than `states.copy()`, which copies the dtype with its names.
        states = np.frombuffer(bytearray(self.states.tobytes()), self.states.dtype)
        past = None if self.past is None else self.past.copy()
        return type(self)(self.name, states, self.options, past)

    # -- What there is to know -----------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself."""
        return self.states[0]

    @property
    def fields(self) -> Any:
        """The record's fields by name, as they are now."""
        return field_readers(self.name).all.read(self.states)

    @property
    def summary(self) -> Any:
        """Of these, what tells how the game went on; read once until it goes on by `apply`."""
        if self._summary is None:
            self._summary = field_readers(self.name).in_events.read(self.states)
        return self._summary

    @property
    def players(self) -> int:
        """How many seats there are."""
        if self.spec.has_fixed_players:
            return self.spec.max_players
        return int(self.states["players"].item())

    @property
    def turn(self) -> int:
        """Who decides now; when the game is over, who moved last."""
        return int(self.states["turn"].item())

    @property
    def leg(self) -> int:
        """The number of this hand or race, from 1; 0 before the first."""
        return int(self.states[self.spec.leg_field].item())

    @property
    def viewer(self) -> int:
        """Whose view this is: a seat, SPECTATOR, or FULL_STATE."""
        return int(self.states["viewer"].item())

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return bool(self.states["phase"].item() == self.modules.components.OVER)

    def outcome(self) -> list[float]:
        """Each seat's share of the win of a game that is over."""
        shares = np.zeros(MAX_PLAYERS)
        calls.outcome_at(self.states, 0, shares)
        return [float(share) for share in shares[: self.players]]

    # -- Moves ---------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The legal moves as numbers; none when the game is over."""
        moves = np.empty(MAX_LEGAL_MOVES, np.int16)
        legal: list[int] = moves[: calls.legal_at(self.states, 0, moves)].tolist()
        return legal

    def legal(self) -> list[str]:
        """The legal moves as text, sorted."""
        return sorted(self.write_moves(self.moves()))

    def write_move(self, move: int) -> str:
        """A move as text."""
        return self.write_moves([move])[0]

    def write_moves(self, moves: Sequence[int]) -> list[str]:
        """Moves as text, in their order; the record is looked at once, and only if it matters."""
        notation = self.modules.notation
        texts: list[str] = [notation.TEXTS[move] for move in moves]
        if "" in texts:
            plain = field_readers(self.name).in_moves.read(self.states)
            texts = [
                text or notation.write_move(plain, move)
                for text, move in zip(texts, moves, strict=True)
            ]
        return texts

    def read_move(self, text: str) -> int:
        """A legal move from its text; IllegalMove carries the reason against one that is not."""
        move: int = self.modules.notation.read_move(text)
        if not self._is_legal(move, text):
            reason = self.modules.illegal.why_illegal(self.state, text)
            raise IllegalMove(f"illegal: {text}: {reason}", reason)
        return move

    def _is_legal(self, move: int, text: str) -> bool:
        """Whether a move may be made now and is written as it should be; one below 0 never may."""
        if move < 0 or self.summary.phase == self.modules.components.OVER:
            return False
        is_so_written = self.modules.notation.TEXTS[move] == text or self.write_move(move) == text
        return is_so_written and bool(calls.is_legal_at(self.states, 0, move))

    def apply(self, move: int) -> None:
        """Make a legal move; the position may then wait for shuffles."""
        if self.past is not None:
            self.past.append((self.summary.turn, move))
        calls.apply_at(self.states, 0, move)
        self._summary = None

    # -- Shuffles ------------------------------------------------------------------------------

    @property
    def awaits_shuffle(self) -> bool:
        """A shuffle is due before anything else."""
        return bool(self.states["pending_shuffle"].item())

    def pile_to_shuffle(self) -> tuple[str, list[str]]:
        """The pile that waits to be shuffled: its name, and its cards in order."""
        cards = np.empty(MAX_PILE_CARDS, np.int8)
        count = calls.pile_to_shuffle_at(self.states, 0, cards)
        notation, summary = self.modules.notation, self.summary
        return notation.pile_name(summary), notation.write_pile(summary, cards[:count].tolist())

    def apply_shuffle(self, names: Sequence[str]) -> None:
        """Go on with the pile in the order given, which must be one of the same cards."""
        cards = np.zeros(MAX_PILE_CARDS, np.int8)
        count = calls.pile_to_shuffle_at(self.states, 0, cards)
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
        calls.apply_shuffle_at(self.states, 0, cards)
        self._summary = None
        if self.leg != leg:
            self.past = []

    # -- Views ---------------------------------------------------------------------------------

    def view(self, seat: int) -> Self:
        """What a seat (or a SPECTATOR) may know, and nothing else."""
        record = self.states.dtype
        states = np.frombuffer(bytearray(record.itemsize), record)  # quicker than `np.empty`
        calls.view_at(self.states, 0, seat, states)
        seen = type(self)(self.name, states, self.options)
        if self.past is not None:
            seen.past = self.past.copy()
            if self.viewer == FULL_STATE and not self.is_over:
                is_hidden_move = self.modules.notation.is_hidden_move
                seen.past = [
                    (who, move)
                    for who, move in self.past
                    if who == seat or not is_hidden_move(move)
                ]
        return seen

    def view_json(self, seat: int, *, with_moves: bool) -> tuple[bytes, bytes, bytes]:
        """A seat's view as the text of its JSON, and what it may choose from if it is asked.

        That is its legal moves, sorted, and in a game with ravens where each brings one.
        """
        text = _page.text
        end, moves_end, lands_end = calls.write_view_at(
            self.states, 0, seat, with_moves, _page.letters
        )
        view = self._begin() + text[:end]
        if not with_moves:
            return view, b"", b""
        return view, text[end:moves_end].tobytes(), text[moves_end:lands_end].tobytes()

    def sample_state(self, seed: int) -> Self:
        """A random whole position that agrees with this view."""
        truth = self.copy()
        calls.sample_state_at(truth.states, 0, generator(seed))
        return truth
