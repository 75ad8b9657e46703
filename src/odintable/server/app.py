"""The application: everything the server is made of, put together."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from odintable import __version__

from .http import api_docs, replay_routes, table_routes
from .http.middleware import Guard, problem
from .live.client_messages import Refused
from .live.socket_route import live
from .services import Server
from .static.files import WebFiles, add_pages, wants_html
from .storage.store import StoreError
from .time_and_randomness import Sources

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .settings import Settings
    from .storage.store import Store

NOT_FOUND = 404


def make_app(
    settings: Settings, sources: Sources | None = None, store: Store | None = None
) -> FastAPI:
    """The whole server as an ASGI application; to be run by `run.serve`, whose frames it uses."""
    server = Server(settings, sources or Sources(), store)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with server.run():
            yield

    app = FastAPI(
        title="Odin's Table",
        version=__version__,
        description="Tables for Odin's Ravens and ODIN. Live play is in docs/server-wire.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v2/openapi.json",
    )
    app.state.server = server
    app.include_router(table_routes.router)
    app.include_router(replay_routes.router)
    app.router.routes.append(WebSocketRoute("/api/v2/live", live))
    files = WebFiles(Path(settings.page)) if settings.page else WebFiles()
    add_errors(app, files)
    add_health(app, server)
    add_description(app)
    add_pages(app, files)
    app.add_middleware(Guard, server=server)
    return app


def add_errors(app: FastAPI, files: WebFiles) -> None:
    """Every error in one form, but that a browser is shown a page where there is none."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> JSONResponse:
        status = table_routes.STATUS.get(error.code, 409)
        return problem(status, error.code, str(error), retry=error.retry, why=error.why)

    @app.exception_handler(StoreError)
    async def not_stored(_request: Request, error: StoreError) -> JSONResponse:
        return problem(503, "store", str(error), retry=True)

    @app.exception_handler(RequestValidationError)
    async def not_understood(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["loc"] == ("path", "table"):  # no table has such a name
            return problem(404, "no-table", "there is no such table")
        where = " ".join(map(str, first["loc"]))
        return problem(422, "bad-frame", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def no_page(request: Request, error: HTTPException) -> Response:
        if error.status_code == NOT_FOUND and wants_html(request):
            return files.not_found(request)
        reply = problem(error.status_code, "no-page", str(error.detail))
        for name, value in (error.headers or {}).items():
            reply.headers[name] = value
        return reply


def add_description(app: FastAPI) -> None:
    """The API, to be read by people."""

    @app.get("/api/v2/", include_in_schema=False)
    async def described_page() -> HTMLResponse:
        return HTMLResponse(api_docs.page(app.openapi()))

    @app.get(api_docs.STYLE, include_in_schema=False)
    async def style() -> Response:
        return Response(api_docs.CSS, media_type="text/css")


def add_health(app: FastAPI, server: Server) -> None:
    """For whoever watches over the server."""

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> PlainTextResponse:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> PlainTextResponse:
        server.house.store.listed(1)
        if not server.is_warm:
            return PlainTextResponse("compiling\n", 503)
        if server.house.stands_since is not None:
            return PlainTextResponse("the store cannot be written\n", 503)
        return PlainTextResponse("ready\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        return PlainTextResponse(server.metrics.text())
