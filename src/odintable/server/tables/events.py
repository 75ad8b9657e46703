"""The events of a table, as they are stored; everything else about a table follows from them.

The JSON of old stores must stay readable: tags and keys never change. Where a name in this code
has become clearer, `rename` keeps the stored key.
"""

from typing import ClassVar

import msgspec

from .table_config import TableConfig


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="kind"):
    """Something that happened: when (milliseconds since 1970), and the client's id for it."""

    at: int
    id: str = ""


class TableCreated(Event, frozen=True, kw_only=True, tag="made", rename={"config": "plan"}):
    """The table was created; from now on it is committed to the hash of its secret seed."""

    config: TableConfig
    commitment: str


class SeatTaken(Event, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str = ""


class SeatGivenUp(Event, frozen=True, kw_only=True, tag="left"):
    """A person gave up a seat before the deal; the seat's token is no longer valid."""

    seat: int


class PlayerReady(Event, frozen=True, kw_only=True, tag="ready"):
    """A person is ready, perhaps with a salt for the shuffles; the last one starts the game."""

    seat: int
    salt: str = ""


class Moved(Event, frozen=True, kw_only=True, tag="move"):
    """A move, and the milliseconds it was charged."""

    seat: int
    move: str
    spent: int = 0


class MovesTakenBack(Event, frozen=True, kw_only=True, tag="back"):
    """The last moves were taken back."""

    seat: int
    moves: int  # how many


class Proposed(Event, frozen=True, kw_only=True, tag="proposed", rename={"absent": "away"}):
    """A person proposed something, perhaps about a seat; absent people need not agree."""

    seat: int
    what: str
    about: int | None = None
    absent: tuple[int, ...] = ()


class Agreed(Event, frozen=True, kw_only=True, tag="agreed", rename={"absent": "away"}):
    """A person agreed; once everybody who is not absent agrees, the proposal is carried out."""

    seat: int
    what: str
    absent: tuple[int, ...] = ()


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A person declined, which ends the proposal."""

    seat: int
    what: str


class PlayerReturned(Event, frozen=True, kw_only=True, tag="returned"):
    """A person plays again instead of the bot that sat in."""

    seat: int


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A person resigned."""

    seat: int


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game ended early: a clock ran out, or nobody had played for very long."""

    TIME: ClassVar = "time"
    AGREED: ClassVar = "agreed"
    ABANDONED: ClassVar = "abandoned"

    why: str
    seat: int | None = None


class RematchCreated(Event, frozen=True, kw_only=True, tag="rematch"):
    """A rematch was created; every token of this table is valid there too."""

    table: str


AnyEvent = (
    TableCreated
    | SeatTaken
    | SeatGivenUp
    | PlayerReady
    | Moved
    | MovesTakenBack
    | Proposed
    | Agreed
    | Declined
    | PlayerReturned
    | Resigned
    | Ended
    | RematchCreated
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """Return an event as it is stored."""
    return _encoder.encode(event)


def decode(body: bytes) -> AnyEvent:
    """Read a stored event."""
    return _decoder.decode(body)
