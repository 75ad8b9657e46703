"""A game moment by moment, as one viewer may know it: what a replay shows and a review weighs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

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
from odintable.server.live.client_messages import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN = FULL_STATE  # the viewer who sees every card
OPEN_NAME, SPECTATOR_NAME = "open", "spectator"


@dataclass(frozen=True)
class Reel:
    """A game that can be looked at again, and what who asks may see of it."""

    key: str  # by which it is known
    record: Record
    seats: list[dict[str, Any]]
    you: int  # the seat of who asks, or SPECTATOR
    is_open: bool  # nothing is hidden any more
    is_over: bool
    is_weighed: bool  # chances may be told
    winners: list[int] = field(default_factory=list)

    @property
    def viewers(self) -> list[int]:
        """From where it may be seen: all places when it is over, else one's own."""
        if not self.is_open:
            return [self.you]
        return [*range(len(self.seats)), SPECTATOR, OPEN]

    def viewer(self, name: str) -> int:
        """The viewer of this name; left out, one's own place, or the open cards for others."""
        if not name:
            return OPEN if self.is_open and self.you == SPECTATOR else self.you
        for viewer in self.viewers:
            if called(viewer) == name:
                return viewer
        allowed = ", ".join(map(called, self.viewers))
        raise Refused("not-allowed", f"this game can be seen as {allowed}, not as {name!r}")


def called(viewer: int) -> str:
    """A viewer as it is written."""
    return {OPEN: OPEN_NAME, SPECTATOR: SPECTATOR_NAME}.get(viewer, str(viewer))


@dataclass(frozen=True)
class Moment:
    """How things stood, and the move that led there; the first has none."""

    truth: Position
    view: Position
    seat: int | None = None
    move: str = ""
    told: list[dict[str, Any]] = field(default_factory=list)


def moments(record: Record, viewer: int) -> list[Moment]:
    """Every moment that a viewer was shown; a shuffle belongs to the move that called for it."""
    found: list[Moment] = []
    move: Move | None = None  # the last one, until its moment has come
    told: list[dict[str, Any]] = []
    for step, before, after in steps(record):
        if isinstance(step, Move):
            move, told = step, []
        if step is not None and not isinstance(step, Comment):
            told += after.modules.events.events_between(before.summary, after.summary)
        if after.awaits_shuffle:
            continue
        view = after if viewer == OPEN else after.view(viewer)
        if not found:
            found.append(Moment(after, view))
        elif move is not None:
            if text := seen(move, viewer, after):
                found.append(Moment(after, view, move.seat, text, told))
            else:
                found[-1] = replace(found[-1], truth=after, view=view)
            move = None
    return found


def steps(record: Record) -> Iterator[tuple[Move | Shuffle | Comment | None, Position, Position]]:
    """Every step with the positions before and after it; the beginning is one without a step."""
    before = record.begin()
    yield None, before, before
    for step, after in replay(record):
        yield step, before, after
        before = after


def seen(move: Move, viewer: int, position: Position) -> str:
    """A move as a viewer may know it; empty if it is nobody's but the mover's business."""
    if viewer in (OPEN, move.seat):
        return move.text
    text: str = position.modules.notation.public_move_text(move.text)
    return text


def told_moments(found: list[Moment]) -> list[dict[str, Any]]:
    """The moments as they are sent: of each view only what is new in it."""
    written: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for moment in found:
        view = moment.view.to_json()
        is_alike = view.keys() == before.keys()
        new = {key: value for key, value in view.items() if value != before.get(key)}
        told: dict[str, Any] = {"changed": new} if is_alike else {"view": view}
        if moment.seat is not None:
            told |= {"seat": moment.seat, "move": moment.move, "events": moment.told}
        written.append(told)
        before = view
    return written


def seats_of(record: Record) -> list[dict[str, Any]]:
    """Who played, when only the record is left: bots are known by their names."""
    names = {bot.name for bot in bots.BOTS}
    return [
        {
            "kind": "bot" if name in names else "person",
            "name": "" if name == f"Seat {seat}" else name,  # nobody gave a name
            "bot": name if name in names else None,
            "taken": True,
            "ready": True,
            "played_by": None,
            "resigned": False,
        }
        for seat, name in enumerate(record.names)
    ]


def has_ended(record: Record) -> bool:
    """By the rules, or before its time."""
    return record.ending is not None or last_position(record).is_over


def winners_of(record: Record) -> list[int]:
    """Who won, if the game came to an end."""
    return winning_seats(last_position(record), record.ending)
