"""Why a move is not legal: a key of the locale files with its arguments, for every language."""

from collections.abc import Mapping
from dataclasses import dataclass

from odintable.i18n import ENGLISH, Texts

Argument = str | int
CARD_ARGUMENTS = ("cards", "top", "shown", "terrain")  # written as in moves
ReasonDict = dict[str, Argument]  # the key under `key`, and the arguments


@dataclass(frozen=True)
class Reason:
    """The reason why one move is not legal.

    Cards (`CARD_ARGUMENTS`) and `place`, an index of the path, are written as in moves. `seat` is
    a seat; texts name its player by the placeholder `{name}`.
    """

    key: str
    arguments: Mapping[str, Argument]

    def __str__(self) -> str:
        """The reason in English, for logs, records and the engine; cards stay in notation."""
        given: dict[str, object] = dict(self.arguments)
        if "seat" in given:
            given["name"] = f"seat {given['seat']}"
        return Texts(ENGLISH).text(self.key, **given)

    def to_dict(self) -> ReasonDict:
        """The reason as the server sends it."""
        return {"key": self.key, **self.arguments}


class ReasonKind:
    """A key with the names of its arguments; calling it with them makes a `Reason`."""

    def __init__(self, key: str, *arguments: str) -> None:
        """Declare a kind; the locale files have a text with these placeholders under the key."""
        self.key = key
        self.arguments = frozenset(arguments)

    def __call__(self, **arguments: Argument) -> Reason:
        """Make a reason of this kind."""
        if arguments.keys() != self.arguments:
            raise TypeError(f"{self.key} takes {sorted(self.arguments)}, not {sorted(arguments)}")
        return Reason(self.key, arguments)


# Reasons that every game may give.
GAME_OVER = ReasonKind("over")
NOT_NOW = ReasonKind("why.not-now")  # a shuffle is pending
NOT_YOUR_TURN = ReasonKind("why.not-yours", "seat")
NOT_IN_HAND = ReasonKind("why.not-in-hand", "cards")
