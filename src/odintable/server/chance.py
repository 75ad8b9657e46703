"""The chance to win at a running table, as it is seen from each place there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odintable.evaluation import Evaluation
    from odintable.games.position import Position

    from .workers import Workers

SIMS = 4800
MOST_KEPT = 500


class Chances:
    """The chance to win now: weighed once for all who look from one place."""

    def __init__(self, workers: Workers) -> None:
        """Nothing is known."""
        self._workers = workers
        self._last: OrderedDict[str, tuple[int, asyncio.Future[list[float]]]] = OrderedDict()

    async def ask(self, place: str, n: int, view: Position) -> list[float]:
        """The chances after event n, seen from a place at a table."""
        known = self._last.get(place)
        if known is None or known[0] != n:
            known = (n, self._weigh(view))
            self._last[place] = known
            self._last.move_to_end(place)
            if len(self._last) > MOST_KEPT:
                self._last.popitem(last=False)
        return await asyncio.shield(known[1])

    def _weigh(self, view: Position) -> asyncio.Future[list[float]]:
        future: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()

        def done(found: Evaluation | None) -> None:
            if not future.done():
                future.set_result([round(share, 4) for share in found.chances] if found else [])

        self._workers.evaluate(view, SIMS, 0, done)
        return future
