"""An event loop that handles a limited number of connections in one iteration.

asyncio handles everything that is ready before it looks at its timers again: thousands of clients
that disconnect at the same moment would hold up everybody else.
"""

import asyncio
import select
import selectors
import sys

READY_AT_ONCE = 250  # connections handled in one iteration: a few milliseconds

if sys.platform == "linux":

    class LimitedEpoll:
        """An epoll object that reports few ready files; the kernel reports the others next time."""

        def __init__(self) -> None:
            self._epoll = select.epoll()
            self.register = self._epoll.register
            self.modify = self._epoll.modify
            self.unregister = self._epoll.unregister
            self.fileno = self._epoll.fileno
            self.close = self._epoll.close

        def poll(self, timeout: float = -1, max_events: int = -1) -> list[tuple[int, int]]:
            """Wait until files are ready, or for so many seconds."""
            return self._epoll.poll(timeout, min(max_events, READY_AT_ONCE))

    class LimitedSelector(selectors.EpollSelector):
        """A selector that reports few ready files at once."""

        _selector_cls = LimitedEpoll


def new_event_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop for a server."""
    if sys.platform == "linux":
        return asyncio.SelectorEventLoop(LimitedSelector())
    return asyncio.new_event_loop()
