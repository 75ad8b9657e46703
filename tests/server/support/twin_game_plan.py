"""A game for two worlds: its plan, its steps, and the connected viewers."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import random
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from odintable.games.position import SPECTATOR
from odintable.match.fair_shuffle import FairShuffler, commitment_of
from odintable.match.match import Match

from .server_in_process import START, InProcessServer, Json, Line
from .server_process import NoAnswer
from .twin_routes import METRICS, addresses, viewers_of

if TYPE_CHECKING:
    from odintable.server.tables.table import Table

    from .shown_cards import Card

KINDS: list[tuple[str, int, int]] = [
    *(("odin", n, seat) for n in range(2, 7) for seat in (*range(n), SPECTATOR)),
    *(("ravens", 2, seat) for seat in (0, 1, SPECTATOR, 0, 1, SPECTATOR, 0, 1, SPECTATOR)),
]
OPTIONS: dict[str, list[Json]] = {
    "odin": [{}, {"limit": 60}, {"goat": True}, {"hands": 1}],
    "ravens": [
        {},
        {"buy-magic": True, "target": 40},
        {"removed-under": True},
        {"strict-joker": True},
        {"keep-cards": True},
        {"max-turns": 6},
    ],
}
CLOCKS: list[Json | None] = [
    None,
    None,
    {"kind": "game", "start": 9000, "increment": 3},
    {"kind": "move", "turn": 900},
    {"kind": "days", "turn": 86400},
]
REVIEWED_EACH_STEP = 2  # positions
LAG = 120  # milliseconds: of everybody's link


@dataclass(frozen=True)
class Step:
    """One thing that somebody did."""

    at: int  # the time
    who: int  # a seat, or SPECTATOR
    what: str  # ask, raw, call, return or walk; hidden: the viewer learns nothing of it
    given: Any = None
    cards: tuple[Card, ...] = ()  # what went onto a stack unseen, bottom first


@dataclass
class Game:
    """What was played, and what the viewers were sent at each step."""

    number: int
    viewer: int
    plan: Json
    steps: list[Step] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)
    name: str = ""

    @property
    def begins(self) -> int:
        """When: one game after the other."""
        return START + 10_000_000 * self.number


@functools.cache
def uploaded_text() -> str:
    """The same position, uploaded in both worlds."""
    match = Match.new("odin", shuffler=FairShuffler.numbered(0))
    return json.dumps(match.position.to_json())


def seed_of(number: int, world: str) -> bytes:
    """The secret seed of a game in a world."""
    return hashlib.sha256(f"{world} {number}".encode()).digest()


def game_of(number: int) -> Game:
    """Every kind of seat in turn; options and clocks by lot."""
    rng = random.Random(f"plan {number}")
    name, players, viewer = KINDS[number % len(KINDS)]
    options = dict(rng.choice(OPTIONS[name]))
    plan: Json = {
        "game": name,
        "seats": [{}] * players,
        "options": options,
        "clock": rng.choice(CLOCKS),
        "rated": rng.random() < 0.2,
        "hints": True,
        "open": rng.random() < 0.3,
        "first": rng.choice((None, 0, 1)),
        "name": "Freyja",
    }
    return Game(number, viewer, plan)


class Sitting:
    """One game in one world: everybody's connections."""

    def __init__(self, world: InProcessServer, game: Game) -> None:
        """Nobody is here."""
        self.world = world
        self.game = game
        self.name = ""
        self.tokens: dict[int, str] = {}
        self.lines: dict[int, Line] = {}
        self.api: Line
        self.commitment = b""
        self._before = b""

    @property
    def table(self) -> Table:
        """The truth."""
        return self.world.table(self.name)

    async def begin(self, seed: bytes) -> None:
        """Make the table, sit down, be ready."""
        plan, world = self.game.plan, self.world
        world.next_seed = seed
        self.commitment = commitment_of(seed).encode()
        made = (await self.api.call("POST", "/api/v2/tables", plan))["body"]
        assert "table" in made, made
        self.name = self.game.name = made["table"]
        self.tokens = {0: made["tokens"]["seat"], SPECTATOR: made["tokens"]["spectating"]}
        for seat in range(1, len(plan["seats"])):
            asked = {"invitation": made["tokens"]["invitation"], "name": f"Loki {seat}"}
            sat = await self.api.call("POST", f"/api/v2/tables/{self.name}/seats", asked)
            self.tokens[seat] = sat["body"]["token"]
        for who in self.tokens:
            await self.connect(who, 0)
        for seat in range(len(plan["seats"])):
            ready = {"do": "ready", "id": "ready", "salt": f"salt {seat}" if seat % 2 else ""}
            self.lines[seat].send(ready)
            await self.lines[seat].answer("ready")

    async def connect(self, who: int, last: int) -> None:
        """Come, or come back, and answer the ping that measures the way."""
        line = self.lines.get(who)
        if line is not None:
            self._before += line.taken() if who in self.watched else b""
            await line.close()
        line = self.lines[who] = await Line.live(self.world.port)
        line.send({"do": "hello", "table": self.name, "token": self.tokens[who], "last": last})
        await line.settle()
        self.world.now += LAG
        for message in line.received:
            if message["type"] == "ping":
                line.send({"do": "pong", "n": message["n"]})
        await line.settle()

    @property
    def watched(self) -> set[int]:
        """Whose traffic is compared: the viewer, and a spectator, who knows no more than that."""
        return {self.game.viewer, SPECTATOR}

    async def received(self) -> bytes:
        """What the viewers were sent since this was last asked."""
        received = self._before
        self._before = b""
        for who in sorted(self.watched):
            await self.lines[who].settle()
            received += self.lines[who].taken()
        received += self.api.taken()
        self.world.workers.answer_reviews(REVIEWED_EACH_STEP)
        return received.replace(self.commitment, b"COMMITMENT")

    async def ask(self, seat: int, request: Json) -> Json:
        """A request of a seat, and its answer."""
        self.lines[seat].send(request)
        return await self.lines[seat].answer(request["id"])

    async def do(self, step: Step) -> Json | None:
        """A step that looks the same in both worlds."""
        self.world.now = step.at
        if step.what == "ask":
            return await self.ask(step.who, step.given)
        if step.what == "raw":
            self.lines[step.who].send(step.given)
        elif step.what == "return":
            await self.connect(step.who, step.given)
        elif step.what == "walk":
            await self.walk()
        else:
            method, path, body = step.given
            path = f"/api/v2/tables/{self.name}{path}"
            return await self.api.call(method, path, body, self.tokens[step.who])
        return None

    async def walk(self) -> None:
        """Get everything there is to get, as every kind of viewer, and say hello as a stranger."""
        uploaded = await self.api.call("POST", "/api/v2/records", {"text": uploaded_text()})
        record = uploaded["body"]["record"]
        for viewer in viewers_of(self):
            for address in addresses(self.world.app, self, record):
                await self.api.call("GET", address, token=self.tokens.get(viewer, ""))
                self.world.workers.answer_reviews(1)
        assert (await self.api.call("GET", METRICS))["status"] == HTTPStatus.NOT_FOUND
        stranger = await Line.live(self.world.port)
        stranger.send({"do": "hello", "table": self.name})
        with contextlib.suppress(NoAnswer):  # a private table closes the socket
            await stranger.settle()
        self._before += stranger.taken()
        await stranger.close()

    async def __aenter__(self) -> Sitting:
        """The API is called on one connection."""
        self.api = await Line.open(self.world.port)
        return self

    async def __aexit__(self, *_raised: object) -> None:
        """Everybody goes."""
        for line in (*self.lines.values(), self.api):
            await line.close()
