"""The configuration of a table: game, seats, clock and what is allowed. It never changes."""

from typing import Any, Literal

import msgspec

# Raised when stored games would replay differently; `rules_versions` says what becomes of them.
RULES_VERSION = 1


class ClockConfig(msgspec.Struct, frozen=True, omit_defaults=True):
    """How time is counted, in seconds: for each turn, for the whole game, or in days per turn."""

    kind: Literal["move", "game", "days"]
    turn: int = 0
    start: int = 0
    increment: int = 0


class SeatConfig(msgspec.Struct, frozen=True):
    """The occupant of a seat: a person (None), or the bot of this name."""

    bot: str | None = None


class TableConfig(
    msgspec.Struct,
    frozen=True,
    rename={"seats": "chairs", "take_backs": "back"},  # keys of stored events
):
    """A table as it was created."""

    game: str
    players: int
    seats: tuple[SeatConfig, ...]
    options: dict[str, Any] = {}
    first: int | None = None  # the seat that starts; None: drawn by lot
    clock: ClockConfig | None = None
    rated: bool = False
    open: bool = False  # listed, and anybody may take a seat
    hints: bool = True
    take_backs: bool = True
    spectators: bool = True
    absent_after: int = 120  # seconds until the others may decide about an absent player
    bot_time: int = 1000  # milliseconds a bot may think
    rules: int = RULES_VERSION
    start: dict[str, Any] | None = None  # the position it begins from; None: a new game
    redealt: bool = False  # the hidden cards of `start` were dealt anew

    @property
    def known_cards(self) -> bool:
        """Whether whoever created the table may know every card of its first deal."""
        return self.start is not None and not self.redealt

    @property
    def is_strict(self) -> bool:
        """Whether a move that showed cards can never be taken back here."""
        return self.rated or self.clock is not None
