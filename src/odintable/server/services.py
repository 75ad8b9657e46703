"""The services that all requests share: settings, limits, tables, bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.games.spec import GAMES
from odintable.match.match import Match

from .bots.hints import Hints
from .bots.win_probability import WinProbabilities
from .bots.worker_pool import WorkerPool
from .http.lan_access import LanAccess
from .live.table_registry import TableRegistry
from .metrics import Metrics
from .rate_limits import ConnectionLimit, RateLimiter
from .review.review import Reviews
from .review.uploaded_records import UploadedRecords
from .storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request

    from .settings import Settings
    from .storage.store import Store
    from .time_and_randomness import Sources

log = logging.getLogger("odintable.server")

SWEEP_EVERY = 60.0  # seconds


class Services:
    """The services behind all requests; those that need the event loop exist while it runs."""

    registry: TableRegistry
    workers: WorkerPool
    hints: Hints
    reviews: Reviews
    win_probabilities: WinProbabilities

    def __init__(self, settings: Settings, sources: Sources, store: Store | None = None) -> None:
        """Create the services that need no event loop; `run` starts the rest."""
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.time = time.monotonic
        self.origins = {one.strip() for one in settings.origins.split(",") if one.strip()}
        self.connection_limit = ConnectionLimit(settings.sockets_per_address, settings.sockets)
        self.request_limiter = RateLimiter(settings.requests_per_minute, 60)
        self.table_limiter = RateLimiter(settings.tables_per_hour, 3600)
        self.uploaded_records = UploadedRecords()
        self.lan_access = LanAccess(settings)
        self.is_compiled = False
        self._store = store

    def address(self, request: Request) -> str:
        """Return the address of a request's client."""
        return request.client.host if request.client else ""

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Run everything that needs the event loop."""
        store = self._store or SqliteStore(Path(self.settings.store))
        self.workers = WorkerPool(self.settings.workers, self.metrics, self.sources.random)
        self.hints = Hints(self.settings, self.workers, self.time)
        self.reviews = Reviews(self.workers)
        self.win_probabilities = WinProbabilities(self.settings, self.workers, self.time)
        self.registry = TableRegistry(
            store, self.settings, self.sources, self.metrics, self.workers
        )
        compiling = asyncio.create_task(self._compile())
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            compiling.cancel()
            self.workers.close()
            self.registry.close()
            store.close()

    async def _compile(self) -> None:
        """Compile the rules in a thread; requests that need them wait meanwhile."""
        await asyncio.to_thread(compile_rules)
        self.is_compiled = True
        log.info("the rules are compiled: the server is ready")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            by_address = (self.request_limiter, self.table_limiter)
            for limiter in (*by_address, self.hints.limiter, self.win_probabilities.limiter):
                limiter.sweep(self.time())


def compile_rules() -> None:
    """Compile everything that a table needs of the rules, by using it once."""
    for name in GAMES:
        match = Match.new(name)
        match.play(match.position.legal()[0])
        match.position.view(0).to_json()
        match.position.view_json(0, with_moves=True)
