"""A table on a server: a client of the live protocol (docs/server-wire.md)."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import SPECTATOR, Position
from odintable.terminal.text.error_text import refusal_text
from odintable.terminal.text.game_log import LoggedMove, LogLine

from .local_table import bot_name
from .table import TerminalTable

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

    from odintable.i18n import Texts

    from .table_link import TableLink

FIRST_WAIT, MAX_WAIT = 0.5, 5.0  # seconds before reconnecting
RETRY_WAIT = 0.5  # seconds before repeating a request that could not be stored
FINAL_CLOSE_CODES = {4400, 4401, 4404, 4408, 4429}  # reconnecting would not help
# Kinds of events with a text `event.KIND` about a seat.
SEAT_EVENTS = ("sat", "back", "agreed", "declined", "returned", "resigned")
Json = dict[str, Any]


@dataclass(frozen=True)
class LogEntry:
    """The log lines of one event."""

    lines: list[LogLine]
    is_move: bool = False


class ServerTable(TerminalTable):
    """The table as the server describes it, and the requests that are not yet acknowledged."""

    def __init__(self, link: TableLink, texts: Texts) -> None:
        """Start with an empty state; the welcome message fills it."""
        super().__init__("", texts)
        self.link = link
        self.state: Json = {
            "stage": "waiting",
            "n": 0,
            "moves": [],
            "you": "spectator",
            "seats": [],
        }
        self.entries: list[LogEntry] = []
        self.pending: dict[str, Json] = {}  # requests by id
        self._socket: ClientConnection | None = None
        self._retries: set[asyncio.Task[None]] = set()

    # -- State ---------------------------------------------------------------------------------

    @property
    def you(self) -> int | None:
        """Your seat; None for a spectator."""
        return self.state["you"] if isinstance(self.state["you"], int) else None

    @property
    def view(self) -> Position | None:
        """The position as this seat may know it."""
        return self._position(self.state.get("view"))

    def _position(self, view: Json | None) -> Position | None:
        viewer = SPECTATOR if self.you is None else self.you
        return None if view is None else Position.from_json(view, viewer)

    @property
    def moves(self) -> list[str]:
        """The moves that the server offers; none while a request is pending."""
        return [] if self.pending else list(self.state["moves"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state["stage"] in ("over", "archived")

    @property
    def log(self) -> list[LogLine]:
        """Everything that happened since this client connected."""
        return [line for entry in self.entries for line in entry.lines]

    @property
    def may_undo(self) -> bool:
        """Whether the server would take back the last move, or ask the others."""
        return self.state.get("may_take_back", "no") != "no" and not self.is_over

    @property
    def may_hint(self) -> bool:
        """Whether it is this seat's turn and the table allows hints."""
        return bool(self.moves) and bool(self.state["table"]["hints"])

    @property
    def resume_hint(self) -> str:
        """The command that returns to this seat."""
        return self.texts.text("terminal.rejoin", command=f"odintable play --join '{self.link}'")

    # -- The connection ------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until the game is over; reconnect after a lost connection."""
        wait = FIRST_WAIT
        while not self.is_over:
            try:
                async with connect(self.link.socket_url, compression=None) as socket:
                    wait = FIRST_WAIT
                    await self._listen(socket)
            except ConnectionClosed as closed:
                self._check_close(closed)
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if not self.names:
                    server = urlsplit(self.link.server).netloc
                    message = self.texts.text("terminal.no-response", server=server, why=error)
                    raise OdintableError(message) from None
            finally:
                self._socket = None
            if not self.is_over:
                self._show_error(self.texts.text("link-lost"))
                await asyncio.sleep(wait * random.uniform(0.5, 1))
                wait = min(2 * wait, MAX_WAIT)

    def _check_close(self, closed: ConnectionClosed) -> None:
        """Raise OdintableError if the server would refuse another connection too."""
        code = closed.rcvd.code if closed.rcvd else 0
        if code in FINAL_CLOSE_CODES:
            key = {4401: "no-access", 4404: "no-table"}.get(code)
            reason = closed.rcvd.reason if closed.rcvd else ""
            raise OdintableError(self.texts.text(key) if key else f"{code} {reason}".strip())

    async def _send_hello(self, socket: ClientConnection) -> None:
        """Send the table, the token, and the number of the last known event."""
        hello = {"do": "hello", "table": self.link.table, "last": self.state["n"]}
        if self.link.token:
            hello["token"] = self.link.token
        await socket.send(json.dumps(hello))

    async def _listen(self, socket: ClientConnection) -> None:
        """Send hello, then handle messages until the game is over."""
        await self._send_hello(socket)
        async for frame in socket:
            await self._handle(socket, json.loads(frame))
            self.on_change()
            if self.is_over:
                return

    async def _handle(self, socket: ClientConnection, message: Json) -> None:
        kind = message["type"]
        if kind == "welcome":
            self._handle_welcome(message)
            self._socket = socket
            await self._send_ready_and_pending(socket)
        elif kind == "event":
            self._handle_event(message)
        elif kind == "ack":
            self.pending.pop(message["id"], None)
        elif kind == "refused":
            self._handle_refusal(socket, message)
        elif kind == "said":
            phrase = self.texts.text(f"phrase.{message['phrase']}")
            name = self.names[message["seat"]]
            line = LogLine(self.texts.text("says", name=name, phrase=phrase))
            self.entries.append(LogEntry([line]))
        elif kind == "ping":
            await socket.send(json.dumps({"do": "pong", "n": message["n"]}))

    def _handle_refusal(self, socket: ClientConnection, message: Json) -> None:
        """Show the reason, or retry if the server could not store a request (a hello has no id)."""
        if message.get("retry") and (not message["id"] or message["id"] in self.pending):
            retry = asyncio.create_task(self._retry(socket, message["id"]))
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)
            if message["code"] == "starting":
                self._show_refusal(message)
            return
        self.pending.pop(message.get("id", ""), None)
        self._show_refusal(message)

    def _show_refusal(self, message: Json) -> None:
        code, english, why = message["code"], message["message"], message.get("why")
        self._show_error(refusal_text(code, english, why, self.game, self.player_names))

    async def _retry(self, socket: ClientConnection, request_id: str) -> None:
        """Repeat a request after RETRY_WAIT, unless it has been answered meanwhile."""
        await asyncio.sleep(RETRY_WAIT)
        if not request_id:
            with suppress(ConnectionClosed):  # the next connection begins with a hello
                await self._send_hello(socket)
        elif request_id in self.pending:
            await self._send(self.pending[request_id])

    async def _send_ready_and_pending(self, socket: ClientConnection) -> None:
        """Report this seat as ready, with a salt for the shuffles; repeat pending requests."""
        if self.state["stage"] == "waiting" and self.you is not None:
            if not self.state["seats"][self.you]["ready"]:
                await socket.send(json.dumps({"do": "ready", "salt": secrets.token_hex(8)}))
        for request in list(self.pending.values()):  # a copy: more may be added meanwhile
            await socket.send(json.dumps(request))

    def _handle_welcome(self, message: Json) -> None:
        """Replace the whole state with that of the message."""
        if message["stage"] == "archived":
            raise OdintableError(self.texts.text("archived"))
        self.error = ""
        self.state = message
        self.game = message["table"]["game"]
        self.names = [self._name(seat) for seat in range(len(message["seats"]))]
        if message["table"].get("known_cards") and not self.entries:
            self.entries.append(LogEntry([LogLine(self.texts.text("known-cards"))]))
        for event in message["events"] or []:
            self._log_event(event, None)

    def _name(self, seat: int) -> str:
        described = self.state["seats"][seat]
        if described["bot"]:
            return bot_name(described["bot"], self.texts)
        unnamed = "you" if seat == self.you else "player"
        return str(described["name"] or self.texts.text(unnamed, number=seat + 1))

    def _handle_event(self, event: Json) -> None:
        """Update the table and the log."""
        self.pending.pop(event.get("id", ""), None)
        before = self.state.get("view")
        self.error = ""
        self.state = {**self.state, **event}
        self.names = [self._name(seat) for seat in range(len(self.state["seats"]))]
        self._log_event(event, before)

    # -- The log -------------------------------------------------------------------------------

    def _show_error(self, line: str) -> None:
        self.error = line
        self.on_change()

    def _log_event(self, event: Json, view_before: Json | None) -> None:
        """Log an event, and drop the moves that it took back."""
        for _ in range(event.get("undone") or 0):
            self._drop_last_move()
        if event["kind"] == "move":
            self.entries.append(LogEntry(self._move_lines(event, view_before), is_move=True))
        elif sentence := self._event_sentence(event):
            self.entries.append(LogEntry([LogLine(sentence)]))

    def _move_lines(self, event: Json, view_before: Json | None) -> list[LogLine]:
        """Put a move into words; give just its notation if the position before it is unknown."""
        seat, move = event["seat"], event["move"]
        before, after = self._position(view_before), self._position(event.get("view"))
        if before is None or after is None:
            return [LogLine(self.names[seat], move)]
        return LoggedMove(seat, move, before, after, event["events"]).log_lines(self.player_names)

    def _event_sentence(self, event: Json) -> str:
        """Put any other event into words; return an empty text if there is nothing to say."""
        kind, names = event["kind"], self.player_names
        if kind == "ready":
            return names.sentence("event.dealt", event["first"]) if "first" in event else ""
        if kind in SEAT_EVENTS:
            return names.sentence(f"event.{kind}", event["seat"])
        if kind == "proposed":
            return names.sentence(f"event.proposed.{event['what']}", event["seat"])
        if kind == "ended":
            return names.sentence(f"event.ended.{event['why']}", event.get("seat") or 0)
        return ""

    def _drop_last_move(self) -> None:
        moves = [at for at, entry in enumerate(self.entries) if entry.is_move]
        if moves:
            del self.entries[moves[-1]]

    # -- Requests ------------------------------------------------------------------------------

    async def play(self, move: str) -> None:
        """Send a move that is offered."""
        if move not in self.moves:
            raise IllegalMove(self.texts.text("error.illegal-move"))
        await self._request({"do": "play", "move": move, "after": self.state["n"]})

    async def undo(self) -> None:
        """Take back a move, or ask the others to agree."""
        if not self.may_undo:
            raise OdintableError(self.texts.text("no-undo"))
        await self._request({"do": "back"})

    async def answer(self, *, agreed: bool) -> None:
        """Agree to or decline what another player proposed."""
        for proposal in self.state.get("proposals") or []:
            if proposal["by"] != self.you:
                do = "agree" if agreed else "decline"
                await self._request({"do": do, "what": proposal["what"]})

    def take_over_screen(self) -> None:
        """Do nothing: only one seat plays at this screen."""

    async def _request(self, request: Json) -> None:
        """Send a request now, and again after a lost connection until it is acknowledged."""
        request["id"] = secrets.token_hex(8)
        self.pending[request["id"]] = request
        await self._send(request)

    async def _send(self, request: Json) -> None:
        """Send a request; if the connection is lost, the next connection sends it."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(request))
