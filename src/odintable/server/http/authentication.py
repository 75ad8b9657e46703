"""Finds the table of a request, and the seat that its token gives access to."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Path, Request, Security
from fastapi.security import HTTPBearer

from odintable.games.position import SPECTATOR
from odintable.server.live.table_loader import Archived
from odintable.server.refused_error import Refused
from odintable.server.tokens import (
    INVITATION,
    SEAT,
    SPECTATING,
    browser_token,
    is_browser_key,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from odintable.server.live.live_table import LiveTable
    from odintable.server.live.table_registry import TableRegistry
    from odintable.server.services import Services
    from odintable.server.settings import Settings

NAME = re.compile(r"[A-Za-z0-9_-]{12}")

TableName = Annotated[str, Path(min_length=12, max_length=12, pattern=f"^{NAME.pattern}$")]
bearer = HTTPBearer(
    scheme_name="token",
    description="A token of this table, from POST /tables, POST /tables/{table}/seats or POST"
    " /tables/{table}/link: `Authorization: Bearer TOKEN`. A seat's token plays there, a spectating"
    " token watches. Without one, an open table can be watched. A page may keep it in a"
    " cookie instead (POST /tables/{table}/cookie).",
    auto_error=False,
)
WITH_TOKEN = [Security(bearer)]  # for OpenAPI only; `open_table` checks the token


async def get_services(request: Request) -> Services:
    """Return the services of the application that handles a request."""
    services: Services = request.app.state.services
    return services


WithServices = Annotated[Any, Depends(get_services)]


def former_cookie_name(table: str) -> str:
    """Return the name of the cookie in which version 0.1 kept a token for one table."""
    return f"odintable-{table}"


def cookie_name(settings: Settings) -> str:
    """Return the name of the cookie; over TLS, one that no other host of the domain can set."""
    return "__Host-odintable" if settings.secure_cookies else "odintable"


def browser_key(cookies: Mapping[str, str], settings: Settings) -> str:
    """Return the key in a browser's cookie; empty if it has none."""
    key = cookies.get(cookie_name(settings), "")
    return key if is_browser_key(key) else ""


def token_in_cookies(cookies: Mapping[str, str], settings: Settings, table: str) -> str:
    """Return a browser's token for a table; empty if it has none."""
    former = cookies.get(former_cookie_name(table), "")
    key = browser_key(cookies, settings)
    return former or (browser_token(key, table) if key else "")


def token_of(request: Request, table: str) -> str:
    """Return the token of a request for a table, from its header or from its cookies."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    services: Services = request.app.state.services
    return token_in_cookies(request.cookies, services.settings, table)


def seat_for_token(registry: TableRegistry, name: str, token: str) -> int | None:
    """Return the seat of a token, SPECTATOR if it may only watch, None if it gives no access.

    No table is loaded for this. Raises Archived, or Refused if there is no such table.
    """
    config = registry.config(name)
    if config is None:
        raise Refused("no-table", "there is no such table")
    if not token:
        return SPECTATOR if config.open and config.spectators else None
    access = registry.token_access(name, token)
    if access is None:
        return None
    if access.what == SEAT:
        return access.seat
    return SPECTATOR if access.what == SPECTATING and config.spectators else None


async def open_table(
    request: Request, services: Services, name: str, *, when_stored: bool = True
) -> tuple[LiveTable, int]:
    """Return the table, and the viewer that the request's token stands for.

    The token is checked before the table is loaded. With `when_stored`, all events of the table
    are on disk; that holds until the next await.
    """
    registry = services.registry
    while True:
        if when_stored:
            await wait_until_stored(services, name)
        with archived_refused():
            seat = seat_for_token(registry, name, token_of(request, name))
        if seat is None:
            raise Refused("no-access", "this table needs a token: send the one of your link")
        live_table = registry.live_tables.get(name)
        if live_table is not None:
            live_table.viewers.mark_seen(seat)
            live_table.start_bot()
            return live_table, seat
        with archived_refused():
            await registry.get(name)  # then check again: others may have used it already
        await services.request_queue.wait()


async def open_for_joining(services: Services, name: str, invitation: str) -> LiveTable:
    """Return a table where somebody may take a seat: with its invitation, or if it is open.

    All its events are on disk; that holds until the next await.
    """
    registry = services.registry
    while True:
        await wait_until_stored(services, name)
        with archived_refused():
            config = registry.config(name)
        if config is None:
            raise Refused("no-table", "there is no such table")
        access = registry.token_access(name, invitation) if invitation else None
        if not config.open and (access is None or access.what != INVITATION):
            raise Refused("no-access", "this table is private: send the token of the invitation")
        live_table = registry.live_tables.get(name)
        if live_table is not None:
            return live_table
        with archived_refused():
            await registry.get(name)
        await services.request_queue.wait()


@contextlib.contextmanager
def archived_refused() -> Iterator[None]:
    """Refuse what needs a table if only its record is left."""
    try:
        yield
    except Archived:
        raise Refused("archived", "only the record of this game is left") from None


async def wait_until_stored(services: Services, name: str) -> None:
    """Wait until all events of a table are on disk; that holds until the next await.

    Call it before the table is looked up: an event that could not be stored unloads the table.
    Those who waited go on in turn. More may happen before that, so each checks again.
    """
    tables = services.registry.live_tables
    while (live_table := tables.get(name)) is not None and live_table.busy:
        stored = asyncio.Event()
        live_table.when_stored(stored.set)
        await stored.wait()
        await services.request_queue.wait()
