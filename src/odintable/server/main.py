"""Runs the server: uvicorn with our WebSocket protocol, until a signal stops it."""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from .app import make_app
from .connections.http_protocol import LimitedHttpProtocol
from .http.public_address import public_address_for, url_of_sockets
from .json_logging import set_up_logging
from .live.websocket_protocol import WebSocketProtocol
from .metrics_listener import MetricsListener
from .rules_loader import load_compiler
from .services import Services
from .settings import Settings
from .storage.sqlite_store import SqliteStore
from .storage.store_interface import Store
from .storage.store_lock import lock_store
from .time_and_randomness import Sources

log = logging.getLogger("odintable.server")

SHUTDOWN_SECONDS = 1  # the time clients have to close their connections
STOP_SECONDS = 1.8  # after a signal the process ends within this time, whatever hangs
SWITCH_SECONDS = 0.001  # how long the busy event loop keeps Python's global lock from the writer
# Thresholds of the garbage collector. Tables are growing lists of events; with Python's defaults, a
# twentieth of the time goes into scanning them in vain. Nothing else runs during a collection, so
# those of young objects are frequent and short.
GC_THRESHOLDS = (10_000, 5, 400)


def uvicorn_config(
    settings: Settings, sources: Sources | None = None, store: Store | None = None
) -> uvicorn.Config:
    """Return uvicorn's configuration."""
    return uvicorn.Config(
        make_app(settings, sources, store),
        host=settings.host,
        port=settings.port,
        http=LimitedHttpProtocol,
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=1 << 16,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the middleware does that
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )


class AnnouncingServer(uvicorn.Server):
    """Prints its addresses when it starts; later it can listen in the local network too."""

    def __init__(self, settings: Settings, store: Store, *, open_browser: bool = False) -> None:
        """`open_browser`: open the page in a browser once the server listens."""
        super().__init__(uvicorn_config(settings, store=store))
        self._settings = settings
        self._open_browser = open_browser
        self._lan: asyncio.Server | None = None
        self._metrics = MetricsListener(
            self._services.metrics, settings.metrics_host, settings.metrics_port
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then print the addresses."""
        await super().startup(sockets)
        names = [one.getsockname() for server in self.servers for one in server.sockets]
        self._announce(url_of_sockets(names))
        self._services.lan_access.listener = self
        await self._metrics.start()

    @property
    def _services(self) -> Services:
        app: Any = self.config.app
        services: Services = app.state.services
        return services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, store what was submitted, and stop."""
        self._services.stop_waiting()
        self._metrics.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on a signal, with a deadline."""
        if not self.should_exit:
            deadline = threading.Timer(STOP_SECONDS, exit_late)
            deadline.daemon = True
            deadline.start()
        super().handle_exit(sig, frame)

    @property
    def is_loading_rules(self) -> bool:
        """Whether a thread is still loading the rules; it cannot be stopped."""
        return self.started and self._services.rules_loader.is_busy

    async def listen(self, host: str) -> int:
        """Listen on this address too, on the same port if it is free; returns the port."""
        loop = asyncio.get_running_loop()
        port = self.servers[0].sockets[0].getsockname()[1]
        try:
            self._lan = await loop.create_server(self._connection, host, port)
        except OSError:
            self._lan = await loop.create_server(self._connection, host, 0)
        self.servers.append(self._lan)
        port = int(self._lan.sockets[0].getsockname()[1])
        print(f"odintable: for others http://{host}:{port}", file=sys.stdout, flush=True)
        return port

    def _connection(self) -> asyncio.Protocol:
        """Return a protocol for a new connection, as uvicorn does."""
        config = self.config
        return config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def stop_listening(self) -> None:
        """Stop listening in the local network, and close the connections made there."""
        if self._lan is None:
            return
        lan_addresses = {one.getsockname()[:2] for one in self._lan.sockets}
        self._lan.close()
        self.servers.remove(self._lan)
        self._lan = None
        for connection in list(self.server_state.connections):
            if getattr(connection, "server", None) in lan_addresses:
                connection.shutdown()
        print("odintable: for this machine only", file=sys.stdout, flush=True)

    def _announce(self, local_url: str) -> None:
        print(f"odintable: {local_url}", file=sys.stdout, flush=True)
        public_url = public_address_for(self._settings, local_url)
        if public_url != local_url:
            print(f"odintable: for others {public_url}", file=sys.stdout, flush=True)
        if self._open_browser:
            # In a thread: a browser may take seconds to start.
            threading.Thread(target=webbrowser.open, args=(local_url,), daemon=True).start()


def exit_late() -> None:
    """End the process although something hangs; everything acknowledged is on disk."""
    log.warning("the server did not stop in time: the process ends now")
    exit_at_once()


def exit_at_once() -> None:
    """End the process and its children without waiting for any thread."""
    for child in multiprocessing.active_children():
        child.kill()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def raise_open_files_limit() -> None:
    """Allow as many open files as this user may have: every socket needs one."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def tune_garbage_collection() -> None:
    """Exempt everything loaded so far from garbage collection, and collect the rest rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def serve(settings: Settings, *, open_browser: bool = False) -> int:
    """Serve until a signal stops the server; returns the exit status."""
    set_up_logging(settings.log)
    raise_open_files_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    load_compiler()
    tune_garbage_collection()
    path = Path(settings.store)
    with lock_store(path):
        server = AnnouncingServer(settings, SqliteStore(path), open_browser=open_browser)
        # Until here a signal ends the process at once. uvicorn raises it again after the shutdown.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.handle_exit)
        server.run()
        if server.is_loading_rules:
            exit_at_once()
    return 0 if server.started else 1
