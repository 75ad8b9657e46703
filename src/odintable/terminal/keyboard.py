"""Keys as they are pressed, where the keyboard is a terminal that can tell."""

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
except ImportError:  # a platform without them: the keys are silent
    HAVE_TERMIOS = False
else:
    HAVE_TERMIOS = True


GONE = "q"  # a keyboard that has gone leaves, as who presses this
ONE = re.compile(r"\x1b(?:[\[O][0-?]*[@-~]|.)?|.", re.DOTALL)  # an arrow is one key, three signs


class Keys:
    """The keyboard, one key at a time, for as long as the `with` lasts."""

    def __init__(self) -> None:
        """Nothing is changed before the `with`."""
        self._pressed: list[str] = []  # read together, still to be told one by one
        self.are_live = HAVE_TERMIOS and sys.stdin is not None and sys.stdin.isatty()

    def __enter__(self) -> Self:
        """Keys arrive without Enter and are not shown; Ctrl-C still works."""
        if self.are_live:
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""
        if self.are_live:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float) -> str:
        """The next key within so many seconds, or an empty text."""
        if self._pressed:
            return self._pressed.pop(0)
        if not self.are_live:
            time.sleep(seconds)
            return ""
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return ""
        read = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
        self._pressed = ONE.findall(read) or [GONE]
        return self._pressed.pop(0)
