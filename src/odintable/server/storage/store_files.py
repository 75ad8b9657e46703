"""The files of a store: that they are ours, and that nobody else may read them.

A store holds the seeds of running games, so all its files are for their owner only.
"""

import contextlib
import logging
import os
import sqlite3
import stat
from pathlib import Path

from .store_interface import StoreError

log = logging.getLogger("odintable.store")

APPLICATION_ID = 0x4F44494E  # "ODIN" in SQLite's header
OUR_TABLES = {"games", "links", "runs"}  # stores of earlier versions have no application id
SUFFIXES = ("", "-wal", "-shm", "-journal")  # of the files that make up a store
LOCK = "-lock"
OWNER_ONLY = 0o600


def prepare_files(path: Path) -> None:
    """Create the file if there is none; StoreError if it belongs to another program.

    An existing file is opened by SQLite only: closing it would release SQLite's locks on it.
    SQLite gives the files beside it the same permissions.
    """
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        if not is_store(path):
            raise StoreError(f"{path} is not an Odin's Table store: nothing was changed in it")
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the store {path} cannot be opened: {error}") from None
    restrict_permissions(path)


def is_store(path: Path) -> bool:
    """Whether an SQLite file is empty or has the tables of a store; nothing is written to it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
            (number,) = connection.execute("PRAGMA application_id").fetchone()
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name for (name,) in rows}
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            return False
        raise
    return number in (0, APPLICATION_ID) and (not names or names >= OUR_TABLES)


def restrict_permissions(path: Path) -> None:
    """Take the permissions of others from all files of a store, as earlier versions left them."""
    if os.name != "posix":
        return
    for suffix in (*SUFFIXES, LOCK):
        file = path.with_name(path.name + suffix)
        try:
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & ~OWNER_ONLY:
                file.chmod(OWNER_ONLY)
                log.warning(
                    "a file of the store could be read by others: now only by its owner",
                    extra={"file": str(file), "mode": f"{mode:o}"},
                )
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning(
                "a file of the store can be read by others, and that cannot be changed",
                extra={"file": str(file), "why": str(error)},
            )


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
