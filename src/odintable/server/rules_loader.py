"""Loading the compiled rules when the server starts, without delaying the event loop.

numba compiles for a minute if nothing is cached, under a lock that every other use of the rules
waits for, and without letting go of Python's global lock for up to half a second. Therefore other
processes compile everything that tables, bots, hints and reviews need (`precompile`), and leave it
in the cache; a thread then only reads it from there. Until that is done, the event loop must not
use the rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any

from numba.core import event
from numba.core.registry import cpu_target

from odintable.games.spec import GAMES
from odintable.precompile import Precompilation, is_complete, use_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def load_compiler() -> None:
    """Load the parts of numba that the first compiled function needs; takes half a second."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def use_all_rules() -> None:
    """Use every compiled function that a table of any game needs."""
    for game in GAMES:
        use_rules(game)


class NotCachedError(Exception):
    """A function of the rules is not in the cache."""


class RefuseToCompile(event.Listener):  # type: ignore[misc]
    """Raises NotCachedError in the thread that would otherwise start to compile."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def on_start(self, _event: object) -> None:
        """Refuse, if this is the thread that made the listener."""
        if threading.get_ident() == self._thread:
            raise NotCachedError

    def on_end(self, _event: object) -> None:
        """Do nothing."""


@contextlib.contextmanager
def refusing_to_compile() -> Iterator[None]:
    """Raise NotCachedError in this thread instead of compiling."""
    listener = RefuseToCompile()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def load_from_cache() -> bool:
    """Load the rules from the cache; return False if anything that play needs is missing there."""
    if not is_complete():
        return False
    try:
        with refusing_to_compile():
            use_all_rules()
    except NotCachedError:
        return False
    return True


class RulesLoader:
    """Loads the rules in the background."""

    def __init__(self) -> None:
        """Start with nothing loaded; needs a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread: threading.Thread | None = None
        self._compiling: Precompilation | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a thread is still loading: the process must not wait for it when it ends."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_compiling(self) -> bool:
        """Whether other processes compile, which takes long."""
        return self._compiling is not None

    @property
    def seconds_left(self) -> int:
        """About how many seconds it takes until the rules are loaded."""
        return 1 if self._compiling is None else self._compiling.seconds_left

    async def load(self, on_compiling: Callable[[], None]) -> None:
        """Load the rules; `on_compiling` is called if they have to be compiled first."""
        if await self._in_thread(load_from_cache):
            return
        on_compiling()
        self._compiling = Precompilation()
        try:
            await self._in_thread(self._compiling.run)
        finally:
            self._compiling.stop()
        # If the other processes failed, or the cache cannot be written, this compiles after all.
        await self._in_thread(use_all_rules)

    async def _in_thread(self, do: Callable[[], Any]) -> Any:
        """Call a function in a thread that does not keep the process from ending."""
        future: asyncio.Future[Any] = self._loop.create_future()

        def finish(result: Any, error: Exception | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(result)

        def run() -> None:
            result, failure = None, None
            try:
                result = do()
            except Exception as error:  # noqa: BLE001 - raised where it is awaited
                failure = error
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(finish, result, failure)

        self._thread = threading.Thread(target=run, name="load-rules", daemon=True)
        self._thread.start()
        return await future
