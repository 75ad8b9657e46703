"""Runs the server: uvicorn with our WebSocket protocol, until a signal stops it."""

import asyncio
import gc
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from .app import make_app
from .http.public_address import ALL_ADDRESSES, public_address_for
from .json_logging import set_up_logging
from .live.websocket_frames import WebSocketProtocol
from .settings import Settings
from .storage.sqlite import SqliteStore
from .storage.store import Store
from .storage.store_lock import lock_store
from .time_and_randomness import Sources

SHUTDOWN_SECONDS = 5  # the time clients have to close their connections
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
        http="httptools",
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=1 << 16,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then print the addresses."""
        await super().startup(sockets)
        for server in self.servers:
            for one in server.sockets:
                self._announce(*one.getsockname()[:2])
        app: Any = self.config.app
        app.state.services.lan_access.listener = self

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
        near = {one.getsockname()[:2] for one in self._lan.sockets}
        self._lan.close()
        self.servers.remove(self._lan)
        self._lan = None
        for connection in list(self.server_state.connections):
            if getattr(connection, "server", None) in near:
                connection.shutdown()
        print("odintable: for this machine only", file=sys.stdout, flush=True)

    def _announce(self, host: str, port: int) -> None:
        near = f"http://{'127.0.0.1' if host in ALL_ADDRESSES else host}:{port}"
        print(f"odintable: {near}", file=sys.stdout, flush=True)
        far = public_address_for(self._settings, near)
        if far != near:
            print(f"odintable: for others {far}", file=sys.stdout, flush=True)
        if self._open_browser:
            # In a thread: a browser may take seconds to start.
            threading.Thread(target=webbrowser.open, args=(near,), daemon=True).start()


def ignore_signal(_number: int, _frame: object) -> None:
    """Ignore the signal that uvicorn raises again after it has shut down."""


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
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ignore_signal)
    raise_open_files_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    tune_garbage_collection()
    path = Path(settings.store)
    with lock_store(path):
        server = AnnouncingServer(settings, SqliteStore(path), open_browser=open_browser)
        server.run()
    return 0 if server.started else 1
