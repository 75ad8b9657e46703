"""The seats of a table, and the proposals of the people who sit there."""

from dataclasses import dataclass, field
from typing import Any

SUBSTITUTE = "greedy"  # the bot that plays for an absent or resigned person


@dataclass(slots=True)
class Seat:
    """A seat: who sits there, and who decides the moves."""

    bot: str | None = None  # the bot this seat was created for; None: a person's seat
    name: str = ""
    taken: bool = False
    ready: bool = False
    played_by: str | None = None  # the bot that sits in for the person
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Whether this seat is meant for a person."""
        return self.bot is None

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person decides here now."""
        return self.bot is None and self.played_by is None

    @property
    def deciding_bot(self) -> str | None:
        """The bot that decides here now, if one does."""
        return self.bot or self.played_by

    def to_dict(self) -> dict[str, Any]:
        """Return the seat as everybody sees it."""
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
    """Something a person proposed to the others, and who has agreed so far."""

    what: str
    by: int
    about: int | None = None
    absent: tuple[int, ...] = ()  # seats whose answer is not needed
    agreed: set[int] = field(default_factory=set)

    def unanswered(self, seats: list[Seat]) -> list[int]:
        """Return the seats whose answer is still needed."""
        not_needed = {self.by, self.about, *self.absent, *self.agreed}
        return [
            number
            for number, seat in enumerate(seats)
            if seat.is_played_by_person and seat.taken and number not in not_needed
        ]

    def to_dict(self, seats: list[Seat]) -> dict[str, Any]:
        """Return the proposal as everybody sees it."""
        return {
            "what": self.what,
            "seat": self.about,
            "by": self.by,
            "agreed": sorted(self.agreed),
            "asked": self.unanswered(seats),
        }
