"""Tells the user that code is being compiled, which they would otherwise wait for in silence."""

import functools
import os
import sys
from pathlib import Path
from typing import Any

from .cache_folder import SETTING, remove_stale

NOTICE = (
    "odintable: compiling for this machine, which takes up to a minute the first time"
    " (`odintable compile` does it ahead of time)"
)


@functools.cache  # later calls do nothing
def announce_compiling() -> None:
    """Print one line when compilation starts, so that the user knows what they are waiting for."""
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"  # else numba prints escape codes
    from numba.core import event  # noqa: PLC0415 - numba is slow to load, and not always needed

    class Notice(event.Listener):  # type: ignore[misc]
        """Prints the line at the first compilation; code from the cache causes no event."""

        is_printed = False

        def on_start(self, event: Any) -> None:
            if not self.is_printed and is_ours(event.data["dispatcher"]):
                self.is_printed = True
                print(NOTICE, file=sys.stderr, flush=True)
                remove_stale(Path(os.environ[SETTING]))

        def on_end(self, _event: object) -> None:
            pass

    event.register("numba:compile", Notice())


def is_ours(dispatcher: Any) -> bool:
    """Whether a function belongs to the package; programs compile functions of their own."""
    return bool(dispatcher.py_func.__module__.partition(".")[0] == __name__.partition(".")[0])
