"""A match: one game being played. It shuffles fairly, checks every move, applies it and records it.

Everything that changes a real game goes through here.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from odintable.errors import OdintableError
from odintable.games.position import FULL_STATE, History, Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.record.record import Comment, Ending, Move, Record, Shuffle, Step, result_text

Event = dict[str, Any]
CHECKPOINT_EVERY = 32  # moves; a take-back replays fewer than this


class Checkpoint(NamedTuple):
    """A match after some of its moves, so that a take-back need not replay the whole game."""

    moves: int
    steps: int
    states: bytes
    history: History | None  # may have grown since: only its first `history_length` moves count
    history_length: int
    shuffle_count: int
    last_draw: int


class Match:
    """A position, the shuffler that deals its cards, and all steps so far."""

    __slots__ = (
        "_checkpoints",
        "_is_view",
        "by_lot",
        "commitment",
        "first",
        "leg_end",
        "moves",
        "position",
        "shuffle_count",
        "shuffler",
        "start",
        "steps",
    )

    def __init__(self, position: Position, shuffler: FairShuffler) -> None:
        """Start from a position; pending shuffles are resolved at once."""
        self.shuffler = shuffler
        self.commitment = shuffler.commit()
        self.shuffle_count = 0
        self.steps: list[Step] = []
        self.moves = 0  # among the steps
        self.first: int | None = None
        self.by_lot = False
        self.start: Event | None = None
        self.leg_end: Position | None = None  # if the last move ended a leg: before the next deal
        if position.awaits_shuffle:
            self.first = first_player_of(position)
        elif position.viewer == FULL_STATE:
            # Read it back as a record does: the history of a position is not part of its JSON.
            self.start = position.to_json()
            position = Position.from_json(self.start)
        self.position = position
        self._is_view = position.viewer != FULL_STATE  # cached for `play`
        self._check_salts()
        self._resolve_shuffles()
        self._checkpoints = [self._checkpoint()]

    @classmethod
    def new(
        cls,
        name: str,
        *,
        players: int = 2,
        first: int | None = None,
        options: dict[str, Any] | None = None,
        shuffler: FairShuffler | None = None,
    ) -> Self:
        """Deal a new game; the first player is drawn unless it is given."""
        if name not in GAMES:
            raise OdintableError(f"game must be {' or '.join(GAMES)}, not {name!r}")
        shuffler = shuffler or FairShuffler.secret()
        shuffler.commit()
        given = {} if options is None else options
        position = Position.new(name, players, 0 if first is None else first, given)
        if first is None:
            position = Position.new(
                name, players, shuffler.draw_first_player(players), position.options
            )
        match = cls(position, shuffler)
        match.by_lot = first is None
        return match

    def play(self, text: str, *, clock: float | None = None, comment: str = "") -> list[Event]:
        """Play a legal move and return its events. Seconds and a comment go into the record."""
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
        self.leg_end = None
        if after.pending_shuffle:
            unshuffled = position.copy()
            unshuffled.history = None  # not needed, and long
            events += self._resolve_shuffles()
            if position.leg != unshuffled.leg:
                self.leg_end = unshuffled
        self.moves += 1
        if not self.moves % CHECKPOINT_EVERY:
            self._checkpoints.append(self._checkpoint())
        return events

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves. Playing them again gives the same shuffles."""
        if not 0 < moves <= self.moves:
            raise OdintableError(f"{self.moves} moves can be taken back, not {moves}")
        left = self.moves - moves
        while self._checkpoints[-1].moves > left:
            self._checkpoints.pop()
        last = self._checkpoints[-1]
        again = self.steps[last.steps :]
        self._restore(last)
        for step in again:
            if isinstance(step, Move):
                if self.moves == left:
                    return
                self.play(step.text, clock=step.clock, comment=step.comment)
            elif isinstance(step, Comment):
                self.steps.append(step)

    def _checkpoint(self) -> Checkpoint:
        """Return the match as it is now; its steps and its moves only grow until `undo`."""
        history = self.position.history
        return Checkpoint(
            self.moves,
            len(self.steps),
            self.position.states.tobytes(),
            history,
            0 if history is None else len(history),
            self.shuffle_count,
            self.shuffler.last_draw,
        )

    def _restore(self, to: Checkpoint) -> None:
        """Return to a checkpoint."""
        old = self.position
        states = np.frombuffer(bytearray(to.states), old.states.dtype)
        history = None if to.history is None else to.history[: to.history_length]
        self.position = Position(old.name, states, old.options, history)
        self.moves = to.moves
        del self.steps[to.steps :]
        self.shuffle_count = to.shuffle_count
        self.shuffler.rewind(to.last_draw)

    def add_comment(self, text: str) -> None:
        """Record a comment between the moves."""
        self.steps.append(Comment(text))

    def record(
        self, date: dt.date, names: Sequence[str] | None = None, ending: Ending | None = None
    ) -> Record:
        """Return the record so far. It contains the seed once the game has ended."""
        position = self.position
        if self._is_view:
            raise OdintableError("a view cannot be recorded: the hidden cards are not known")
        seats = tuple(f"Seat {seat}" for seat in range(position.players))
        names = tuple(names or seats)
        if len(names) != len(seats):
            raise OdintableError(f"{len(seats)} players need {len(seats)} names, not {len(names)}")
        return Record(
            game=position.name,
            options=dict(position.options),
            names=names,
            date=date,
            steps=tuple(self.steps),
            result=result_text(position, ending=ending),
            first=self.first,
            by_lot=self.by_lot,
            start=self.start,
            commitment=self.commitment,
            salts=dict(self.shuffler.salts),
            seed=self.shuffler.seed if position.is_over or ending is not None else None,
            ending=ending,
        )

    def _check_salts(self) -> None:
        """Refuse salts of seats that the game does not have."""
        for seat in self.shuffler.salts:
            if not 0 <= seat < self.position.players:
                raise OdintableError(f"there is no seat {seat} to add a salt")

    def _resolve_shuffles(self) -> list[Event]:
        """Make all pending shuffles and return their events."""
        events: list[Event] = []
        while self.position.summary.pending_shuffle:
            name, cards = self.position.pile_to_shuffle()
            reversible = name in self.position.spec.reversible_piles
            self.shuffle_count += 1
            order = self.shuffler.shuffle(self.shuffle_count, name, cards, reversible)
            before = self.position.summary
            self.position.apply_shuffle(order)
            self.steps.append(Shuffle(name, tuple(order)))
            events += self.position.modules.events.events_between(before, self.position.summary)
        return events


def first_player_of(position: Position) -> int:
    """Return the first player of a new game that has not been dealt yet."""
    for seat in range(position.players):
        new = Position.new(position.name, position.players, seat, position.options)
        if new.states.tobytes() == position.states.tobytes():
            return seat
    raise OdintableError("a match starts from a new game or from a position after the deal")
