"""A game as readable text: what was dealt and what was played. `docs/records.md` has the form.

A record holds every shuffle as an order of cards, so that it is replayed without any generator.
Reading one is in `reader`.
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
from odintable.record.checksums import MOST_LINES, at_fault, at_line, seal

FIRST_LINE = "odintable record 1"
MOST_NAME, MOST_COMMENT, MOST_SECONDS = 40, 1_000, 9_999_999.0
TWO = 2  # at a table
SHOWN_MOVES = 6  # of those that would be legal instead


# -- The parts ---------------------------------------------------------------------------------


class Shuffle(msgspec.Struct, frozen=True, gc=False):
    """A pile in its new order; landscape cards the way round they came up."""

    pile: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        """`shuffle magic Mo FS …`."""
        return " ".join(["shuffle", self.pile, *self.cards])


class Move(msgspec.Struct, frozen=True, gc=False):
    """A seat's move; the seconds it took and a comment may follow."""

    seat: int
    text: str
    clock: float | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be written on the line."""
        if self.clock is not None:
            if not 0 <= self.clock <= MOST_SECONDS:
                raise OdintableError(f"a clock shows 0 to {MOST_SECONDS:.0f} seconds: {self.clock}")
            # To a tenth, as it is written, and never -0.0.
            force_setattr(self, "clock", abs(round(float(self.clock), 1)))
        if self.comment:
            check_comment(self.comment)

    def __str__(self) -> str:
        """`0 fly FF  [12.3]  ; a bold start`."""
        clock = "" if self.clock is None else f"  [{self.clock:.1f}]"
        return f"{self.seat} {self.text}{clock}" + (f"  ; {self.comment}" if self.comment else "")


class Comment(msgspec.Struct, frozen=True, gc=False):
    """A remark between the moves."""

    text: str

    def __post_init__(self) -> None:
        """Refuse what cannot be written on the line."""
        check_comment(self.text)

    def __str__(self) -> str:
        """`; text`."""
        return f"; {self.text}"


Step = Shuffle | Move | Comment


@dataclass(frozen=True)
class Ending:
    """How a game came to its end before the rules ended it, and who won by that."""

    RESIGNED, TIME, AGREED, ABANDONED = "resigned", "time", "agreed", "abandoned"

    why: str
    seat: int | None  # who resigned, ran out of time or was away; nobody if it was abandoned
    winners: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.why not in (self.RESIGNED, self.TIME, self.AGREED, self.ABANDONED):
            raise OdintableError(f"a game is ended by no {show(self.why)}")
        if (self.seat is None) != (self.why == self.ABANDONED):
            raise OdintableError("a game is abandoned by nobody, else it is ended by a seat")
        if list(self.winners) != sorted(set(self.winners)):
            raise OdintableError("winners are told once each, in the order of their seats")

    def __str__(self) -> str:
        """`resigned, seat 0`."""
        return self.why if self.seat is None else f"{self.why}, seat {self.seat}"

    def check(self, scores: Sequence[int]) -> None:
        """Who lost does not win, of two the other does, and of more those who stand alike."""
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
            raise OdintableError(f"who wins does not follow from `ended: {self}`")


@dataclass(frozen=True)
class Record:
    """A game from its deal, or from a position that was set up, as far as it went."""

    game: str
    options: Mapping[str, Json]
    names: tuple[str, ...]  # the players by seat
    date: dt.date
    steps: tuple[Step, ...]
    result: str
    first: int | None = None  # who started; None when the game began from a position
    by_lot: bool = False  # chance decided that
    start: Mapping[str, Json] | None = None  # the position it began from, if not a deal
    commitment: str | None = None  # None: the cards were shuffled elsewhere
    salts: Mapping[int, str] = field(default_factory=dict)  # by seat
    seed: bytes | None = None  # None until the game is over
    ending: Ending | None = None  # None: by the rules, or not yet

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        check_names(self.names)
        for salt in self.salts.values():
            check_salt(salt)
        if (self.first is None) == (self.start is None):
            raise OdintableError("a game begins either with a first player or from a position")
        if self.commitment is None and (self.salts or self.seed or self.by_lot):
            raise OdintableError("salts, seed and lot need a commitment")

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return sum(isinstance(step, Move) for step in self.steps)

    def begin(self) -> Position:
        """The position it began from; a new game waits for its first shuffle."""
        if self.start is not None:
            return Position.from_json(dict(self.start))
        return Position.new(self.game, len(self.names), self.first or 0, dict(self.options))

    def header(self) -> list[str]:
        """The lines above the moves."""
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
        """All lines but marks and seal."""
        ended = [f"ended: {self.ending}"] if self.ending is not None else []
        seed = [f"seed: {self.seed.hex()}"] if self.seed is not None else []
        return [*self.header(), "", *map(str, self.steps), "", *ended, *seed]

    def line_of_result(self) -> int:
        """The line that the result stands on."""
        return self.header().index(f"result: {self.result}") + 1

    def line_of(self, step: int) -> int:
        """The line that a step stands on; steps are counted from 0."""
        return len(self.header()) + 2 + step


def compact(value: Json) -> str:
    """JSON as records have it."""
    return json.dumps(value, separators=(",", ":"), default=dict)


def check_names(names: Sequence[str]) -> None:
    """Names that fit on one line, with `|` between them."""
    for name in names:
        if not name.isprintable() or name != name.strip() or "|" in name:
            raise OdintableError(f"a name is printable, without | and outer spaces: {show(name)}")
        if not 0 < len(name) <= MOST_NAME:
            raise OdintableError(f"a name has 1 to {MOST_NAME} characters: {show(name)}")


def check_comment(text: str) -> None:
    """A comment that fits on one line."""
    if not text.isprintable() or text != text.strip() or not 0 < len(text) <= MOST_COMMENT:
        raise OdintableError(
            f"a comment has 1 to {MOST_COMMENT} printable characters, no space at either end"
        )


def write(record: Record) -> str:
    """The record as text, sealed."""
    lines = record.lines()
    if len(lines) > MOST_LINES - len(lines) // 32 - 2:
        raise OdintableError(f"the game is too long for a record of {MOST_LINES} lines")
    return seal(lines)


# -- Replaying ---------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[tuple[Step, Position]]:
    """Every step, and the position after it; an untrue step is an error that names its line."""
    position = record.begin()
    line = record.line_of(0)
    for step in record.steps:
        with at_line(line):
            advance(position, step)
        yield step, position.copy()
        line += 1
    if position.awaits_shuffle:
        raise at_fault(line, f"here must come `shuffle {position.pile_to_shuffle()[0]} …`")


def advance(position: Position, step: Step) -> None:
    """Make one step, if the rules allow it."""
    if isinstance(step, Shuffle):
        shuffle(position, step)
    elif isinstance(step, Move):
        move(position, step)


def shuffle(position: Position, step: Shuffle) -> None:
    """Hand over the pile that waits."""
    if not position.awaits_shuffle:
        due = "the game is over" if position.is_over else f"seat {position.turn} is to move"
        raise OdintableError(f"no pile waits to be shuffled: {due}")
    waiting = position.pile_to_shuffle()[0]
    if step.pile != waiting:
        raise OdintableError(f"the pile that waits to be shuffled is {waiting}, not {step.pile}")
    position.apply_shuffle(step.cards)


def move(position: Position, step: Move) -> None:
    """Make a legal move of the seat whose turn it is."""
    if position.awaits_shuffle:
        raise OdintableError(
            f"before this move must come `shuffle {position.pile_to_shuffle()[0]} …`"
        )
    if step.seat != position.turn and not position.is_over:
        raise OdintableError(f"seat {position.turn} is to move, not seat {step.seat}")
    try:
        position.apply(position.read_move(step.text))
    except OdintableError as error:
        legal = position.legal()
        more = ", …" if len(legal) > SHOWN_MOVES else ""
        instead = f" (legal: {', '.join(legal[:SHOWN_MOVES])}{more})" if legal else ""
        raise IllegalMove(f"{error}{instead}") from error


def result_text(position: Position, names: Sequence[str] = (), ending: Ending | None = None) -> str:
    """`seat 0 wins 14:9`, or by name; `unfinished 3:2`."""
    scores = ":".join(map(str, position.to_json()["scores"]))
    if not position.is_over and ending is None:
        return f"unfinished {scores}"
    called = names or [f"seat {seat}" for seat in range(position.players)]
    *others, last = [called[seat] for seat in winning_seats(position, ending)] or ["nobody"]
    who = f"{', '.join(others)} and {last} win" if others else f"{last} wins"
    return f"{who} {scores}"


def winning_seats(position: Position, ending: Ending | None = None) -> list[int]:
    """Who has won: by the rules, or by how it was ended; nobody yet, of a game that is not over."""
    if ending is not None:
        return list(ending.winners)
    if not position.is_over:
        return []
    return [seat for seat, share in enumerate(position.outcome()) if share > 0]


def last_position(record: Record) -> Position:
    """How the game stood at the end of the record."""
    position = record.begin()
    for _step, position in replay(record):  # noqa: B007 - the last one is wanted
        pass
    return position


# -- The seed ----------------------------------------------------------------------------------


def check_shuffles(record: Record) -> None:
    """Every shuffle, and the lot, follows from seed and salts; or which line does not."""
    if record.seed is None:
        raise OdintableError("the shuffles cannot be checked: the record has no seed")
    shuffler = FairShuffler.revealed(record.seed, record.salts)
    if record.by_lot:
        drawn = shuffler.draw_first_player(len(record.names))
        if drawn != record.first:
            line = record.header().index(f"first: {record.first} by lot") + 1
            raise at_fault(line, f"the lot that follows from the seed is {drawn}")
    position = record.begin()
    number = 0
    for at, step in enumerate(record.steps):
        if isinstance(step, Shuffle):
            number += 1
            pile, cards = position.pile_to_shuffle()
            reversible = pile in position.spec.reversible_piles
            due = Shuffle(step.pile, tuple(shuffler.shuffle(number, pile, cards, reversible)))
            if step != due:
                raise at_fault(
                    record.line_of(at), f"the order that follows from the seed is `{due}`"
                )
        advance(position, step)
