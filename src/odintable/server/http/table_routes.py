"""The JSON API, /api/v2: makes tables, seats people, and does what a socket does, call by call."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import HTTPBearer

from odintable import bots
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.record.record import check_names
from odintable.server.live import client_messages
from odintable.server.live.client_messages import Refused, encode
from odintable.server.live.table_registry import Archived
from odintable.server.tables import viewer_messages
from odintable.server.tables.events import Sat
from odintable.server.tables.game_record import record_of
from odintable.server.tables.seat_commands import Repeated
from odintable.server.tables.start_position import outset
from odintable.server.tables.table import Happening, Table
from odintable.server.tables.table_config import Chair, Plan, Timing

from . import table_options
from .authentication import NAME, cookie_name, seat_opened
from .public_address import address_for, is_here
from .schemas import (
    AddressResponse,
    BotResponse,
    CookieRequest,
    CreateTableRequest,
    CreateTableResponse,
    ErrorResponse,
    EventsResponse,
    FairnessResponse,
    GameResponse,
    HintRequest,
    HintResponse,
    LanAccessRequest,
    SeatCommandRequest,
    SeatCommandResponse,
    TableResponse,
    TableTokens,
    TakeSeatRequest,
    TakeSeatResponse,
)
from .tokens import INVITATION, SEAT, SPECTATING, digest_of, new_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.live.live_table import Desk, Outcome
    from odintable.server.live.table_registry import House
    from odintable.server.services import Server

COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none longer
MOST_EVENTS = 500

# The status that goes with a code; all others are 409: understood, but not now.
STATUS = {
    "bad-frame": 400,
    "bad-option": 400,
    "no-link": 401,
    "not-a-seat": 403,
    "not-allowed": 403,
    "no-table": 404,
    "archived": 410,
    "too-fast": 429,
    "store": 503,
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse} for status in (400, 401, 403, 404, 409, 410, 422, 429, 503)
}

router = APIRouter(prefix="/api/v2", responses=PROBLEMS)


async def server_of(request: Request) -> Server:
    """The server behind a request."""
    server: Server = request.app.state.server
    return server


TableName = Annotated[str, Path(min_length=12, max_length=12, pattern=f"^{NAME.pattern}$")]
TheServer = Annotated[Any, Depends(server_of)]
bearer = HTTPBearer(
    scheme_name="token",
    description="A token of this table, as POST /tables, POST /tables/{table}/seats and POST"
    " /tables/{table}/link tell it: `Authorization: Bearer TOKEN`. A seat's token plays there, a"
    " spectating one watches. Without one an open table can be watched. A page may keep it in the"
    " cookie `odintable-TABLE` instead (POST /tables/{table}/cookie).",
    auto_error=False,
)
WITH_TOKEN = [Security(bearer)]  # what it opens is looked up by `enter`


def token_of(request: Request, table: str) -> str:
    """The token of a request: its header's, or the cookie for this table."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return request.cookies.get(cookie_name(table), "")


def desk_of(server: Server, name: str) -> Desk:
    """The table of this name."""
    try:
        desk = server.house.desk(name)
    except Archived:
        raise Refused("archived", "only the record of this game is left") from None
    if desk is None:
        raise Refused("no-table", "there is no such table")
    return desk


def enter(request: Request, server: Server, name: str) -> tuple[Desk, int]:
    """The table, and the seat from which the asker looks."""
    desk = desk_of(server, name)
    seat = seat_opened(server.house, desk, token_of(request, name))
    if seat is None:
        raise Refused("no-link", "this table is opened by a link: send its token")
    desk.hear(seat)
    desk.think()
    return desk, seat


async def settled(house: House, name: str) -> None:
    """Wait until all that happened at a table is on disk; it stays so until the next await.

    Only then is a table looked for: what could not be stored leaves memory, and the table with it.
    Whoever is woken goes on a moment later, when more may have happened: so it looks again.
    """
    while (desk := house.desks.get(name)) is not None and desk.busy:
        stored = asyncio.Event()
        desk.when_settled(stored.set)
        await stored.wait()


class Awaited:
    """An answer that a call waits for."""

    def __init__(self, number: Callable[[], int] = int) -> None:
        """Not there yet; `number` is asked when it comes, before anything else happens."""
        self._future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._number = number
        self.n = 0

    def __call__(self, outcome: Outcome) -> None:
        """Here it is."""
        if not self._future.done():
            self.n = self._number()
            self._future.set_result(outcome)

    async def happening(self) -> Happening | Repeated:
        """What happened; Refused if nothing did."""
        outcome = await self._future
        if isinstance(outcome, Refused):
            raise outcome
        return outcome


# -- What there is -----------------------------------------------------------------------------


@router.get("/games")
async def list_games() -> list[GameResponse]:
    """The games, and everything that a table can be made with."""
    return table_options.describe_games()


@router.get("/bots")
async def list_bots() -> list[BotResponse]:
    """The bots, from the weakest to the strongest."""
    return [
        BotResponse(name=bot.name, games=list(bot.games), about=bot.about, level=bot.level)
        for bot in bots.BOTS
        if not bot.cheats
    ]


@router.get("/address")
async def get_address(request: Request, server: TheServer) -> AddressResponse:
    """The address that links to this server carry, so that a phone can follow them."""
    address = address_for(server.settings, str(request.base_url), server.lan.address)
    is_near = is_here(urlsplit(address).hostname or "")
    return AddressResponse(address=address, local_only=is_near, lan=server.lan.state_for(request))


@router.post("/lan")
async def open_lan(asked: LanAccessRequest, request: Request, server: TheServer) -> AddressResponse:
    """Let the local network in, or out again: for our page, in a browser on this machine."""
    await server.lan.change(request, is_open=asked.open)
    return await get_address(request, server)


# -- Tables ------------------------------------------------------------------------------------


@router.get("/tables")
async def list_tables(server: TheServer) -> list[TableResponse]:
    """Open tables that wait for people, newest first."""
    told = []
    for listed in server.house.listed():
        await settled(server.house, listed.name)
        desk = server.house.desks.get(listed.name)
        if desk is not None:
            told.append(waiting_table(desk.table))
    return told


def waiting_table(table: Table) -> TableResponse:
    """What is told of a table to who may sit down there."""
    clock = table.plan.clock
    return TableResponse(
        table=table.name,
        game=table.plan.game,
        options=table.plan.options,
        seats=[seat.told() for seat in table.seats],
        rated=table.plan.rated,
        clock=None if clock is None else msgspec.to_builtins(clock),
    )


@router.post("/tables", status_code=201)
async def make_table(
    asked: CreateTableRequest, request: Request, server: TheServer
) -> CreateTableResponse:
    """Make a table; its links are told only here."""
    plan = plan_of(asked, server)
    check_name(asked.name)
    if asked.sit is not None and (asked.sit >= plan.players or plan.chairs[asked.sit].bot):
        raise Refused("bad-option", f"seat {asked.sit} is not a person's seat at this table")
    if not server.table_buckets.take(server.address(request), server.time()):
        raise Refused("too-fast", "too many tables from your address: come back later")
    desk, tokens = await server.house.make(plan, asked.sit, asked.name)
    return CreateTableResponse(
        table=desk.table.name,
        commitment=desk.table.commitment,
        seat=asked.sit,
        tokens=TableTokens(
            seat=tokens.get(SEAT), invitation=tokens[INVITATION], spectating=tokens[SPECTATING]
        ),
    )


def plan_of(asked: CreateTableRequest, server: Server) -> Plan:
    """A plan that can be played, or Refused."""
    start = start_of(asked, server)
    options = dict(asked.options) if start is None else start.options
    try:
        for seat in asked.seats:
            if seat.bot is not None:
                bots.get(seat.bot, asked.game)
        Position.new(asked.game, len(asked.seats), asked.first or 0, options)
    except OdintableError as error:
        raise Refused("bad-option", str(error)) from None
    clock = None
    if asked.clock is not None:
        clock = Timing(**asked.clock.model_dump())
        if not (clock.start if clock.kind == "game" else clock.turn):
            raise Refused("bad-option", "a clock needs time: start for a game, else turn")
    return Plan(
        game=asked.game,
        players=len(asked.seats),
        chairs=tuple(Chair(seat.bot) for seat in asked.seats),
        options=options,
        first=asked.first,
        clock=clock,
        rated=asked.rated,
        open=asked.open,
        hints=not asked.rated if asked.hints is None else asked.hints,
        back=asked.take_backs,
        spectators=asked.spectators,
        absent_after=asked.absent_after,
        bot_time=min(asked.bot_time, server.settings.bot_time),
        start=None if start is None else start.to_json(),
    )


def start_of(asked: CreateTableRequest, server: Server) -> Position | None:
    """The position to begin from, if one was sent, and if it goes with what else was asked for."""
    if asked.start is None:
        return None
    if asked.rated or asked.options or asked.first is not None:
        raise Refused("bad-option", "from a position: not rated, its own options, no first player")
    position = outset(asked.start, asked.sit, server.sources.random)
    if (position.name, position.players) != (asked.game, len(asked.seats)):
        due = f"{position.name} with {position.players} players"
        raise Refused("bad-option", f"the position is of {due}: ask for these seats")
    return position


def check_name(name: str) -> None:
    """A name that fits into a record."""
    try:
        check_names([name] if name else [])
    except OdintableError as error:
        raise Refused("bad-option", str(error)) from None


@router.get("/tables/{table}", dependencies=WITH_TOKEN)
async def look(table: TableName, request: Request, server: TheServer) -> dict[str, Any]:
    """The table as you may know it: a `welcome` of the live wire."""
    await settled(server.house, table)
    desk, seat = enter(request, server, table)
    now = server.house.now()
    told = viewer_messages.welcome(desk.table, seat, 0, desk.present(), now)
    found: dict[str, Any] = msgspec.json.decode(encode(told))
    return found


@router.get("/tables/{table}/events", dependencies=WITH_TOKEN)
async def list_events(
    table: TableName,
    request: Request,
    server: TheServer,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> EventsResponse:
    """What happened after event number `after`, at most 500 events."""
    await settled(server.house, table)
    desk, seat = enter(request, server, table)
    told = viewer_messages.missed(desk.table, seat, after)[:MOST_EVENTS]
    return EventsResponse(n=desk.table.number(seat), events=told)


@router.get("/tables/{table}/invitation", dependencies=WITH_TOKEN)
async def get_invitation(table: TableName, request: Request, server: TheServer) -> TableResponse:
    """What an invitation leads to, before one sits down; refused where that would be, too."""
    await settled(server.house, table)
    desk = invited(server, table, token_of(request, table))
    desk.free_seats()
    return waiting_table(desk.table)


def invited(server: Server, table: str, invitation: str) -> Desk:
    """The table at which somebody may sit down: with its invitation, or without if it is open."""
    desk = desk_of(server, table)
    opened = server.house.opens(table, invitation) if invitation else None
    if not desk.table.plan.open and (opened is None or opened[0] != INVITATION):
        raise Refused("no-link", "this table is private: send the invitation's token")
    return desk


@router.post("/tables/{table}/seats", status_code=201)
async def sit_down(
    table: TableName, asked: TakeSeatRequest, request: Request, server: TheServer
) -> TakeSeatResponse:
    """Take a free seat: with the invitation, or without one at an open table."""
    desk = invited(server, table, asked.invitation)
    check_name(asked.name)
    if not server.table_buckets.take(server.address(request), server.time()):
        raise Refused("too-fast", "too many seats from your address: come back later")
    token = new_token(server.house.sources.random)
    answer = Awaited()
    desk.sit(asked.seat, asked.name, digest_of(token), answer)
    happening = await answer.happening()
    if not isinstance(happening, Happening) or not isinstance(happening.event, Sat):
        raise AssertionError("sitting down is one event")
    return TakeSeatResponse(table=table, seat=happening.event.seat, token=token)


@router.post("/tables/{table}/requests", dependencies=WITH_TOKEN)
async def send_request(
    table: TableName, asked: SeatCommandRequest, request: Request, server: TheServer
) -> SeatCommandResponse:
    """Ready, play, take back, propose, answer, return, resign: as on the live wire."""
    desk, seat = enter(request, server, table)
    given = asked.model_dump(exclude_unset=True)
    wanted = msgspec.convert(given, client_messages.AnyRequest)
    answer = Awaited(lambda: desk.table.number(seat))
    desk.request(wanted, seat, answer)
    outcome = await answer.happening()
    if isinstance(outcome, Repeated):
        return SeatCommandResponse(n=outcome.n, repeated=True)
    return SeatCommandResponse(n=answer.n, repeated=False)


@router.post("/tables/{table}/hint", dependencies=WITH_TOKEN)
async def get_hint(
    table: TableName, asked: HintRequest, request: Request, server: TheServer
) -> HintResponse:
    """What a bot would play in your place; cancelled when you hang up, or by DELETE."""
    await settled(server.house, table)
    desk, seat = enter(request, server, table)
    told: HintResponse = await server.hints.give(desk, seat, asked, request)
    return told


@router.delete("/tables/{table}/hint", status_code=204, dependencies=WITH_TOKEN)
async def cancel_hint(table: TableName, request: Request, server: TheServer) -> None:
    """Stop thinking about my hint."""
    _desk, seat = enter(request, server, table)
    server.hints.cancel(table, seat)


@router.get("/tables/{table}/fairness", dependencies=WITH_TOKEN)
async def check_fairness(table: TableName, request: Request, server: TheServer) -> FairnessResponse:
    """The commitment and the salts; the seed when the game is over."""
    await settled(server.house, table)
    desk, _seat = enter(request, server, table)
    told = desk.table
    salts = {str(seat): salt for seat, salt in told.salts.items()}
    seed = told.seed.hex() if told.seed is not None else None
    return FairnessResponse(commitment=told.commitment, salts=salts, seed=seed)


@router.get(
    "/tables/{table}/record",
    dependencies=WITH_TOKEN,
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_record(table: TableName, request: Request, server: TheServer) -> Response:
    """The record of a game that is over, or archived, for `odintable check` to check."""
    await settled(server.house, table)
    try:
        server.house.desk(table)
    except Archived as archived:
        if server.house.opens(table, token_of(request, table)) is None:
            raise Refused("no-link", "this game is opened by a link: send its token") from None
        text = archived.record
    else:
        desk, _seat = enter(request, server, table)
        text = record_of(desk.table)
    if not text:
        raise Refused("wrong-stage", "the cards were never dealt")
    return Response(text, media_type="text/plain; charset=utf-8")


# -- Cookies -----------------------------------------------------------------------------------


@router.post("/tables/{table}/cookie", status_code=204)
async def keep_token(
    table: TableName, asked: CookieRequest, request: Request, response: Response, server: TheServer
) -> None:
    """Keep a token in a cookie that no script can read, for the page."""
    desk_or_record(server, table)
    token = asked.token or request.cookies.get(cookie_name(asked.rematch_of or ""), "")
    if server.house.opens(table, token) is None:
        raise Refused("no-link", "no such link at this table")
    response.set_cookie(
        cookie_name(table),
        token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=server.settings.secure,
    )


def desk_or_record(server: Server, table: str) -> None:
    """There is such a table, be it a record by now."""
    try:
        desk_of(server, table)
    except Refused as refused:
        if refused.code != "archived":
            raise


@router.delete("/tables/{table}/cookie", status_code=204)
async def forget_token(table: TableName, response: Response, server: TheServer) -> None:
    """Forget the token."""
    response.delete_cookie(
        cookie_name(table), httponly=True, samesite="strict", secure=server.settings.secure
    )
