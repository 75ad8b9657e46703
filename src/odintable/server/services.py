"""What all requests share: settings, limits, tables, bots."""

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
from .bots.win_probability import Chances
from .bots.worker_pool import Workers
from .http.lan_access import Lan
from .http.rate_limits import Buckets, Places
from .live.table_registry import House
from .metrics import Metrics
from .review.review import Reviews
from .review.uploaded_records import Records
from .storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request

    from .settings import Settings
    from .storage.store import Store
    from .time_and_randomness import Sources

log = logging.getLogger("odintable.server")

SWEEP_EVERY = 60.0  # seconds


class Server:
    """What all requests share."""

    house: House
    workers: Workers
    hints: Hints
    reviews: Reviews
    chances: Chances

    def __init__(self, settings: Settings, sources: Sources, store: Store | None = None) -> None:
        """The tables come when the loop runs."""
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.time = time.monotonic
        self.origins = {one.strip() for one in settings.origins.split(",") if one.strip()}
        self.places = Places(settings.sockets_per_address, settings.sockets)
        self.request_buckets = Buckets(settings.requests_per_minute, 60)
        self.table_buckets = Buckets(settings.tables_per_hour, 3600)
        self.records = Records()
        self.lan = Lan(settings)
        self.is_warm = False
        self._store = store

    def address(self, request: Request) -> str:
        """Where a request comes from."""
        return request.client.host if request.client else ""

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """From the first request to the last."""
        store = self._store or SqliteStore(Path(self.settings.store))
        self.workers = Workers(self.settings.workers, self.metrics, self.sources.random)
        self.hints = Hints(self.settings, self.workers, self.time)
        self.reviews = Reviews(self.workers)
        self.chances = Chances(self.settings, self.workers, self.time)
        self.house = House(store, self.settings, self.sources, self.metrics, self.workers)
        warming = asyncio.create_task(self._warm_up())
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            warming.cancel()
            self.workers.close()
            self.house.close()
            store.close()

    async def _warm_up(self) -> None:
        """Compile the rules beside the loop; who plays meanwhile waits a little."""
        await asyncio.to_thread(warm_up)
        self.is_warm = True
        log.info("ready")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            by_address = (self.request_buckets, self.table_buckets)
            for buckets in (*by_address, self.hints.buckets, self.chances.buckets):
                buckets.sweep(self.time())


def warm_up() -> None:
    """Have all that a table needs of the rules compiled."""
    for name in GAMES:
        match = Match.new(name)
        match.play(match.position.legal()[0])
        match.position.view(0).to_json()
        match.position.view_json(0, with_moves=True)
