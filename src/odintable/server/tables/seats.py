"""Who sits where at a table, and what the people there are asking each other."""

from dataclasses import dataclass, field
from typing import Any

SUBSTITUTE = "greedy"  # the bot that plays on for an absent person


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    bot: str | None = None  # the bot that was asked for; None: a person's seat
    name: str = ""
    taken: bool = False
    ready: bool = False
    played_by: str | None = None  # the bot that sits in for the person
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Meant for a person."""
        return self.bot is None

    @property
    def plays(self) -> bool:
        """A person who decides here now."""
        return self.bot is None and self.played_by is None

    @property
    def thinker(self) -> str | None:
        """The bot that decides here now, if one does."""
        return self.bot or self.played_by

    def told(self) -> dict[str, Any]:
        """As it is shown to everybody."""
        return {
            "kind": "person" if self.is_person else "bot",
            "name": self.name,
            "bot": self.bot,
            "taken": self.taken,
            "ready": self.ready,
            "played_by": self.played_by,
            "resigned": self.resigned,
        }


@dataclass(slots=True)
class Proposal:
    """What somebody asks the other people for, and who agreed so far."""

    what: str
    by: int
    about: int | None = None
    away: tuple[int, ...] = ()  # who is not waited for
    agreed: set[int] = field(default_factory=set)

    def asked(self, seats: list[Seat]) -> list[int]:
        """The people whose answer is waited for: who play here, are not away, and said nothing."""
        heard = {self.by, self.about, *self.away, *self.agreed}
        return [
            seat for seat, one in enumerate(seats) if one.plays and one.taken and seat not in heard
        ]

    def told(self, seats: list[Seat]) -> dict[str, Any]:
        """As it is shown to everybody."""
        return {
            "what": self.what,
            "seat": self.about,
            "by": self.by,
            "agreed": sorted(self.agreed),
            "asked": self.asked(seats),
        }
