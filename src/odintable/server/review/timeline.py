"""A game as a timeline of positions, as one viewer may see them: for replays and reviews."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import msgspec

from odintable import bots
from odintable.games.position import FULL_STATE, SPECTATOR, Position
from odintable.record.record import (
    Comment,
    Move,
    Record,
    Shuffle,
    last_position,
    replay,
    winning_seats,
)
from odintable.server.refused_error import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPEN = FULL_STATE  # the viewer who sees every card
OPEN_NAME, SPECTATOR_NAME = "open", "spectator"


class RecordSummary(msgspec.Struct, frozen=True):
    """The facts about a record that are needed to list and replay it."""

    game: str
    options: dict[str, Any]
    date: str
    seats: list[dict[str, Any]]
    moves: int
    is_over: bool
    winners: list[int]


@dataclass(frozen=True)
class Replay:
    """A game that can be replayed, and what the client may see of it."""

    key: str  # identifies the game and how much of it the client was shown
    text: str | Callable[[], str]  # of the record, or how to write it
    game: str
    options: dict[str, Any]
    date: str
    seats: list[dict[str, Any]]
    you: int  # the client's seat, or SPECTATOR
    is_open: bool  # nothing is hidden any more
    is_over: bool
    may_evaluate: bool  # win probabilities may be shown
    winners: list[int] = field(default_factory=list)

    @classmethod
    def of_summary(
        cls, key: str, text: str, summary: RecordSummary, you: int, *, is_over: bool
    ) -> Self:
        """Return the replay of a game of which there is only a record."""
        return cls(
            key,
            text,
            summary.game,
            summary.options,
            summary.date,
            summary.seats,
            you,
            is_open=True,
            is_over=is_over,
            may_evaluate=True,
            winners=summary.winners,
        )

    @property
    def viewers(self) -> list[int]:
        """The viewers to choose from: all when nothing is hidden, otherwise the client's own."""
        if not self.is_open:
            return [self.you]
        return [*range(len(self.seats)), SPECTATOR, OPEN]

    def viewer(self, name: str) -> int:
        """Return the viewer of this name; if empty, the client's seat, or OPEN for a spectator."""
        if not name:
            return OPEN if self.is_open and self.you == SPECTATOR else self.you
        for viewer in self.viewers:
            if viewer_name(viewer) == name:
                return viewer
        allowed = ", ".join(map(viewer_name, self.viewers))
        raise Refused("not-allowed", f"this game can be seen as {allowed}, not as {name!r}")


def viewer_name(viewer: int) -> str:
    """Return the name of a viewer in URLs and responses."""
    return {OPEN: OPEN_NAME, SPECTATOR: SPECTATOR_NAME}.get(viewer, str(viewer))


@dataclass(frozen=True)
class TimelineEntry:
    """A position, and the move that led to it; the first entry has no move."""

    position: Position  # with all cards
    view: Position
    seat: int | None = None
    move: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    leg_end: Position | None = None  # if the move ended a leg: the view before the next deal


def timeline(record: Record, viewer: int) -> list[TimelineEntry]:
    """Return every position that a viewer saw; shuffles belong to the move before them."""
    entries: list[TimelineEntry] = []
    move: Move | None = None  # the last move, until its shuffles are done
    moved: Position | None = None  # after that move and before them
    events: list[dict[str, Any]] = []
    for step, before, after in steps(record):
        if isinstance(step, Move):
            move, moved, events = step, after, []
        if step is not None and not isinstance(step, Comment):
            events += after.modules.events.events_between(before.summary, after.summary)
        if after.awaits_shuffle:
            continue
        view = seen_by(after, viewer)
        if not entries:
            entries.append(TimelineEntry(after, view))
        elif move is not None:
            if text := move_as_seen(move, viewer, after):
                leg_end = seen_by(moved, viewer) if moved and moved.leg != after.leg else None
                entries.append(TimelineEntry(after, view, move.seat, text, events, leg_end))
            else:
                entries[-1] = replace(entries[-1], position=after, view=view)
            move = None
    return entries


def seen_by(position: Position, viewer: int) -> Position:
    """Return the position as a viewer may see it."""
    return position if viewer == OPEN else position.view(viewer)


def steps(record: Record) -> Iterator[tuple[Move | Shuffle | Comment | None, Position, Position]]:
    """Yield every step with the positions before and after it; the first has no step."""
    before = record.begin()
    yield None, before, before
    for step, after in replay(record):
        yield step, before, after
        before = after


def move_as_seen(move: Move, viewer: int, position: Position) -> str:
    """Return a move as a viewer may see it; empty if it is secret."""
    if viewer in (OPEN, move.seat):
        return move.text
    text: str = position.modules.notation.public_move_text(move.text)
    return text


def timeline_to_dicts(entries: list[TimelineEntry]) -> list[dict[str, Any]]:
    """Return the timeline as it is sent: of each view only the keys that changed."""
    found: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for entry in entries:
        view = entry.view.to_json()
        has_same_keys = view.keys() == before.keys()
        changed = {key: value for key, value in view.items() if value != before.get(key)}
        item: dict[str, Any] = {"changed": changed} if has_same_keys else {"view": view}
        if entry.seat is not None:
            item |= {"seat": entry.seat, "move": entry.move, "events": entry.events}
        if entry.leg_end is not None:
            item["leg_end"] = entry.leg_end.to_json()
        found.append(item)
        before = view
    return found


def seats_of(record: Record) -> list[dict[str, Any]]:
    """Return the seats when only the record is left; bots are recognised by their names."""
    names = {bot.name for bot in bots.BOTS}
    return [
        {
            "kind": "bot" if name in names else "person",
            "name": "" if name == f"Seat {seat}" else name,  # the player gave no name
            "bot": name if name in names else None,
            "taken": True,
            "ready": True,
            "played_by": None,
            "resigned": False,
        }
        for seat, name in enumerate(record.names)
    ]


def is_game_over(record: Record) -> bool:
    """Whether the game ended, by the rules or early."""
    return record.ending is not None or last_position(record).is_over


def winners_of(record: Record) -> list[int]:
    """Return the winners, if the game ended."""
    return winning_seats(last_position(record), record.ending)
