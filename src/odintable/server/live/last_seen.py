"""Remembers when the people of unloaded tables were last seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odintable.server.tables.table import Table

TIME_TO_RECONNECT = 120_000  # milliseconds that people have after a server start


class LastSeen:
    """Remembers when the people of unloaded tables were last seen, as long as that matters."""

    def __init__(self, started: int) -> None:
        """`started` is when the server started."""
        self.started = started
        # Table name -> when each seat was last seen, and until when that matters.
        self._tables: dict[str, tuple[list[int], int]] = {}

    def remember(self, table: Table, last_seen_at: list[int], now: int) -> None:
        """Keep the list of a table that is unloaded; closing connections still update it."""
        self._tables[table.name] = (last_seen_at, now + table.config.absent_after * 1000)

    def forget_old(self, now: int) -> None:
        """Forget tables whose people all count as absent by now, remembered or not."""
        self._tables = {name: one for name, one in self._tables.items() if one[1] > now}

    def of_table(self, table: Table) -> list[int]:
        """Return when each seat was last seen, as far as known."""
        if table.name in self._tables:
            return self._tables.pop(table.name)[0]
        allowed = table.config.absent_after * 1000
        # Connecting is not an event, so after a start everybody has a while to reconnect.
        last_seen_at = [self.started + min(allowed, TIME_TO_RECONNECT) - allowed] * len(table.seats)
        for applied in table.log:
            seat = getattr(applied.event, "seat", None)
            if seat is not None:
                last_seen_at[seat] = max(last_seen_at[seat], applied.event.at)
        return last_seen_at

    def __len__(self) -> int:
        """Return the number of tables remembered."""
        return len(self._tables)
