"""Backing up, restoring and checking a store, even while a server uses it."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from odintable.errors import OdintableError
from odintable.server.tables.event_replay import replay_events
from odintable.server.tables.rules_versions import OtherRulesVersion
from odintable.server.tables.table import Table

from .sqlite_store import SqliteStore, connect, migrate
from .store_files import SUFFIXES, prepare_files


def back_up(source: Path, target: Path) -> None:
    """Make a complete, consistent copy of a store that may be in use."""
    if target.exists():
        raise OdintableError(f"{target} exists already: a backup needs a new file")
    if not source.exists():
        raise OdintableError(f"there is no store {source}")
    # The copy gets its name when it is complete: a partial one would look like a smaller store.
    part = target.with_name(f"{target.name}-part")
    remove(part)
    try:
        copy_pages(source, part)
        part.rename(target)
    except OSError as error:
        raise OdintableError(f"{source} could not be copied to {target}: {error}") from error
    finally:
        remove(part)


def remove(store: Path) -> None:
    """Delete all files of a store."""
    for suffix in SUFFIXES:
        store.with_name(store.name + suffix).unlink(missing_ok=True)


def restore(backup: Path, store: Path) -> None:
    """Replace the contents of a store by a backup; a running server loads every table again."""
    if not backup.exists():
        raise OdintableError(f"there is no backup {backup}")
    found = list(problems(backup))
    if found:
        raise OdintableError(f"{backup} is damaged, nothing was changed: {found[0]}")
    copy_pages(backup, store)


def copy_pages(source: Path, target: Path) -> None:
    """Copy all pages of one SQLite file into another.

    In one step: with several, SQLite would start again whenever the server writes in between.
    Writers do not wait for this reader.
    """
    for path in (source, target):
        prepare_files(path)
    try:
        with (
            contextlib.closing(connect(source)) as left,
            contextlib.closing(connect(target)) as right,
        ):
            left.backup(right)
            migrate(right)
    except sqlite3.Error as error:
        raise OdintableError(f"{source} could not be copied to {target}: {error}") from error


def problems(path: Path) -> Iterator[str]:
    """Yield the problems of a store: damaged pages, missing events, unreadable games."""
    if not path.exists():
        raise OdintableError(f"there is no store {path}")
    store = SqliteStore(path)
    try:
        yield from store.problems()
        for name in store.active_games():
            try:
                load(store, name)
            except OtherRulesVersion:
                continue  # only a program with those rules could check it
            except OdintableError as error:
                yield f"game {name}: {error}"
    finally:
        store.close()


def load(store: SqliteStore, name: str) -> Table:
    """Rebuild a table from its events."""
    game = store.game(name)
    if game is None:
        raise OdintableError("is no longer there")
    table = Table(name, game.seed)
    replay_events(table, store.events(name))
    return table
