"""Checks a request for a new table and turns it into the table's configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from odintable import bots
from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.record.record import check_names
from odintable.server.refused_error import Refused
from odintable.server.review.record_jobs import StartPosition
from odintable.server.review.uploaded_records import key_of
from odintable.server.tables.table_config import ClockConfig, SeatConfig, TableConfig

if TYPE_CHECKING:
    from odintable.server.services import Services

    from .schemas import CreateTableRequest


def config_for(
    request: CreateTableRequest, services: Services, start: StartPosition | None
) -> TableConfig:
    """Return the configuration of a table that can be played, or raise Refused."""
    options = dict(request.options) if start is None else start.options
    try:
        for seat in request.seats:
            if seat.bot is not None:
                bots.get(seat.bot, request.game)
        Position.new(request.game, len(request.seats), request.first or 0, options)
    except OdintableError as error:
        raise Refused("bad-option", str(error)) from None
    config = TableConfig(
        game=request.game,
        players=len(request.seats),
        seats=tuple(SeatConfig(seat.bot) for seat in request.seats),
        options=options,
        first=request.first,
        clock=clock_for(request),
        rated=request.rated,
        open=request.open,
        hints=not request.rated if request.hints is None else request.hints,
        take_backs=request.take_backs,
        spectators=request.spectators,
        absent_after=request.absent_after,
        bot_time=min(request.bot_time, services.settings.bot_time),
        start=None if start is None else start.position,
        redealt=request.start is not None and request.start.redeal,
    )
    check_name(request.name)
    if request.sit is not None and (request.sit >= config.players or config.seats[request.sit].bot):
        raise Refused("bad-option", f"seat {request.sit} is not a person's seat at this table")
    return config


def clock_for(request: CreateTableRequest) -> ClockConfig | None:
    """Return the configuration of the clock, if there is one."""
    if request.clock is None:
        return None
    clock = ClockConfig(**request.clock.model_dump())
    if not (clock.start if clock.kind == "game" else clock.turn):
        raise Refused("bad-option", "a clock needs time: start for a game, otherwise turn")
    return clock


async def start_for(
    request: CreateTableRequest, services: Services, client: str
) -> StartPosition | None:
    """Return the position to begin from, if one was sent and it agrees with the other fields."""
    start = request.start
    if start is None:
        return None
    if request.rated or request.options or request.first is not None:
        raise Refused(
            "bad-option",
            "a game from a position is not rated, and has the position's options and first player",
        )
    if request.open and not start.redeal:
        raise Refused(
            "known-cards",
            "at an open table the hidden cards must be dealt anew, because you may know them:"
            " send redeal true, or invite the others",
        )
    random = services.sources.random(8)
    arguments = (start.moves, start.redeal, request.sit, random)
    found = await services.records.run(
        client, key_of(start.text), start.text, "find_start", *arguments
    )
    position = msgspec.json.decode(found, type=StartPosition)
    if (position.game, position.players) != (request.game, len(request.seats)):
        expected = f"{position.game} with {position.players} players"
        raise Refused("bad-option", f"the position is of {expected}: ask for that game and seats")
    return position


def check_name(name: str) -> None:
    """Refuse a player's name that cannot be written to a record."""
    try:
        check_names([name] if name else [])
    except OdintableError as error:
        raise Refused("bad-option", str(error)) from None
