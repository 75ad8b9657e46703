"""What can be wrong with what somebody wrote or played."""


class OdintableError(ValueError):
    """A mistake of the caller's; its message is one line that a player understands."""


class NotationError(OdintableError):
    """Text that is not understood."""


class IllegalMove(OdintableError):  # noqa: N818 - the rulebook's word, not Python's
    """A move that is understood and not allowed."""


class OptionError(OdintableError):
    """An option that the game does not have, or not with this value."""


class PositionError(OdintableError):
    """A position or a view that cannot be."""


class RecordError(OdintableError):
    """A record that is cut off, changed or untrue; its message begins with the line at fault."""
