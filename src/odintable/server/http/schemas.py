"""What the API takes and gives, as pydantic models: the OpenAPI description is made from these."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from odintable.server.live.client_messages import MOST_ID

Name = Annotated[str, Field(max_length=40, description="what the others read; may be empty")]
Token = Annotated[str, Field(min_length=1, max_length=100)]
RecordText = Annotated[
    str, Field(min_length=1, max_length=60_000, description="a record, or a position as JSON")
]
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


class StartAsked(Shape):
    """A position to begin from: as JSON, or a moment of a record."""

    text: RecordText
    moves: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        default=None, description="of a record: after so many of its moves; left out: after all"
    )
    redeal: bool = Field(
        default=True, description="what the seat `sit` could not see then is dealt anew"
    )


class TableAsked(Shape):
    """A table to be made."""

    game: Literal["odin", "ravens"]
    seats: Annotated[list[SeatAsked], Field(min_length=2, max_length=6)]
    options: dict[str, bool | int] = Field(
        default={}, description="by name; GET /games tells what each may be set to"
    )
    first: SeatNumber | None = Field(default=None, description="who starts; left out: by lot")
    clock: ClockAsked | None = None
    rated: bool = Field(default=False, description="nothing shown is taken back, no hints")
    open: bool = Field(default=False, description="listed; anybody may sit down or watch")
    hints: bool | None = Field(default=None, description="left out: allowed unless rated")
    back: bool = Field(default=True, description="moves may be taken back")
    spectators: bool = Field(default=True, description="others may watch")
    absent_after: Annotated[int, Field(ge=5, le=60 * 24 * 3600)] = Field(
        default=120, description="seconds until the others may choose what becomes of who is away"
    )
    bot_time: Annotated[int, Field(ge=10, le=600_000)] = Field(
        default=1000, description="milliseconds a bot thinks; the server may allow less"
    )
    sit: SeatNumber | None = Field(default=0, description="my seat; null: I do not play")
    name: Name = ""
    start: StartAsked | None = Field(default=None, description="left out: a new game")


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

    do: Literal["ready", "play", "back", "propose", "agree", "decline", "return", "resign", "leave"]
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
    level: int | None = Field(description="1 to 5 for those that people choose from, else null")


class OptionTold(Shape):
    """An option of a game, and what it may be set to in `options` of a new table."""

    name: str
    kind: Literal["flag", "number"] = Field(description="flag: true or false; number: low to high")
    default: bool | int | None = Field(description="what it is when left out; null: not there")
    low: int | None = None
    high: int | None = None
    players: list[int] | None = Field(
        default=None, description="only with so many players; null: with any number"
    )
    about: str


class NumberTold(Shape):
    """A number that may be set, in seconds."""

    name: str
    low: int
    high: int
    default: int | None = Field(description="what it is when left out; null: it must be given")


class ClockTold(Shape):
    """A kind of clock, and its times, as in `clock` of a new table."""

    kind: str
    about: str
    times: list[NumberTold]


class GameTold(Shape):
    """A game, and everything that can be chosen for it."""

    game: str
    players: list[int] = Field(description="how many can play it: so many `seats`")
    options: list[str] = Field(description="the names of all options")
    choices: list[OptionTold] = Field(description="the options, with what they may be set to")
    bots: list[str] = Field(description="who can sit in a seat, as in GET /bots")
    clocks: list[ClockTold] = Field(description="left out, there is no clock")


class AddressTold(Shape):
    """Where others find this server."""

    address: str
    near_only: bool = Field(description="nobody but this machine can follow a link to it")
    lan: Literal["closed", "open"] | None = Field(
        description="whether the local network is let in; null: not for you to change"
    )


class LanAsked(Shape):
    """Let the local network in, or not."""

    open: bool


class TableTold(Shape):
    """A table that waits for people."""

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


class RecordAsked(Shape):
    """A record, or a position, to be looked at."""

    text: RecordText


class RecordKept(Shape):
    """Where a record that was sent can be looked at; it is forgotten after a while."""

    record: str
    game: str
    moves: int


class ReplayTold(Shape):
    """A game moment by moment, from one place."""

    game: str
    options: dict[str, Any]
    date: str
    seats: list[dict[str, Any]]
    you: int | str
    viewer: str = Field(description="a seat's number, spectator, or open: all cards")
    viewers: list[str] = Field(description="from where this game may be seen")
    is_over: bool
    is_weighed: bool = Field(description="whether chances may be asked for")
    winners: list[int]
    moments: list[dict[str, Any]] = Field(
        description="the first after the deal, then one a move: seat, move, told, and the view or"
        " what has changed in it"
    )


class PointTold(Shape):
    """Each seat's chance to win at one moment."""

    at: int = Field(description="the number of the moment in the replay, from 0")
    chances: list[float]


class TurningTold(Shape):
    """A move that gave much away."""

    at: int = Field(description="the moment it led to")
    seat: int
    move: str
    value: float = Field(description="the share of the win it was worth to its seat")
    better: str
    better_value: float
    sims: int


class ChancesTold(Shape):
    """How a game stood, as far as it is known; ask again until it is done."""

    total: int = Field(description="how many moments there are")
    is_done: bool
    points: list[PointTold]
    turning: list[TurningTold]


class ChanceTold(Shape):
    """Each seat's chance to win now, by what the asker may know."""

    n: int
    chances: list[float]


class LinkMade(Shape):
    """A new link for who wants to watch, or to look at the game again."""

    token: str


class Problem(Shape):
    """What was wrong."""

    code: str
    message: str
    why: dict[str, Any] | None = Field(default=None, description="the same by a word of the page's")
    retry: bool = False


class ErrorTold(Shape):
    """Every error looks like this."""

    error: Problem
