"""The files of a store: who may read them, and whether they are ours."""

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.server.storage import backup
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.storage.store_interface import Heartbeat, NewGame, StoreError
from odintable.server.storage.store_lock import lock_store

WAIT = 120.0  # seconds


def modes(folder: Path) -> dict[str, int]:
    """Return the permissions of every file."""
    return {one.name: one.stat().st_mode & 0o777 for one in folder.iterdir()}


def odintable(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    command = [sys.executable, "-m", "odintable", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)


def foreign_file(path: Path, *, wal: bool = False) -> bytes:
    """Write another program's SQLite file; returns its digest."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
        connection.execute("INSERT INTO bookmarks VALUES ('https://example.org')")
        connection.commit()
    return hashlib.sha256(path.read_bytes()).digest()


def test_all_files_of_a_store_and_its_backup_are_for_their_owner_only(tmp_path: Path) -> None:
    former = os.umask(0)
    try:
        path, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
        with lock_store(path):
            store = SqliteStore(path)
            store.write([NewGame("g", b"seed", 1)])
            backup.back_up(path, copy)
            found = modes(tmp_path)
            store.close()
    finally:
        os.umask(former)
    assert {"games.sqlite", "games.sqlite-wal", "games.sqlite-lock", "copy.sqlite"} <= set(found)
    assert set(found.values()) == {0o600}


def test_files_of_an_earlier_version_lose_the_permissions_of_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sqlite"
    SqliteStore(path).close()
    path.chmod(0o644)
    (tmp_path / "games.sqlite-lock").touch(0o644)
    store = SqliteStore(path)
    store.write([Heartbeat(1)])
    assert set(modes(tmp_path).values()) == {0o600}
    store.close()
    assert "could be read by others" in caplog.text


@pytest.mark.parametrize("wal", [False, True])
def test_the_file_of_another_program_is_refused_and_not_changed(tmp_path: Path, wal: bool) -> None:
    path = tmp_path / "bookmarks.sqlite"
    before = foreign_file(path, wal=wal)
    with pytest.raises(StoreError, match="is not an Odin's Table store"):
        SqliteStore(path)
    with pytest.raises(StoreError, match="is not an Odin's Table store"):
        backup.back_up(path, tmp_path / "copy.sqlite")
    assert hashlib.sha256(path.read_bytes()).digest() == before


def test_a_store_is_not_restored_over_the_file_of_another_program(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "games.sqlite").close()
    before = foreign_file(tmp_path / "bookmarks.sqlite")
    with pytest.raises(StoreError, match="is not an Odin's Table store"):
        backup.restore(tmp_path / "games.sqlite", tmp_path / "bookmarks.sqlite")
    assert hashlib.sha256((tmp_path / "bookmarks.sqlite").read_bytes()).digest() == before


def test_the_server_says_that_a_file_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Odin, " * 100)
    for command in (["serve", "--port", "0", "--store"], ["store", "check"]):
        done = odintable(*command, str(path))
        assert done.returncode == 2
        assert done.stderr.startswith(f"odintable: {path} is not an Odin's Table store"), done
    assert path.read_text() == "Dear Odin, " * 100


def test_a_symbolic_link_does_not_evade_the_lock(tmp_path: Path) -> None:
    path, link = tmp_path / "games.sqlite", tmp_path / "link.sqlite"
    SqliteStore(path).close()
    link.symlink_to(path)
    with lock_store(path), pytest.raises(StoreError, match="another server"), lock_store(link):
        pass


def test_a_store_with_a_hard_link_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    SqliteStore(path).close()
    (tmp_path / "other.sqlite").hardlink_to(path)
    with pytest.raises(StoreError, match="several names"), lock_store(path):
        pass
