"""The messages that clients send over a socket. docs/server-wire.md is the contract."""

from typing import Annotated

import msgspec

from odintable.games.illegal_move_reason import ReasonDict
from odintable.server.refused_error import Refused

MAX_FRAME_BYTES = 4096
MAX_ID_LENGTH = 64

Id = Annotated[str, msgspec.Meta(max_length=MAX_ID_LENGTH)]
Text = Annotated[str, msgspec.Meta(max_length=100)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]

PHRASES = (
    "hello good-luck well-played thanks sorry oops one-moment hurry good-game"
    " smile laugh think wow sad clap"
).split()


class ClientMessage(msgspec.Struct, frozen=True, tag_field="do"):
    """A message from a client; with an `id` it can safely be sent again."""

    id: Id = ""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """Join a table; `last` is the number of the last event seen."""

    table: Text = ""
    token: Text = ""
    last: Number = 0


class Ready(ClientMessage, frozen=True, tag="ready"):
    """Be ready to begin, with a salt for the shuffles."""

    salt: Text = ""


class Play(ClientMessage, frozen=True, tag="play"):
    """Make a move; with `after`, only if that is still the last event."""

    move: Text = ""
    after: Number | None = None


class Explain(ClientMessage, frozen=True, tag="explain"):
    """Ask why a move of mine is not legal."""

    move: Text = ""


class Back(ClientMessage, frozen=True, tag="back"):
    """Take back my last move."""


class Propose(ClientMessage, frozen=True, tag="propose"):
    """Propose something to the others."""

    what: Text = ""
    seat: Number | None = None


class Agree(ClientMessage, frozen=True, tag="agree"):
    """Agree to a proposal."""

    what: Text = ""


class Decline(ClientMessage, frozen=True, tag="decline"):
    """Decline a proposal, or withdraw one's own."""

    what: Text = ""


class Return(ClientMessage, frozen=True, tag="return"):
    """Take my seat back from the bot that sits in."""


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Resign."""


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Give up my seat before the cards are dealt."""


class Say(ClientMessage, frozen=True, tag="say"):
    """Say one of the phrases to everybody at the table."""

    phrase: Text = ""


class Pong(ClientMessage, frozen=True, tag="pong"):
    """Answer a ping."""

    n: Number = 0


AnyClientMessage = (
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

_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)
encode = msgspec.json.Encoder().encode


def read_message(frame: bytes) -> AnyClientMessage:
    """Read a frame; raise Refused if it is not a valid message."""
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused("bad-request", f"not understood: {error}") from None


def refusal_message(refused: Refused, request_id: str = "") -> bytes:
    """Return the message that refuses the request with this id."""
    return encode(
        {
            "type": "refused",
            "id": request_id,
            "code": refused.code,
            "message": str(refused),
            "why": refused.why,
            "retry": refused.retry,
        }
    )


def explanation_message(explain: Explain, why: ReasonDict | None) -> bytes:
    """Return the answer to an `explain`."""
    return encode({"type": "explained", "id": explain.id, "move": explain.move, "why": why})
