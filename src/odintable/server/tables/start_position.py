"""The position that a table begins from, if it is not a new game."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

from odintable.errors import OdintableError, RecordError
from odintable.games.illegal_move_reason import ReasonKind
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import MAX_SEED
from odintable.record.reader import read
from odintable.record.record import Move, Record, replay, result_text
from odintable.server.refused_error import Refused

if TYPE_CHECKING:
    from odintable.server.http.schemas import StartPositionRequest
    from odintable.server.tokens import RandomBytes

BAD_LINE = ReasonKind("why.record-line", "line")
UNDATED = dt.date(2000, 1, 1)  # the date of a pasted position


def parse_record_or_position(text: str) -> Record:
    """Read a record, or a position as a record without moves; Refused names the problem."""
    try:
        if text.lstrip().startswith("{"):
            return record_of_position(Position.from_json(json.loads(text)))
        return read(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused("bad-option", f"not JSON: {error.msg}, {where}") from None
    except RecursionError:
        raise Refused("bad-option", "the JSON is nested too deeply") from None
    except OdintableError as error:
        why = BAD_LINE(line=error.line) if isinstance(error, RecordError) else None
        raise Refused("bad-option", str(error), why=why) from None


def record_of_position(position: Position) -> Record:
    """Return a record without moves that begins with a position."""
    return Record(
        game=position.name,
        options=dict(position.options),
        names=tuple(f"Seat {seat}" for seat in range(position.players)),
        date=UNDATED,
        steps=(),
        result=result_text(position),
        start=position.to_json(),
    )


def position_after(record: Record, moves: int | None) -> Position:
    """Return the position after this many moves of a record; None: after all of them."""
    if moves is not None and moves > record.moves:
        raise Refused("bad-option", f"the record has {record.moves} moves, not {moves}")
    found = record.begin()
    made = 0
    for step, position in replay(record):
        if isinstance(step, Move):
            if made == moves:
                break
            made += 1
        found = position
    return found


def start_position(
    request: StartPositionRequest, seat: int | None, random: RandomBytes
) -> Position:
    """Return the position to play on from; on request, cards the seat could not see are redealt."""
    position = position_after(parse_record_or_position(request.text), request.moves)
    if position.is_over:
        raise Refused("bad-option", "the game is over in this position: choose an earlier one")
    if request.redeal:
        position = redeal(position, SPECTATOR if seat is None else seat, random)
    return position


def redeal(position: Position, viewer: int, random: RandomBytes) -> Position:
    """Return a position with the cards that a viewer could not see dealt anew."""
    return position.view(viewer).sample_state(int.from_bytes(random(8), "big") & MAX_SEED)
