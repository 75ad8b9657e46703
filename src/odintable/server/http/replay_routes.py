"""API routes for replays, win probabilities, uploaded records and links for spectators."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request

from odintable.games.position import SPECTATOR
from odintable.record.reader import read
from odintable.server.live.table_registry import Archived
from odintable.server.refused import Refused
from odintable.server.review.review import Review, judged_seats
from odintable.server.review.timeline import (
    Replay,
    seats_of,
    timeline,
    timeline_to_dicts,
    viewer_name,
    winners_of,
)
from odintable.server.storage.store import NewToken
from odintable.server.tables import viewer_messages
from odintable.server.tables.game_record import creation_date, player_names
from odintable.server.tables.start_position import parse_record_or_position
from odintable.server.tables.table import PLAYING, Table
from odintable.server.tokens import SEAT, SPECTATING, new_token, token_digest

from .authentication import (
    WITH_TOKEN,
    TableName,
    WithServices,
    open_table,
    token_of,
    wait_until_stored,
)
from .error_responses import ERROR_RESPONSES
from .schemas import (
    ReplayResponse,
    ReviewResponse,
    SpectatorLinkResponse,
    UploadRecordRequest,
    UploadRecordResponse,
    WinProbabilityResponse,
)

if TYPE_CHECKING:
    from odintable.server.services import Services

router = APIRouter(prefix="/api/v2", responses=ERROR_RESPONSES)

Viewer = Annotated[str, Query(alias="as", max_length=9)]
RecordKey = Annotated[str, Path(min_length=64, max_length=64, pattern="^[0-9a-f]+$")]


async def replay_of_table(request: Request, services: Services, name: str) -> Replay:
    """Return a table's game as the client may replay it."""
    await wait_until_stored(services.registry, name)
    try:
        services.registry.get(name)
    except Archived as archived:
        return await replay_of_archived(request, services, name, archived.record)
    live_table, seat = open_table(request, services, name)
    table = live_table.table
    if table.match is None:
        raise Refused("wrong-stage", "the cards are not dealt yet")
    is_over = table.result is not None
    return Replay(
        f"{name} {table.seq}",
        table.match.record(creation_date(table), player_names(table)),
        [{**one.to_dict(), "present": True} for one in table.seats],
        seat,
        is_open=is_over,
        is_over=is_over,
        may_evaluate=is_over or allows_win_probabilities(table),
        winners=table.result.winners if table.result else [],
    )


async def replay_of_archived(request: Request, services: Services, name: str, text: str) -> Replay:
    """Return a game of which only the record is left."""
    access = services.registry.token_access(name, token_of(request, name))
    if access is None:
        raise Refused("no-link", "this game needs a token: send the one of your link")
    if not text:
        raise Refused("wrong-stage", "the cards were never dealt")
    record = await asyncio.to_thread(read, text)
    you = access.seat if access.what == SEAT and access.seat is not None else SPECTATOR
    return Replay(
        name,
        record,
        seats_of(record),
        you,
        is_open=True,
        is_over=True,
        may_evaluate=True,
        winners=winners_of(record),
    )


def allows_win_probabilities(table: Table) -> bool:
    """Whether a running game shows win probabilities: with hints, or if only bots play."""
    return table.config.hints or not table.people


async def replay_response(replay: Replay, name: str) -> ReplayResponse:
    """Return a replay as the viewer of this name sees it."""
    viewer = replay.viewer(name)
    entries = await asyncio.to_thread(lambda: timeline_to_dicts(timeline(replay.record, viewer)))
    return ReplayResponse(
        game=replay.record.game,
        options=dict(replay.record.options),
        date=replay.record.date.isoformat(),
        seats=replay.seats,
        you=viewer_messages.viewer_key(replay.you),
        viewer=viewer_name(viewer),
        viewers=[viewer_name(one) for one in replay.viewers],
        is_over=replay.is_over,
        has_win_probabilities=replay.may_evaluate,
        winners=replay.winners,
        timeline=entries,
    )


async def review_response(services: Services, replay: Replay, name: str) -> ReviewResponse:
    """Return the review so far for the viewer of this name, and let it go on."""
    if not replay.may_evaluate:
        raise Refused(
            "not-allowed", "this table shows no win probabilities before the game is over"
        )
    viewer = replay.viewer(name)
    key = f"{replay.key} {viewer_name(viewer)}"
    review = services.reviews.find(key)
    if review is None:
        entries = await asyncio.to_thread(timeline, replay.record, viewer)
        judged = judged_seats(viewer, replay.is_open, len(replay.seats))
        review = services.reviews.find(key) or Review(entries, viewer, judged)
    return ReviewResponse(**services.reviews.work_on(key, review).to_dict())


# -- Tables ------------------------------------------------------------------------------------


@router.get("/tables/{table}/replay", dependencies=WITH_TOKEN)
async def replay_table(
    table: TableName, request: Request, services: WithServices, viewer: Viewer = ""
) -> ReplayResponse:
    """Replay a game: from every seat when it is over, from your own before."""
    return await replay_response(await replay_of_table(request, services, table), viewer)


@router.get("/tables/{table}/win-probabilities", dependencies=WITH_TOKEN)
async def review_table(
    table: TableName, request: Request, services: WithServices, viewer: Viewer = ""
) -> ReviewResponse:
    """Return win probabilities over the game, and its turning points; call until `is_done`."""
    replay = await replay_of_table(request, services, table)
    return await review_response(services, replay, viewer)


@router.post("/tables/{table}/win-probability", dependencies=WITH_TOKEN)
async def get_win_probability(
    table: TableName, request: Request, services: WithServices
) -> WinProbabilityResponse:
    """Return each seat's win probability now, given what you may know; cancelled on disconnect."""
    await wait_until_stored(services.registry, table)
    live_table, seat = open_table(request, services, table)
    found = live_table.table
    if found.stage != PLAYING:
        raise Refused("wrong-stage", f"not now: the table is {found.stage}")
    if not allows_win_probabilities(found):
        raise Refused("not-allowed", "this table shows no win probabilities")
    n = found.event_number(seat)
    view = found.position.view(seat)
    shares = await services.win_probabilities.get(f"{table} {seat}", n, view, request)
    return WinProbabilityResponse(n=n, win_probabilities=shares)


@router.post("/tables/{table}/link", status_code=201, dependencies=WITH_TOKEN)
async def create_spectator_link(
    table: TableName, request: Request, services: WithServices
) -> SpectatorLinkResponse:
    """Create a token to watch a game or its replay; before the end, only players may do so."""
    replay = await replay_of_table(request, services, table)
    if not replay.is_over and replay.you == SPECTATOR:
        raise Refused("not-a-seat", "only players may invite others to watch")
    live_table = services.registry.live_tables.get(table)
    if live_table is not None and not live_table.table.config.spectators:
        raise Refused("not-allowed", "there are no spectators at this table")
    if not services.table_limiter.take(services.address(request), services.time()):
        raise Refused("too-fast", "too many links from your address: try again later")
    token = new_token(services.sources.random)
    await services.registry.writer.store_now([NewToken(table, token_digest(token), SPECTATING)])
    return SpectatorLinkResponse(token=token)


# -- Uploaded records --------------------------------------------------------------------------


@router.post("/records", status_code=201)
async def upload_record(body: UploadRecordRequest, services: WithServices) -> UploadRecordResponse:
    """Upload a record or a position to replay it; errors name the line."""
    record = await asyncio.to_thread(parse_record_or_position, body.text)
    key = services.uploaded_records.add(body.text, record)
    return UploadRecordResponse(record=key, game=record.game, moves=record.moves)


@router.get("/records/{record}/replay")
async def replay_record(
    record: RecordKey, services: WithServices, viewer: Viewer = ""
) -> ReplayResponse:
    """Replay an uploaded record."""
    return await replay_response(services.uploaded_records.replay(record), viewer)


@router.get("/records/{record}/win-probabilities")
async def review_record(
    record: RecordKey, services: WithServices, viewer: Viewer = ""
) -> ReviewResponse:
    """Return win probabilities over the game of an uploaded record, and its turning points."""
    return await review_response(services, services.uploaded_records.replay(record), viewer)
