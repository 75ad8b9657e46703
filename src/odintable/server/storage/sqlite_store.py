"""The store in one SQLite file, with WAL and synchronous FULL."""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from .store_files import APPLICATION_ID, file_identity, prepare_files
from .store_interface import (
    AppendEvent,
    ArchiveGame,
    DropToken,
    DropTokens,
    Heartbeat,
    NewGame,
    NewToken,
    RunStart,
    StoreConflict,
    StoredGame,
    StoreError,
    StoreRestored,
    TableSummary,
    TokenAccess,
    Write,
)

# Each runs once, in order; `user_version` counts those that have run. Only append.
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
    # New events go to the inbox, one after the other, and are filed with their games in bulk: filed
    # one by one, each would change a page of its own.
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

MAX_INBOX = 4000  # events in the inbox before they are filed
CHECKPOINT_PAGES = 10_000  # pages in the log, 40 MB; moves wait during a checkpoint
CACHE_KIB = 16_000  # of pages in memory: filing touches the newest page of every game
MAX_NUMBERS = 50_000  # games whose next event number is cached
EVENTS_PER_STATEMENT = 100
STATEMENTS = 256  # cached prepared ones: one for each number of events, and the others
NOT_SKIPPED = "game NOT IN (SELECT value FROM json_each(?))"


def connect(path: Path, *, wait_s: float = 2.0) -> sqlite3.Connection:
    """Open a connection whose commits are on disk when they return."""
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
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    except sqlite3.Error as error:
        raise StoreError(f"the store {path} cannot be opened: {error}") from error
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; StoreError if a newer program wrote the store."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise StoreError(f"the store has version {version}, this program only {known}: update it")
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


class SqliteStore:
    """A store in one file, with one connection for writing and one for reading."""

    def __init__(self, path: Path, *, wait_s: float = 2.0) -> None:
        """Open the file, or create it."""
        self.path = path
        prepare_files(path)
        self._writes = connect(path, wait_s=wait_s)
        migrate(self._writes)
        self._writes.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._reads = connect(path, wait_s=wait_s)
        self._reads.execute("PRAGMA query_only = ON")
        self._reading = threading.Lock()
        self._version = self._foreign_writes()
        self._file = file_identity(path)
        self._writing = threading.Lock()
        self._numbers: dict[str, int] = {}  # game -> its next event number
        self._inbox = 0  # events added to the inbox since it was last filed

    def close(self) -> None:
        """Close both connections."""
        with self._reading, self._writing:
            self._reads.close()
            self._writes.close()

    # -- Writing -------------------------------------------------------------------------------

    def write(self, batch: Sequence[Write]) -> None:
        """Write a batch in one transaction."""
        self._transact(lambda: self._put(batch))

    def maintain(self) -> None:
        """File the inbox, if it is large."""
        if self._inbox >= MAX_INBOX:
            self._transact(self._file_inbox)

    def _transact(self, put: Callable[[], object]) -> None:
        with self._writing:
            try:
                self._roll_back()  # if that was not possible before, because the disk failed
                self._writes.execute("BEGIN IMMEDIATE")
                put()
                self._writes.execute("COMMIT")
            except BaseException as error:  # the next transaction must start clean
                self._numbers.clear()
                with contextlib.suppress(sqlite3.Error):
                    self._roll_back()
                if isinstance(error, sqlite3.IntegrityError):
                    raise StoreConflict(f"another process has written this: {error}") from error
                if isinstance(error, sqlite3.Error):
                    raise StoreError(f"the store cannot be written: {error}") from error
                raise

    def _roll_back(self) -> None:
        if self._writes.in_transaction:
            self._writes.execute("ROLLBACK")

    def _foreign_writes(self) -> int:
        """Return a number that changes when another process writes."""
        return int(self._writes.execute("PRAGMA data_version").fetchone()[0])

    def _check_unchanged(self) -> None:
        """Refuse to write if the file was changed or replaced by another process."""
        if file_identity(self.path) != self._file:
            raise StoreError(f"{self.path} was deleted or replaced: restart the server")
        version = self._foreign_writes()
        if version != self._version:
            self._version = version
            raise StoreRestored(
                "another process has written the store: all tables are loaded again"
            )

    def _put(self, batch: Sequence[Write]) -> None:
        """Write events together in few statements, and the rest one by one.

        Python releases its global lock at each step of a statement, and may wait long to get it
        back from a busy event loop, so fewer statements are faster. INSERT OR ROLLBACK undoes the
        whole transaction on failure, so that SQLite needs no statement journal.
        """
        self._check_unchanged()
        appends = [one for one in batch if type(one) is AppendEvent]
        if len(appends) < len(batch):
            for write in batch:
                if type(write) is not AppendEvent:
                    self._put_one(write)
        for start in range(0, len(appends), EVENTS_PER_STATEMENT):
            given: list[Any] = []
            for one in appends[start : start + EVENTS_PER_STATEMENT]:
                game, seq = one.game, one.seq
                if seq != self._numbers.get(game):
                    self._check_number(one)
                self._numbers[game] = seq + 1
                given += (game, seq, one.body)
            rows = ", ".join(["(?, ?, ?)"] * (len(given) // 3))
            sql = f"INSERT OR ROLLBACK INTO inbox (game, seq, body) VALUES {rows}"
            self._writes.execute(sql, given)
        self._inbox += len(appends)

    def _check_number(self, append: AppendEvent) -> None:
        """Check that an event is the next one of its game."""
        free = self._numbers.get(append.game)
        if free is None:
            sql = "SELECT coalesce(max(seq) + 1, 0) FROM events WHERE game = ?"
            free = self._writes.execute(sql, (append.game,)).fetchone()[0]
        if append.seq != free:
            raise StoreConflict(
                f"event {append.seq} of {append.game} does not follow: {free} is next"
            )

    def _file_inbox(self) -> None:
        """Move all events from the inbox to the others of their games."""
        self._writes.execute(
            "INSERT OR ROLLBACK INTO filed SELECT game, seq, body FROM inbox ORDER BY game, seq"
        )
        self._writes.execute("DELETE FROM inbox")
        self._inbox = 0
        if len(self._numbers) > MAX_NUMBERS:
            self._numbers.clear()

    def _put_one(self, write: Write) -> None:
        put = self._writes.execute
        match write:
            case NewGame(game, seed, made):
                sql = "INSERT INTO games (game, seed, made, touched) VALUES (?, ?, ?, ?)"
                put(sql, (game, seed, made, made))
                self._numbers[game] = 0
            case NewToken(game, digest, what, seat):
                put("INSERT INTO links VALUES (?, ?, ?, ?)", (game, digest, what, seat))
            case DropToken(game, digest):
                put("DELETE FROM links WHERE game = ? AND digest = ?", (game, digest))
            case DropTokens(game, seat):
                put("DELETE FROM links WHERE game = ? AND seat = ?", (game, seat))
            case TableSummary(game, listed, due, touched, ended):
                sql = "UPDATE games SET listed = ?, due = ?, touched = ?, ended = ? WHERE game = ?"
                put(sql, (listed, due, touched, ended, game))
            case ArchiveGame(game, record, at):
                sql = "UPDATE games SET record = ?, archived = ?, listed = 0, due = NULL"
                put(f"{sql} WHERE game = ?", (record, at, game))
                put("DELETE FROM filed WHERE game = ?", (game,))
                put("DELETE FROM inbox WHERE game = ?", (game,))
                self._numbers.pop(game, None)
            case Heartbeat(at):
                self._store_heartbeat(at)
            case RunStart(at, since):
                if since is not None:
                    self._store_heartbeat(since)
                # No two runs start in the same millisecond.
                sql = "INSERT INTO runs SELECT max(?1, 1 + coalesce(max(started), 0)), ?1 FROM runs"
                put(sql, (at,))

    def _store_heartbeat(self, at: int) -> None:
        """Store the last heartbeat of this run."""
        last = "WHERE started = (SELECT max(started) FROM runs)"
        self._writes.execute(f"UPDATE runs SET alive = max(started, ?) {last}", (at,))

    def start_run(self, now: int) -> None:
        """Start a new run with an empty inbox."""
        self._transact(self._file_inbox)
        self._version = self._foreign_writes()
        self.write([RunStart(now)])

    # -- Reading -------------------------------------------------------------------------------

    def _read(self, sql: str, *given: Any) -> list[Any]:
        with self._reading:
            try:
                return self._reads.execute(sql, given).fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"the store cannot be read: {error}") from error

    def game(self, name: str) -> StoredGame | None:
        """Return a game."""
        sql = "SELECT game, seed, made, ended, record FROM games WHERE game = ?"
        return next((StoredGame(*row) for row in self._read(sql, name)), None)

    def events(self, name: str, first: int = 0, count: int = -1) -> list[bytes]:
        """Return the events of a game from number `first` on, in order; -1: all of them."""
        sql = "SELECT body FROM events WHERE game = ? AND seq >= ? ORDER BY seq LIMIT ?"
        return [body for (body,) in self._read(sql, name, first, count)]

    def token_access(self, name: str, digest: bytes) -> TokenAccess | None:
        """Return what a token gives access to at a game."""
        sql = "SELECT what, seat FROM links WHERE game = ? AND digest = ?"
        return next((TokenAccess(*row) for row in self._read(sql, name, digest)), None)

    def tokens(self, name: str) -> list[NewToken]:
        """Return all tokens of a game."""
        sql = "SELECT game, digest, what, seat FROM links WHERE game = ?"
        return [NewToken(*row) for row in self._read(sql, name)]

    def open_games(self, limit: int, skip: Collection[str] = ()) -> list[str]:
        """Return open games that wait for people, newest first."""
        sql = f"SELECT game FROM games WHERE listed AND {NOT_SKIPPED} ORDER BY made DESC LIMIT ?"
        return [game for (game,) in self._read(sql, json.dumps([*skip]), limit)]

    def games_due(self, now: int, skip: Collection[str] = ()) -> list[str]:
        """Return games whose clock may have run out."""
        late = "due IS NOT NULL AND due <= ?"
        sql = f"SELECT game FROM games WHERE {late} AND {NOT_SKIPPED} ORDER BY due LIMIT 100"
        return [game for (game,) in self._read(sql, now, json.dumps([*skip]))]

    def games_to_archive(
        self, ended_before: int, touched_before: int, limit: int, skip: Collection[str] = ()
    ) -> list[str]:
        """Return games that ended long ago, or that nobody has played for very long."""
        sql = (
            "SELECT game FROM games WHERE archived IS NULL"
            f" AND ((ended IS NOT NULL AND touched < ?) OR touched < ?) AND {NOT_SKIPPED} LIMIT ?"
        )
        given = (ended_before, touched_before, json.dumps([*skip]), limit)
        return [game for (game,) in self._read(sql, *given)]

    def downtimes(self) -> list[tuple[int, int]]:
        """Return when the server was down, or could not store."""
        sql = "SELECT alive, lead(started) OVER (ORDER BY started) FROM runs ORDER BY started"
        return [(alive, after) for alive, after in self._read(sql) if after is not None]

    def problems(self) -> list[str]:
        """Return the problems of the file and of the event numbers."""
        pages = [text for (text,) in self._read("PRAGMA integrity_check") if text != "ok"]
        sql = (
            "SELECT game FROM events GROUP BY game HAVING min(seq) <> 0 OR max(seq) + 1 <> count(*)"
        )
        return pages + [f"game {game}: an event is missing" for (game,) in self._read(sql)]

    def active_games(self) -> list[str]:
        """Return all games that are not archived."""
        return [game for (game,) in self._read("SELECT game FROM games WHERE archived IS NULL")]
