"""API routes for seats: take one, send its commands, and ask for a hint."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from fastapi import APIRouter, Request

from odintable.server.live import client_messages
from odintable.server.refused_error import Refused
from odintable.server.tables.applied_event import AppliedEvent
from odintable.server.tables.events import SeatTaken
from odintable.server.tables.seat_commands import RepeatedCommand
from odintable.server.tokens import new_token, token_digest

from .authentication import (
    WITH_TOKEN,
    TableName,
    WithServices,
    open_for_joining,
    open_table,
    token_of,
)
from .new_table_config import check_name
from .responses import ERROR_RESPONSES
from .schemas import (
    HintRequest,
    HintResponse,
    SeatCommandRequest,
    SeatCommandResponse,
    TableResponse,
    TakeSeatRequest,
    TakeSeatResponse,
)
from .table_routes import describe_waiting_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from odintable.server.live.live_table import Outcome

router = APIRouter(prefix="/api/v2", responses=ERROR_RESPONSES)


class OutcomeFuture:
    """The outcome of a command, awaited by an API call."""

    def __init__(self, number: Callable[[], int] = int) -> None:
        """`number` is called when the outcome arrives, before anything else happens."""
        self._future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._number = number
        self.n = 0

    def __call__(self, outcome: Outcome) -> None:
        """Set the outcome, unless there is one."""
        if not self._future.done():
            self.n = self._number()
            self._future.set_result(outcome)

    async def result(self) -> AppliedEvent | RepeatedCommand:
        """Wait for the outcome; raise Refused if the command was refused."""
        outcome = await self._future
        if isinstance(outcome, Refused):
            raise outcome
        return outcome


@router.get("/tables/{table}/invitation", dependencies=WITH_TOKEN)
async def get_invitation(
    table: TableName, request: Request, services: WithServices
) -> TableResponse:
    """Describe the table of an invitation; refused where taking a seat would be refused."""
    live_table = await open_for_joining(services, table, token_of(request, table))
    live_table.free_seats()
    return describe_waiting_table(live_table.table)


@router.post("/tables/{table}/seats", status_code=201)
async def take_seat(
    table: TableName, body: TakeSeatRequest, request: Request, services: WithServices
) -> TakeSeatResponse:
    """Take a free seat: with the invitation, or without one at an open table."""
    check_name(body.name)
    live_table = await open_for_joining(services, table, body.invitation)
    if not services.table_limiter.take(services.address(request), services.time()):
        raise Refused("too-fast", "too many seats from your address: try again later")
    token = new_token(services.sources.random)
    answer = OutcomeFuture()
    live_table.take_seat(body.seat, body.name, token_digest(token), answer)
    outcome = await answer.result()
    if not isinstance(outcome, AppliedEvent) or not isinstance(outcome.event, SeatTaken):
        raise AssertionError("taking a seat is one event")
    return TakeSeatResponse(table=table, seat=outcome.event.seat, token=token)


@router.post("/tables/{table}/requests", dependencies=WITH_TOKEN)
async def send_command(
    table: TableName, body: SeatCommandRequest, request: Request, services: WithServices
) -> SeatCommandResponse:
    """Send a command as in live play: ready, play, take back, propose, answer, return, resign."""
    live_table, seat = await open_table(request, services, table, when_stored=False)
    fields = body.model_dump(exclude_unset=True)
    command = msgspec.convert(fields, client_messages.AnyClientMessage)
    answer = OutcomeFuture(lambda: live_table.table.event_number(seat))
    live_table.handle_command(command, seat, answer)
    outcome = await answer.result()
    if isinstance(outcome, RepeatedCommand):
        return SeatCommandResponse(n=outcome.n, repeated=True)
    return SeatCommandResponse(n=answer.n, repeated=False)


@router.post("/tables/{table}/hint", dependencies=WITH_TOKEN)
async def get_hint(
    table: TableName, body: HintRequest, request: Request, services: WithServices
) -> HintResponse:
    """Return the move a bot would play in your place; cancelled if you disconnect, or by DELETE."""
    live_table, seat = await open_table(request, services, table)
    hint: HintResponse = await services.hints.get(live_table, seat, body, request)
    return hint


@router.delete("/tables/{table}/hint", status_code=204, dependencies=WITH_TOKEN)
async def cancel_hint(table: TableName, request: Request, services: WithServices) -> None:
    """Cancel the hint that your seat waits for."""
    _live_table, seat = await open_table(request, services, table, when_stored=False)
    services.hints.cancel(table, seat)
