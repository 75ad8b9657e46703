"""What clients send over a socket, and how it is read. docs/server-wire.md is the contract."""

from typing import Annotated

import msgspec

from odintable.errors import OdintableError
from odintable.games.reason import Reason, ReasonDict

MOST_FRAME = 4096  # bytes
MOST_ID = 64  # characters

Id = Annotated[str, msgspec.Meta(max_length=MOST_ID)]
Text = Annotated[str, msgspec.Meta(max_length=100)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]

PHRASES = (
    "hello good-luck well-played thanks sorry oops one-moment hurry good-game"
    " smile laugh think wow sad clap"
).split()


class Refused(OdintableError):  # noqa: N818 - what the wire calls it
    """A request that changed nothing: a code for programs, a line for people."""

    def __init__(
        self, code: str, message: str, *, retry: bool = False, why: Reason | str | None = None
    ) -> None:
        """Say why; `why` says it by a key of the catalogue, where the code does not say enough."""
        super().__init__(message)
        self.code = code
        self.retry = retry
        self.why: ReasonDict | None = {"key": why} if isinstance(why, str) else None
        if isinstance(why, Reason):
            self.why = why.to_dict()


class Request(msgspec.Struct, frozen=True, tag_field="do"):
    """Something a client asks for."""

    id: Id = ""


class Hello(Request, frozen=True, tag="hello"):
    """Who I am and what I have seen."""

    table: Text = ""
    token: Text = ""
    last: Number = 0


class Ready(Request, frozen=True, tag="ready"):
    """I want to begin."""

    salt: Text = ""


class Play(Request, frozen=True, tag="play"):
    """A move."""

    move: Text = ""
    after: Number | None = None


class Explain(Request, frozen=True, tag="explain"):
    """Why is this move of mine not legal?"""

    move: Text = ""


class Back(Request, frozen=True, tag="back"):
    """Take back my last move."""


class Propose(Request, frozen=True, tag="propose"):
    """Ask the others."""

    what: Text = ""
    seat: Number | None = None


class Agree(Request, frozen=True, tag="agree"):
    """Yes."""

    what: Text = ""


class Decline(Request, frozen=True, tag="decline"):
    """No."""

    what: Text = ""


class Return(Request, frozen=True, tag="return"):
    """I take my seat back."""


class Resign(Request, frozen=True, tag="resign"):
    """I give up."""


class Leave(Request, frozen=True, tag="leave"):
    """I give my seat to somebody else, before the cards are dealt."""


class Say(Request, frozen=True, tag="say"):
    """One of the phrases."""

    phrase: Text = ""


class Pong(Request, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: Number = 0


AnyRequest = (
    Hello
    | Ready
    | Play
    | Explain
    | Back
    | Propose
    | Agree
    | Decline
    | Return
    | Resign
    | Leave
    | Say
    | Pong
)

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
encode = msgspec.json.Encoder().encode


def read(frame: bytes) -> AnyRequest:
    """What a frame asks for."""
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused("bad-frame", f"not understood: {error}") from None


def refusal(refused: Refused, asked: str = "") -> bytes:
    """A refusal as it is sent."""
    return encode(
        {
            "type": "refused",
            "id": asked,
            "code": refused.code,
            "message": str(refused),
            "why": refused.why,
            "retry": refused.retry,
        }
    )


def explanation(asked: Explain, why: ReasonDict | None) -> bytes:
    """The answer to an `explain` as it is sent."""
    return encode({"type": "explained", "id": asked.id, "move": asked.move, "why": why})
