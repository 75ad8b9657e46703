"""The line protocol: JSON in, JSON out, one object a line, in order. See docs/protocol.md.

One thread reads, so that a `stop` is seen while a bot thinks; the other answers, in order.
"""

from __future__ import annotations

import json
import os
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from odintable import __version__, bots
from odintable.engine.request import GAMES, MOST_BYTES, SPACE, Refused, Request, read
from odintable.errors import OdintableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.engine.session import Session
    from odintable.games.json_reader import Json

PROTOCOL = 1
MOST_WAITING = 10_000  # lines read ahead of the one that is being answered
MOST_MESSAGE = 300  # characters
CHUNK = 1 << 16


@dataclass(frozen=True)
class StopSign:
    """Set as soon as a stop has been read that came after the request."""

    engine: Engine
    number: int

    def is_set(self) -> bool:
        """A stop came after the request."""
        return self.engine.last_stop > self.number


class Engine:
    """Understands lines and answers them; the rules are loaded when they are first needed."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self.lines = 0
        self.last_stop = 0
        self._session: Session | None = None

    def understand(self, line: bytes) -> Request | Refused | None:
        """What a line asks for, or why it is refused; None for a blank line."""
        if not line.strip(SPACE):
            return None
        self.lines += 1
        try:
            request = read(line, self.lines)
        except Refused as refused:
            return refused
        if request.command == "stop":
            self.last_stop = self.lines
        return request

    def reply(self, line: bytes) -> bytes | None:
        """The line that answers a line; None where there is none, to a blank line and to quit."""
        request = self.understand(line)
        return None if request is None or is_quit(request) else write(self.answer(request))

    def answer(self, request: Request | Refused) -> dict[str, Json]:
        """The reply to a request."""
        try:
            if isinstance(request, Refused):
                raise request
            if request.command == "hello":
                return hello()
            if request.command == "stop":
                return {"stopped": True}
            if request.command == "bots":
                return bot_list()
            return self.session.answer(request, StopSign(self, request.number))
        except Refused as refused:
            return {"error": {"code": refused.code, "message": one_line(str(refused))}}

    @property
    def session(self) -> Session:
        """The game and its commands, which take a moment to load."""
        if self._session is None:
            from odintable.engine.session import Session  # noqa: PLC0415 - numba comes with it

            self._session = Session()
        return self._session


def hello() -> dict[str, Json]:
    """Who this is."""
    return {
        "name": "odintable",
        "version": __version__,
        "protocol": PROTOCOL,
        "games": list(GAMES),
    }


def bot_list() -> dict[str, Json]:
    """Every bot that plays fair, from the weakest to the strongest."""
    return {
        "bots": [
            {"name": bot.name, "games": list(bot.games), "about": bot.about, "level": bot.level}
            for bot in bots.BOTS
            if not bot.cheats
        ]
    }


def one_line(message: str) -> str:
    """A message that quotes no more of a bad line than a reader wants to see."""
    line = "".join(letter if letter.isprintable() else " " for letter in message).strip()
    return line if len(line) <= MOST_MESSAGE else f"{line[: MOST_MESSAGE - 3]}..."


def is_quit(request: Request | Refused) -> bool:
    """The request that has no reply."""
    return isinstance(request, Request) and request.command == "quit"


def write(reply: dict[str, Json]) -> bytes:
    """A reply as a line, in ASCII."""
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


# -- The running engine ------------------------------------------------------------------------


def serve(source: int, out: BinaryIO) -> None:
    """Answer the lines of a file descriptor, until it ends or `quit` comes."""
    engine = Engine()
    waiting: queue.Queue[Request | Refused | OSError | None] = queue.Queue(MOST_WAITING)
    reader = threading.Thread(target=read_ahead, args=(engine, source, waiting), daemon=True)
    reader.start()
    while (request := waiting.get()) is not None:
        if isinstance(request, OSError):
            raise OdintableError(f"the input cannot be read: {request.strerror}")
        out.write(write(engine.answer(request)))
        out.flush()


def read_ahead(
    engine: Engine, source: int, waiting: queue.Queue[Request | Refused | OSError | None]
) -> None:
    """Understand lines as they come, so that a stop is noticed at once; None is the end."""
    try:
        for line in lines_of(source):
            request = engine.understand(line)
            if request is None:
                continue
            if is_quit(request):
                break
            waiting.put(request)
    except OSError as error:
        waiting.put(error)
    waiting.put(None)


def lines_of(source: int) -> Iterator[bytes]:
    """The lines of a file descriptor; of one that is too long, just enough to tell."""
    begun = b""
    while chunk := os.read(source, CHUNK):
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            yield cut(begun + end)
            begun = b""
        begun = cut(begun + rest)
    if begun:
        yield begun


def cut(line: bytes) -> bytes:
    """One byte too many of a line that is too long; it is space only if all the others are."""
    beyond = line[MOST_BYTES:]
    return line[:MOST_BYTES] + (beyond.strip(SPACE) or beyond)[:1]
