"""The store's interface: games, their events and tokens. `sqlite_store` implements it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from odintable.errors import OdintableError


class StoreError(OdintableError):
    """The store could not write: no part of the batch was stored, and it may be retried."""


class StoreConflict(StoreError):  # noqa: N818 - a situation rather than an error
    """The event is not the next one: another process has written, so load the table again."""


class StoreRestored(StoreError):  # noqa: N818 - a situation rather than an error
    """Another process has written: load every table again before anything is stored."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game and its secret seed."""

    game: str
    seed: bytes
    made: int  # milliseconds since 1970


class AppendEvent(msgspec.Struct, frozen=True, gc=False):
    """The next event of a game."""

    game: str
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token for a game: its SHA-256, what it gives access to, and the seat if any."""

    game: str
    digest: bytes
    what: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class DropToken:
    """A token is no longer valid, if it was."""

    game: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class DropTokens:
    """The tokens of a seat are no longer valid, because it was given up."""

    game: str
    seat: int


@dataclass(frozen=True, slots=True)
class TableSummary:
    """The data that lists and timers need about a game without loading it."""

    game: str
    listed: bool = False  # open, and waiting for people
    due: int | None = None  # when its running clock runs out
    touched: int = 0
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class ArchiveGame:
    """Replace the events of a game by its record."""

    game: str
    record: str
    at: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The server is running and can store."""

    at: int


@dataclass(frozen=True, slots=True)
class RunStart:
    """The server can store again; it could not since `since`, or since its last heartbeat."""

    at: int
    since: int | None = None


Write = (
    NewGame
    | AppendEvent
    | NewToken
    | DropToken
    | DropTokens
    | TableSummary
    | ArchiveGame
    | Heartbeat
    | RunStart
)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the store."""

    game: str
    seed: bytes
    made: int
    ended: int | None
    record: str | None  # of an archived game


@dataclass(frozen=True, slots=True)
class TokenAccess:
    """The access that a token gives."""

    what: str
    seat: int | None


class Store(Protocol):
    """The storage of all games."""

    def write(self, batch: Sequence[Write]) -> None:
        """Write all of it to disk, or nothing: StoreError, StoreConflict or StoreRestored."""

    def maintain(self) -> None:
        """Do maintenance that is due; called when nobody waits for a write."""

    def game(self, name: str) -> StoredGame | None:
        """Return a game."""

    def events(self, name: str, first: int = 0, count: int = -1) -> list[bytes]:
        """Return the events of a game from number `first` on, in order; -1: all of them."""

    def token_access(self, name: str, digest: bytes) -> TokenAccess | None:
        """Return what a token gives access to at a game."""

    def tokens(self, name: str) -> list[NewToken]:
        """Return all tokens of a game."""

    def open_games(self, limit: int, skip: Collection[str] = ()) -> list[str]:
        """Return open games that wait for people, newest first."""

    def games_due(self, now: int, skip: Collection[str] = ()) -> list[str]:
        """Return games whose clock may have run out."""

    def games_to_archive(
        self, ended_before: int, touched_before: int, limit: int, skip: Collection[str] = ()
    ) -> list[str]:
        """Return games that ended long ago, or that nobody has played for very long."""

    def start_run(self, now: int) -> None:
        """Note that the server starts; it was down since its last heartbeat."""

    def downtimes(self) -> list[tuple[int, int]]:
        """Return when the server was down, or could not store: from, until."""

    def active_games(self) -> list[str]:
        """Return all games that are not archived."""

    def close(self) -> None:
        """Close the store."""
