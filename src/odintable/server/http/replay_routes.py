"""The API of looking again: replays, chances over a game, records from elsewhere, links."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request

from odintable.games.position import SPECTATOR
from odintable.record.reader import read
from odintable.server.live.client_messages import Refused
from odintable.server.live.table_registry import Archived
from odintable.server.review.review import Review, judged_by
from odintable.server.review.timeline import (
    Reel,
    called,
    moments,
    seats_of,
    told_moments,
    winners_of,
)
from odintable.server.storage.store import NewLink
from odintable.server.tables import viewer_messages
from odintable.server.tables.game_record import day_of, names_of
from odintable.server.tables.start_position import record_from
from odintable.server.tables.table import PLAYING, Table

from .schemas import (
    ReplayResponse,
    ReviewResponse,
    SpectatorLinkResponse,
    UploadRecordRequest,
    UploadRecordResponse,
    WinProbabilityResponse,
)
from .table_routes import PROBLEMS, WITH_TOKEN, TableName, TheServer, enter, settled, token_of
from .tokens import SEAT, SPECTATING, digest_of, new_token

if TYPE_CHECKING:
    from odintable.server.services import Server

router = APIRouter(prefix="/api/v2", responses=PROBLEMS)

Viewer = Annotated[str, Query(alias="as", max_length=9)]
RecordKey = Annotated[str, Path(min_length=64, max_length=64, pattern="^[0-9a-f]+$")]


async def reel_of(request: Request, server: Server, name: str) -> Reel:
    """A table's game as the asker may look at it again: all of it when it is over."""
    await settled(server.house, name)
    try:
        server.house.desk(name)
    except Archived as archived:
        return await archived_reel(request, server, name, archived.record)
    desk, seat = enter(request, server, name)
    table = desk.table
    if table.match is None:
        raise Refused("wrong-stage", "the cards are not dealt yet")
    is_over = table.result is not None
    return Reel(
        f"{name} {table.seq}",
        table.match.record(day_of(table), names_of(table)),
        [{**told.told(), "present": True} for told in table.seats],
        seat,
        is_open=is_over,
        is_over=is_over,
        is_weighed=is_over or may_weigh(table),
        winners=table.result.winners if table.result else [],
    )


async def archived_reel(request: Request, server: Server, name: str, text: str) -> Reel:
    """A game of which only the record is left."""
    opened = server.house.opens(name, token_of(request, name))
    if opened is None:
        raise Refused("no-link", "this game is opened by a link: send its token")
    if not text:
        raise Refused("wrong-stage", "the cards were never dealt")
    record = await asyncio.to_thread(read, text)
    what, seat = opened
    you = seat if what == SEAT and seat is not None else SPECTATOR
    return Reel(
        name,
        record,
        seats_of(record),
        you,
        is_open=True,
        is_over=True,
        is_weighed=True,
        winners=winners_of(record),
    )


def may_weigh(table: Table) -> bool:
    """Chances may be told while a game runs: hints are allowed, or nobody plays but bots."""
    return table.plan.hints or not table.people


async def replayed(reel: Reel, name: str) -> ReplayResponse:
    """A replay from the place of this name."""
    viewer = reel.viewer(name)
    found = await asyncio.to_thread(lambda: told_moments(moments(reel.record, viewer)))
    return ReplayResponse(
        game=reel.record.game,
        options=dict(reel.record.options),
        date=reel.record.date.isoformat(),
        seats=reel.seats,
        you=viewer_messages.named(reel.you),
        viewer=called(viewer),
        viewers=[called(one) for one in reel.viewers],
        is_over=reel.is_over,
        has_win_probabilities=reel.is_weighed,
        winners=reel.winners,
        timeline=found,
    )


async def weighed(server: Server, reel: Reel, name: str) -> ReviewResponse:
    """How far the review from the place of this name is; asking for it lets it go on."""
    if not reel.is_weighed:
        raise Refused("not-allowed", "chances are not told at this table before the game is over")
    viewer = reel.viewer(name)
    key = f"{reel.key} {called(viewer)}"
    review = server.reviews.find(key)
    if review is None:
        found = await asyncio.to_thread(moments, reel.record, viewer)
        judged = judged_by(viewer, reel.is_open, len(reel.seats))
        review = server.reviews.find(key) or Review(found, viewer, judged)
    return ReviewResponse(**server.reviews.ask(key, review).told())


# -- Tables ------------------------------------------------------------------------------------


@router.get("/tables/{table}/replay", dependencies=WITH_TOKEN)
async def replay_table(
    table: TableName, request: Request, server: TheServer, viewer: Viewer = ""
) -> ReplayResponse:
    """A game moment by moment: after its end from every place, before it from your own."""
    return await replayed(await reel_of(request, server, table), viewer)


@router.get("/tables/{table}/win-probabilities", dependencies=WITH_TOKEN)
async def weigh_table(
    table: TableName, request: Request, server: TheServer, viewer: Viewer = ""
) -> ReviewResponse:
    """Each seat's chance over the game, and the moves that gave most away; ask until it is done."""
    return await weighed(server, await reel_of(request, server, table), viewer)


@router.post("/tables/{table}/win-probability", dependencies=WITH_TOKEN)
async def get_chance(
    table: TableName, request: Request, server: TheServer
) -> WinProbabilityResponse:
    """Each seat's chance to win now, by what you may know; cancelled when you hang up."""
    await settled(server.house, table)
    desk, seat = enter(request, server, table)
    told = desk.table
    if told.stage != PLAYING:
        raise Refused("wrong-stage", f"not now: the table is {told.stage}")
    if not may_weigh(told):
        raise Refused("not-allowed", "chances are not told at this table")
    n = told.number(seat)
    view = told.position.view(seat)
    found = await server.chances.ask(f"{table} {seat}", n, view, request)
    return WinProbabilityResponse(n=n, win_probabilities=found)


@router.post("/tables/{table}/link", status_code=201, dependencies=WITH_TOKEN)
async def make_link(table: TableName, request: Request, server: TheServer) -> SpectatorLinkResponse:
    """A new link to watch a game, or to look at it again, for whoever has a link to it."""
    reel = await reel_of(request, server, table)
    if not reel.is_over and reel.you == SPECTATOR:
        raise Refused("not-a-seat", "who plays may invite others to watch")
    desk = server.house.desks.get(table)
    if desk is not None and not desk.table.plan.spectators:
        raise Refused("not-allowed", "there are no spectators at this table")
    if not server.table_buckets.take(server.address(request), server.time()):
        raise Refused("too-fast", "too many links from your address: come back later")
    token = new_token(server.sources.random)
    await server.house.writer.store_now([NewLink(table, digest_of(token), SPECTATING)])
    return SpectatorLinkResponse(token=token)


# -- Records from elsewhere --------------------------------------------------------------------


@router.post("/records", status_code=201)
async def send_record(asked: UploadRecordRequest, server: TheServer) -> UploadRecordResponse:
    """Look at a record or a position that you have; what is wrong with it is said."""
    record = await asyncio.to_thread(record_from, asked.text)
    key = server.records.keep(asked.text, record)
    return UploadRecordResponse(record=key, game=record.game, moves=record.moves)


@router.get("/records/{record}/replay")
async def replay_record(
    record: RecordKey, server: TheServer, viewer: Viewer = ""
) -> ReplayResponse:
    """The game of a record that was sent, moment by moment."""
    return await replayed(server.records.reel(record), viewer)


@router.get("/records/{record}/win-probabilities")
async def weigh_record(record: RecordKey, server: TheServer, viewer: Viewer = "") -> ReviewResponse:
    """Each seat's chance over the game of a record that was sent."""
    return await weighed(server, server.records.reel(record), viewer)
