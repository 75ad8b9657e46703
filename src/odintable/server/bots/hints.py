"""Hints: a bot thinks about what a seat may know, if the table allows it and it is asked seldom."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from odintable import bots
from odintable.errors import OdintableError
from odintable.games.position import SPECTATOR
from odintable.server.http.disconnect import is_waited_for
from odintable.server.http.rate_limits import Buckets
from odintable.server.http.schemas import CandidateResponse, HintRequest, HintResponse
from odintable.server.live.client_messages import Refused
from odintable.server.tables.table import PLAYING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from odintable.bots import MoveChoice
    from odintable.server.live.live_table import Desk
    from odintable.server.settings import Settings
    from odintable.server.tables.table import Table

    from .worker_pool import Job, Workers

Pending = asyncio.Future["MoveChoice | None"]


class Hints:
    """Who is being given a hint; one for each seat at a time."""

    def __init__(self, settings: Settings, workers: Workers, time: Callable[[], float]) -> None:
        """Nobody."""
        self.buckets = Buckets(max(settings.hints_per_minute, 1), 60)
        self._is_on = settings.hints_per_minute > 0
        self._longest = settings.bot_time
        self._workers = workers
        self._time = time
        self._jobs: dict[tuple[str, int], tuple[Job, Pending]] = {}

    async def give(
        self, desk: Desk, seat: int, asked: HintRequest, request: Request
    ) -> HintResponse:
        """Think, and tell; stop when nobody waits for it any more."""
        bot = self._check(desk.table, seat, asked)
        table = desk.table
        n = table.number(seat)
        future: Pending = asyncio.get_running_loop().create_future()
        limit = min(asked.time_ms, self._longest)

        def done(thought: MoveChoice | None) -> None:
            if not future.done():
                future.set_result(thought)

        job = self._workers.think(table.position.view(seat), bot, limit, done)
        self.cancel(table.name, seat)
        self._jobs[table.name, seat] = (job, future)
        try:
            is_there = await is_waited_for(future, request)
        finally:
            if self._jobs.get((table.name, seat), (None, None))[1] is future:
                del self._jobs[table.name, seat]
            if not future.done():
                job.cancel()
        return told(n, future.result() if is_there else None)

    def cancel(self, table: str, seat: int) -> None:
        """Think no more about it."""
        job, future = self._jobs.pop((table, seat), (None, None))
        if job is not None and future is not None and not future.done():
            job.cancel()
            future.set_result(None)

    def _check(self, table: Table, seat: int, asked: HintRequest) -> str:
        """Whether the seat may have a hint now; the bot to ask."""
        if seat == SPECTATOR:
            raise Refused("not-a-seat", "hints are for who plays")
        if not table.plan.hints or not self._is_on:
            raise Refused("not-allowed", "there are no hints at this table", why="why.no-hints")
        if table.stage != PLAYING or table.position.turn != seat:
            raise Refused("not-your-turn", "a hint is for who is to move", why="hint.not-now")
        try:
            game = table.plan.game
            bot = bots.get(asked.bot, game) if asked.bot else bots.strongest(game)
        except OdintableError as error:
            raise Refused("bad-option", str(error)) from None
        if not self.buckets.take(f"{table.name} {seat}", self._time()):
            raise Refused("too-fast", "so many hints are not given: wait a while")
        return bot.name


def told(n: int, thought: MoveChoice | None) -> HintResponse:
    """A thought as the API writes it."""
    if thought is None:
        raise Refused("stale", "the hint was cancelled")
    return HintResponse(
        n=n,
        move=thought.move,
        value=round(thought.value, 4),
        candidates=[
            CandidateResponse(move=one.move, value=round(one.value, 4), visits=one.visits)
            for one in thought.candidates
        ],
    )
