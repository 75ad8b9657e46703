"""The store: keys, gaps, backups, versions."""

import contextlib
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from odintable.errors import OdintableError
from odintable.server.storage import backup, sqlite_store
from odintable.server.storage.sqlite_store import MIGRATIONS, SqliteStore
from odintable.server.storage.store_interface import (
    AppendEvent,
    Heartbeat,
    NewGame,
    StoreConflict,
    StoreError,
    TableSummary,
    Write,
)
from odintable.server.tables import events as ev
from tests.server.support.pure_tables import table_config
from tests.server.support.server_in_process import QuickStore
from tests.server.support.server_process import WAIT

pytestmark = pytest.mark.long


def test_an_event_number_is_written_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "one.sqlite")
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, b"a")])
    with pytest.raises(StoreConflict):
        store.write([AppendEvent("g", 1, b"b"), AppendEvent("g", 0, b"c")])
    assert store.events("g") == [b"a"]
    store.close()


@pytest.mark.parametrize("number", [2, 7])
def test_no_event_number_is_left_out(number: int, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "gap.sqlite")
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, b"a")])
    for batch in (
        [AppendEvent("g", number, b"c")],
        [AppendEvent("g", 1, b"b"), AppendEvent("g", number + 1, b"")],
    ):
        with pytest.raises(StoreConflict, match="does not follow"):
            store.write(batch)
    assert store.events("g") == [b"a"]
    store.write([AppendEvent("g", 1, b"b")])
    assert store.events("g") == [b"a", b"b"]
    store.close()


def test_a_store_whose_file_was_replaced_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, b"a")])
    other = tmp_path / "other.sqlite"
    backup.back_up(path, other)
    other.rename(path)
    with pytest.raises(StoreError, match="replaced: restart the server"):
        store.write([AppendEvent("g", 1, b"b")])
    path.unlink()
    with pytest.raises(StoreError, match="deleted"):
        store.write([AppendEvent("g", 1, b"b")])
    store.close()


def test_an_unexpected_failure_leaves_no_transaction_open(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "one.sqlite")
    store.write([NewGame("g", b"s", 1)])
    too_large: list[Write] = [AppendEvent("g", 0, b"a"), Heartbeat(1 << 80)]
    with pytest.raises(OverflowError):
        store.write(too_large)
    assert store.events("g") == []
    store.write([AppendEvent("g", 0, b"a")])
    assert store.events("g") == [b"a"]
    store.close()


LARGE = 8000  # events of 4 KiB: copied in parts, something is written between any two


def test_a_backup_finishes_while_the_store_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "busy.sqlite", tmp_path / "copy.sqlite"
    store = QuickStore(path)
    store.write([NewGame("g", b"s", 1)])
    store.write([AppendEvent("g", number, bytes(4096)) for number in range(LARGE)])
    command = [sys.executable, "-m", "odintable", "store", "backup", str(path), str(copy)]
    written = LARGE
    with subprocess.Popen(command) as backing_up:
        deadline = time.monotonic() + 2 * WAIT
        while backing_up.poll() is None and time.monotonic() < deadline:
            store.write([AppendEvent("g", written, b"m")])
            written += 1
        backing_up.kill()
    assert backing_up.returncode == 0
    assert len(store.events("g")) == written, "nobody had to wait, nothing was lost"
    store.close()
    kept = SqliteStore(copy)
    assert kept.problems() == []
    assert LARGE <= len(kept.events("g")) <= written
    kept.close()


CRAMPED = """
import resource, sys
from pathlib import Path
from odintable.server.storage import backup
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
backup.back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "large.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1)])
    store.write([AppendEvent("g", number, bytes(4096)) for number in range(100)])
    store.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "-c", CRAMPED, str(path), str(folder / "copy.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode != 0
    assert "could not be copied" in done.stderr
    assert list(folder.iterdir()) == []


def test_a_backup_with_a_game_of_other_rules_can_be_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "one.sqlite", tmp_path / "copy.sqlite"
    store = SqliteStore(path)
    made = ev.TableCreated(1, config=table_config(rules=0), commitment="c")
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, ev.encode(made))])
    store.write([AppendEvent("g", 1, b'{"kind":"unheard of"}')])
    backup.back_up(path, copy)
    assert list(backup.problems(copy)) == []
    backup.restore(copy, path)
    store.close()
    broken = SqliteStore(copy)
    broken.write([NewGame("h", b"s", 1), AppendEvent("h", 0, b"{}")])
    broken.close()
    assert [fault[:30] for fault in backup.problems(copy)] == ["game h: this game cannot be re"]
    with pytest.raises(OdintableError, match="is damaged"):
        backup.restore(copy, path)


def test_filed_events_are_read_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "MAX_INBOX", 4)
    path = tmp_path / "filed.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), NewGame("h", b"s", 1)])
    for number in range(11):
        for game in "gh":
            store.write([AppendEvent(game, number, f"{game}{number}".encode())])
        store.maintain()
        for game in "gh":
            assert store.events(game) == [f"{game}{one}".encode() for one in range(number + 1)]
            with pytest.raises(StoreConflict):
                store.write([AppendEvent(game, number, b"again")])
    lying = {"inbox": 2, "filed": 20}
    assert {name: store._read(f"SELECT count(*) FROM {name}")[0][0] for name in lying} == lying
    assert store.problems() == []
    store.close()
    store = SqliteStore(path)
    store.start_run(1)
    assert store._read("SELECT count(*) FROM inbox") == [(0,)]
    assert len(store.events("g")) == len(store.events("h")) == 11
    with pytest.raises(StoreConflict):
        store.write([AppendEvent("h", 10, b"again")])
    store.close()


def test_the_key_is_unique_in_the_inbox_too(tmp_path: Path) -> None:
    path = tmp_path / "key.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, b"a")])
    with (
        contextlib.closing(sqlite3.connect(path)) as other,
        pytest.raises(sqlite3.IntegrityError, match="UNIQUE"),
    ):
        other.execute("INSERT INTO inbox (game, seq, body) VALUES ('g', 0, x'62')")
    assert store.events("g") == [b"a"]
    store.close()


def test_a_transaction_that_breaks_the_key_is_rolled_back(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "key.sqlite")
    games = [f"g{number}" for number in range(150)]
    store.write([NewGame(game, b"s", 1) for game in games])
    store.write([AppendEvent(game, 0, b"a") for game in games])
    store._numbers[games[-1]] = 0  # what is in mind is wrong: the key alone is left
    with pytest.raises(StoreConflict, match="UNIQUE"):
        store.write(
            [
                TableSummary("g0", touched=7),
                *(AppendEvent(game, 1, b"b") for game in games[:-1]),
                AppendEvent(games[-1], 0, b"again"),
            ]
        )
    assert all(store.events(game) == [b"a"] for game in games)
    assert len(store.games_to_archive(0, 2, len(games))) == len(games), "the mark is undone too"
    store.write([AppendEvent(game, 1, b"b") for game in games])
    assert all(store.events(game) == [b"a", b"b"] for game in games)
    store.close()


def test_a_store_of_the_first_schema_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as old:
        old.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        old.execute("INSERT INTO events VALUES ('g', 0, x'61')")
        old.commit()
    store = SqliteStore(path)
    store.write([AppendEvent("g", 1, b"b")])
    assert store.events("g") == [b"a", b"b"]
    store.close()


def test_a_store_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    SqliteStore(path).close()
    with contextlib.closing(sqlite3.connect(path)) as store:
        store.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="version"):
        SqliteStore(path)


def test_a_gap_in_the_events_is_found(tmp_path: Path) -> None:
    path = tmp_path / "gap.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), AppendEvent("g", 0, b"a"), AppendEvent("g", 1, b"b")])
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("DELETE FROM inbox WHERE seq = 0")
        other.commit()
    assert next(iter(backup.problems(path))) == "game g: an event is missing"
