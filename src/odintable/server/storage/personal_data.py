"""Exporting and deleting what a store holds about the person in a seat.

A person has no account: there are seats, with a name and tokens. The same token at two tables (a
rematch) belongs to the same person, so those seats are found together. Deleting removes the name
and the tokens; the moves stay, because the game belongs to the others too.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from odintable.errors import OdintableError
from odintable.record.checksums import add_checksums, verify_checksums
from odintable.server.tables import events as ev

from .sqlite_store import connect, migrate
from .store_files import prepare_files
from .store_lock import lock_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Json = dict[str, Any]
PLAYERS = "players: "  # the line of a record that holds the names
BETWEEN = " | "  # between two names
EVENT_TABLES = ("filed", "inbox")


class TableSeat(NamedTuple):
    """A seat of a table; `TABLE/0` as text."""

    table: str
    seat: int

    @classmethod
    def parse(cls, text: str) -> TableSeat:
        """Read `TABLE/SEAT`."""
        table, slash, number = text.rpartition("/")
        if not slash or not table or not number.isdigit():
            raise OdintableError(f"a seat is written TABLE/NUMBER, such as q3VtXa81bC0_/0: {text}")
        return cls(table, int(number))


def export_seats(path: Path, *, seat: str | None = None, name: str | None = None) -> Json:
    """Return everything stored about the person in a seat, or about all seats with a name."""
    with open_alone(path) as connection:
        data = PersonalData(connection)
        return {"seats": [data.export(one) for one in data.find(seat, name)]}


def delete_seats(path: Path, *, seat: str | None = None, name: str | None = None) -> list[str]:
    """Delete the name and the tokens of these seats for ever; returns the seats."""
    with open_alone(path) as connection:
        data = PersonalData(connection)
        found = data.find(seat, name)
        connection.execute("BEGIN IMMEDIATE")
        for one in found:
            data.delete(one, name)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log holds the former pages
    return [f"{one.table}/{one.seat}" for one in found]


@contextlib.contextmanager
def open_alone(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store that no server uses; what is deleted there is overwritten with zeros."""
    if not path.exists():
        raise OdintableError(f"there is no store {path}")
    with lock_store(path):
        prepare_files(path)
        with contextlib.closing(connect(path)) as connection:
            try:
                migrate(connection)
                connection.execute("PRAGMA secure_delete = ON")
                yield connection
            except sqlite3.Error as error:
                raise OdintableError(f"the store {path} cannot be used: {error}") from error


class PersonalData:
    """What one open store holds about people."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _rows(self, sql: str, *given: Any) -> list[Any]:
        return self._connection.execute(sql, given).fetchall()

    # -- Finding seats -------------------------------------------------------------------------

    def find(self, seat: str | None, name: str | None) -> list[TableSeat]:
        """Return a person's seats, found by one of them or by name; raise if there is none."""
        if (seat is None) == (name is None):
            raise OdintableError("give either --seat TABLE/NUMBER or --name NAME")
        found = self._with_same_tokens(TableSeat.parse(seat)) if seat else self._with_name(name)
        if not found:
            raise OdintableError(f"nothing is stored about {seat or name!r}")
        return sorted(found)

    def _with_same_tokens(self, first: TableSeat) -> set[TableSeat]:
        """Return the seat, and those that the same tokens open at other tables."""
        if not self._rows("SELECT 1 FROM games WHERE game = ?", first.table):
            return set()
        same = self._rows(
            "SELECT other.game, other.seat FROM links JOIN links AS other USING (digest)"
            " WHERE links.game = ? AND links.seat = ? AND other.seat IS NOT NULL",
            *first,
        )
        return {first, *(TableSeat(*row) for row in same)}

    def _with_name(self, name: str | None) -> set[TableSeat]:
        """Return the seats that somebody with this name has taken."""
        rows = self._rows(
            'SELECT game, body FROM events WHERE instr(CAST(body AS TEXT), \'"kind":"sat"\')'
        )
        found = set()
        for game, body in rows:
            event = ev.decode(body)
            if isinstance(event, ev.SeatTaken) and event.name == name:
                found.add(TableSeat(game, event.seat))
        for game, record in self._rows("SELECT game, record FROM games WHERE record IS NOT NULL"):
            names = names_in(record)
            found |= {TableSeat(game, at) for at, one in enumerate(names) if one == name}
        return found

    # -- Exporting -----------------------------------------------------------------------------

    def export(self, seat: TableSeat) -> Json:
        """Return everything stored about one seat."""
        ((made, touched, ended, archived, record),) = self._rows(
            "SELECT made, touched, ended, archived, record FROM games WHERE game = ?", seat.table
        )
        events = [json.loads(body) for (body,) in self._bodies(seat)]
        tokens = self._rows(
            "SELECT what, hex(digest) FROM links WHERE game = ? AND seat = ?", *seat
        )
        return {
            "table": seat.table,
            "seat": seat.seat,
            "created": made,
            "last_used": touched,
            "ended": ended,
            "archived": archived,
            "events": [one for one in events if one.get("seat") == seat.seat],
            "tokens": [{"for": what, "sha256": digest.lower()} for what, digest in tokens],
            "record": record,
        }

    def _bodies(self, seat: TableSeat) -> list[tuple[bytes]]:
        return self._rows("SELECT body FROM events WHERE game = ? ORDER BY seq", seat.table)

    # -- Deleting ------------------------------------------------------------------------------

    def delete(self, seat: TableSeat, name: str | None) -> None:
        """Delete the tokens of a seat and its name: all names it had, or this one only."""
        self._rows("DELETE FROM links WHERE game = ? AND seat = ?", *seat)
        for table in EVENT_TABLES:
            sql = f"SELECT seq, body FROM {table} WHERE game = ?"
            for seq, body in self._rows(sql, seat.table):
                event = ev.decode(body)
                if not isinstance(event, ev.SeatTaken) or event.seat != seat.seat:
                    continue
                if name in (None, event.name):
                    unnamed = ev.encode(msgspec.structs.replace(event, name=""))
                    sql = f"UPDATE {table} SET body = ? WHERE game = ? AND seq = ?"
                    self._rows(sql, unnamed, seat.table, seq)
        for (record,) in self._rows("SELECT record FROM games WHERE game = ?", seat.table):
            if record:
                unnamed_record = without_name(record, seat.seat)
                self._rows("UPDATE games SET record = ? WHERE game = ?", unnamed_record, seat.table)


def names_in(record: str) -> list[str]:
    """Return the names in a record."""
    lines = (line for line in record.split("\n") if line.startswith(PLAYERS))
    return next(lines, PLAYERS).removeprefix(PLAYERS).split(BETWEEN)


def without_name(record: str, seat: int) -> str:
    """Return a record with the number of a seat instead of its name, and new checksums."""
    lines = verify_checksums(record)
    at = next(at for at, line in enumerate(lines) if line.startswith(PLAYERS))
    names = names_in(record)
    names[seat] = f"Seat {seat}"
    lines[at] = PLAYERS + BETWEEN.join(names)
    return add_checksums(lines)
