"""The record of a finished game at a table, which anybody can verify."""

import datetime as dt

from odintable.record.record import Ending, Record, write
from odintable.server.refused_error import Refused

from .table import Table


def record_of(table: Table) -> Record | None:
    """Return the record of a finished game; None if the cards were never dealt."""
    if table.result is None:
        raise Refused("wrong-stage", "the record is available when the game is over")
    if table.match is None:
        return None
    return table.match.record(creation_date(table), player_names(table), early_ending(table))


def write_record(record: Record | None) -> str:
    """Write a record as text; empty for None. Of a long game, call it in a thread."""
    return "" if record is None else write(record)


def creation_date(table: Table) -> dt.date:
    """Return the day on which the table was created."""
    return dt.datetime.fromtimestamp(table.log[0].event.at / 1000, dt.UTC).date()


def player_names(table: Table) -> list[str]:
    """Return the players' names for the record."""
    return [seat.name or f"Seat {number}" for number, seat in enumerate(table.seats)]


def early_ending(table: Table) -> Ending | None:
    """Return how a game ended early; None if it ended by the rules or is not over."""
    result = table.result
    if result is None or result.why == "rules":
        return None
    return Ending(result.why, result.seat, tuple(result.winners))
