"""The viewers who see the same of a table: the connections of one seat, or all spectators."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AT_ONCE = 100  # messages sent in one iteration of the loop: one or two milliseconds


class Viewer(Protocol):
    """A connection that watches the table, from a seat or as a spectator."""

    def send(self, message: bytes) -> None:
        """Send a message."""

    def ask_to_reconnect(self) -> None:
        """Close the connection; the client reconnects and gets the table anew."""

    def remove_from_seat(self) -> None:
        """Close the connection because the seat was given up."""


class ViewerGroup:
    """Sends messages to its viewers in order; to a crowd, over several iterations of the loop."""

    __slots__ = ("_call_later", "_members", "_pending", "_sent", "_snapshot")

    def __init__(self, call_later: Callable[[float, Callable[[], None]], None]) -> None:
        self._call_later = call_later
        self._members: set[Viewer] = set()
        self._snapshot: tuple[Viewer, ...] | None = None  # the members, until they change
        self._pending: deque[tuple[bytes, tuple[Viewer, ...]]] = deque()  # messages for a crowd
        self._sent = 0  # how many viewers have got the first of these

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._members)

    def add(self, viewer: Viewer) -> None:
        """Add a viewer, who gets all messages from now on."""
        self._members.add(viewer)
        self._snapshot = None

    def discard(self, viewer: Viewer) -> None:
        """Remove a viewer, who gets no more messages."""
        self._members.discard(viewer)
        self._snapshot = None

    def send(self, message: bytes) -> None:
        """Send a message to everybody."""
        if len(self._members) <= AT_ONCE and not self._pending:
            for viewer in self._members:
                viewer.send(message)
            return
        if self._snapshot is None:
            self._snapshot = tuple(self._members)
        self._enqueue(message, self._snapshot)

    def send_to(self, viewer: Viewer, message: bytes) -> None:
        """Send a message to one viewer, after all that were sent to everybody."""
        if self._pending:
            self._enqueue(message, (viewer,))
        else:
            viewer.send(message)

    def _enqueue(self, message: bytes, viewers: tuple[Viewer, ...]) -> None:
        self._pending.append((message, viewers))
        if len(self._pending) == 1:
            self._send_pending()

    def _send_pending(self) -> None:
        """Send the oldest message to some more viewers, and go on in the next iteration."""
        message, viewers = self._pending[0]
        end = self._sent + AT_ONCE
        for viewer in viewers[self._sent : end]:
            if viewer in self._members:
                viewer.send(message)
        self._sent = end
        if end >= len(viewers):
            self._pending.popleft()
            self._sent = 0
        if self._pending:
            self._call_later(0.0, self._send_pending)
