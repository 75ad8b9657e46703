"""Handles the messages of all sockets in turn, a few milliseconds in one iteration of the loop.

A burst of messages on many sockets would otherwise hold up everything else until it is handled.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio

BUDGET = 0.004  # seconds of work in one iteration of the loop


class MessageReceiver(Protocol):
    """A connection with messages that wait."""

    def handle_next(self) -> None:
        """Handle the oldest message; if there are more, wait for another turn."""


class MessageQueue:
    """The connections whose messages wait, each with one message in turn."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[MessageReceiver] = deque()
        self._is_scheduled = False
        self._end = 0.0  # of the time for messages in this iteration

    def has_time(self) -> bool:
        """Whether a message can be handled at once."""
        if self._waiting:
            return False
        now = perf_counter()
        if not self._is_scheduled:
            self._begin_iteration(now)
            return True
        return now < self._end

    def add(self, receiver: MessageReceiver) -> None:
        """Add a connection that is not waiting yet."""
        self._waiting.append(receiver)
        if not self._is_scheduled:
            self._begin_iteration(perf_counter())

    def _begin_iteration(self, now: float) -> None:
        self._is_scheduled = True
        self._end = now + BUDGET
        self._loop.call_soon(self._next_iteration)

    def _next_iteration(self) -> None:
        """Go on with what was left over."""
        self._is_scheduled = False
        if not self._waiting:
            return
        self._begin_iteration(perf_counter())
        while self._waiting and perf_counter() < self._end:
            self._waiting.popleft().handle_next()
