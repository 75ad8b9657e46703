"""The services that all requests share: settings, limits, tables, bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from odintable.games.illegal_move_reason import ReasonKind

from .bots.hints import Hints
from .bots.win_probability import WinProbabilities
from .bots.worker_pool import WorkerPool
from .connections.client_address import TrustedProxies, limited_network
from .connections.host_names import HostNames
from .http.lan_access import LanAccess
from .http.request_queue import RequestQueue
from .live.message_queue import MessageQueue
from .live.table_registry import TableRegistry
from .loop_lag import LoopLag
from .metrics import Metrics
from .privacy_texts import PrivacyTexts
from .rate_limits import ConnectionLimit, RateLimiter
from .refused_error import Refused
from .review.record_worker import RecordWorker
from .review.review import Reviews
from .review.uploaded_records import UploadedRecords
from .rules_loader import RulesLoader
from .storage.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import HTTPConnection

    from .settings import Settings
    from .storage.store_interface import Store
    from .time_and_randomness import Sources

log = logging.getLogger("odintable.server")

SWEEP_EVERY = 60.0  # seconds
FILES_PER_REQUEST = 20  # files of the page are cheap, and a class behind one address needs many
OTHER_CONNECTIONS = 192  # from one address, beside its sockets
OWN_FILES = 256  # open files that the server itself may need
WAIT_FOR_RULES = 3.0  # seconds for which a request waits while the rules are loaded
STARTING = ReasonKind("error.starting", "count")  # about how many seconds it takes


class Services:
    """The services behind all requests; those that need the event loop exist while it runs."""

    registry: TableRegistry
    messages: MessageQueue
    workers: WorkerPool
    hints: Hints
    records: RecordWorker
    reviews: Reviews
    win_probabilities: WinProbabilities
    rules_loader: RulesLoader
    rules_loaded: asyncio.Event  # until it is set, the event loop must not use the rules
    rules_failed: bool  # they will never be loaded
    _is_expecting_players: bool  # somebody has opened the page
    _loaded_or_stopping: asyncio.Event

    def __init__(self, settings: Settings, sources: Sources, store: Store | None = None) -> None:
        """Create the services that need no event loop; `run` starts the rest."""
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.time = time.monotonic
        self.origins = {one.strip() for one in settings.origins.split(",") if one.strip()}
        self.proxies = TrustedProxies(settings.proxies)
        own_names = (settings.host, urlsplit(settings.public_url).hostname or "")
        self.host_names = HostNames([*own_names, *settings.hosts.split(",")])
        if settings.proxies and not (settings.public_url or settings.hosts):
            log.warning("behind a proxy, set public_url or hosts: other host names are refused")
        sockets_per_address, max_sockets = settings.sockets_per_address, settings.max_sockets
        self.socket_limit = ConnectionLimit(sockets_per_address, max_sockets)
        self._connection_limit = ConnectionLimit(
            sockets_per_address + OTHER_CONNECTIONS, min(max_sockets * 2, max_open_files())
        )
        self.request_limiter = RateLimiter(settings.requests_per_minute, 60)
        self.file_limiter = RateLimiter(settings.requests_per_minute * FILES_PER_REQUEST, 60)
        self.table_limiter = RateLimiter(settings.tables_per_hour, 3600)
        self.request_queue = RequestQueue()
        self.uploaded_records = UploadedRecords()
        self.lan_access = LanAccess(settings)
        self.privacy_texts = PrivacyTexts(settings)
        self._store = store

    def address(self, request: HTTPConnection) -> str:
        """Return the address of a request's client, as limits count it."""
        return limited_network(request.client.host) if request.client else ""

    @property
    def open_connections(self) -> int:
        """How many connections are open, WebSockets included."""
        return self._connection_limit.total

    def count_connection(self, peer: str) -> Callable[[], None] | None:
        """Count a new connection; return how to count it as closed, None if it is one too many.

        A trusted proxy may have as many as all clients together.
        """
        address = "" if self.proxies.trusts(peer) else limited_network(peer)
        if not self._connection_limit.enter(address):
            return None
        return partial(self._connection_limit.leave, address)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Run everything that needs the event loop."""
        store = self._store or SqliteStore(Path(self.settings.store))
        self.workers = WorkerPool(self.settings.workers, self.metrics, self.sources.random)
        self.hints = Hints(self.settings, self.workers, self.time)
        self.records = RecordWorker(self.metrics)
        self.reviews = Reviews(self.workers)
        self.win_probabilities = WinProbabilities(self.settings, self.workers, self.time)
        self.messages = MessageQueue(asyncio.get_running_loop())
        self.registry = TableRegistry(
            store, self.settings, self.sources, self.metrics, self.workers
        )
        self.registry.timers.hold()
        self.rules_loader = RulesLoader()
        self.rules_loaded = asyncio.Event()
        self.rules_failed = False
        self._is_expecting_players = False
        self._loaded_or_stopping = asyncio.Event()
        loading = asyncio.create_task(self._load_rules())
        sweeping = asyncio.create_task(self._sweep())
        loop_lag = LoopLag(asyncio.get_running_loop(), self.metrics.loop_lag_seconds)
        try:
            yield
        finally:
            loop_lag.close()
            sweeping.cancel()
            loading.cancel()
            await asyncio.gather(loading, return_exceptions=True)
            self.workers.close()
            self.records.close()
            self.registry.close()
            store.close()

    async def wait_for_rules(self) -> None:
        """Wait a little until the rules are loaded; refuse the request if that takes longer."""
        if not self.rules_loaded.is_set():
            if not self.rules_loader.is_compiling:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._loaded_or_stopping.wait(), WAIT_FOR_RULES)
            if not self.rules_loaded.is_set():
                raise self.starting_error()

    def expect_players(self) -> None:
        """Prepare for a game with bots, because somebody has opened the page."""
        self._is_expecting_players = True
        if self.rules_loaded.is_set():
            self.workers.start_ahead()

    def stop_waiting(self) -> None:
        """Refuse the requests that wait for the rules, because the server stops."""
        self._loaded_or_stopping.set()

    def starting_error(self) -> Refused:
        """Return the refusal of a request that needs the rules before they are loaded."""
        if self.rules_failed:
            return Refused("starting", "the server cannot load the rules: its log says why")
        seconds = self.rules_loader.seconds_left
        message = f"the server is starting: it compiles the games, about {seconds} s left"
        return Refused("starting", message, retry=True, why=STARTING(count=seconds))

    async def _load_rules(self) -> None:
        """Load the rules in the background; clocks run from then on."""
        try:
            await self.rules_loader.load(on_compiling)
        except Exception:
            log.exception("the rules cannot be loaded: every request for a table is refused")
            self.rules_failed = True
            self._loaded_or_stopping.set()
            return
        await self.registry.timers.release()
        self.rules_loaded.set()
        self._loaded_or_stopping.set()
        if self._is_expecting_players:
            self.workers.start_ahead()
        log.info("the rules are loaded: the server is ready")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            by_address = (self.request_limiter, self.file_limiter, self.table_limiter)
            for limiter in (*by_address, self.hints.limiter, self.win_probabilities.limiter):
                limiter.sweep(self.time())


def max_open_files() -> int:
    """Return how many connections the system's limit of open files leaves room for."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 - not on every system

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if allowed == resource.RLIM_INFINITY else max(1, allowed - OWN_FILES)


def on_compiling() -> None:
    """Log why the server is not ready yet."""
    log.info("the games are compiled in other processes: tables can be used after that")
