"""A record: a game as readable text. `docs/records.md` defines the format.

A record contains every shuffle as an order of cards, so that it can be replayed without a random
generator. `reader` reads records.
"""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import force_setattr

from odintable.errors import IllegalMove, OdintableError
from odintable.games.json_reader import Json, show
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler, check_salt
from odintable.record.checksums import MAX_LINES, add_checksums, error_at_line, errors_at_line

FIRST_LINE = "odintable record 1"
MAX_NAME_LENGTH, MAX_COMMENT_LENGTH, MAX_SECONDS = 40, 1_000, 9_999_999.0
TWO = 2  # players
MAX_MOVES_SHOWN = 6  # legal moves listed in an error


# -- The parts ---------------------------------------------------------------------------------


class Shuffle(msgspec.Struct, frozen=True, gc=False):
    """A pile in its new order, with each card as it was turned."""

    pile: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        """`shuffle magic Mo FS …`."""
        return " ".join(["shuffle", self.pile, *self.cards])


class Move(msgspec.Struct, frozen=True, gc=False):
    """A move of a seat, optionally with its time in seconds and a comment."""

    seat: int
    text: str
    clock: float | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be written on one line."""
        if self.clock is not None:
            if not 0 <= self.clock <= MAX_SECONDS:
                raise OdintableError(f"a clock shows 0 to {MAX_SECONDS:.0f} seconds: {self.clock}")
            # Round to a tenth, as in the text, and avoid -0.0.
            force_setattr(self, "clock", abs(round(float(self.clock), 1)))
        if self.comment:
            check_comment(self.comment)

    def __str__(self) -> str:
        """`0 fly FF  [12.3]  ; a bold start`."""
        clock = "" if self.clock is None else f"  [{self.clock:.1f}]"
        return f"{self.seat} {self.text}{clock}" + (f"  ; {self.comment}" if self.comment else "")


class Comment(msgspec.Struct, frozen=True, gc=False):
    """A comment between the moves."""

    text: str

    def __post_init__(self) -> None:
        """Refuse what cannot be written on one line."""
        check_comment(self.text)

    def __str__(self) -> str:
        """`; text`."""
        return f"; {self.text}"


Step = Shuffle | Move | Comment


@dataclass(frozen=True)
class Ending:
    """An ending before the end by the rules: the reason, the seat concerned and the winners."""

    RESIGNED, TIME, AGREED, ABANDONED = "resigned", "time", "agreed", "abandoned"

    why: str
    seat: int | None  # that resigned, ran out of time or was absent; None: abandoned
    winners: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse contradictory values."""
        if self.why not in (self.RESIGNED, self.TIME, self.AGREED, self.ABANDONED):
            raise OdintableError(f"unknown reason for the end of a game: {show(self.why)}")
        if (self.seat is None) != (self.why == self.ABANDONED):
            raise OdintableError("an abandoned game names no seat, every other ending names one")
        if list(self.winners) != sorted(set(self.winners)):
            raise OdintableError("winners are listed once each, in the order of their seats")

    def __str__(self) -> str:
        """`resigned, seat 0`."""
        return self.why if self.seat is None else f"{self.why}, seat {self.seat}"

    def check(self, scores: Sequence[int]) -> None:
        """Check the winners: with two players the other one; with more, players level on points."""
        loser, winners = self.seat, self.winners
        if loser is not None and loser >= len(scores):
            raise OdintableError(f"there is no seat {loser}")
        if self.why == self.ABANDONED:
            is_so = not winners
        elif len(scores) == TWO:
            is_so = winners == (TWO - 1 - (loser or 0),)
        else:
            is_so = loser not in winners and len({scores[seat] for seat in winners}) <= 1
        if not is_so:
            raise OdintableError(f"the winners do not follow from `ended: {self}`")


@dataclass(frozen=True)
class Record:
    """A finished or unfinished game, from its deal or from a given position."""

    game: str
    options: Mapping[str, Json]
    names: tuple[str, ...]  # the players by seat
    date: dt.date
    steps: tuple[Step, ...]
    result: str
    first: int | None = None  # the first player; None if the game started from a position
    by_lot: bool = False  # the first player was drawn
    start: Mapping[str, Json] | None = None  # the position it started from, if not a deal
    commitment: str | None = None  # None: the cards were shuffled elsewhere
    salts: Mapping[int, str] = field(default_factory=dict)  # by seat
    seed: bytes | None = None  # None until the game is over
    ending: Ending | None = None  # None: ended by the rules, or unfinished

    def __post_init__(self) -> None:
        """Refuse values that the format cannot express."""
        check_names(self.names)
        for salt in self.salts.values():
            check_salt(salt)
        if (self.first is None) == (self.start is None):
            raise OdintableError("a game begins either with a first player or from a position")
        if self.commitment is None and (self.salts or self.seed or self.by_lot):
            raise OdintableError("salts, seed and lot need a commitment")

    @property
    def moves(self) -> int:
        """The number of moves."""
        return sum(isinstance(step, Move) for step in self.steps)

    def begin(self) -> Position:
        """Return the initial position; a new game awaits its first shuffle."""
        if self.start is not None:
            return Position.from_json(dict(self.start))
        return Position.new(self.game, len(self.names), self.first or 0, dict(self.options))

    def header(self) -> list[str]:
        """Return the lines above the moves."""
        lot = " by lot" if self.by_lot else ""
        lines = [
            FIRST_LINE,
            f"game: {self.game}",
            f"options: {compact(self.options)}",
            f"players: {' | '.join(self.names)}",
            f"date: {self.date.isoformat()}",
            f"result: {self.result}",
            f"start: {compact(self.start)}"
            if self.start is not None
            else f"first: {self.first}{lot}",
        ]
        if self.commitment is not None:
            lines.append(f"commitment: {self.commitment}")
        return lines + [f"salt {seat}: {salt}" for seat, salt in sorted(self.salts.items())]

    def lines(self) -> list[str]:
        """Return all lines except the checksums."""
        ended = [f"ended: {self.ending}"] if self.ending is not None else []
        seed = [f"seed: {self.seed.hex()}"] if self.seed is not None else []
        return [*self.header(), "", *map(str, self.steps), "", *ended, *seed]

    def line_of_result(self) -> int:
        """Return the line number of the result."""
        return self.header().index(f"result: {self.result}") + 1

    def line_of(self, step: int) -> int:
        """Return the line number of a step; steps are counted from 0."""
        return len(self.header()) + 2 + step


def compact(value: Json) -> str:
    """Write JSON as in records."""
    return json.dumps(value, separators=(",", ":"), default=dict)


def check_names(names: Sequence[str]) -> None:
    """Refuse names that do not fit on one line with `|` between them."""
    for name in names:
        if not name.isprintable() or name != name.strip() or "|" in name:
            raise OdintableError(f"a name is printable, without | and outer spaces: {show(name)}")
        if not 0 < len(name) <= MAX_NAME_LENGTH:
            raise OdintableError(f"a name has 1 to {MAX_NAME_LENGTH} characters: {show(name)}")


def check_comment(text: str) -> None:
    """Refuse a comment that does not fit on one line."""
    if not text.isprintable() or text != text.strip() or not 0 < len(text) <= MAX_COMMENT_LENGTH:
        raise OdintableError(
            f"a comment has 1 to {MAX_COMMENT_LENGTH} printable characters, no space at either end"
        )


def write(record: Record) -> str:
    """Write a record as text, with checksums."""
    lines = record.lines()
    if len(lines) > MAX_LINES - len(lines) // 32 - 2:
        raise OdintableError(f"the game is too long for a record of {MAX_LINES} lines")
    return add_checksums(lines)


# -- Replaying ---------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[tuple[Step, Position]]:
    """Yield every step with the position after it; an error names the line of an illegal step."""
    position = record.begin()
    line = record.line_of(0)
    for step in record.steps:
        with errors_at_line(line):
            advance(position, step)
        yield step, position.copy()
        line += 1
    if position.awaits_shuffle:
        raise error_at_line(line, f"expected `shuffle {position.pile_to_shuffle()[0]} …`")


def advance(position: Position, step: Step) -> None:
    """Apply one step, if the rules allow it."""
    if isinstance(step, Shuffle):
        shuffle(position, step)
    elif isinstance(step, Move):
        move(position, step)


def shuffle(position: Position, step: Shuffle) -> None:
    """Apply the pending shuffle."""
    if not position.awaits_shuffle:
        due = "the game is over" if position.is_over else f"seat {position.turn} is to move"
        raise OdintableError(f"no pile waits to be shuffled: {due}")
    waiting = position.pile_to_shuffle()[0]
    if step.pile != waiting:
        raise OdintableError(f"the pile that waits to be shuffled is {waiting}, not {step.pile}")
    position.apply_shuffle(step.cards)


def move(position: Position, step: Move) -> None:
    """Apply a legal move of the seat to move."""
    if position.awaits_shuffle:
        raise OdintableError(
            f"expected `shuffle {position.pile_to_shuffle()[0]} …` before this move"
        )
    if step.seat != position.turn and not position.is_over:
        raise OdintableError(f"seat {position.turn} is to move, not seat {step.seat}")
    try:
        position.apply(position.read_move(step.text))
    except OdintableError as error:
        legal = position.legal()
        more = ", …" if len(legal) > MAX_MOVES_SHOWN else ""
        instead = f" (legal: {', '.join(legal[:MAX_MOVES_SHOWN])}{more})" if legal else ""
        raise IllegalMove(f"{error}{instead}") from error


def result_text(position: Position, names: Sequence[str] = (), ending: Ending | None = None) -> str:
    """Return `seat 0 wins 14:9`, with names if given, or `unfinished 3:2`."""
    scores = ":".join(map(str, position.to_json()["scores"]))
    if not position.is_over and ending is None:
        return f"unfinished {scores}"
    called = names or [f"seat {seat}" for seat in range(position.players)]
    *others, last = [called[seat] for seat in winning_seats(position, ending)] or ["nobody"]
    who = f"{', '.join(others)} and {last} win" if others else f"{last} wins"
    return f"{who} {scores}"


def winning_seats(position: Position, ending: Ending | None = None) -> list[int]:
    """Return the winners, by the rules or by the ending; an empty list before the end."""
    return position.winners() if ending is None else list(ending.winners)


def last_position(record: Record) -> Position:
    """Return the position at the end of the record."""
    position = record.begin()
    for _step, position in replay(record):  # noqa: B007 - the last one is wanted
        pass
    return position


# -- The seed ----------------------------------------------------------------------------------


def check_shuffles(record: Record) -> None:
    """Check that all shuffles and the first player follow from seed and salts."""
    if record.seed is None:
        raise OdintableError("the shuffles cannot be checked: the record has no seed")
    shuffler = FairShuffler.revealed(record.seed, record.salts)
    if record.by_lot:
        drawn = shuffler.draw_first_player(len(record.names))
        if drawn != record.first:
            line = record.header().index(f"first: {record.first} by lot") + 1
            raise error_at_line(line, f"the lot that follows from the seed is {drawn}")
    position = record.begin()
    number = 0
    for at, step in enumerate(record.steps):
        if isinstance(step, Shuffle):
            number += 1
            pile, cards = position.pile_to_shuffle()
            reversible = pile in position.spec.reversible_piles
            due = Shuffle(step.pile, tuple(shuffler.shuffle(number, pile, cards, reversible)))
            if step != due:
                raise error_at_line(
                    record.line_of(at), f"the order that follows from the seed is `{due}`"
                )
        advance(position, step)
