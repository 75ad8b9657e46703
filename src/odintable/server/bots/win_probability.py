"""Win probabilities at a running table, given what one viewer may know."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odintable.server.connections.client_address import limited_network
from odintable.server.http.disconnect import wait_unless_disconnected
from odintable.server.rate_limits import RateLimiter
from odintable.server.refused_error import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from odintable.bots.evaluate_position import Evaluation
    from odintable.games.position import Position
    from odintable.server.settings import Settings

    from .worker_pool import Job, WorkerPool

SIMS = 4800
MAX_CACHED = 500


@dataclass(eq=False)
class PendingEvaluation:
    """The win probabilities after one event for one viewer: known, or being computed."""

    n: int
    answer: asyncio.Future[list[float]]
    job: Job
    waiting: int = 0  # the number of calls that wait for it


class WinProbabilities:
    """Computes win probabilities, once for all viewers of the same seat."""

    def __init__(self, settings: Settings, workers: WorkerPool, time: Callable[[], float]) -> None:
        self.limiter = RateLimiter(max(settings.win_probabilities_per_minute, 1), 60)
        self._is_on = settings.win_probabilities_per_minute > 0
        self._workers = workers
        self._time = time
        self._latest: OrderedDict[str, PendingEvaluation] = OrderedDict()

    async def get(self, viewer: str, n: int, view: Position, request: Request) -> list[float]:
        """Return the win probabilities after event n for a viewer of a table.

        The evaluation is cancelled when every waiting client has disconnected.
        """
        pending = self._latest.get(viewer)
        if pending is None or pending.n != n:
            client = limited_network(request.client.host) if request.client else ""
            pending = self._start(viewer, n, view, client)
        pending.waiting += 1
        try:
            if not await wait_unless_disconnected(pending.answer, request):
                raise Refused("stale", "the client disconnected")
            return pending.answer.result()
        finally:
            pending.waiting -= 1
            if not pending.waiting and not pending.answer.done():
                pending.job.cancel()
                if self._latest.get(viewer) is pending:
                    del self._latest[viewer]

    def _start(self, viewer: str, n: int, view: Position, client: str) -> PendingEvaluation:
        """Start an evaluation, unless the viewer has asked for too many."""
        if not self._is_on:
            raise Refused("not-allowed", "this server shows no win probabilities")
        if not self.limiter.take(viewer, self._time()):
            raise Refused("too-fast", "too many win probabilities: wait a while")
        answer: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()

        def done(found: Evaluation | None) -> None:
            if answer.done():
                return
            if found is None:  # the next request tries again
                self._latest.pop(viewer, None)
                message = "the evaluation failed: try again"
                answer.set_exception(Refused("worker", message, retry=True))
            else:
                answer.set_result([round(share, 4) for share in found.win_probabilities])

        pending = PendingEvaluation(n, answer, self._workers.evaluate(view, SIMS, 0, done, client))
        self._latest[viewer] = pending
        self._latest.move_to_end(viewer)
        if len(self._latest) > MAX_CACHED:
            self._latest.popitem(last=False)
        return pending
