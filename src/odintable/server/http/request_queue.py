"""Lets requests begin one after the other, so that a burst of them does not hold up the loop."""

from __future__ import annotations

import asyncio
from collections import deque


class RequestQueue:
    """Begins one request in each iteration of the event loop; the others wait in order."""

    def __init__(self) -> None:
        self._is_taken = False  # whether a request began in this iteration of the loop
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Wait for a turn."""
        loop = asyncio.get_running_loop()
        if self._is_taken:
            turn: asyncio.Future[None] = loop.create_future()
            self._waiting.append(turn)
            await turn
        else:
            self._is_taken = True
            loop.call_soon(self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the next turn to the request that has waited longest."""
        self._is_taken = False
        while self._waiting and not self._is_taken:
            turn = self._waiting.popleft()
            if not turn.done():  # its client may have gone
                turn.set_result(None)
                self._is_taken = True
                loop.call_soon(self._next, loop)
