"""Loading the compiled rules when the server starts, without delaying the event loop.

numba compiles for a minute if nothing is cached, under a lock that every other use of the rules
waits for, and without letting go of Python's global lock for up to half a second. Therefore another
process compiles, which leaves the code in the cache; a thread then only reads it from there. Until
that is done, the event loop must not use the rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING, Any

from numba.core import event
from numba.core.registry import cpu_target

from odintable.errors import IllegalMove
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

NICENESS = 5  # of the process that compiles: the event loop has priority


def load_compiler() -> None:
    """Load the parts of numba that the first compiled function needs; takes half a second."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def use_rules() -> None:
    """Use every compiled function that a table needs, so that it is compiled or loaded."""
    for name in GAMES:
        match = Match.new(name)
        move = match.position.legal()[0]
        match.play(move)
        position = match.position
        with contextlib.suppress(IllegalMove):  # as a rule it cannot be played twice
            position.read_move(move)
        position.outcome()
        position.view_json(0, with_moves=True)
        view = position.view(0)
        Position.from_json(view.to_json(), 0).sample_state(1)
        Position.from_json(position.to_json())


def compile_rules(pipe: Connection) -> None:
    """Compile the rules, in a process that ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which kills this
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=exit_with_server, args=(pipe,), daemon=True).start()
    use_rules()


def exit_with_server(pipe: Connection) -> None:
    """End this process when the server closes its end of the pipe, if only by dying."""
    with contextlib.suppress(EOFError, OSError):
        pipe.recv()
    os._exit(1)


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


def is_loaded_from_cache() -> bool:
    """Load the rules from the cache; return False if something has to be compiled."""
    try:
        with refusing_to_compile():
            use_rules()
    except NotCachedError:
        return False
    return True


class RulesLoader:
    """Loads the rules in the background."""

    def __init__(self) -> None:
        """Start with nothing loaded; needs a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread: threading.Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a thread is still loading: the process must not wait for it when it ends."""
        return self._thread is not None and self._thread.is_alive()

    async def load(self, on_compiling: Callable[[], None]) -> None:
        """Load the rules; `on_compiling` is called if they have to be compiled first."""
        if await self._in_thread(is_loaded_from_cache):
            return
        on_compiling()
        await compile_in_process()
        # If the other process failed, or the cache cannot be written, this compiles after all.
        await self._in_thread(use_rules)

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


async def compile_in_process() -> None:
    """Compile the rules in another process, which is killed if this task is cancelled."""
    loop = asyncio.get_running_loop()
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(
        target=compile_rules, args=(theirs,), name="odintable-compiler", daemon=True
    )
    process.start()
    theirs.close()
    ended = loop.create_future()
    loop.add_reader(process.sentinel, ended.set_result, None)
    try:
        await ended
    finally:
        loop.remove_reader(process.sentinel)
        process.kill()
        process.join(1)
        ours.close()
