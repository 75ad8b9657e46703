"""API routes for replays, win probabilities, uploaded records and links for spectators."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response

from odintable.games.position import SPECTATOR
from odintable.games.spec import GAMES
from odintable.server.live.table_loader import Archived
from odintable.server.refused_error import Refused
from odintable.server.review.record_jobs import ReviewedGame
from odintable.server.review.review import Review, judged_seats
from odintable.server.review.timeline import RecordSummary, Replay, viewer_name
from odintable.server.review.uploaded_records import key_of
from odintable.server.storage.store_interface import NewToken
from odintable.server.tables import viewer_messages
from odintable.server.tables.game_record import creation_date, player_names, write_record
from odintable.server.tables.table import PLAYING, Table
from odintable.server.tokens import SEAT, SPECTATING, new_token, token_digest

from .authentication import (
    WITH_TOKEN,
    TableName,
    WithServices,
    open_table,
    token_of,
)
from .responses import ERROR_RESPONSES, json_response, json_response_with
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
read_summary = msgspec.json.Decoder(RecordSummary).decode
read_reviewed_game = msgspec.msgpack.Decoder(ReviewedGame).decode
RecordKey = Annotated[str, Path(min_length=64, max_length=64, pattern="^[0-9a-f]+$")]


async def replay_of_table(request: Request, services: Services, name: str) -> Replay:
    """Return a table's game as the client may replay it."""
    try:
        services.registry.config(name)
    except Archived as archived:
        return await replay_of_archived(request, services, name, archived.record)
    live_table, seat = await open_table(request, services, name)
    table = live_table.table
    if table.match is None:
        raise Refused("wrong-stage", "the cards are not dealt yet")
    is_over = table.result is not None
    record = table.match.record(creation_date(table), player_names(table))
    # Numbered by what the client was shown: a new key starts a review again, which anybody sees.
    n = table.event_number(seat)
    return Replay(
        f"{name} over {record.moves}" if is_over else f"{name} {n}",
        partial(write_record, record),
        record.game,
        dict(record.options),
        record.date.isoformat(),
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
        raise Refused("no-access", "this game needs a token: send the one of your link")
    if not text:
        raise Refused("wrong-stage", "the cards were never dealt")
    client = services.address(request)
    summary = read_summary(await services.records.run(client, name, text, "summarise"))
    you = access.seat if access.what == SEAT and access.seat is not None else SPECTATOR
    return Replay.of_summary(name, text, summary, you, is_over=True)


def allows_win_probabilities(table: Table) -> bool:
    """Whether a running game shows win probabilities: with hints, or if only bots play."""
    return table.config.hints or not table.people


async def replay_response(
    request: Request, services: Services, replay: Replay, name: str
) -> Response:
    """Return a replay as the viewer of this name sees it."""
    viewer = replay.viewer(name)
    timeline = await services.records.run(
        services.address(request), replay.key, replay.text, "replay_record", viewer
    )
    await services.request_queue.wait()  # others may have waited for the same job
    return json_response_with(
        {
            "game": replay.game,
            "options": replay.options,
            "goal": GAMES[replay.game].goal(replay.options, len(replay.seats)),
            "date": replay.date,
            "seats": replay.seats,
            "you": viewer_messages.viewer_key(replay.you),
            "viewer": viewer_name(viewer),
            "viewers": [viewer_name(one) for one in replay.viewers],
            "is_over": replay.is_over,
            "has_win_probabilities": replay.may_evaluate,
            "winners": replay.winners,
        },
        "timeline",
        timeline,
        services.request_queue,
    )


async def review_response(
    request: Request, services: Services, replay: Replay, name: str
) -> Response:
    """Return the review so far for the viewer of this name, and let it go on."""
    if not replay.may_evaluate:
        raise Refused(
            "not-allowed", "this table shows no win probabilities before the game is over"
        )
    viewer = replay.viewer(name)
    key = f"{replay.key} {viewer_name(viewer)}"
    review = services.reviews.find(key)
    if review is None:
        judged = judged_seats(viewer, replay.is_open, len(replay.seats))
        packed = await services.records.run(
            services.address(request), replay.key, replay.text, "prepare_review", viewer, judged
        )
        await services.request_queue.wait()  # others may have waited for the same job
        review = services.reviews.find(key) or Review(read_reviewed_game(packed))
    client = services.address(request)
    return json_response(services.reviews.work_on(key, review, client).to_dict())


# -- Tables ------------------------------------------------------------------------------------


@router.get("/tables/{table}/replay", dependencies=WITH_TOKEN, response_model=ReplayResponse)
async def replay_table(
    table: TableName, request: Request, services: WithServices, viewer: Viewer = ""
) -> Response:
    """Replay a game: from every seat when it is over, from your own before."""
    replay = await replay_of_table(request, services, table)
    return await replay_response(request, services, replay, viewer)


@router.get(
    "/tables/{table}/win-probabilities", dependencies=WITH_TOKEN, response_model=ReviewResponse
)
async def review_table(
    table: TableName, request: Request, services: WithServices, viewer: Viewer = ""
) -> Response:
    """Return win probabilities over the game, and its turning points; call until `is_done`."""
    replay = await replay_of_table(request, services, table)
    return await review_response(request, services, replay, viewer)


@router.post("/tables/{table}/win-probability", dependencies=WITH_TOKEN)
async def get_win_probability(
    table: TableName, request: Request, services: WithServices
) -> WinProbabilityResponse:
    """Return each seat's win probability now, given what you may know; cancelled on disconnect."""
    live_table, seat = await open_table(request, services, table)
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
async def upload_record(
    body: UploadRecordRequest, request: Request, services: WithServices
) -> UploadRecordResponse:
    """Upload a record or a position to replay it; errors name the line."""
    key = key_of(body.text)
    found = await services.records.run(services.address(request), key, body.text, "summarise")
    summary = read_summary(found)
    services.uploaded_records.add(key, body.text, summary)
    return UploadRecordResponse(record=key, game=summary.game, moves=summary.moves)


@router.get("/records/{record}/replay", response_model=ReplayResponse)
async def replay_record(
    record: RecordKey, request: Request, services: WithServices, viewer: Viewer = ""
) -> Response:
    """Replay an uploaded record."""
    replay = services.uploaded_records.replay(record)
    return await replay_response(request, services, replay, viewer)


@router.get("/records/{record}/win-probabilities", response_model=ReviewResponse)
async def review_record(
    record: RecordKey, request: Request, services: WithServices, viewer: Viewer = ""
) -> Response:
    """Return win probabilities over the game of an uploaded record, and its turning points."""
    replay = services.uploaded_records.replay(record)
    return await review_response(request, services, replay, viewer)
