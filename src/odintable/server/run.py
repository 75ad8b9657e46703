"""Runs the server: uvicorn, with our frames, without compression, until it is told to stop."""

import logging
import signal
import socket
import sys

import uvicorn

from .app import make_app
from .frames import Frames
from .logs import set_up
from .settings import Settings
from .sources import Sources

log = logging.getLogger("odintable.run")

GOODBYE_S = 5  # how long clients have to close
LOCK_S = 0.001  # how long the busy loop keeps Python's lock from the writer


def configured(settings: Settings, sources: Sources | None = None) -> uvicorn.Config:
    """How uvicorn runs it."""
    return uvicorn.Config(
        make_app(settings, sources),
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
    """Says where it listens, for who asked for a free port."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        for server in self.servers:
            for one in server.sockets:
                host, port = one.getsockname()[:2]
                print(f"odintable: http://{host}:{port}", file=sys.stdout, flush=True)


def passed_over(_number: int, _frame: object) -> None:
    """Uvicorn ends on a signal, then raises it again for who waits: nobody does."""


def allow_sockets() -> None:
    """As many open files as this user may have: a socket is one."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def serve(settings: Settings) -> int:
    """Serve until told to stop; the exit status."""
    set_up(settings.log)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, passed_over)
    allow_sockets()
    sys.setswitchinterval(LOCK_S)
    server = Announcing(configured(settings))
    server.run()
    return 0 if server.started else 1
