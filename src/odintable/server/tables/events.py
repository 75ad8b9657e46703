"""What is stored of a table: a list of events, from which everything else follows."""

from typing import ClassVar

import msgspec

from .table_config import Plan


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="kind"):
    """Something that happened, when (milliseconds since 1970), and the client's id for it."""

    at: int
    id: str = ""


class Made(Event, frozen=True, omit_defaults=True, kw_only=True, tag="made"):
    """The table was made; the hash of its secret seed is known from here on."""

    plan: Plan
    commitment: str


class Sat(Event, frozen=True, omit_defaults=True, kw_only=True, tag="sat"):
    """A person sat down."""

    seat: int
    name: str = ""


class Left(Event, frozen=True, omit_defaults=True, kw_only=True, tag="left"):
    """A person gave up a seat before the deal; its link opens nothing any more."""

    seat: int


class Readied(Event, frozen=True, omit_defaults=True, kw_only=True, tag="ready"):
    """A person is ready, and may stir the shuffles; the last one brings the deal."""

    seat: int
    salt: str = ""


class Moved(Event, frozen=True, omit_defaults=True, kw_only=True, tag="move"):
    """A move, and the milliseconds it was charged."""

    seat: int
    move: str
    spent: int = 0


class TookBack(Event, frozen=True, omit_defaults=True, kw_only=True, tag="back"):
    """So many of the last moves no longer stand."""

    seat: int
    moves: int


class Proposed(Event, frozen=True, omit_defaults=True, kw_only=True, tag="proposed"):
    """Somebody asks the others for something, perhaps about a seat; who is away is not asked."""

    seat: int
    what: str
    about: int | None = None
    away: tuple[int, ...] = ()


class Agreed(Event, frozen=True, omit_defaults=True, kw_only=True, tag="agreed"):
    """Somebody agrees; the last one who is asked, and not away, brings it about."""

    seat: int
    what: str
    away: tuple[int, ...] = ()


class Declined(Event, frozen=True, omit_defaults=True, kw_only=True, tag="declined"):
    """Somebody does not agree."""

    seat: int
    what: str


class Returned(Event, frozen=True, omit_defaults=True, kw_only=True, tag="returned"):
    """A person plays again, and the bot in the seat no longer."""

    seat: int


class Resigned(Event, frozen=True, omit_defaults=True, kw_only=True, tag="resigned"):
    """A person gives up."""

    seat: int


class Ended(Event, frozen=True, omit_defaults=True, kw_only=True, tag="ended"):
    """The game is over before its natural end."""

    TIME: ClassVar = "time"
    AGREED: ClassVar = "agreed"
    ABANDONED: ClassVar = "abandoned"

    why: str
    seat: int | None = None


class Rematched(Event, frozen=True, omit_defaults=True, kw_only=True, tag="rematch"):
    """The next table is made; every link of this one opens it too."""

    table: str


AnyEvent = (
    Made
    | Sat
    | Left
    | Readied
    | Moved
    | TookBack
    | Proposed
    | Agreed
    | Declined
    | Returned
    | Resigned
    | Ended
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write(event: Event) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def read(body: bytes) -> AnyEvent:
    """A stored event."""
    return _decoder.decode(body)
