"""The record of a game that is over, which anyone can check."""

import datetime as dt
from dataclasses import replace

from odintable.record import Comment
from odintable.record import write as write_record

from .table import Table
from .wire import Refused

ENDED = "ended: "  # begins the last comment of a game that ended before its time


def record_of(table: Table) -> str:
    """The record as text; empty if the cards were never dealt."""
    if table.result is None:
        raise Refused("wrong-stage", "the record is told when the game is over")
    if table.match is None:
        return ""
    record = table.match.record(day_of(table), names_of(table))
    if table.result.why != "rules":
        record = replace(record, steps=(*record.steps, Comment(remark_of(table))))
    return write_record(record)


def day_of(table: Table) -> dt.date:
    """The day on which the table was made."""
    return dt.datetime.fromtimestamp(table.log[0].event.at / 1000, dt.UTC).date()


def names_of(table: Table) -> list[str]:
    """What the record calls the players."""
    return [seat.name or f"Seat {at}" for at, seat in enumerate(table.seats)]


def remark_of(table: Table) -> str:
    """How a game ended before its time, and its seed: such a record has no line for that."""
    result = table.result
    if result is None or table.seed is None:
        raise Refused("wrong-stage", "the game is not over")
    who = "" if result.seat is None else f", seat {result.seat}"
    return f"{ENDED}{result.why}{who}; seed {table.seed.hex()}"
