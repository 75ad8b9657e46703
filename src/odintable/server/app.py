"""The application: puts the routes, the middleware and the services together."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from odintable import __version__
from odintable.games.spec import GAMES

from .http import api_docs, replay_routes, seat_routes, server_info_routes, table_routes
from .http.middleware import RequestMiddleware
from .http.responses import DEFAULT_STATUS, STATUS_BY_CODE, error_response
from .live.socket_route import live_socket
from .refused_error import Refused
from .services import Services
from .static.web_files import WEB, WebFiles, add_pages, wants_html
from .storage.store_interface import StoreError
from .time_and_randomness import Sources

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .settings import Settings
    from .storage.store_interface import Store

NOT_FOUND = 404


def make_app(
    settings: Settings, sources: Sources | None = None, store: Store | None = None
) -> FastAPI:
    """Return the server as an ASGI application; `main` runs it with our WebSocket protocol."""
    services = Services(settings, sources or Sources(), store)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with services.run():
            yield

    titles = " and ".join(spec.title for spec in GAMES.values())
    app = FastAPI(
        title="Odin's Table",
        version=__version__,
        description=f"Tables for {titles}. docs/server-wire.md describes live play.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v2/openapi.json",
    )
    app.state.services = services
    app.include_router(server_info_routes.router)
    for routes in (table_routes, seat_routes, replay_routes):
        app.include_router(routes.router, dependencies=[Depends(wait_for_rules)])
    app.router.routes.append(WebSocketRoute("/api/v2/live", live_socket))
    folder = Path(settings.web_folder) if settings.web_folder else WEB
    files = WebFiles(folder, use_bundles=settings.bundles)
    add_error_handlers(app, files)
    add_health_routes(app, services)
    add_docs_routes(app)
    add_pages(app, files)
    app.add_middleware(RequestMiddleware, services=services)
    build_routes(app)
    return app


def build_routes(app: FastAPI) -> None:
    """Build all routes and their description, which FastAPI would do at the first request."""
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "headers": []})
    app.openapi()


async def wait_for_rules(request: Request) -> None:
    """Let a request that needs the rules wait, or refuse it, until they are loaded."""
    services: Services = request.app.state.services
    await services.wait_for_rules()


def add_error_handlers(app: FastAPI, files: WebFiles) -> None:
    """Give every error the same form; browsers get an HTML page for unknown URLs."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> JSONResponse:
        status = STATUS_BY_CODE.get(error.code, DEFAULT_STATUS)
        return error_response(status, error.code, str(error), retry=error.retry, why=error.why)

    @app.exception_handler(StoreError)
    async def not_stored(_request: Request, error: StoreError) -> JSONResponse:
        return error_response(503, "store", str(error), retry=True)

    @app.exception_handler(RequestValidationError)
    async def not_valid(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["loc"] == ("path", "table"):  # no table can have such a name
            return error_response(404, "no-table", "there is no such table")
        where = " ".join(map(str, first["loc"]))
        return error_response(422, "bad-request", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == NOT_FOUND and wants_html(request):
            return files.not_found(request)
        reply = error_response(error.status_code, "no-page", str(error.detail))
        for name, value in (error.headers or {}).items():
            reply.headers[name] = value
        return reply


def add_docs_routes(app: FastAPI) -> None:
    """Add the API's documentation page."""

    @app.get("/api/v2/", include_in_schema=False)
    async def docs_page() -> HTMLResponse:
        return HTMLResponse(api_docs.docs_page(app.openapi()))

    @app.get(api_docs.STYLE, include_in_schema=False)
    async def style() -> Response:
        return Response(api_docs.CSS, media_type="text/css")


def add_health_routes(app: FastAPI, services: Services) -> None:
    """Add the routes for monitoring."""

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> PlainTextResponse:
        if services.rules_failed:
            return PlainTextResponse("the rules cannot be loaded: see the log\n", 503)
        if not services.rules_loaded.is_set():
            return PlainTextResponse("loading the rules\n", 503)
        services.registry.store.open_games(1)
        if services.registry.paused_since is not None:
            return PlainTextResponse("the store cannot be written\n", 503)
        return PlainTextResponse("ready\n")
