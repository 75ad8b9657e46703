"""The work with records that takes long: a process of its own does it (`record_worker`).

Every function takes the text of a record and returns bytes.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.server.http.schemas import StartPositionRequest
from odintable.server.refused_error import Refused
from odintable.server.tables.start_position import parse_record_or_position, start_position

from .timeline import (
    RecordSummary,
    TimelineEntry,
    is_game_over,
    seats_of,
    timeline,
    timeline_to_dicts,
    winners_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_REVIEWED = 2000  # positions


class StartPosition(msgspec.Struct, frozen=True):
    """The position that a table begins from."""

    game: str
    players: int
    options: dict[str, Any]
    position: dict[str, Any]


class PackedPosition(msgspec.Struct, frozen=True, array_like=True):
    """A view with its history, as compact bytes."""

    states: bytes
    history: bytes | None  # seat and move in turn, two bytes each

    @classmethod
    def pack(cls, position: Position) -> PackedPosition:
        """Pack a view."""
        history = position.history
        flat = None if history is None else [one for pair in history for one in pair]
        return cls(position.states.tobytes(), None if flat is None else array("h", flat).tobytes())

    def unpack(self, game: str, options: dict[str, Any]) -> Position:
        """Return the view again."""
        state = GAMES[game].modules.components.STATE
        states = np.frombuffer(bytearray(self.states), state)
        if self.history is None:
            return Position(game, states, options)
        flat = array("h", self.history).tolist()
        return Position(game, states, options, list(zip(flat[::2], flat[1::2], strict=True)))


class ReviewedPosition(msgspec.Struct, frozen=True, array_like=True):
    """A position of a timeline: what the viewer saw, and the decision that followed, if judged."""

    view: PackedPosition
    is_decision: bool  # the move that followed is judged
    decision: PackedPosition | None  # what its player saw; None: the same as the viewer
    seat: int | None  # that moved before
    move: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """All positions that a review evaluates."""

    game: str
    options: dict[str, Any]
    positions: list[ReviewedPosition]


def summarise(text: str) -> bytes:
    """Read a record, or a position, completely."""
    record = parse_record_or_position(text)
    return msgspec.json.encode(
        RecordSummary(
            record.game,
            dict(record.options),
            record.date.isoformat(),
            seats_of(record),
            record.moves,
            is_game_over(record),
            winners_of(record),
        )
    )


def find_start(
    text: str, moves: int | None, redeal: bool, seat: int | None, random: bytes
) -> bytes:
    """Return the position after some moves of a record."""
    request = StartPositionRequest(text=text, moves=moves, redeal=redeal)
    found = start_position(request, seat, lambda count: random[:count])
    return msgspec.json.encode(
        StartPosition(found.name, found.players, found.options, found.to_json())
    )


def replay_record(text: str, viewer: int) -> bytes:
    """Return the timeline of a record as JSON."""
    record = parse_record_or_position(text)
    return msgspec.json.encode(timeline_to_dicts(timeline(record, viewer)))


def prepare_review(text: str, viewer: int, judged: list[int]) -> bytes:
    """Return what has to be evaluated for the review of a record."""
    record = parse_record_or_position(text)
    if record.moves > MAX_REVIEWED:
        raise Refused("not-allowed", f"a game of more than {MAX_REVIEWED} moves is not reviewed")
    return msgspec.msgpack.encode(reviewed_game(timeline(record, viewer), viewer, judged))


def reviewed_game(entries: list[TimelineEntry], viewer: int, judged: list[int]) -> ReviewedGame:
    """Pack the positions of a timeline; `judged` are the seats whose decisions are judged."""
    positions = []
    for at, entry in enumerate(entries):
        position = entry.position
        is_judged = at + 1 < len(entries) and is_decision(position, entries[at + 1], viewer, judged)
        own = PackedPosition.pack(position.view(position.turn)) if is_judged else None
        decision = None if position.turn == viewer else own
        view = PackedPosition.pack(entry.view)
        positions.append(ReviewedPosition(view, is_judged, decision, entry.seat, entry.move))
    first = entries[0].position
    return ReviewedGame(first.name, first.options, positions)


def is_decision(position: Position, after: TimelineEntry, viewer: int, judged: list[int]) -> bool:
    """Whether a judged seat had a choice, and its move is visible."""
    if after.seat not in judged or position.turn != after.seat:
        return False
    return len(position.moves()) > 1 and (after.seat == viewer or "?" not in after.move)


JOBS: dict[str, Callable[..., bytes]] = {
    one.__name__: one for one in (summarise, find_start, replay_record, prepare_review)
}


def do_job(name: str, text: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Do a job; returns True and the bytes, or False and why it was refused."""
    try:
        return True, JOBS[name](text, *arguments)
    except Refused as refused:
        return False, (refused.code, str(refused), refused.why)
    except OdintableError as error:
        return False, ("bad-option", str(error), None)
