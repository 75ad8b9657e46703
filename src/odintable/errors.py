"""The errors that users can cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odintable.games.illegal_move_reason import Reason


class OdintableError(ValueError):
    """A user error; its message is one line that a player understands."""


class NotationError(OdintableError):
    """Text that cannot be parsed."""


class IllegalMove(OdintableError):  # noqa: N818 - named after the rulebook's term
    """A move that is understood but not allowed; `reason` says why, in a translatable form."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        """Take the message in English, and the reason if a game gave one."""
        super().__init__(message)
        self.reason = reason


class OptionError(OdintableError):
    """An unknown option or an invalid value."""


class PositionError(OdintableError):
    """An impossible position or view."""


class RecordError(OdintableError):
    """A record that is cut off, altered or inconsistent; `line` is the number of the wrong line."""

    def __init__(self, message: str, line: int = 1) -> None:
        """Take the message, which begins with the line number, and the line number."""
        super().__init__(message)
        self.line = line
