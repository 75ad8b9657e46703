"""The errors that users can cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odintable.games.reason import Reason


class OdintableError(ValueError):
    """An error of the user; its message is one line that a player understands."""


class NotationError(OdintableError):
    """A text that cannot be parsed."""


class IllegalMove(OdintableError):  # noqa: N818 - the rulebook's word, not Python's
    """A move that is understood and not allowed; `reason` says why, for every language."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        """Take the message in English, and the reason if a game gave one."""
        super().__init__(message)
        self.reason = reason


class OptionError(OdintableError):
    """An unknown option, or an invalid value of one."""


class PositionError(OdintableError):
    """An impossible position or view."""


class RecordError(OdintableError):
    """A record that is cut off, changed or untrue; `line` is the number of the line at fault."""

    def __init__(self, message: str, line: int = 1) -> None:
        """Take the message, which begins with the line, and the line."""
        super().__init__(message)
        self.line = line
