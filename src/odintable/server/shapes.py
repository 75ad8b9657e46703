"""What the API takes and gives, as pydantic models: the OpenAPI description is made from these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .wire import MOST_ID

Name = Annotated[str, Field(max_length=40, description="what the others read; may be empty")]
Token = Annotated[str, Field(min_length=1, max_length=100)]
SeatNumber = Annotated[int, Field(ge=0, le=5)]


class Shape(BaseModel):
    """Unknown keys are refused, numbers are not made of text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatAsked(Shape):
    """Who is to sit in a seat: a person (nothing said), or a bot by name."""

    bot: Annotated[str, Field(max_length=40)] | None = None


class ClockAsked(Shape):
    """How time is counted, in seconds; see the live wire."""

    kind: Literal["move", "game", "days"]
    turn: Annotated[int, Field(ge=0, le=60 * 24 * 3600)] = 0
    start: Annotated[int, Field(ge=0, le=24 * 3600)] = 0
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class TableAsked(Shape):
    """A table to be made."""

    game: Literal["odin", "ravens"]
    seats: Annotated[list[SeatAsked], Field(min_length=2, max_length=6)]
    options: dict[str, bool | int] = {}
    first: SeatNumber | None = None
    clock: ClockAsked | None = None
    rated: bool = False
    open: bool = False
    hints: bool | None = Field(default=None, description="left out: allowed unless rated")
    back: bool = True
    spectators: bool = True
    absent_after: Annotated[int, Field(ge=5, le=60 * 24 * 3600)] = 120
    bot_time: Annotated[int, Field(ge=10, le=600_000)] = 1000
    sit: SeatNumber | None = Field(default=0, description="my seat; null: I do not play")
    name: Name = ""


class Links(Shape):
    """The tokens of a new table. Keep them: they are told only once."""

    seat: str | None = None
    invitation: str
    spectating: str


class TableMade(Shape):
    """A new table."""

    table: str
    commitment: str
    seat: int | None
    links: Links


class SitAsked(Shape):
    """Somebody wants to sit down; an open table needs no invitation."""

    invitation: Annotated[str, Field(max_length=100)] = ""
    seat: SeatNumber | None = None
    name: Name = ""


class SeatTaken(Shape):
    """A seat and the token that opens it from now on."""

    table: str
    seat: int
    token: str


class CookieAsked(Shape):
    """A token to be kept in a cookie, or the table whose cookie opens the same seat here."""

    token: Token | None = None
    before: Annotated[str, Field(min_length=12, max_length=12)] | None = Field(
        default=None, description="the table of which this one is the rematch"
    )


class RequestAsked(Shape):
    """A request as on the live wire, but hello, say and pong."""

    do: Literal["ready", "play", "back", "propose", "agree", "decline", "return", "resign"]
    id: Annotated[str, Field(max_length=MOST_ID)] = ""
    move: Annotated[str, Field(max_length=100)] = ""
    after: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    what: Annotated[str, Field(max_length=100)] = ""
    seat: SeatNumber | None = None
    salt: Annotated[str, Field(max_length=100)] = ""


class Carried(Shape):
    """A request was carried out (or had been before): the number of its event."""

    n: int
    repeated: bool


class HintAsked(Shape):
    """How long to think, and which bot; left out: the strongest."""

    time_ms: Annotated[int, Field(ge=10, le=600_000)] = 1000
    bot: Annotated[str, Field(max_length=40)] | None = None


class CandidateTold(Shape):
    """A move and what it is worth."""

    move: str
    value: float
    visits: int


class HintTold(Shape):
    """What a bot would play, and the share of the win it expects."""

    n: int = Field(description="the number of the last event when it began to think")
    move: str
    value: float
    candidates: list[CandidateTold]


class BotTold(Shape):
    """A bot."""

    name: str
    games: list[str]
    about: str
    level: int | None


class GameTold(Shape):
    """A game, and what can be chosen for it."""

    game: str
    players: list[int]
    options: list[str]


class AddressTold(Shape):
    """Where others find this server."""

    address: str
    near_only: bool = Field(description="nobody but this machine can follow a link to it")


class TableTold(Shape):
    """An open table that waits for people."""

    table: str
    game: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    rated: bool
    clock: ClockAsked | None


class FairnessTold(Shape):
    """The commitment, the salts, and the seed once the game is over."""

    commitment: str
    salts: dict[str, str]
    seed: str | None


class EventsTold(Shape):
    """What happened, as far as the asker may know."""

    n: int
    events: list[dict[str, Any]]


class Problem(Shape):
    """What was wrong."""

    code: str
    message: str
    retry: bool = False


class ErrorTold(Shape):
    """Every error looks like this."""

    error: Problem
