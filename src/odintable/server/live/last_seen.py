"""When the people of a table that is not in memory were last heard of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odintable.server.tables.table import Table

COMING_BACK = 120_000  # milliseconds after a start in which hardly anybody is absent


class Heard:
    """What is known of tables that left memory, as long as it matters."""

    def __init__(self, opened: int) -> None:
        """The server has just started."""
        self.opened = opened
        self._kept: dict[
            str, tuple[list[int], int]
        ] = {}  # when, seat by seat; until when it matters

    def keep(self, table: Table, heard_at: list[int], now: int) -> None:
        """A table leaves memory; the list goes on being right about who is still leaving."""
        self._kept[table.name] = (heard_at, now + table.plan.absent_after * 1000)

    def tidy(self, now: int) -> None:
        """Forget where everybody is absent by now, as the table's events tell too."""
        self._kept = {name: one for name, one in self._kept.items() if one[1] > now}

    def of(self, table: Table) -> list[int]:
        """When each seat was last heard of, as far as known."""
        if table.name in self._kept:
            return self._kept.pop(table.name)[0]
        agreed = table.plan.absent_after * 1000
        # After a start everybody has a while to come back: who was connected has left no event.
        heard_at = [self.opened + min(agreed, COMING_BACK) - agreed] * len(table.seats)
        for happening in table.log:
            seat = getattr(happening.event, "seat", None)
            if seat is not None:
                heard_at[seat] = max(heard_at[seat], happening.event.at)
        return heard_at

    def __len__(self) -> int:
        """Of how many tables something is kept."""
        return len(self._kept)
