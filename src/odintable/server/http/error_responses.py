"""How the API reports errors: status codes and bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from odintable.server.live.client_messages import encode

from .schemas import ErrorResponse

if TYPE_CHECKING:
    from odintable.games.illegal_move_reason import ReasonDict

DEFAULT_STATUS = 409  # understood, but not possible now
STATUS_BY_CODE = {
    "bad-request": 400,
    "bad-option": 400,
    "known-cards": 400,
    "no-access": 401,
    "not-a-seat": 403,
    "not-allowed": 403,
    "no-table": 404,
    "archived": 410,
    "too-fast": 429,
    "store": 503,
    "worker": 503,
    "starting": 503,
}
ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse} for status in (400, 401, 403, 404, 409, 410, 422, 429, 503)
}


def error_response(
    status: int, code: str, message: str, *, retry: bool = False, why: ReasonDict | None = None
) -> JSONResponse:
    """Return an error in the form that all errors have."""
    body = {"error": {"code": code, "message": message, "why": why, "retry": retry}}
    return JSONResponse(body, status, {"Retry-After": "1"} if retry else None)


def json_response(message: dict[str, Any]) -> Response:
    """Return a message as JSON; unlike a pydantic model, it is encoded in no time."""
    return Response(encode(message), media_type="application/json")
