"""The store in one SQLite file: WAL, synchronous FULL, migrations from the first day."""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from .store import (
    Append,
    Archive,
    Beat,
    Conflict,
    DropLinks,
    Game,
    Link,
    Mark,
    NewGame,
    NewLink,
    Restored,
    Run,
    StoreError,
    Write,
)

# Each is run once, in order; what has run is counted in `user_version`. Never change one: add.
MIGRATIONS = (
    """
    CREATE TABLE games (
        game TEXT PRIMARY KEY,
        seed BLOB NOT NULL,
        made INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        listed INTEGER NOT NULL DEFAULT 0,
        due INTEGER,
        ended INTEGER,
        archived INTEGER,
        record TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_listed ON games (made) WHERE listed;
    CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
    CREATE INDEX games_old ON games (touched) WHERE archived IS NULL;
    CREATE TABLE events (
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE links (
        game TEXT NOT NULL,
        digest BLOB NOT NULL,
        what TEXT NOT NULL,
        seat INTEGER,
        PRIMARY KEY (game, digest)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE runs (started INTEGER PRIMARY KEY, alive INTEGER NOT NULL) STRICT;
    """,
    # New events lie one after the other in the inbox until there are many: filed one by one, each
    # would change a page of its own.
    """
    ALTER TABLE events RENAME TO filed;
    CREATE TABLE inbox (
        place INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (game, seq)
    ) STRICT;
    CREATE VIEW events AS
        SELECT game, seq, body FROM filed UNION ALL SELECT game, seq, body FROM inbox;
    """,
)

FILE_AT = 4000  # events in the inbox
CHECKPOINT_AT = 10_000  # pages in the log, 40 MB: while they are carried over, moves wait
CACHED = 16_000  # KiB of pages in memory: filing comes to the newest page of every game
MOST_NUMBERS = 50_000  # games whose next number is kept in mind
AT_ONCE = 100  # events in one statement
STATEMENTS = 256  # that SQLite keeps prepared: one for each number of events, and the others
BUT = "game NOT IN (SELECT value FROM json_each(?))"


def connect(path: Path, *, wait_s: float = 2.0) -> sqlite3.Connection:
    """A connection that commits only what is safely on disk."""
    try:
        connection = sqlite3.connect(
            path,
            timeout=wait_s,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=STATEMENTS,
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_AT}")
    except sqlite3.Error as error:
        raise StoreError(f"the store {path} cannot be opened: {error}") from error
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date; a store of a newer program is refused."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreError(f"the store has version {version}; this program knows {len(MIGRATIONS)}")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file this is, whatever it holds; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class SqliteStore:
    """One file; one connection writes, another reads."""

    def __init__(self, path: Path, *, wait_s: float = 2.0) -> None:
        """Open or make the file."""
        self.path = path
        self._writes = connect(path, wait_s=wait_s)
        migrate(self._writes)
        self._writes.execute(f"PRAGMA cache_size = -{CACHED}")
        self._reads = connect(path, wait_s=wait_s)
        self._reads.execute("PRAGMA query_only = ON")
        self._reading = threading.Lock()
        self._version = self._foreign_writes()
        self._file = file_at(path)
        self._writing = threading.Lock()
        self._numbers: dict[str, int] = {}  # the next ones, as long as nobody else writes
        self._inbox = 0  # how many events lie there since the start

    def close(self) -> None:
        """Close both connections."""
        with self._reading, self._writing:
            self._reads.close()
            self._writes.close()

    # -- Writing -------------------------------------------------------------------------------

    def write(self, batch: Sequence[Write]) -> None:
        """All of it in one transaction."""
        self._transact(lambda: self._put(batch))

    def tidy(self) -> None:
        """File away what is in the inbox, if that is much."""
        if self._inbox >= FILE_AT:
            self._transact(self._file_away)

    def _transact(self, put: Callable[[], object]) -> None:
        with self._writing:
            try:
                self._roll_back()  # what could not be before, with the disk as it was
                self._writes.execute("BEGIN IMMEDIATE")
                put()
                self._writes.execute("COMMIT")
            except BaseException as error:  # whatever it was, the next one begins anew
                self._numbers.clear()
                with contextlib.suppress(sqlite3.Error):
                    self._roll_back()
                if isinstance(error, sqlite3.IntegrityError):
                    raise Conflict(f"this was written by somebody else: {error}") from error
                if isinstance(error, sqlite3.Error):
                    raise StoreError(f"the store cannot be written: {error}") from error
                raise

    def _roll_back(self) -> None:
        if self._writes.in_transaction:
            self._writes.execute("ROLLBACK")

    def _foreign_writes(self) -> int:
        """A number that changes when another process writes."""
        return int(self._writes.execute("PRAGMA data_version").fetchone()[0])

    def _refuse_if_restored(self) -> None:
        """What is in memory may no longer follow from what is in the file."""
        if file_at(self.path) != self._file:
            raise StoreError(f"{self.path} was taken away or exchanged: start the server anew")
        version = self._foreign_writes()
        if version != self._version:
            self._version = version
            raise Restored("the store was written by somebody else: all tables are read again")

    def _put(self, batch: Sequence[Write]) -> None:
        """Events together, the rest one by one.

        Python lets go of its lock at each step of a statement, and may wait long to get it back
        from a busy loop: so many events are one statement, not many. If one of these fails, nothing
        of the transaction stays: so SQLite need not keep, in a file beside, what it was before it.
        """
        self._refuse_if_restored()
        appends = [one for one in batch if type(one) is Append]
        if len(appends) < len(batch):
            for write in batch:
                if type(write) is not Append:
                    self._put_one(write)
        for start in range(0, len(appends), AT_ONCE):
            given: list[Any] = []
            for one in appends[start : start + AT_ONCE]:
                game, seq = one.game, one.seq
                if seq != self._numbers.get(game):
                    self._check_number(one)
                self._numbers[game] = seq + 1
                given += (game, seq, one.body)
            rows = ", ".join(["(?, ?, ?)"] * (len(given) // 3))
            sql = f"INSERT OR ROLLBACK INTO inbox (game, seq, body) VALUES {rows}"
            self._writes.execute(sql, given)
        self._inbox += len(appends)

    def _check_number(self, append: Append) -> None:
        """Every number of a game is written once, and none is left out."""
        free = self._numbers.get(append.game)
        if free is None:
            sql = "SELECT coalesce(max(seq) + 1, 0) FROM events WHERE game = ?"
            free = self._writes.execute(sql, (append.game,)).fetchone()[0]
        if append.seq != free:
            raise Conflict(f"event {append.seq} of {append.game} does not follow: {free} is next")

    def _file_away(self) -> None:
        """Every event to the others of its game, whose key makes sure that it is there once."""
        self._writes.execute(
            "INSERT OR ROLLBACK INTO filed SELECT game, seq, body FROM inbox ORDER BY game, seq"
        )
        self._writes.execute("DELETE FROM inbox")
        self._inbox = 0
        if len(self._numbers) > MOST_NUMBERS:
            self._numbers.clear()

    def _put_one(self, write: Write) -> None:
        put = self._writes.execute
        match write:
            case NewGame(game, seed, made):
                sql = "INSERT INTO games (game, seed, made, touched) VALUES (?, ?, ?, ?)"
                put(sql, (game, seed, made, made))
                self._numbers[game] = 0
            case NewLink(game, digest, what, seat):
                put("INSERT INTO links VALUES (?, ?, ?, ?)", (game, digest, what, seat))
            case DropLinks(game, seat):
                put("DELETE FROM links WHERE game = ? AND seat = ?", (game, seat))
            case Mark(game, listed, due, touched, ended):
                sql = "UPDATE games SET listed = ?, due = ?, touched = ?, ended = ? WHERE game = ?"
                put(sql, (listed, due, touched, ended, game))
            case Archive(game, record, at):
                sql = "UPDATE games SET record = ?, archived = ?, listed = 0, due = NULL"
                put(f"{sql} WHERE game = ?", (record, at, game))
                put("DELETE FROM filed WHERE game = ?", (game,))
                put("DELETE FROM inbox WHERE game = ?", (game,))
                self._numbers.pop(game, None)
            case Beat(at):
                self._alive(at)
            case Run(at, since):
                if since is not None:
                    self._alive(since)
                # Two never start in the same millisecond.
                sql = "INSERT INTO runs SELECT max(?1, 1 + coalesce(max(started), 0)), ?1 FROM runs"
                put(sql, (at,))

    def _alive(self, at: int) -> None:
        """The last sign of life in this run."""
        last = "WHERE started = (SELECT max(started) FROM runs)"
        self._writes.execute(f"UPDATE runs SET alive = max(started, ?) {last}", (at,))

    def start_run(self, now: int) -> None:
        """A new run, with an empty inbox; nothing is in memory that must follow from the file."""
        self._transact(self._file_away)
        self._version = self._foreign_writes()
        self.write([Run(now)])

    # -- Reading -------------------------------------------------------------------------------

    def _read(self, sql: str, *given: Any) -> list[Any]:
        with self._reading:
            try:
                return self._reads.execute(sql, given).fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"the store cannot be read: {error}") from error

    def game(self, name: str) -> Game | None:
        """A game by name."""
        sql = "SELECT game, seed, made, ended, record FROM games WHERE game = ?"
        return next((Game(*row) for row in self._read(sql, name)), None)

    def events(self, name: str) -> list[bytes]:
        """Its events, in order."""
        sql = "SELECT body FROM events WHERE game = ? ORDER BY seq"
        return [body for (body,) in self._read(sql, name)]

    def link(self, name: str, digest: bytes) -> Link | None:
        """What a token opens at this game."""
        sql = "SELECT what, seat FROM links WHERE game = ? AND digest = ?"
        return next((Link(*row) for row in self._read(sql, name, digest)), None)

    def links(self, name: str) -> list[NewLink]:
        """All links of a game."""
        sql = "SELECT game, digest, what, seat FROM links WHERE game = ?"
        return [NewLink(*row) for row in self._read(sql, name)]

    def listed(self, most: int, but: Collection[str] = ()) -> list[str]:
        """Open games that wait for people, newest first."""
        sql = f"SELECT game FROM games WHERE listed AND {BUT} ORDER BY made DESC LIMIT ?"
        return [game for (game,) in self._read(sql, json.dumps([*but]), most)]

    def due(self, now: int, but: Collection[str] = ()) -> list[str]:
        """Games whose clock may have run out."""
        late = "due IS NOT NULL AND due <= ?"
        sql = f"SELECT game FROM games WHERE {late} AND {BUT} ORDER BY due LIMIT 100"
        return [game for (game,) in self._read(sql, now, json.dumps([*but]))]

    def old(
        self, ended_before: int, touched_before: int, most: int, but: Collection[str] = ()
    ) -> list[str]:
        """Games to archive."""
        sql = (
            "SELECT game FROM games WHERE archived IS NULL"
            f" AND ((ended IS NOT NULL AND touched < ?) OR touched < ?) AND {BUT} LIMIT ?"
        )
        given = (ended_before, touched_before, json.dumps([*but]), most)
        return [game for (game,) in self._read(sql, *given)]

    def downtimes(self) -> list[tuple[int, int]]:
        """When the server was down, or could not store."""
        sql = "SELECT alive, lead(started) OVER (ORDER BY started) FROM runs ORDER BY started"
        return [(alive, after) for alive, after in self._read(sql) if after is not None]

    def faults(self) -> list[str]:
        """What is wrong with the file, or with the numbers of the events."""
        pages = [text for (text,) in self._read("PRAGMA integrity_check") if text != "ok"]
        sql = (
            "SELECT game FROM events GROUP BY game HAVING min(seq) <> 0 OR max(seq) + 1 <> count(*)"
        )
        return pages + [f"game {game}: an event is missing" for (game,) in self._read(sql)]

    def games(self) -> list[str]:
        """All games that are not archived."""
        return [game for (game,) in self._read("SELECT game FROM games WHERE archived IS NULL")]
