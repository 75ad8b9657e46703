"""The position that a table begins from, when it is not a new game."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

from odintable.errors import OdintableError, RecordError
from odintable.games.position import SPECTATOR, Position
from odintable.games.reason import ReasonKind
from odintable.match.fair_shuffle import MAX_SEED
from odintable.record.reader import read
from odintable.record.record import Move, Record, replay, result_text
from odintable.server.live.client_messages import Refused

if TYPE_CHECKING:
    from odintable.server.http.schemas import StartPositionRequest
    from odintable.server.http.tokens import Random

BAD_LINE = ReasonKind("why.record-line", "line")
UNDATED = dt.date(2000, 1, 1)  # a position that was pasted has no day


def record_from(text: str) -> Record:
    """A record, or a position as a record without moves; Refused says what is wrong."""
    try:
        if text.lstrip().startswith("{"):
            return record_at(Position.from_json(json.loads(text)))
        return read(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused("bad-option", f"no JSON: {error.msg}, {where}") from None
    except RecursionError:
        raise Refused("bad-option", "no JSON of a sensible size") from None
    except OdintableError as error:
        why = BAD_LINE(line=error.line) if isinstance(error, RecordError) else None
        raise Refused("bad-option", str(error), why=why) from None


def record_at(position: Position) -> Record:
    """A game that is nothing but a position."""
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
    """How a recorded game stood after so many moves; None: after all."""
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


def outset(asked: StartPositionRequest, seat: int | None, random: Random) -> Position:
    """The position to play on from; if wanted, what the seat could not see is dealt anew."""
    position = position_after(record_from(asked.text), asked.moves)
    if position.is_over:
        raise Refused("bad-option", "the game is over in this position: choose an earlier one")
    if asked.redeal:
        view = position.view(SPECTATOR if seat is None else seat)
        position = view.sample_state(int.from_bytes(random(8), "big") & MAX_SEED)
    return position
