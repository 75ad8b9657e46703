"""Reads single keys, on terminals that allow it."""

import os
import re
import select
import sys
import time
from types import TracebackType
from typing import Self

try:
    import termios
    import tty
except ImportError:  # not available on this platform: no key is ever reported
    HAVE_TERMIOS = False
else:
    HAVE_TERMIOS = True


QUIT_KEY = "q"  # reported when standard input is closed
KEY = re.compile(r"\x1b(?:[\[O][0-?]*[@-~]|.)?|.", re.DOTALL)  # an arrow key sends three characters


class KeyReader:
    """Reports keys without waiting for Enter, inside a `with` block."""

    def __init__(self) -> None:
        """Leave the terminal unchanged until the `with` block."""
        self._pressed: list[str] = []  # keys that were read and not yet reported
        self.is_available = HAVE_TERMIOS and sys.stdin is not None and sys.stdin.isatty()

    def __enter__(self) -> Self:
        """Stop echoing and waiting for Enter; Ctrl-C still works."""
        if self.is_available:
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the terminal."""
        if self.is_available:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float) -> str:
        """Return the next key, or an empty text if none is pressed in time."""
        if self._pressed:
            return self._pressed.pop(0)
        if not self.is_available:
            time.sleep(seconds)
            return ""
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return ""
        read = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
        self._pressed = KEY.findall(read) or [QUIT_KEY]
        return self._pressed.pop(0)
