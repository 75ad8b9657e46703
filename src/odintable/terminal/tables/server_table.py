"""A seat at a table on a server: a client of the live wire (docs/server-wire.md)."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import SPECTATOR, Position
from odintable.terminal.bot_game import Told
from odintable.terminal.text.error_text import refusal

from .local_table import bot_name
from .table import Standing, Table

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

    from odintable.i18n import Texts

    from .table_link import Link

FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0  # seconds before coming back
RETRY_WAIT = 0.5  # seconds before asking again for what could not be stored
REFUSALS = {4400, 4401, 4404, 4408, 4429}  # close codes after which coming back is no use
TELLING = ("sat", "back", "agreed", "declined", "returned", "resigned")
Json = dict[str, Any]


class Joined(Table):
    """The table as the server tells it, and what is still to be acknowledged."""

    def __init__(self, link: Link, texts: Texts) -> None:
        """Nothing is known before the welcome."""
        super().__init__("", texts)
        self.link = link
        self.now: Json = {"stage": "waiting", "n": 0, "moves": [], "you": "spectator", "seats": []}
        self.lines: list[list[Told]] = []  # for each event; moves are counted from the end
        self.is_move: list[bool] = []
        self.pending: dict[str, Json] = {}
        self._socket: ClientConnection | None = None
        self._retries: set[asyncio.Task[None]] = set()

    # -- What is shown -------------------------------------------------------------------------

    @property
    def you(self) -> int | None:
        """The seat, unless one only watches."""
        return self.now["you"] if isinstance(self.now["you"], int) else None

    @property
    def view(self) -> Position | None:
        """The position as this seat may know it."""
        return self._position(self.now.get("view"))

    def _position(self, view: Json | None) -> Position | None:
        viewer = SPECTATOR if self.you is None else self.you
        return None if view is None else Position.from_json(view, viewer)

    @property
    def moves(self) -> list[str]:
        """What the server offers; nothing while a move is on its way."""
        return [] if self.pending else list(self.now["moves"])

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.now["stage"] in ("over", "archived")

    @property
    def told(self) -> list[Told]:
        """Everything since one came."""
        return [line for lines in self.lines for line in lines]

    @property
    def may_undo(self) -> bool:
        """The server would take back the last move, or ask the others."""
        return self.now.get("may_take_back", "no") != "no" and not self.is_over

    @property
    def may_hint(self) -> bool:
        """It is this seat's turn, and the table allows hints."""
        return bool(self.moves) and bool(self.now["table"]["hints"])

    @property
    def farewell(self) -> str:
        """The command that comes back to this seat."""
        return self.texts.text("terminal.come-back", command=f"odintable play --join '{self.link}'")

    # -- The wire ------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until the game is over; a link that is lost is taken up again."""
        wait = FIRST_WAIT
        while not self.is_over:
            try:
                async with connect(self.link.live, compression=None) as socket:
                    wait = FIRST_WAIT
                    await self._listen(socket)
            except ConnectionClosed as closed:
                self._check_close(closed)
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if not self.names:
                    server = urlsplit(self.link.server).netloc
                    told = self.texts.text("terminal.no-answer", server=server, why=error)
                    raise OdintableError(told) from None
            finally:
                self._socket = None
            if not self.is_over:
                self._complain(self.texts.text("link-lost"))
                await asyncio.sleep(wait * random.uniform(0.5, 1))
                wait = min(2 * wait, LONGEST_WAIT)

    def _check_close(self, closed: ConnectionClosed) -> None:
        """Some doors stay shut."""
        code = closed.rcvd.code if closed.rcvd else 0
        if code in REFUSALS:
            key = {4401: "no-link", 4404: "no-table"}.get(code)
            reason = closed.rcvd.reason if closed.rcvd else ""
            raise OdintableError(self.texts.text(key) if key else f"{code} {reason}".strip())

    async def _hello(self, socket: ClientConnection) -> None:
        """Say who comes, and what is known already."""
        hello = {"do": "hello", "table": self.link.table, "last": self.now["n"]}
        if self.link.token:
            hello["token"] = self.link.token
        await socket.send(json.dumps(hello))

    async def _listen(self, socket: ClientConnection) -> None:
        """Say hello, and hear everything until the game is over."""
        await self._hello(socket)
        async for frame in socket:
            told = json.loads(frame)
            await self._hear(socket, told)
            self.heard()
            if self.is_over:
                return

    async def _hear(self, socket: ClientConnection, told: Json) -> None:
        """One message."""
        kind = told["type"]
        if kind == "welcome":
            self._welcome(told)
            self._socket = socket
            await self._greet(socket)
        elif kind == "event":
            self._event(told)
        elif kind == "ack":
            self.pending.pop(told["id"], None)
        elif kind == "refused":
            self._refused(socket, told)
        elif kind == "said":
            phrase = self.texts.text(f"phrase.{told['phrase']}")
            name = self.names[told["seat"]]
            self._tell([Told(self.texts.text("says", name=name, phrase=phrase))])
        elif kind == "ping":
            await socket.send(json.dumps({"do": "pong", "n": told["n"]}))

    def _refused(self, socket: ClientConnection, told: Json) -> None:
        """Say why not; what the store was not there for is asked for again, a hello has no id."""
        if told.get("retry") and (not told["id"] or told["id"] in self.pending):
            retry = asyncio.create_task(self._retry(socket, told["id"]))
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)
            return
        self.pending.pop(told.get("id", ""), None)
        why = told.get("why")
        self._complain(refusal(told["code"], told["message"], why, self.game, self.people))

    async def _retry(self, socket: ClientConnection, asked: str) -> None:
        """In a moment, unless it was answered meanwhile."""
        await asyncio.sleep(RETRY_WAIT)
        if not asked:
            with suppress(ConnectionClosed):  # the next link begins with a hello
                await self._hello(socket)
        elif asked in self.pending:
            await self._send(self.pending[asked])

    async def _greet(self, socket: ClientConnection) -> None:
        """Ready, with salt for the shuffles; and once more whatever was not acknowledged."""
        if self.now["stage"] == "waiting" and self.you is not None:
            if not self.now["seats"][self.you]["ready"]:
                await socket.send(json.dumps({"do": "ready", "salt": secrets.token_hex(8)}))
        for request in list(self.pending.values()):  # more may be asked for meanwhile
            await socket.send(json.dumps(request))

    def _welcome(self, told: Json) -> None:
        """The whole table."""
        if told["stage"] == "archived":
            raise OdintableError(self.texts.text("archived"))
        self.trouble = ""
        self.now = told
        self.game = told["table"]["game"]
        self.names = [self._name(seat) for seat in range(len(told["seats"]))]
        for event in told["events"] or []:
            self._tell_event(event, None)

    def _name(self, seat: int) -> str:
        told = self.now["seats"][seat]
        if told["bot"]:
            return bot_name(told["bot"], self.texts)
        unnamed = "you" if seat == self.you else "player"
        return str(told["name"] or self.texts.text(unnamed, number=seat + 1))

    def _event(self, told: Json) -> None:
        """Something happened, and things stand otherwise now."""
        self.pending.pop(told.get("id", ""), None)
        before = self.now.get("view")
        self.trouble = ""
        self.now = {**self.now, **told}
        self.names = [self._name(seat) for seat in range(len(self.now["seats"]))]
        self._tell_event(told, before)

    # -- What is told --------------------------------------------------------------------------

    def _tell(self, lines: list[Told], *, is_move: bool = False) -> None:
        self.lines.append(lines)
        self.is_move.append(is_move)

    def _complain(self, line: str) -> None:
        """Something for this seat alone."""
        self.trouble = line
        self.heard()

    def _tell_event(self, told: Json, before: Json | None) -> None:
        """An event in words; what it took back is forgotten."""
        for _ in range(told.get("undone") or 0):
            self._forget_move()
        if told["kind"] == "move":
            self._tell(self._told_move(told, before), is_move=True)
        elif text := self._told_other(told):
            self._tell([Told(text)])

    def _told_move(self, told: Json, before: Json | None) -> list[Told]:
        """A move; one that was missed is told by its notation alone."""
        old, new = self._position(before), self._position(told.get("view"))
        if old is None or new is None:
            return [Told(self.names[told["seat"]], told["move"])]
        return Standing(told["seat"], told["move"], old, new, told["events"]).told(self.people)

    def _told_other(self, told: Json) -> str:
        """What is not a move."""
        kind, people = told["kind"], self.people
        if kind == "ready":
            return people.sentence("told.dealt", told["first"]) if "first" in told else ""
        if kind in TELLING:
            return people.sentence(f"told.{kind}", told["seat"])
        if kind == "proposed":
            return people.sentence(f"told.proposed.{told['what']}", told["seat"])
        if kind == "ended":
            return people.sentence(f"told.ended.{told['why']}", told.get("seat") or 0)
        return ""

    def _forget_move(self) -> None:
        """The last move that was told does not stand any more."""
        for at in reversed(range(len(self.is_move))):
            if self.is_move[at]:
                del self.is_move[at], self.lines[at]
                return

    # -- What is done --------------------------------------------------------------------------

    async def play(self, move: str) -> None:
        """Send a move that is offered."""
        if move not in self.moves:
            raise IllegalMove(self.texts.text("no.illegal-move"))
        await self._ask({"do": "play", "move": move, "after": self.now["n"]})

    async def undo(self) -> None:
        """Take back, or ask the others whether that is all right."""
        if not self.may_undo:
            raise OdintableError(self.texts.text("no-undo"))
        await self._ask({"do": "back"})

    async def answer(self, *, agreed: bool) -> None:
        """Say yes or no to what another proposed."""
        for proposal in self.now.get("proposals") or []:
            if proposal["by"] != self.you:
                do = "agree" if agreed else "decline"
                await self._ask({"do": do, "what": proposal["what"]})

    def uncover(self) -> None:
        """One seat, one screen: nothing is covered."""

    async def _ask(self, request: Json) -> None:
        """Send it now, and again after a lost link, until it is acknowledged."""
        request["id"] = secrets.token_hex(8)
        self.pending[request["id"]] = request
        await self._send(request)

    async def _send(self, request: Json) -> None:
        """A link that is just being lost loses nothing: what is pending is sent by the next."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(request))
