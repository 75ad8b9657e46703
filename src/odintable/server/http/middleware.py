"""Middleware for every HTTP request: rate and size limits, security headers, metrics, logging."""

from __future__ import annotations

import ipaddress
import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from odintable.server.connections.host_names import OTHER_HOST
from odintable.server.json_logging import REFUSED_REQUEST, REQUEST

from .responses import error_response

if TYPE_CHECKING:
    from starlette.responses import JSONResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from odintable.server.services import Services

log = logging.getLogger("odintable.http")

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
STATIC_FILES = "/v/"  # scripts, styles and images: most of the headers are for documents only
STATIC_FILE_HEADERS = [
    one for one in SECURITY_HEADERS if one[0].startswith((b"x-", b"cross-origin-resource"))
]
OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")
MAX_BODY = 1 << 16  # bytes
API = "/api/"
UNLIMITED = {"/healthz", "/readyz"}
BAD_REQUEST = 400  # the lowest status of an error
MAX_LOGGED_PATH = 200  # characters


class RequestMiddleware:
    """An ASGI middleware without a task or a queue of its own."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; sockets pass through: they have limits of their own."""
        if scope["type"] in ("http", "websocket"):
            self._services.proxies.apply(scope)
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        services = self._services
        services.metrics.requests += 1
        begun = services.time()
        status = 500
        refusal: JSONResponse | None = None

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *security_headers(scope)]
                if scope["path"].startswith(API):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
            else:
                if scope["path"] not in UNLIMITED:
                    await services.request_queue.wait()
                await self._app(scope, receive, send_with_headers)
        finally:
            seconds = services.time() - begun
            services.metrics.request_errors += status >= 500 and status != 503
            services.metrics.request_seconds.observe(seconds)
            about = {
                "method": scope["method"],
                "path": scope["path"][:MAX_LOGGED_PATH],
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            if refusal is not None:
                about["client"] = services.address(HTTPConnection(scope))
            log.info(REQUEST if status < BAD_REQUEST else REFUSED_REQUEST, extra=about)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        """Return an error for another host, too many requests, or one that is too large."""
        services = self._services
        if scope["path"] in UNLIMITED:
            return None
        if not services.host_names.are_in(scope["headers"]):
            return error_response(421, "other-host", OTHER_HOST)
        is_api = scope["path"].startswith(API)
        limiter = services.request_limiter if is_api else services.file_limiter
        if not limiter.take(services.address(HTTPConnection(scope)), services.time()):
            return error_response(429, "too-fast", "too many requests from your address")
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY or b"transfer-encoding" in headers:
            message = f"a body needs a content-length of at most {MAX_BODY} bytes"
            refusal = error_response(413, "bad-request", message)
            refusal.headers["connection"] = "close"  # the body is not read
            return refusal
        return None


def security_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the security headers for a response."""
    if scope["path"].startswith(STATIC_FILES):
        return STATIC_FILE_HEADERS
    return SECURITY_HEADERS if is_plain_lan(scope) else [*SECURITY_HEADERS, OPENER_POLICY]


def is_plain_lan(scope: Scope) -> bool:
    """Whether a request came over plain HTTP to an IP address, as from phones in the network.

    Browsers accept some headers from secure addresses only, and log an error elsewhere.
    """
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    try:
        address = ipaddress.ip_address(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
    return scope["scheme"] == "http" and not address.is_loopback
