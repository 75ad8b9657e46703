"""The store while the server runs: copied, put back, checked."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from odintable.errors import OdintableError
from odintable.server.tables.load_table import OtherRules, replay
from odintable.server.tables.table import Table

from .sqlite import SqliteStore, connect, migrate

BESIDE = ("", "-wal", "-shm", "-journal")  # the files of a store


def copy(source: Path, target: Path) -> None:
    """A whole, consistent copy of a store that may be in use."""
    if target.exists():
        raise OdintableError(f"{target} is there already: a backup makes a new file")
    if not source.exists():
        raise OdintableError(f"there is no store {source}")
    # Only a whole copy has the name of one: a part of it would pass for a store with few games.
    part = target.with_name(f"{target.name}-part")
    remove(part)
    try:
        transfer(source, part)
        part.rename(target)
    except OSError as error:
        raise OdintableError(f"{source} could not be copied to {target}: {error}") from error
    finally:
        remove(part)


def remove(store: Path) -> None:
    """Nothing is left of it."""
    for beside in BESIDE:
        store.with_name(store.name + beside).unlink(missing_ok=True)


def restore(backup: Path, store: Path) -> None:
    """Put a backup in the place of a store; a server that uses it reads every table again."""
    if not backup.exists():
        raise OdintableError(f"there is no backup {backup}")
    problems = list(faults(backup))
    if problems:
        raise OdintableError(f"{backup} is not sound, nothing was changed: {problems[0]}")
    transfer(backup, store)


def transfer(source: Path, target: Path) -> None:
    """All pages of one file into another, by SQLite's own means.

    In one step: between two, the server writes, and SQLite would begin again each time. Nobody
    waits for who reads.
    """
    try:
        with (
            contextlib.closing(connect(source)) as left,
            contextlib.closing(connect(target)) as right,
        ):
            left.backup(right)
            migrate(right)
    except sqlite3.Error as error:
        raise OdintableError(f"{source} could not be copied to {target}: {error}") from error


def faults(path: Path) -> Iterator[str]:
    """What is wrong with a store: pages, gaps in a game's events, games that cannot be replayed."""
    if not path.exists():
        raise OdintableError(f"there is no store {path}")
    store = SqliteStore(path)
    try:
        yield from store.faults()
        for name in store.games():
            try:
                replayed(store, name)
            except OtherRules:
                continue  # whether it is sound only a program that knows these can tell
            except OdintableError as error:
                yield f"game {name}: {error}"
    finally:
        store.close()


def replayed(store: SqliteStore, name: str) -> Table:
    """A game as its events tell it."""
    game = store.game(name)
    if game is None:
        raise OdintableError("is gone")
    table = Table(name, game.seed)
    replay(table, store.events(name))
    return table
