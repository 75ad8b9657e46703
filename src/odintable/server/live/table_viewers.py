"""The viewers of a live table: who is connected, who is absent, and messages to all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from odintable.games.position import SPECTATOR

from . import client_messages
from .viewer_group import ViewerGroup

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.tables.table import Table

    from .viewer_group import Viewer

PRESENCE_EVERY = 1.0  # seconds between two messages about who is connected
SENT, CHANGED = "sent", "changed"  # whether presence has changed since it was last sent


class ViewersHost(Protocol):
    """The part of the registry that the viewers of a table use."""

    now: Callable[[], int]

    def call_later(self, seconds: float, do: Callable[[], None]) -> None:
        """Call a function after a number of seconds."""

    def downtime_between(self, start: int, end: int) -> int:
        """Return how long the server was down between two times."""


class TableViewers:
    """The connections to one table by seat, and when each seat was last seen."""

    __slots__ = (
        "_is_closed",
        "_presence",
        "_registry",
        "by_seat",
        "last_seen_at",
        "last_viewed_at",
    )

    def __init__(
        self, registry: ViewersHost, seats: int, last_seen_at: list[int] | None = None
    ) -> None:
        """Start without viewers; `last_seen_at` has a time for each seat, by default now."""
        self._registry = registry
        self.by_seat: dict[int, ViewerGroup] = {}  # none is empty; SPECTATOR counts as a seat
        self.last_viewed_at = registry.now()
        self.last_seen_at = last_seen_at or [self.last_viewed_at] * seats
        self._presence: str | None = None  # SENT or CHANGED within the last second
        self._is_closed = False

    def add(self, viewer: Viewer, seat: int) -> None:
        """Add a connection."""
        if seat not in self.by_seat:
            self.by_seat[seat] = ViewerGroup(self._registry.call_later)
        self.by_seat[seat].add(viewer)
        self.mark_seen(seat)

    def remove(self, viewer: Viewer, seat: int) -> None:
        """Remove a connection that is closed, and announce it."""
        viewers = self.by_seat.get(seat)
        if viewers is not None:
            viewers.discard(viewer)
            if not viewers:
                del self.by_seat[seat]
        self.mark_seen(seat)
        self.announce_presence()

    def close(self) -> None:
        """Ask all viewers to reconnect, because the table is unloaded."""
        self._is_closed = True
        for seat, viewers in list(self.by_seat.items()):
            self.mark_seen(seat)  # it was connected until now
            for viewer in list(viewers):
                viewer.ask_to_reconnect()

    def broadcast(self, message: bytes) -> None:
        """Send the same message to every viewer."""
        for viewers in self.by_seat.values():
            viewers.send(message)

    # -- Presence ------------------------------------------------------------------------------

    def mark_seen(self, seat: int) -> None:
        """Note that a seat, or a spectator, uses the table now, by a socket or the API."""
        self.last_viewed_at = self._registry.now()
        if seat != SPECTATOR:
            self.last_seen_at[seat] = self.last_viewed_at

    def presence(self) -> list[bool]:
        """Return for each seat whether it is connected."""
        return [seat in self.by_seat for seat in range(len(self.last_seen_at))]

    def absent_seats(self, table: Table) -> frozenset[int]:
        """Return the people who are not connected and were not seen for longer than allowed."""
        return frozenset(
            seat
            for seat in table.people
            if seat not in self.by_seat and self._absent_for(seat) >= table.config.absent_after
        )

    def _absent_for(self, seat: int) -> float:
        """Return the seconds since a seat was last seen, without downtime."""
        now, last = self._registry.now(), self.last_seen_at[seat]
        return (now - last - self._registry.downtime_between(last, now)) / 1000

    def announce_presence(self) -> None:
        """Tell everybody who is connected: now, or when the last such message is a second old."""
        if self._presence is None:
            self._send_presence()
        else:
            self._presence = CHANGED

    def _send_presence(self) -> None:
        self._presence = SENT
        spectators = len(self.by_seat.get(SPECTATOR, ()))
        message = {"type": "presence", "seats": self.presence(), "spectators": spectators}
        self.broadcast(client_messages.encode(message))
        self._registry.call_later(PRESENCE_EVERY, self._after_presence)

    def _after_presence(self) -> None:
        """Send the changes of the last second, if there were any."""
        if self._presence == CHANGED and not self._is_closed:
            self._send_presence()
        else:
            self._presence = None
