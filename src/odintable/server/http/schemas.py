"""Request and response bodies of the API, as pydantic models; OpenAPI is generated from them."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from odintable.games.spec import GAMES, MAX_PLAYERS
from odintable.server.live.client_messages import MAX_ID_LENGTH


def check_game(name: str) -> str:
    """Return the name of a registered game; raise ValueError for any other."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}: there are {', '.join(GAMES)}")
    return name


def list_games(schema: dict[str, Any]) -> None:
    """Add the registered games to the OpenAPI description when it is generated."""
    schema["enum"] = list(GAMES)


GameName = Annotated[str, AfterValidator(check_game), Field(json_schema_extra=list_games)]
PlayerName = Annotated[str, Field(max_length=40, description="shown to the others; may be empty")]
Token = Annotated[str, Field(min_length=1, max_length=100)]
RecordText = Annotated[
    str, Field(min_length=1, max_length=60_000, description="a record, or a position as JSON")
]
KNOWN_CARDS = "the game begins from a position whose creator may know every card"
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]


class ApiModel(BaseModel):
    """Base of all bodies: refuses unknown keys, and text where a number is expected."""

    model_config = ConfigDict(extra="forbid", strict=True)


# -- Games and bots ------------------------------------------------------------------------------


class OptionResponse(ApiModel):
    """A rule option of a game, and its possible values in `options` of a new table."""

    name: str
    kind: Literal["flag", "number"] = Field(description="flag: true or false; number: low to high")
    default: bool | int | None = Field(
        description="the value when left out; null: the rule is not in force"
    )
    low: int | None = None
    high: int | None = None
    suggested: list[int] = Field(description="numbers that a set-up screen offers")
    players: list[int] | None = Field(
        default=None, description="only with one of these numbers of players; null: with any"
    )
    is_in_setup: bool = Field(description="whether a set-up screen offers this option")
    about: str = Field(description="one line of English")


class ClockTimeResponse(ApiModel):
    """A time of a clock, in seconds."""

    name: str
    low: int
    high: int
    default: int | None = Field(description="the value when left out; null: it must be given")


class ClockKindResponse(ApiModel):
    """A kind of clock, and its times in `clock` of a new table."""

    kind: str
    about: str
    times: list[ClockTimeResponse]


class GameResponse(ApiModel):
    """A game, and everything that can be chosen when a table is created."""

    game: str
    title: str
    players: list[int] = Field(description="the possible numbers of `seats`")
    options: list[OptionResponse]
    bots: list[str] = Field(description="bots that play this game, as in GET /bots")
    clocks: list[ClockKindResponse] = Field(description="when `clock` is left out, there is none")


class BotResponse(ApiModel):
    """A bot."""

    name: str
    games: list[str]
    about: str
    level: int | None = Field(description="1 to 5 for the bots offered to people, else null")


# -- Creating tables and taking seats ------------------------------------------------------------


class SeatRequest(ApiModel):
    """The occupant of a seat: a person (empty object), or a bot by name."""

    bot: Annotated[str, Field(max_length=40)] | None = None


class ClockSettings(ApiModel):
    """How time is counted, in seconds; see docs/server-wire.md."""

    kind: Literal["move", "game", "days"]
    turn: Annotated[int, Field(ge=0, le=60 * 24 * 3600)] = 0
    start: Annotated[int, Field(ge=0, le=24 * 3600)] = 0
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class StartPositionRequest(ApiModel):
    """A position to begin from: as JSON, or one of the positions of a record."""

    text: RecordText
    moves: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        default=None, description="of a record: the position after this many moves; null: the last"
    )
    redeal: bool = Field(
        default=True,
        description="deal the cards anew that the seat `sit` could not see; an open table must",
    )


class CreateTableRequest(ApiModel):
    """A table to be created."""

    game: GameName
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=MAX_PLAYERS)]
    options: dict[str, bool | int] = Field(
        default={}, description="by name; GET /games lists the possible values"
    )
    first: SeatNumber | None = Field(default=None, description="who starts; null: drawn by lot")
    clock: ClockSettings | None = None
    rated: bool = Field(
        default=False, description="no hints, and no take-back of a move that showed something"
    )
    open: bool = Field(default=False, description="listed: anybody may take a seat or watch")
    hints: bool | None = Field(default=None, description="null: allowed unless rated")
    take_backs: bool = Field(default=True, description="moves may be taken back")
    spectators: bool = Field(default=True, description="others may watch")
    absent_after: Annotated[int, Field(ge=5, le=60 * 24 * 3600)] = Field(
        default=120,
        description="seconds after which the others may replace an absent player or end the game",
    )
    bot_time: Annotated[int, Field(ge=10, le=600_000)] = Field(
        default=1000, description="milliseconds a bot thinks; the server may allow less"
    )
    sit: SeatNumber | None = Field(default=0, description="my seat; null: I do not play")
    name: PlayerName = ""
    start: StartPositionRequest | None = Field(default=None, description="null: a new game")


class TableTokens(ApiModel):
    """The tokens of a new table. Keep them: they are sent only once."""

    seat: str | None = None
    invitation: str
    spectating: str


class CreateTableResponse(ApiModel):
    """A new table."""

    table: str
    commitment: str
    seat: int | None
    tokens: TableTokens


class TableResponse(ApiModel):
    """A table that waits for people."""

    table: str
    game: str
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    rated: bool
    clock: ClockSettings | None
    known_cards: bool = Field(description=KNOWN_CARDS)


class TakeSeatRequest(ApiModel):
    """A free seat to be taken; an open table needs no invitation."""

    invitation: Annotated[str, Field(max_length=100)] = ""
    seat: SeatNumber | None = None
    name: PlayerName = ""


class TakeSeatResponse(ApiModel):
    """A seat, and the token that gives access to it from now on."""

    table: str
    seat: int
    token: str


class CookieRequest(ApiModel):
    """A token to be stored in a cookie, or the table whose cookie holds the same token."""

    token: Token | None = None
    rematch_of: Annotated[str, Field(min_length=12, max_length=12)] | None = Field(
        default=None, description="the table of which this one is the rematch"
    )


# -- Playing -------------------------------------------------------------------------------------


class SeatCommandRequest(ApiModel):
    """A command as in live play; `hello`, `say` and `pong` exist only there."""

    do: Literal["ready", "play", "back", "propose", "agree", "decline", "return", "resign", "leave"]
    id: Annotated[str, Field(max_length=MAX_ID_LENGTH)] = ""
    move: Annotated[str, Field(max_length=100)] = ""
    after: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    what: Annotated[str, Field(max_length=100)] = ""
    seat: SeatNumber | None = None
    salt: Annotated[str, Field(max_length=100)] = ""


class SeatCommandResponse(ApiModel):
    """The command was carried out, now or before: the number of its event."""

    n: int
    repeated: bool


class EventsResponse(ApiModel):
    """Events, as this viewer may see them."""

    n: int
    events: list[dict[str, Any]]


class HintRequest(ApiModel):
    """The time a bot may think, and the bot; null: the strongest."""

    time_ms: Annotated[int, Field(ge=10, le=600_000)] = 1000
    bot: Annotated[str, Field(max_length=40)] | None = None


class CandidateResponse(ApiModel):
    """A move the bot considered, and the share of the win it expects from it."""

    move: str
    value: float
    visits: int


class HintResponse(ApiModel):
    """The move a bot would play, and the share of the win it expects."""

    n: int = Field(description="the number of the last event when the bot began to think")
    move: str
    value: float
    candidates: list[CandidateResponse]


class FairnessResponse(ApiModel):
    """The commitment, the salts, and the seed once the game is over."""

    commitment: str
    salts: dict[str, str]
    seed: str | None
    known_cards: bool = Field(description=KNOWN_CARDS)


class SpectatorLinkResponse(ApiModel):
    """A new token to watch a game, or its replay."""

    token: str


# -- Replays -------------------------------------------------------------------------------------


class UploadRecordRequest(ApiModel):
    """A record, or a position, to be replayed."""

    text: RecordText


class UploadRecordResponse(ApiModel):
    """The key of an uploaded record; the server forgets it after a while."""

    record: str
    game: str
    moves: int


class ReplayResponse(ApiModel):
    """A game position by position, as one viewer may see it."""

    game: str
    options: dict[str, Any]
    goal: dict[str, Any] | None = Field(
        description="the `option` that ends the game, and its `value` in force"
    )
    date: str
    seats: list[dict[str, Any]]
    you: int | str
    viewer: str = Field(description="a seat's number, `spectator`, or `open` (all cards)")
    viewers: list[str] = Field(description="the viewers you may choose from")
    is_over: bool
    has_win_probabilities: bool = Field(description="whether win probabilities may be asked for")
    winners: list[int]
    timeline: list[dict[str, Any]] = Field(
        description="the position after the deal, then one for each move: `seat`, `move`, `events`,"
        " and the `view` or the keys of it that `changed`"
    )


class WinProbabilityPoint(ApiModel):
    """The win probability of each seat at one position of the timeline."""

    at: int = Field(description="the number of the position in the timeline, from 0")
    win_probabilities: list[float]


class TurningPointResponse(ApiModel):
    """A move that cost its seat a large share of the win."""

    at: int = Field(description="the number of the position it led to")
    seat: int
    move: str
    value: float = Field(description="the share of the win it was worth to its seat")
    better: str
    better_value: float
    sims: int


class ReviewResponse(ApiModel):
    """The review of a game so far; call again until it is done."""

    total: int = Field(description="the number of positions in the timeline")
    is_done: bool
    min_loss: float = Field(description="share of the win that a turning point gave away, at least")
    points: list[WinProbabilityPoint]
    turning_points: list[TurningPointResponse]


class WinProbabilityResponse(ApiModel):
    """The win probability of each seat now, given what the viewer may know."""

    n: int
    win_probabilities: list[float]


# -- The server's address ------------------------------------------------------------------------


class PrivacyResponse(ApiModel):
    """What this server stores, in the words of its operator or of the program."""

    language: str
    text: str = Field(description="paragraphs with empty lines between them; `# ` starts a heading")


class AddressResponse(ApiModel):
    """The address under which others reach this server."""

    address: str
    local_only: bool = Field(description="only this machine can follow a link to the address")
    lan: Literal["closed", "open"] | None = Field(
        description="whether the local network has access; null: you may not change that"
    )


class LanAccessRequest(ApiModel):
    """Whether the local network has access."""

    open: bool


# -- Errors --------------------------------------------------------------------------------------


class ErrorDetail(ApiModel):
    """The code, message and reason of an error."""

    code: str
    message: str
    why: dict[str, Any] | None = Field(
        default=None, description="the reason as a text key of the page with its placeholders"
    )
    retry: bool = False


class ErrorResponse(ApiModel):
    """Every error has this form."""

    error: ErrorDetail
