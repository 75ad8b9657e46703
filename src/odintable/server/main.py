"""Runs the server: uvicorn, with our frames, without compression, until it is told to stop."""

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from .app import make_app
from .http.public_address import EVERYWHERE, address_for
from .json_logging import set_up
from .live.websocket_frames import Frames
from .settings import Settings
from .storage.sqlite import SqliteStore
from .storage.store import Store
from .storage.store_lock import held
from .time_and_randomness import Sources

log = logging.getLogger("odintable.run")

GOODBYE_S = 5  # how long clients have to close
LOCK_S = 0.001  # how long the busy loop keeps Python's lock from the writer
# So many new objects, and younger rounds, before rubbish is looked for: tables are growing lists
# of events, and by Python's usual measure a twentieth of the time goes into finding none there.
# Everybody waits meanwhile: so the looks at what is rather new are many and short.
RUBBISH_AFTER = (10_000, 5, 400)


def configured(
    settings: Settings, sources: Sources | None = None, store: Store | None = None
) -> uvicorn.Config:
    """How uvicorn runs it."""
    return uvicorn.Config(
        make_app(settings, sources, store),
        host=settings.host,
        port=settings.port,
        http="httptools",
        ws=Frames,
        ws_per_message_deflate=False,
        ws_max_size=1 << 16,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=GOODBYE_S,
        lifespan="on",
    )


class Announcing(uvicorn.Server):
    """Says where it listens, for who asked for a free port, and where others find it.

    It can listen in the local network too, and stop that again, while it runs.
    """

    def __init__(self, settings: Settings, store: Store, *, is_opened: bool = False) -> None:
        """Not listening yet; `is_opened`: to be shown in a browser."""
        super().__init__(configured(settings, store=store))
        self._settings = settings
        self._is_opened = is_opened
        self._lan: asyncio.Server | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        for server in self.servers:
            for one in server.sockets:
                self._announce(*one.getsockname()[:2])
        app: Any = self.config.app
        app.state.server.lan.listener = self

    async def listen(self, host: str) -> int:
        """Listen at this address too, at the same port if it is free; the port."""
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
        """Somebody came: as uvicorn has it."""
        config = self.config
        return config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def stop_listening(self) -> None:
        """Close the door to the network, behind who came through it."""
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
        near = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{port}"
        print(f"odintable: {near}", file=sys.stdout, flush=True)
        far = address_for(self._settings, near)
        if far != near:
            print(f"odintable: for others {far}", file=sys.stdout, flush=True)
        if self._is_opened:
            # A browser may take seconds to start, and some write to the terminal.
            threading.Thread(target=webbrowser.open, args=(near,), daemon=True).start()


def passed_over(_number: int, _frame: object) -> None:
    """Uvicorn ends on a signal, then raises it again for who waits: nobody does."""


def allow_sockets() -> None:
    """As many open files as this user may have: a socket is one."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def seldom_look_for_rubbish() -> None:
    """What is loaded by now stays, and is not looked through again; the rest is, now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RUBBISH_AFTER)


def serve(settings: Settings, *, is_opened: bool = False) -> int:
    """Serve until told to stop; the exit status."""
    set_up(settings.log)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, passed_over)
    allow_sockets()
    sys.setswitchinterval(LOCK_S)
    seldom_look_for_rubbish()
    path = Path(settings.store)
    with held(path):
        server = Announcing(settings, SqliteStore(path), is_opened=is_opened)
        server.run()
    return 0 if server.started else 1
