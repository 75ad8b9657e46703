"""The engine: one JSON object per line in, one per line out, in order. See docs/protocol.md.

One thread reads ahead, so that a `stop` takes effect while a bot is thinking; the other answers.
"""

from __future__ import annotations

import json
import os
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from odintable import __version__, bots
from odintable.engine.request import MAX_LINE_BYTES, WHITESPACE, EngineError, Request, read_request
from odintable.errors import OdintableError
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.engine.session import Session
    from odintable.games.json_reader import Json

PROTOCOL = 1
MAX_QUEUED = 10_000  # requests read ahead of the one being answered
MAX_MESSAGE_LENGTH = 300  # characters
CHUNK_BYTES = 1 << 16


@dataclass(frozen=True)
class EngineStopSignal:
    """Tells a bot to stop once a `stop` has been read after its request."""

    engine: Engine
    number: int

    def is_set(self) -> bool:
        """Whether a `stop` came after the request."""
        return self.engine.last_stop > self.number


class Engine:
    """Parses and answers requests; loads the rules when they are first needed."""

    def __init__(self) -> None:
        self.lines = 0
        self.last_stop = 0
        self._session: Session | None = None

    def parse(self, line: bytes) -> Request | EngineError | None:
        """Return the request, or the error to answer with; None for a blank line."""
        if not line.strip(WHITESPACE):
            return None
        self.lines += 1
        try:
            request = read_request(line, self.lines)
        except EngineError as error:
            return error
        if request.command == "stop":
            self.last_stop = self.lines
        return request

    def reply(self, line: bytes) -> bytes | None:
        """Answer a line; None for a blank line and for `quit`."""
        request = self.parse(line)
        return None if request is None or is_quit(request) else to_line(self.answer(request))

    def answer(self, request: Request | EngineError) -> dict[str, Json]:
        """Carry out a request and return the reply."""
        try:
            if isinstance(request, EngineError):
                raise request
            if request.command == "hello":
                return hello()
            if request.command == "stop":
                return {"stopped": True}
            if request.command == "bots":
                return bot_list()
            return self.session.answer(request, EngineStopSignal(self, request.number))
        except EngineError as error:
            return {"error": {"code": error.code, "message": one_line(str(error))}}

    @property
    def session(self) -> Session:
        """The current game; loading it takes about a second."""
        if self._session is None:
            from odintable.engine.session import Session  # noqa: PLC0415 - loads numba

            self._session = Session()
        return self._session


def hello() -> dict[str, Json]:
    """Return the program's name, version and games."""
    return {
        "name": "odintable",
        "version": __version__,
        "protocol": PROTOCOL,
        "games": list(GAMES),
    }


def bot_list() -> dict[str, Json]:
    """Return the bots that see no hidden cards, from the weakest to the strongest."""
    return {
        "bots": [
            {"name": bot.name, "games": list(bot.games), "about": bot.about, "level": bot.level}
            for bot in bots.BOTS
            if not bot.cheats
        ]
    }


def one_line(message: str) -> str:
    """Make a message printable on one line of limited length."""
    line = "".join(letter if letter.isprintable() else " " for letter in message).strip()
    return line if len(line) <= MAX_MESSAGE_LENGTH else f"{line[: MAX_MESSAGE_LENGTH - 3]}..."


def is_quit(request: Request | EngineError) -> bool:
    """Whether this is `quit`, the only request without a reply."""
    return isinstance(request, Request) and request.command == "quit"


def to_line(reply: dict[str, Json]) -> bytes:
    """Encode a reply as a line of ASCII."""
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


# -- The running engine ------------------------------------------------------------------------


def serve(source: int, out: BinaryIO) -> None:
    """Answer the lines of a file descriptor until it ends or `quit` is read."""
    engine = Engine()
    requests: queue.Queue[Request | EngineError | OSError | None] = queue.Queue(MAX_QUEUED)
    reader = threading.Thread(target=read_ahead, args=(engine, source, requests), daemon=True)
    reader.start()
    while (request := requests.get()) is not None:
        if isinstance(request, OSError):
            raise OdintableError(f"the input cannot be read: {request.strerror}")
        out.write(to_line(engine.answer(request)))
        out.flush()


def read_ahead(
    engine: Engine, source: int, requests: queue.Queue[Request | EngineError | OSError | None]
) -> None:
    """Queue requests as they arrive, so that a `stop` takes effect at once; None marks the end."""
    try:
        for line in read_lines(source):
            request = engine.parse(line)
            if request is None:
                continue
            if is_quit(request):
                break
            requests.put(request)
    except OSError as error:
        requests.put(error)
    requests.put(None)


def read_lines(source: int) -> Iterator[bytes]:
    """Read lines from a file descriptor; a line that is too long is cut to bound the memory."""
    line = b""
    while chunk := os.read(source, CHUNK_BYTES):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield truncated(line + end)
            line = b""
        line = truncated(line + rest)
    if line:
        yield line


def truncated(line: bytes) -> bytes:
    """Cut a line to one byte more than allowed; a line of whitespace stays blank."""
    beyond = line[MAX_LINE_BYTES:]
    return line[:MAX_LINE_BYTES] + (beyond.strip(WHITESPACE) or beyond)[:1]
