"""Attacks at tables: bots, spectators, many tables, hidden moves and cookies."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from .attack import Attack, Found, Target
from .raw_client import (
    FAILURES,
    HttpConnection,
    Socket,
    address,
    call,
    count_failure,
    create_table,
    encode,
    gather_suppressed,
    hello,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

BOT_TABLES = 8
SPECTATORS, CROWD, PER_ADDRESS = 300, 2000, 50
PHRASE_EVERY = 2.1  # seconds; the server allows 5 in 10 seconds
TABLES_PER_ADDRESS = 60
COOKIE_BYTES = 4096  # that a browser may have to send with every request
HIDDEN = "lay "  # the beginning of moves that others do not see
ARRANGE = " arrange"  # the end of the move before
REVIEW_WITHIN = 60.0  # seconds


async def watched_bots(target: Target) -> Found:
    """Watch eight tables of bots that think as long as they may."""
    found = Found()
    seats = [{"bot": "mimir"}] * 4
    for number in range(target.many(BOT_TABLES)):
        table, tokens = await create_table(
            target, address(1), "odin", seats=seats, sit=None, bot_time=5000
        )
        socket = await Socket.open(target, found, address(1))
        socket.keeps = False
        socket.send(hello(table, tokens["spectating"]))
        del number
    while not target.is_over:
        await asyncio.sleep(0.2)
    return found


async def join_as_spectators(
    target: Target, found: Found, table: str, token: str, count: int
) -> list[Socket]:
    """Let spectators join a table as fast as they can; returns the sockets that are open."""
    sockets: list[Socket] = []
    for first in range(0, count, 25):
        opened = await gather_suppressed(
            Socket.open(target, found, address(1 + number // PER_ADDRESS))
            for number in range(first, min(count, first + 25))
        )
        sockets += filter(None, opened)
        for socket in opened:
            if socket is not None:
                socket.send(hello(table, token))
    return sockets


def count_types(sockets: Sequence[Socket]) -> Counter[str]:
    """Count the messages that sockets have received, by type."""
    return Counter(json.loads(one)["type"] for socket in sockets for one in socket.received)


async def spectators(target: Target) -> Found:
    """Let 300 spectators join one table, as fast as they can."""
    found = Found()
    table, tokens = await create_table(target, address(1))
    begun = asyncio.get_running_loop().time()
    count = target.many(SPECTATORS)
    sockets = await join_as_spectators(target, found, table, tokens["spectating"], count)
    while not target.is_over:
        await asyncio.sleep(0.1)
    seconds = asyncio.get_running_loop().time() - begun
    kinds = count_types(sockets)
    most = len(sockets) * (seconds + 2)  # one message a second for everybody
    presence = kinds["presence"]
    found.check(
        "presence at most once a second for each", f"{presence:,} messages", is_met=presence <= most
    )
    found.check(
        "every spectator is welcomed", f"{kinds['welcome']:,}", is_met=kinds["welcome"] >= count
    )
    return found


async def crowd(target: Target) -> Found:
    """Send events and phrases to 2,000 spectators of one table."""
    found = Found()
    table, tokens = await create_table(target, address(1))
    count = target.many(CROWD)
    sockets = await join_as_spectators(target, found, table, tokens["spectating"], count)
    players = []
    for seat in ("seat", "other"):
        player = await Socket.open(target, found, address(200))
        player.send(hello(table, tokens[seat]))
        players.append(player)
    for socket in sockets:  # only what comes from now on counts
        socket.received.clear()
    said = 0
    for player in players:
        player.send(b'{"do":"ready"}')
    while not target.is_over:
        for player in players:
            player.send(b'{"do":"say","phrase":"hello"}')
            said += 1
        await asyncio.sleep(PHRASE_EVERY)
    await asyncio.sleep(0.5)
    received = count_types(sockets)["said"]
    found.check(
        "every spectator gets every phrase",
        f"{received:,} of {said * count:,}",
        is_met=received == said * count,
    )
    return found


async def many_tables(target: Target) -> Found:
    """Create tables from 20 addresses until the quota of each is used up."""
    found = Found()
    asked = encode("POST", "/api/v2/tables", target.port, {"game": "ravens", "seats": [{}, {}]})

    async def create(source: str) -> None:
        connection = await HttpConnection.open(target.port, source)
        for _ in range(TABLES_PER_ADDRESS + 5):
            if target.is_over:
                break
            found.sent += 1
            try:
                found.answers[str((await connection.call(asked)).status)] += 1
            except FAILURES as failure:
                count_failure(found.answers, failure)
                connection = await HttpConnection.open(target.port, source)
        connection.close()

    await gather_suppressed(create(address(1 + number)) for number in range(target.many(20)))
    found.only(201, 429)
    found.at_least_once(429)
    return found


# -- Hidden moves ----------------------------------------------------------------------------------

POLLED = ("", "/events", "/replay", "/fairness", "/win-probabilities")


class HiddenMoveGame:
    """A game of Ravens whose attackers count the moves that they may not see."""

    def __init__(self, target: Target, found: Found, table: str, tokens: dict[str, str]) -> None:
        self._target = target
        self._found = found
        self._table = table
        self._tokens = (tokens["seat"], tokens["other"])
        self._watching = tokens["spectating"]
        self._seats: list[Socket] = []
        self._count = itertools.count()

    async def join(self) -> tuple[int, list[str]]:
        """Connect both players and begin; returns whose turn it is, and the moves."""
        for seat in (0, 1):
            socket = await Socket.open(self._target, self._found, address(1 + seat))
            self._seats.append(socket)
            socket.send(hello(self._table, self._tokens[seat]))
            await socket.until(lambda message: message["type"] == "welcome")
        for socket in self._seats:
            socket.send(b'{"do":"ready"}')
        return await self._next_turn()

    async def _next_turn(self) -> tuple[int, list[str]]:
        waits = [
            asyncio.create_task(one.until(lambda message: bool(message.get("moves"))))
            for one in self._seats
        ]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        seat = 0 if waits[0].done() else 1
        waits[1 - seat].cancel()
        return seat, (await waits[seat])["moves"]

    async def play(self, seat: int, move: str) -> tuple[int, list[str]]:
        """Make a move; returns whose turn it is then, and the moves."""
        asked = f"m{next(self._count)}"
        frame = {"do": "play", "id": asked, "move": move}
        self._seats[seat].send(json.dumps(frame).encode())
        message = await self._seats[seat].until(lambda one: one.get("id") == asked)
        if message.get("moves"):
            return seat, message["moves"]
        return await self._next_turn()

    async def seen(self, viewer: int) -> dict[str, Any]:
        """What the opponent and a spectator are told on every route."""
        answers = {}
        for who, token in (("opponent", self._tokens[viewer]), ("spectator", self._watching)):
            for route in POLLED:
                answers[f"{who} {route}"] = await self._poll(route, token)
        return answers

    async def _poll(self, route: str, token: str) -> Any:
        path = f"/api/v2/tables/{self._table}{route}"
        asked = encode("GET", path, self._target.port, token=token)
        self._found.sent += 1
        reply = await call(self._target.port, address(3), asked)
        body = reply.json()
        if isinstance(body, dict):
            body.pop("clock", None)
        return reply.status, body

    async def finish_reviews(self, viewer: int) -> None:
        """Wait until the reviews of the opponent and of the spectator are complete."""
        async with asyncio.timeout(REVIEW_WITHIN):
            for token in (self._tokens[viewer], self._watching):
                while True:
                    status, body = await self._poll("/win-probabilities", token)
                    if status != 200 or body.get("is_done", True):
                        break
                    await asyncio.sleep(0.3)


async def hidden_moves(target: Target) -> Found:
    """Poll every route around each move that nobody else may see: nothing may change."""
    found = Found()
    start = {"text": target.hidden, "redeal": False}
    table, tokens = await create_table(target, address(1), "ravens", start=start)
    game = HiddenMoveGame(target, found, table, tokens)
    seat, moves = await game.join()
    mover = seat
    seat, moves = await game.play(seat, next(one for one in moves if one.endswith(ARRANGE)))
    compared, changed = 0, set()
    while hidden := next((one for one in moves if one.startswith(HIDDEN)), None):
        await game.finish_reviews(1 - mover)
        before = await game.seen(1 - mover)
        seat, moves = await game.play(mover, hidden)
        after = await game.seen(1 - mover)
        if seat == mover:  # else the next turn has begun, which everybody sees
            compared += 1
            changed |= {route for route in before if before[route] != after[route]}
    found.check("hidden moves are played", f"{compared} times", is_met=compared > 0)
    found.check("no answer changes", ", ".join(sorted(changed)) or "none does", is_met=not changed)
    public = await call(target.port, address(4), encode("GET", "/metrics", target.port))
    found.check("no metrics on the public port", public.status, is_met=public.status == 404)
    return found


# -- Cookies ---------------------------------------------------------------------------------------


async def cookies(target: Target) -> Found:
    """Visit tables with one browser, which keeps all cookies and sends them with every request."""
    found = Found()
    jar: dict[str, str] = {}
    for number in range(target.many(150)):
        if target.is_over:
            break
        source = address(1 + number // 50)
        table, tokens = await create_table(target, source, seats=[{}, {"bot": "random"}])
        path = f"/api/v2/tables/{table}/cookie"
        body = {"token": tokens["seat"]}
        asked = encode("POST", path, target.port, body, **cookie_header(jar))
        reply = await call(target.port, source, asked)
        found.sent += 1
        found.answers[str(reply.status)] += 1
        keep(jar, [value for name, value in reply.headers if name == "set-cookie"])
    size = len(cookie_header(jar).get("cookie", ""))
    found.check(
        f"cookies of at most {COOKIE_BYTES:,} bytes", f"{size:,} bytes", is_met=size <= COOKIE_BYTES
    )
    found.only(200, 204, 429)
    return found


def cookie_header(jar: dict[str, str]) -> dict[str, str]:
    """Return the header in which a browser sends its cookies."""
    return {"cookie": "; ".join(f"{name}={value}" for name, value in jar.items())} if jar else {}


def keep(jar: dict[str, str], headers: Sequence[str]) -> None:
    """Keep cookies as a browser would."""
    for header in headers:
        pair, *attributes = header.split(";")
        name, _, value = pair.strip().partition("=")
        if any(one.strip().lower() == "max-age=0" for one in attributes):
            jar.pop(name, None)
        else:
            jar[name] = value


ATTACKS = [
    Attack("watched-bots", "eight watched tables of bots that think long", watched_bots),
    Attack("spectators", "300 spectators join one table", spectators),
    Attack("crowd", "2,000 spectators of one table, to whom the players talk", crowd),
    Attack("many-tables", "1,200 tables from 20 addresses", many_tables),
    Attack(
        "hidden-moves", "every route polled around a hidden move", hidden_moves, needs_hidden=True
    ),
    Attack("cookies", "150 tables visited with one browser", cookies),
]
