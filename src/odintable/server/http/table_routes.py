"""API routes for tables: list, create and view them, their events, fairness, record and cookie."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from odintable.server.live.table_loader import Archived
from odintable.server.refused_error import Refused
from odintable.server.storage.store_interface import DropToken, NewToken
from odintable.server.tables import viewer_messages
from odintable.server.tables.game_record import record_of, write_record
from odintable.server.tokens import (
    INVITATION,
    SEAT,
    SPECTATING,
    browser_token,
    new_token,
    token_digest,
)

from .authentication import (
    WITH_TOKEN,
    TableName,
    WithServices,
    browser_key,
    cookie_name,
    former_cookie_name,
    open_table,
    token_in_cookies,
    token_of,
    wait_until_stored,
)
from .new_table_config import config_for, start_for
from .responses import ERROR_RESPONSES, json_response
from .schemas import (
    CookieRequest,
    CreateTableRequest,
    CreateTableResponse,
    EventsResponse,
    FairnessResponse,
    TableResponse,
    TableTokens,
)

if TYPE_CHECKING:
    from odintable.server.services import Services
    from odintable.server.tables.table import Table

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep a cookie
MAX_EVENTS = 500

router = APIRouter(prefix="/api/v2", responses=ERROR_RESPONSES)


@router.get("/tables")
async def list_tables(services: WithServices) -> list[TableResponse]:
    """List the open tables that wait for people, newest first."""
    found = []
    for table in await services.registry.open_tables():
        await wait_until_stored(services, table.name)
        live_table = services.registry.live_tables.get(table.name)
        if live_table is not None:
            found.append(describe_waiting_table(live_table.table))
    return found


def describe_waiting_table(table: Table) -> TableResponse:
    """Describe a table to somebody who may take a seat there."""
    clock = table.config.clock
    return TableResponse(
        table=table.name,
        game=table.config.game,
        options=table.config.options,
        seats=[seat.to_dict() for seat in table.seats],
        rated=table.config.rated,
        clock=None if clock is None else msgspec.to_builtins(clock),
        known_cards=table.config.known_cards,
    )


@router.post("/tables", status_code=201)
async def create_table(
    body: CreateTableRequest, request: Request, services: WithServices
) -> CreateTableResponse:
    """Create a table; its tokens are sent only here."""
    client = services.address(request)
    if body.start is None:  # a record takes time to read: the quota is checked before that
        config = config_for(body, services, None)
    if not services.table_limiter.take(client, services.time()):
        raise Refused("too-fast", "too many tables from your address: try again later")
    if body.start is not None:
        config = config_for(body, services, await start_for(body, services, client))
    live_table, tokens = await services.registry.create(config, body.sit, body.name)
    return CreateTableResponse(
        table=live_table.table.name,
        commitment=live_table.table.commitment,
        seat=body.sit,
        tokens=TableTokens(
            seat=tokens.get(SEAT), invitation=tokens[INVITATION], spectating=tokens[SPECTATING]
        ),
    )


@router.get("/tables/{table}", dependencies=WITH_TOKEN, response_model=dict[str, Any])
async def get_table(table: TableName, request: Request, services: WithServices) -> Response:
    """Return the table as you may see it: a `welcome` of live play."""
    live_table, seat = await open_table(request, services, table)
    now = services.registry.now()
    return json_response(
        viewer_messages.welcome_message(
            live_table.table, seat, 0, live_table.viewers.presence(), now
        )
    )


@router.get("/tables/{table}/events", dependencies=WITH_TOKEN, response_model=EventsResponse)
async def list_events(
    table: TableName,
    request: Request,
    services: WithServices,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> Response:
    """Return the events after number `after`, at most 500."""
    live_table, seat = await open_table(request, services, table)
    events = viewer_messages.missed_events(live_table.table, seat, after, MAX_EVENTS)
    return json_response({"n": live_table.table.event_number(seat), "events": events})


@router.get("/tables/{table}/fairness", dependencies=WITH_TOKEN)
async def get_fairness(
    table: TableName, request: Request, services: WithServices
) -> FairnessResponse:
    """Return the commitment and the salts; the seed too when the game is over."""
    live_table, _seat = await open_table(request, services, table)
    found = live_table.table
    salts = {str(seat): salt for seat, salt in found.salts.items()}
    seed = found.seed.hex() if found.seed is not None else None
    return FairnessResponse(
        commitment=found.commitment,
        salts=salts,
        seed=seed,
        known_cards=found.config.known_cards,
    )


@router.get(
    "/tables/{table}/record",
    dependencies=WITH_TOKEN,
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_record(table: TableName, request: Request, services: WithServices) -> Response:
    """Return the record of a finished or archived game, for `odintable check`."""
    try:
        services.registry.config(table)
    except Archived as archived:
        if services.registry.token_access(table, token_of(request, table)) is None:
            raise Refused(
                "no-access", "this game needs a token: send the one of your link"
            ) from None
        text = archived.record
    else:
        live_table, _seat = await open_table(request, services, table)
        text = await asyncio.to_thread(write_record, record_of(live_table.table))
    if not text:
        raise Refused("wrong-stage", "the cards were never dealt")
    return Response(text, media_type="text/plain; charset=utf-8")


# -- Cookies -----------------------------------------------------------------------------------


@router.post("/tables/{table}/cookie", status_code=204)
async def set_cookie(
    table: TableName,
    body: CookieRequest,
    request: Request,
    response: Response,
    services: WithServices,
) -> None:
    """Give the browser the access of a token, by its cookie that no script can read.

    The cookie is one random key for all tables; a browser's token for a table follows from it.
    """
    registry, cookies, settings = services.registry, request.cookies, services.settings
    await wait_until_stored(services, table)  # or a seat that is being given up would stay ours
    if registry.store.game(table) is None:
        raise Refused("no-table", "there is no such table")
    token = body.token or token_in_cookies(cookies, settings, body.rematch_of or "")
    access = registry.token_access(table, token)
    if access is None:
        raise Refused("no-access", "this token gives no access to the table")
    key = browser_key(cookies, settings) or new_token(services.sources.random)
    digest = token_digest(browser_token(key, table))
    if registry.store.token_access(table, digest) != access:
        replaced = [DropToken(table, digest), NewToken(table, digest, access.what, access.seat)]
        await registry.writer.store_now(replaced)
    response.set_cookie(cookie_name(settings), key, COOKIE_SECONDS, **cookie_flags(services))
    delete_former_cookie(table, request, response, services)


@router.delete("/tables/{table}/cookie", status_code=204)
async def delete_cookie(
    table: TableName, request: Request, response: Response, services: WithServices
) -> None:
    """Take from the browser the access that its cookie gives to this table."""
    key = browser_key(request.cookies, services.settings)
    digest = token_digest(browser_token(key, table))
    if key and services.registry.store.token_access(table, digest) is not None:
        await services.registry.writer.store_now([DropToken(table, digest)])
    delete_former_cookie(table, request, response, services)


def delete_former_cookie(
    table: str, request: Request, response: Response, services: Services
) -> None:
    """Delete the cookie that version 0.1 set for one table."""
    name = former_cookie_name(table)
    if name in request.cookies:
        response.delete_cookie(name, **cookie_flags(services))


def cookie_flags(services: Services) -> dict[str, Any]:
    """Return the flags of every cookie: no script reads it, no other site causes it to be sent."""
    secure = services.settings.secure_cookies
    return {"httponly": True, "samesite": "strict", "secure": secure}
