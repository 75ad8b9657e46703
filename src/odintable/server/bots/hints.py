"""Hints: the move a bot would play, given what the seat may know; limited per seat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from odintable import bots
from odintable.errors import OdintableError
from odintable.games.position import SPECTATOR
from odintable.server.http.disconnect import wait_unless_disconnected
from odintable.server.http.schemas import CandidateResponse, HintRequest, HintResponse
from odintable.server.rate_limits import RateLimiter
from odintable.server.refused_error import Refused
from odintable.server.tables.table import PLAYING

from .fair_queue import PEOPLE_GAME, Share

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from odintable.bots import MoveChoice
    from odintable.server.live.live_table import LiveTable
    from odintable.server.settings import Settings
    from odintable.server.tables.table import Table

    from .worker_pool import Job, WorkerPool

PendingHint = asyncio.Future["MoveChoice | None"]  # None: it was cancelled


class Hints:
    """Computes hints, at most one at a time for each seat."""

    def __init__(self, settings: Settings, workers: WorkerPool, time: Callable[[], float]) -> None:
        self.limiter = RateLimiter(max(settings.hints_per_minute, 1), 60)
        self._is_on = settings.hints_per_minute > 0
        self._max_time_ms = settings.bot_time
        self._workers = workers
        self._time = time
        self._pending: dict[tuple[str, int], tuple[Job, PendingHint]] = {}

    async def get(
        self, live_table: LiveTable, seat: int, hint: HintRequest, request: Request
    ) -> HintResponse:
        """Compute a hint; stop when it is cancelled or the client disconnects."""
        table = live_table.table
        bot = self._check(table, seat, hint)
        n = table.event_number(seat)
        future: PendingHint = asyncio.get_running_loop().create_future()
        limit = min(hint.time_ms, self._max_time_ms)

        def done(choice: MoveChoice | None) -> None:
            if future.done():
                return
            if choice is None:
                future.set_exception(
                    Refused("worker", "the bot failed: ask for the hint again", retry=True)
                )
            else:
                future.set_result(choice)

        share = Share(PEOPLE_GAME, f"{table.name} {seat}")
        job = self._workers.choose_move(table.position.view(seat), bot, limit, done, share)
        self.cancel(table.name, seat)
        self._pending[table.name, seat] = (job, future)
        try:
            is_answered = await wait_unless_disconnected(future, request)
        finally:
            if self._pending.get((table.name, seat), (None, None))[1] is future:
                del self._pending[table.name, seat]
            if not future.done():
                job.cancel()
        return hint_response(n, future.result() if is_answered else None)

    def cancel(self, table: str, seat: int) -> None:
        """Cancel the hint for a seat, if there is one."""
        job, future = self._pending.pop((table, seat), (None, None))
        if job is not None and future is not None and not future.done():
            job.cancel()
            future.set_result(None)

    def _check(self, table: Table, seat: int, hint: HintRequest) -> str:
        """Return the name of the bot, or raise Refused if the seat may not have a hint now."""
        if seat == SPECTATOR:
            raise Refused("not-a-seat", "hints are for players")
        if not table.config.hints or not self._is_on:
            raise Refused("not-allowed", "there are no hints at this table", why="why.no-hints")
        if table.stage != PLAYING or table.position.turn != seat:
            raise Refused("not-your-turn", "a hint is for the seat to move", why="hint.not-now")
        try:
            game = table.config.game
            bot = bots.get(hint.bot, game) if hint.bot else bots.strongest(game)
        except OdintableError as error:
            raise Refused("bad-option", str(error)) from None
        if not self.limiter.take(f"{table.name} {seat}", self._time()):
            raise Refused("too-fast", "too many hints: wait a while")
        return bot.name


def hint_response(n: int, choice: MoveChoice | None) -> HintResponse:
    """Return a bot's choice as the API sends it; Refused if the hint was cancelled."""
    if choice is None:
        raise Refused("stale", "the hint was cancelled")
    return HintResponse(
        n=n,
        move=choice.move,
        value=round(choice.value, 4),
        candidates=[
            CandidateResponse(move=one.move, value=round(one.value, 4), visits=one.visits)
            for one in choice.candidates
        ],
    )
