"""The store while the server runs: copied, put back, checked."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from odintable.errors import OdintableError

from . import events as ev
from .sqlite import SqliteStore, connect, migrate
from .table import Table

PAGES = 256  # at once, so that the server gets its turns


def copy(source: Path, target: Path) -> None:
    """A whole, consistent copy of a store that may be in use."""
    if target.exists():
        raise OdintableError(f"{target} is there already: a backup makes a new file")
    if not source.exists():
        raise OdintableError(f"there is no store {source}")
    transfer(source, target)


def restore(backup: Path, store: Path) -> None:
    """Put a backup in the place of a store; a server that uses it reads every table again."""
    if not backup.exists():
        raise OdintableError(f"there is no backup {backup}")
    problems = list(faults(backup))
    if problems:
        raise OdintableError(f"{backup} is not sound, nothing was changed: {problems[0]}")
    transfer(backup, store)


def transfer(source: Path, target: Path) -> None:
    """All pages of one file into another, by SQLite's own means."""
    try:
        with connect(source) as left, connect(target) as right:
            left.backup(right, pages=PAGES, sleep=0.05)
            migrate(right)
        left.close()
        right.close()
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
            except (OdintableError, ValueError, LookupError) as error:
                yield f"game {name}: {error}"
    finally:
        store.close()


def replayed(store: SqliteStore, name: str) -> Table:
    """A game as its events tell it."""
    game = store.game(name)
    if game is None:
        raise OdintableError("is gone")
    table = Table(name, game.seed)
    for body in store.events(name):
        table.apply(ev.read(body))
    return table
