"""The record of a game that is over, which anyone can check."""

import datetime as dt

from odintable.record.record import Ending
from odintable.record.record import write as write_record
from odintable.server.live.client_messages import Refused

from .table import Table


def record_of(table: Table) -> str:
    """The record as text; empty if the cards were never dealt."""
    if table.result is None:
        raise Refused("wrong-stage", "the record is told when the game is over")
    if table.match is None:
        return ""
    return write_record(table.match.record(day_of(table), names_of(table), ending_of(table)))


def day_of(table: Table) -> dt.date:
    """The day on which the table was made."""
    return dt.datetime.fromtimestamp(table.log[0].event.at / 1000, dt.UTC).date()


def names_of(table: Table) -> list[str]:
    """What the record calls the players."""
    return [seat.name or f"Seat {at}" for at, seat in enumerate(table.seats)]


def ending_of(table: Table) -> Ending | None:
    """How a game ended before its time; None if it came to its natural end, or has not yet."""
    result = table.result
    if result is None or result.why == "rules":
        return None
    return Ending(result.why, result.seat, tuple(result.winners))
