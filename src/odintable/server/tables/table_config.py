"""What a table is, from the moment it is made: game, seats, clock and what is allowed there."""

from typing import Any, Literal

import msgspec

RULES = 1  # raised when stored games would be replayed differently; pinned in every game


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How time is counted, in seconds: for each turn, for the game, or in days a turn."""

    kind: Literal["move", "game", "days"]
    turn: int = 0
    start: int = 0
    increment: int = 0


class Chair(msgspec.Struct, frozen=True):
    """Who is to sit there: a person, or the bot of this name."""

    bot: str | None = None


class Plan(msgspec.Struct, frozen=True):
    """A table as it was asked for."""

    game: str
    players: int
    chairs: tuple[Chair, ...]
    options: dict[str, Any] = {}
    first: int | None = None  # who starts; None: by lot
    clock: Timing | None = None
    rated: bool = False
    open: bool = False  # listed, and anybody may sit down
    hints: bool = True
    back: bool = True  # taking back
    spectators: bool = True
    absent_after: int = 120  # seconds until the others may choose
    bot_time: int = 1000  # milliseconds a bot thinks
    rules: int = RULES
    start: dict[str, Any] | None = None  # the position it begins from; None: a new game

    @property
    def is_strict(self) -> bool:
        """Nothing shown is ever taken back here."""
        return self.rated or self.clock is not None
