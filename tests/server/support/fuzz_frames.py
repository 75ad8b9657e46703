"""Frames that no honest client sends, thrown at a server in this process.

The server must answer every frame or close with one of its codes, and must not log any error.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from odintable.match.fair_shuffle import FairShuffler

from .server_in_process import CLOSE, PONG, TEXT, InProcessServer, Json, Line, QuickStore, framed

if TYPE_CHECKING:
    from pathlib import Path

AT_ONCE = 12  # frames sent before the answers are read
CODES = {1000, 1002, 1003, 1007, 1009, 4400, 4401, 4404}  # with which we may be closed
WORDS = "hello ready play explain back propose agree decline return say pong resign".split()
KEYS = "do id table token last move after what seat salt phrase n".split()
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**30, -0.0, 1e308, 0.5),
    *(
        "",
        " ",
        "x",
        "pass",
        "end",
        "back",
        "rematch",
        "bot",
        "end",
        "wow",
        "\x00",
        "\u202e",
        "é" * 60,
    ),
    *("a" * 64, "a" * 65, "a" * 101, "<b>", "'; DROP TABLE games; --", "../../etc/passwd"),
    *([], {}, [[[]]], {"do": "play"}, [None] * 50),
]


class Failures(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self) -> None:
        """Start without errors."""
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Collect one."""
        self.found.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


class Fuzz:
    """One server, its tables, and one socket at a time."""

    def __init__(self, world: InProcessServer, seed: int) -> None:
        """Start without sockets."""
        self.world = world
        self.rng = random.Random(seed)
        self.reached: Counter[str] = Counter()
        self.tables: list[tuple[str, list[str]]] = []
        self.line: Line | None = None
        self.at = ""  # the table that was last said hello to

    async def run(self, frames: int) -> None:
        """Send this many frames."""
        while self.reached["frames"] < frames:
            self.world.now += 50
            if self.reached["frames"] % 3000 < AT_ONCE or not self.tables:
                await self.make_tables()
            if self.line is None:
                self.at = self.tables[0][0]
                await self.connect()
            if self.rng.random() < 0.1:
                await self.throw([self.broken()], is_broken=True)
            else:
                await self.throw([self.frame() for _ in range(AT_ONCE)])

    async def leave(self) -> None:
        """Close the socket."""
        if self.line is not None:
            await self.line.close()
            self.line = None

    async def make_tables(self) -> None:
        """Create new tables: one that waits, two with a running game."""
        self.tables.clear()
        await self.leave()
        api = await Line.open(self.world.port)
        for game, is_played in (("odin", True), ("ravens", True), ("odin", False)):
            plan = {"game": game, "seats": [{}, {}], "clock": {"kind": "move", "turn": 9000}}
            made = (await api.call("POST", "/api/v2/tables", plan))["body"]
            path, asked = f"/api/v2/tables/{made['table']}", made["tokens"]["invitation"]
            sat = (await api.call("POST", f"{path}/seats", {"invitation": asked}))["body"]
            tokens = [made["tokens"]["seat"], sat["token"]]
            for token in tokens if is_played else []:
                await api.call("POST", f"{path}/requests", {"do": "ready"}, token)
            self.tables.append((made["table"], [*tokens, made["tokens"]["spectating"]]))
        await api.close()

    async def connect(self) -> None:
        """Open a new socket, which usually sends hello."""
        self.line = await Line.live(self.world.port)
        self.reached["sockets"] += 1
        if self.rng.random() < 0.9:
            self.line.send(self.hello())

    def hello(self) -> Json:
        """Return a hello to a random table from a random seat."""
        self.at, tokens = self.rng.choice(self.tables)
        return {"do": "hello", "table": self.at, "token": self.rng.choice(tokens), "last": 0}

    async def throw(self, frames: list[bytes], *, is_broken: bool = False) -> None:
        """Send frames and read all answers."""
        line = self.line
        assert line is not None
        line.writer.write(b"".join(frames) + framed(9, b"mark"))
        if is_broken:  # a frame that promises more than it brings swallows the mark: no more comes
            line.writer.write_eof()
        self.reached["frames"] += len(frames)
        try:
            while (received := await line.frame()) != (PONG, b"mark"):
                self.note(*received, b"".join(frames))
        except (asyncio.IncompleteReadError, ConnectionError):
            self.reached["closed"] += 1
            await self.leave()
        if is_broken:
            await self.leave()
        line.taken()

    def note(self, opcode: int, payload: bytes, sent: bytes) -> None:
        """Count an answer; a close has one of the codes, or one that we sent."""
        if opcode == TEXT:
            message = json.loads(payload)
            self.reached[message.get("code", message["type"])] += 1
        elif opcode == CLOSE:
            code = int.from_bytes(payload[:2], "big")
            is_ours = 1000 <= code < 5000 and payload[:2] in sent
            assert code in CODES or is_ours or not payload, (code, payload)
            self.reached[f"closed {code}"] += 1
            raise ConnectionError("closed")

    # -- Frames --------------------------------------------------------------------------------

    def frame(self) -> bytes:
        """Return a frame that is usually nearly right."""
        rng = self.rng
        lot = rng.random()
        if lot < 0.01:
            return framed(TEXT, rng.randbytes(rng.randrange(40)))
        text = self.text()
        if lot < 0.06:
            text = self.spoilt(text)
        if lot > 0.99:
            text += b" " * rng.randrange(5000)
        return framed(TEXT, text[:60000])

    def broken(self) -> bytes:
        """Return random bytes, or a frame of a random kind."""
        rng = self.rng
        if rng.random() < 0.3:
            return rng.randbytes(rng.randrange(1, 30))
        return framed(rng.randrange(16), rng.randbytes(rng.randrange(20)), rng.choice((0, 128)))

    def text(self) -> bytes:
        """Return a message with odd values, or a real one."""
        rng = self.rng
        if rng.random() < 0.02:
            return (b"[" * 2000, b'{"a":' * 600, b"9" * 4000, b'"\\ud800"')[rng.randrange(4)]
        if rng.random() < 0.3:
            return json.dumps(self.real()).encode()
        request: Json = {"do": rng.choice(WORDS), "id": f"x{rng.randrange(500)}"}
        for _ in range(rng.randrange(4)):
            request[rng.choice(KEYS)] = rng.choice(ODD)
        if rng.random() < 0.98:  # a wrong hello ends the link, and giving up the game
            request["do"] = rng.choice(WORDS[1:-1])
        return json.dumps(request).encode()

    def real(self) -> Json:
        """Return a message that a client might send."""
        rng = self.rng
        table = self.world.table(self.at)
        moves = table.position.legal() if table.match is not None else []
        asked = f"m{rng.randrange(10**6)}"
        return rng.choice(
            [
                *[{"do": "play", "id": asked, "move": rng.choice([*moves, "pass"])}] * 6,
                {"do": "back", "id": asked},
                {"do": "propose", "id": asked, "what": rng.choice(("back", "bot")), "seat": 1},
                {"do": "agree", "id": asked, "what": "back"},
                {"do": "say", "phrase": "wow"},
                {"do": "ready", "salt": "s"},
                self.hello(),
            ]
        )

    def spoilt(self, text: bytes) -> bytes:
        """Change, drop or double a few bytes."""
        rng = self.rng
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            how = rng.randrange(3)
            more = (
                bytes([rng.randrange(128)])
                if how == 0
                else text[at : at + 3] * 2
                if how == 1
                else b""
            )
            text = text[:at] + more + text[at + 1 :]
        return text


async def fuzz(folder: Path, frames: int, seed: int) -> Counter[str]:
    """Send this many frames; AssertionError if the server logs an error."""
    failures = Failures()
    logging.getLogger().addHandler(failures)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, message: failures.found.append(repr(message)))
    world = InProcessServer()
    world.next_seed = bytes(32)
    world.deals[world.next_seed] = FairShuffler
    try:
        async with world.open(QuickStore(folder / "fuzz.sqlite")):
            thrown = Fuzz(world, seed)
            try:
                await thrown.run(frames)
            finally:
                await thrown.leave()
    finally:
        logging.getLogger().removeHandler(failures)
        loop.set_exception_handler(None)
    assert failures.found == []
    return thrown.reached
