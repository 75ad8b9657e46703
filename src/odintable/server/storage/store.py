"""What the server asks of its store: games, their events, their links. SQLite is in `sqlite`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from odintable.errors import OdintableError


class StoreError(OdintableError):
    """The store could not write; nothing of the batch was stored, and it may be tried again."""


class Conflict(StoreError):  # noqa: N818 - what it is, not what went wrong
    """Not the next number of this game: somebody else has written, so read the table again."""


class Restored(StoreError):  # noqa: N818 - what it is, not what went wrong
    """Somebody else has written: every table must be read again before anything is stored."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game and its secret seed."""

    game: str
    seed: bytes
    made: int  # milliseconds since 1970


class Append(msgspec.Struct, frozen=True, gc=False):
    """The next event of a game."""

    game: str
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link that opens a game: the SHA-256 of its token, what it is for, and the seat if any."""

    game: str
    digest: bytes
    what: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class DropLinks:
    """A seat is given up: what opened it opens nothing."""

    game: str
    seat: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What lists and timers need to know of a game without reading it."""

    game: str
    listed: bool = False  # open, and waiting for people
    due: int | None = None  # when its running clock is out of time
    touched: int = 0
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """A game becomes its record; its events go."""

    game: str
    record: str
    at: int


@dataclass(frozen=True, slots=True)
class Beat:
    """The server is alive, and can store."""

    at: int


@dataclass(frozen=True, slots=True)
class Run:
    """From now on the server can store; it could not since its last beat, or since it says."""

    at: int
    since: int | None = None


Write = NewGame | Append | NewLink | DropLinks | Mark | Archive | Beat | Run


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game."""

    game: str
    seed: bytes
    made: int
    ended: int | None
    record: str | None  # of an archived game


@dataclass(frozen=True, slots=True)
class Link:
    """What a token opens."""

    what: str
    seat: int | None


class Store(Protocol):
    """Where games are kept."""

    def write(self, batch: Sequence[Write]) -> None:
        """Store all of it, safely on disk, or nothing: StoreError, Conflict or Restored."""

    def tidy(self) -> None:
        """Put in order what was written, if that is due: nobody waits just now."""

    def game(self, name: str) -> Game | None:
        """A game by name."""

    def events(self, name: str) -> list[bytes]:
        """Its events, in order."""

    def link(self, name: str, digest: bytes) -> Link | None:
        """What a token opens at this game."""

    def links(self, name: str) -> list[NewLink]:
        """All links of a game."""

    def listed(self, most: int, but: Collection[str] = ()) -> list[str]:
        """Open games that wait for people, newest first, but for some."""

    def due(self, now: int, but: Collection[str] = ()) -> list[str]:
        """Games whose clock may have run out, but for some."""

    def old(
        self, ended_before: int, touched_before: int, most: int, but: Collection[str] = ()
    ) -> list[str]:
        """Games to archive: ended long ago, or untouched for very long, but for some."""

    def start_run(self, now: int) -> None:
        """The server starts: since it was last alive, it was down."""

    def downtimes(self) -> list[tuple[int, int]]:
        """When the server was down, or could not store: from, until."""

    def games(self) -> list[str]:
        """All games that are not archived."""

    def close(self) -> None:
        """No more."""
