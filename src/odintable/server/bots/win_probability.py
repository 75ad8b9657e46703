"""The chance to win at a running table, as it is seen from each place there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odintable.server.http.disconnect import is_waited_for
from odintable.server.http.rate_limits import Buckets
from odintable.server.live.client_messages import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from odintable.bots.evaluation import Evaluation
    from odintable.games.position import Position
    from odintable.server.settings import Settings

    from .worker_pool import Job, Workers

SIMS = 4800
MOST_KEPT = 500


@dataclass(eq=False)
class Weighing:
    """The chances after one event from one place: known, or being worked out."""

    n: int
    answer: asyncio.Future[list[float]]
    job: Job
    waiting: int = 0  # how many askers there are


class Chances:
    """The chance to win now: weighed once for all who look from one place."""

    def __init__(self, settings: Settings, workers: Workers, time: Callable[[], float]) -> None:
        """Nothing is known."""
        self.buckets = Buckets(max(settings.chances_per_minute, 1), 60)
        self._is_on = settings.chances_per_minute > 0
        self._workers = workers
        self._time = time
        self._last: OrderedDict[str, Weighing] = OrderedDict()

    async def ask(self, place: str, n: int, view: Position, request: Request) -> list[float]:
        """The chances after event n, seen from a place at a table, while somebody waits for it."""
        weighing = self._last.get(place)
        if weighing is None or weighing.n != n:
            weighing = self._begin(place, n, view)
        weighing.waiting += 1
        try:
            if not await is_waited_for(weighing.answer, request):
                raise Refused("stale", "the question was taken back")
            return weighing.answer.result()
        finally:
            weighing.waiting -= 1
            if not weighing.waiting and not weighing.answer.done():
                weighing.job.cancel()
                if self._last.get(place) is weighing:
                    del self._last[place]

    def _begin(self, place: str, n: int, view: Position) -> Weighing:
        """Have it worked out, if the place has not asked for too much."""
        if not self._is_on:
            raise Refused("not-allowed", "chances are not told by this server")
        if not self.buckets.take(place, self._time()):
            raise Refused("too-fast", "so many chances are not told: wait a while")
        answer: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()

        def done(found: Evaluation | None) -> None:
            if not answer.done():
                answer.set_result(
                    [round(share, 4) for share in found.win_probabilities] if found else []
                )

        weighing = Weighing(n, answer, self._workers.evaluate(view, SIMS, 0, done))
        self._last[place] = weighing
        self._last.move_to_end(place)
        if len(self._last) > MOST_KEPT:
            self._last.popitem(last=False)
        return weighing
