"""One game being played: shuffles fairly, checks every move, applies it and writes it down.

This is the only door to changing a game.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Self

from odintable.errors import OdintableError
from odintable.games.position import FULL_STATE, Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import Fair
from odintable.record.record import Comment, Ending, Move, Record, Shuffle, Step, told_result

Event = dict[str, Any]


class Match:
    """A game, the shuffles it is dealt by, and how it came to where it is."""

    __slots__ = (
        "_is_view",
        "by_lot",
        "commitment",
        "fair",
        "first",
        "position",
        "shuffles",
        "start",
        "steps",
    )

    def __init__(self, position: Position, fair: Fair) -> None:
        """Begin with a position; shuffles that it waits for are made at once."""
        self.fair = fair
        self.commitment = fair.commit()
        self.shuffles = 0
        self.steps: list[Step] = []
        self.first: int | None = None
        self.by_lot = False
        self.start: Event | None = None
        if position.awaits_shuffle:
            self.first = first_of(position)
        elif position.viewer == FULL_STATE:
            # As the record will have it: what the players remember is not part of a position.
            self.start = position.to_json()
            position = Position.from_json(self.start)
        self.position = position
        self._is_view = position.viewer != FULL_STATE  # read once: it cannot change
        self._check_salts()
        self._resolve_shuffles()

    @classmethod
    def new(
        cls,
        name: str,
        *,
        players: int = 2,
        first: int | None = None,
        options: dict[str, Any] | None = None,
        fair: Fair | None = None,
    ) -> Self:
        """A new game, dealt; chance decides who starts if nobody else does."""
        if name not in GAMES:
            raise OdintableError(f"game must be {' or '.join(GAMES)}, not {name!r}")
        fair = fair or Fair.secret()
        fair.commit()
        given = {} if options is None else options
        position = Position.new(name, players, 0 if first is None else first, given)
        if first is None:
            position = Position.new(name, players, fair.first(players), position.options)
        match = cls(position, fair)
        match.by_lot = first is None
        return match

    def play(self, text: str, *, clock: float | None = None, comment: str = "") -> list[Event]:
        """Make a legal move; what it brought about. Its seconds and a comment are written down."""
        position = self.position
        if self._is_view:
            raise OdintableError("a view cannot be played on: the hidden cards are not known")
        move = position.read_move(text)
        before = position.summary
        step = Move(before.turn, text, clock, comment)
        position.apply(move)
        self.steps.append(step)
        after = position.summary
        events: list[Event] = position.modules.events.events_between(before, after)
        return events + self._resolve_shuffles() if after.pending_shuffle else events

    def remark(self, text: str) -> None:
        """Write a comment between the moves."""
        self.steps.append(Comment(text))

    def record(
        self, date: dt.date, names: Sequence[str] | None = None, ending: Ending | None = None
    ) -> Record:
        """The game so far; the seed is in it once the game is over, by the rules or otherwise."""
        position = self.position
        if self._is_view:
            raise OdintableError("a view cannot be recorded: the hidden cards are not known")
        seats = tuple(f"Seat {seat}" for seat in range(position.players))
        names = tuple(names or seats)
        if len(names) != len(seats):
            raise OdintableError(f"{len(seats)} players have as many names, not {len(names)}")
        return Record(
            game=position.name,
            options=dict(position.options),
            names=names,
            date=date,
            steps=tuple(self.steps),
            result=told_result(position, ending=ending),
            first=self.first,
            by_lot=self.by_lot,
            start=self.start,
            commitment=self.commitment,
            salts=dict(self.fair.salts),
            seed=self.fair.seed if position.is_over or ending is not None else None,
            ending=ending,
        )

    def _check_salts(self) -> None:
        """Only who sits at the table may stir."""
        for seat in self.fair.salts:
            if not 0 <= seat < self.position.players:
                raise OdintableError(f"there is no seat {seat} to give a salt")

    def _resolve_shuffles(self) -> list[Event]:
        """Make every shuffle that is due."""
        events: list[Event] = []
        while self.position.summary.pending_shuffle:
            name, cards = self.position.pile_to_shuffle()
            self.shuffles += 1
            order = self.fair.shuffle(self.shuffles, name, cards)
            before = self.position.summary
            self.position.apply_shuffle(order)
            self.steps.append(Shuffle(name, tuple(order)))
            events += self.position.modules.events.events_between(before, self.position.summary)
        return events


def first_of(position: Position) -> int:
    """Who starts a new game, which has not been dealt yet."""
    for seat in range(position.players):
        new = Position.new(position.name, position.players, seat, position.options)
        if new.states.tobytes() == position.states.tobytes():
            return seat
    raise OdintableError("a match begins with a new game, or with a position that is dealt")
