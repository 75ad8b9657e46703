"""Loads tables from the store for the registry, a slice at a time, to keep the loop free."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

from odintable.server.tables.event_replay import apply_stored_event, check_has_events

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.storage.store_interface import Store
    from odintable.server.tables.table import Table

SLICE = 0.003  # seconds of work in one iteration of the loop
EVENTS_AT_ONCE = 200  # read from the store in one go


class Archived(Exception):  # noqa: N818 - no error: only the record of the game is left
    """The game is archived; carries its record."""

    def __init__(self, record: str) -> None:
        super().__init__(record)
        self.record = record


class TableLoader:
    """Rebuilds tables from their stored events, one slice of one table at a time."""

    def __init__(self, store: Store, new_table: Callable[[str, bytes], Table]) -> None:
        """`new_table` returns an empty table with this name and seed."""
        self._store = store
        self._new_table = new_table
        self._slices = asyncio.Lock()
        self._restores = 0  # how often the store was restored from a backup

    def start_again(self) -> None:
        """Begin all loading anew, because the store was restored from a backup."""
        self._restores += 1

    async def load(self, name: str) -> Table | None:
        """Return a table, None if there is none; raise Archived if only its record is left."""
        while True:
            restores = self._restores
            game = self._store.game(name)
            if game is None:
                return None
            if game.record is not None:
                raise Archived(game.record)
            table = self._new_table(name, game.seed)
            while restores == self._restores:
                async with self._slices:
                    is_loaded = self._load_slice(table)
                if is_loaded:
                    check_has_events(table)
                    return table
                await asyncio.sleep(0)

    def _load_slice(self, table: Table) -> bool:
        """Apply some more events; return whether those were the last."""
        end = perf_counter() + SLICE
        while True:
            bodies = self._store.events(table.name, table.seq, EVENTS_AT_ONCE)
            for body in bodies:
                if perf_counter() > end:
                    return False
                apply_stored_event(table, body)
            if len(bodies) < EVENTS_AT_ONCE:
                return True
