"""Attacks that make the server compute: long records, long games, replays and reviews."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import TYPE_CHECKING

from .attack import Attack, Found, LongGame, Target
from .raw_client import (
    FAILURES,
    Socket,
    address,
    call,
    encode,
    flood,
    gather_suppressed,
    hello,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES_PER_HOUR = 60  # the server's default
HELLOS_PER_SECOND = 15.0  # on one socket; the server allows 20 frames
EVENTS_AGO = (199, 499)  # for which a welcome has every event: the limit now, and formerly


def game_of(target: Target) -> LongGame:
    """Return the prepared game."""
    if target.game is None:
        raise RuntimeError("this attack needs the long game")
    return target.game


# -- Tables from records -------------------------------------------------------------------------


async def long_starts(target: Target) -> Found:
    """Create tables from long records: some addresses within their quota, one far beyond it."""
    found = Found()
    start = {"text": target.record}
    asked = {"game": "ravens", "seats": [{}, {}], "start": start}
    long = encode("POST", "/api/v2/tables", target.port, asked)
    short = encode("POST", "/api/v2/tables", target.port, {"game": "odin", "seats": [{}, {}]})
    spent = address(1)
    for _ in range(TABLES_PER_HOUR):
        await call(target.port, spent, short)
    floods = [flood(target, found, address(number), lambda _: long, 2) for number in (1, 2, 3)]
    await asyncio.gather(*floods)
    found.only(201, 429, 503)
    found.at_least_once(429)
    return found


# -- A long game -----------------------------------------------------------------------------------


async def load_without_token(target: Target) -> Found:
    """Ask for the long game without a token, over the API and over sockets."""
    game, found = game_of(target), Found()
    path = f"/api/v2/tables/{game.table}"
    routes = ["", "/events", "/replay", "/record", "/fairness", "/win-probabilities"]
    asked = [encode("GET", path + route, target.port) for route in routes]
    wrong = [encode("GET", path + route, target.port, token="x" * 43) for route in routes]
    every = asked + wrong
    codes = found.answers

    async def say_hello(number: int) -> None:
        socket = await Socket.open(target, found, address(2))
        socket.send(hello(game.table, "x" * 43 if number % 2 else ""))
        for _ in range(50):
            if not socket.link.is_open:
                break
            await asyncio.sleep(0.1)
        codes[str(socket.link.close_code)] += 1

    await gather_suppressed(say_hello(number) for number in range(10))
    await flood(target, found, address(1), lambda number: every[number % len(every)], 4)
    found.only(401, 429, 4401)
    found.at_least_once(401)
    found.at_least_once(4401)
    return found


async def load_with_token(target: Target) -> Found:
    """Load the long game with its tokens, from many sockets and requests at once."""
    game, found = game_of(target), Found()
    sockets = await gather_suppressed(
        Socket.open(target, found, address(1)) for _ in range(target.many(30))
    )
    for number, socket in enumerate(filter(None, sockets)):
        socket.send(hello(game.table, game.tokens[number % 2]))
    path = f"/api/v2/tables/{game.table}"
    asked = [encode("GET", path, target.port, token=token) for token in game.tokens]
    await flood(target, found, address(2), lambda number: asked[number % 2], 4)
    welcomes = sum(any(b'"welcome"' in one for one in s.received) for s in filter(None, sockets))
    found.check("every socket is welcomed", f"{welcomes:,}", is_met=welcomes == len(sockets))
    found.only(200, 429)
    found.at_least_once(200)
    return found


async def take_backs(target: Target) -> Found:
    """Play and take back at once, in the long game, at the pace that the limits allow."""
    game, found = game_of(target), Found()
    seats = [await Socket.open(target, found, address(1 + seat)) for seat in (0, 1)]
    now = {}
    for seat, socket in enumerate(seats):
        socket.send(hello(game.table, game.tokens[seat]))
        now[seat] = await socket.until(lambda message: message["type"] == "welcome")
    taken = 0
    counter = itertools.count()
    seat = 0 if now[0]["moves"] else 1
    moves = now[seat]["moves"]
    while not target.is_over:
        move = moves[next(counter) % len(moves)]
        message = await order(seats[seat], {"do": "play", "move": move}, next(counter))
        if message["type"] == "event" and message["moves"] and message["may_take_back"] == "free":
            message = await order(seats[seat], {"do": "back"}, next(counter))
            taken += message["type"] == "event"
            await asyncio.sleep(0.05)  # two frames; the limit is 20 a second
        elif message["type"] == "event" and not message["moves"]:
            seat = 1 - seat
            message = await seats[seat].until(lambda one: one["type"] == "event" and one["moves"])
        moves = message.get("moves") or moves
        await asyncio.sleep(0.05)
    found.check("moves are taken back", f"{taken:,} times", is_met=taken > 0)
    return found


async def order(socket: Socket, command: dict[str, str], number: int) -> dict[str, object]:
    """Send a command and wait for its answer."""
    asked = f"attack-{id(socket)}-{number}"
    socket.send(json.dumps({**command, "id": asked}).encode())
    message: dict[str, object] = await socket.until(lambda one: one.get("id") == asked)
    return message


async def hellos(target: Target) -> Found:
    """Say hello again and again on 60 sockets, as if 199 or 499 events had been missed."""
    game, found = game_of(target), Found()
    sockets = [
        one
        for one in await gather_suppressed(
            Socket.open(target, found, address(1)) for _ in range(target.many(60))
        )
        if one is not None
    ]
    sockets[0].send(hello(game.table, game.spectating))
    welcome = await sockets[0].until(lambda message: message["type"] == "welcome")
    ago = [hello(game.table, game.spectating, max(0, welcome["n"] - one)) for one in EVENTS_AGO]
    for socket in sockets:
        socket.keeps = False
    while not target.is_over:
        for number, socket in enumerate(sockets):
            socket.send(ago[number % len(ago)])
        await asyncio.sleep(1 / HELLOS_PER_SECOND)
    found.answers.update(str(one.link.close_code) for one in sockets if not one.link.is_open)
    found.check("hellos are answered", f"{found.messages:,}", is_met=found.messages > 0)
    if found.answers:
        found.only(4429)
    return found


# -- Records ---------------------------------------------------------------------------------------


async def upload(target: Target, source: str, text: str) -> str:
    """Upload a record; returns its key."""
    asked = encode("POST", "/api/v2/records", target.port, {"text": text})
    reply = await call(target.port, source, asked)
    if reply.status != 201:
        raise RuntimeError(f"the record is refused: {reply.status} {reply.body[:200]!r}")
    key: str = reply.json()["record"]
    return key


async def of_record(
    target: Target, text: str, path: Callable[[str, int], str], *codes: int
) -> Found:
    """Ask for something of an uploaded record, from three addresses."""
    found = Found()
    key = await upload(target, address(9), text)
    floods = [
        flood(
            target,
            found,
            address(number),
            lambda at: encode("GET", path(key, at), target.port),
            3,
        )
        for number in (1, 2, 3)
    ]
    await asyncio.gather(*floods)
    found.only(*codes)
    found.at_least_once(200)
    return found


async def replays(target: Target) -> Found:
    """Replay the same uploaded record again and again, from every seat."""
    seats = ("0", "1", "spectator", "")
    return await of_record(
        target,
        target.record,
        lambda key, at: f"/api/v2/records/{key}/replay?as={seats[at % 4]}",
        *(200, 429, 503),
    )


async def reviews(target: Target) -> Found:
    """Ask for the review of the same uploaded record again and again, from every seat."""
    seats = ("0", "1", "spectator", "")
    return await of_record(
        target,
        target.hidden,
        lambda key, at: f"/api/v2/records/{key}/win-probabilities?as={seats[at % 4]}",
        *(200, 429, 503),
    )


async def uploads(target: Target) -> Found:
    """Upload long records, each another one, and some that are larger than allowed."""
    found = Found()

    def record(number: int) -> bytes:
        text = target.records[number % len(target.records)] if number % 10 else "x" * 200_000
        return encode("POST", "/api/v2/records", target.port, {"text": text})

    try:
        await asyncio.gather(
            *(flood(target, found, address(number), record, 3) for number in (1, 2, 3))
        )
    except FAILURES as failure:
        found.check("the server answers", repr(failure), is_met=False)
    found.only(201, 413, 429, 503, "closed")
    found.at_least_once(413)
    return found


ATTACKS = [
    Attack(
        "long-starts",
        "tables from records of 59 kB, within the quota and beyond it",
        long_starts,
        needs_records=True,
    ),
    Attack(
        "load-without-token",
        "the long game asked for without a token",
        load_without_token,
        needs_game=True,
    ),
    Attack(
        "load-with-token", "the long game loaded by its players", load_with_token, needs_game=True
    ),
    Attack("take-backs", "take-backs in the long game", take_backs, needs_game=True),
    Attack("hellos", "hello with 199 or 499 missed events, on 60 sockets", hellos, needs_game=True),
    Attack("replays", "replays of an uploaded record of 59 kB", replays, needs_records=True),
    Attack("reviews", "reviews of an uploaded record of 416 moves", reviews, needs_hidden=True),
    Attack("uploads", "uploads of records of 59 kB and of 200 kB", uploads, needs_records=True),
]
