"""What stands around every HTTP request: limits, safe headers, counting, and a line in the log."""

from __future__ import annotations

import ipaddress
import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from odintable.games.reason import ReasonDict
    from odintable.server.services import Server

log = logging.getLogger("odintable.http")

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
FILES = "/v/"  # of the page: no documents, so that only their kind needs to be held to
FILE_HEADERS = [one for one in HEADERS if one[0].startswith((b"x-", b"cross-origin-resource"))]
OPENER = (b"cross-origin-opener-policy", b"same-origin")
MOST_BODY = 1 << 16  # bytes
UNLIMITED = {"/healthz", "/readyz", "/metrics"}


class Guard:
    """An ASGI layer without a task or a queue of its own."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        """Stand around this app."""
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or not; sockets have limits of their own."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        server = self._server
        server.metrics.requests += 1
        begun = server.time()
        status = 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *safe_headers(scope)]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, sent)
            else:
                await self._app(scope, receive, sent)
        finally:
            server.metrics.request_errors += status >= 500 and status != 503
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "ms": round((server.time() - begun) * 1000, 1),
                },
            )

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        """Too many, or too large."""
        server = self._server
        if scope["path"] in UNLIMITED:
            return None
        client = scope.get("client")
        if not server.request_buckets.take(client[0] if client else "", server.time()):
            return problem(429, "too-fast", "too many requests from your address")
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BODY or b"transfer-encoding" in headers:
            return problem(413, "bad-frame", f"a body has a length, of at most {MOST_BODY} bytes")
        return None


def safe_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Those that this answer needs."""
    if scope["path"].startswith(FILES):
        return FILE_HEADERS
    return HEADERS if is_plain(scope) else [*HEADERS, OPENER]


def is_plain(scope: Scope) -> bool:
    """Asked by plain http at a number that is not this machine's own, as phones in a network ask.

    Browsers keep some headers for addresses they trust, and complain of them elsewhere.
    """
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    try:
        named = ipaddress.ip_address(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
    return scope["scheme"] == "http" and not named.is_loopback


def problem(
    status: int, code: str, message: str, *, retry: bool = False, why: ReasonDict | None = None
) -> JSONResponse:
    """An error as the API tells it."""
    told = {"error": {"code": code, "message": message, "why": why, "retry": retry}}
    return JSONResponse(told, status)
