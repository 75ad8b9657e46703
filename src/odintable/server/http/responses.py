"""The form of responses: errors with their status codes, messages, and long bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from odintable.server.live.client_messages import encode

from .schemas import ErrorResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import Receive, Scope, Send

    from odintable.games.illegal_move_reason import ReasonDict

    from .request_queue import RequestQueue

SLICE = 1 << 16  # bytes of a long body that are handed over in one go
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
    """Return a message as JSON; much faster than through a pydantic model."""
    return Response(encode(message), media_type="application/json")


class SlicedResponse(Response):
    """A long body in several parts, sent a slice at a time, in turn with other requests.

    The parts are not copied, so a client that reads slowly keeps only a slice in memory.
    """

    def __init__(self, parts: Sequence[bytes], media_type: str, turns: RequestQueue) -> None:
        """Take the parts of the body, in order."""
        super().__init__(media_type=media_type)
        self._parts = parts
        self._turns = turns
        self.headers["content-length"] = str(sum(map(len, parts)))

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the body; `send` waits for a client that is slow."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        for part in self._parts:
            for at in range(0, len(part), SLICE):
                await self._turns.wait()
                body = memoryview(part)[at : at + SLICE]
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def json_response_with(
    message: dict[str, Any], key: str, value: bytes, turns: RequestQueue
) -> Response:
    """Return a message with one more key, whose long value is JSON already."""
    begin = encode(message).removesuffix(b"}") + b"," + encode(key) + b":"
    return SlicedResponse([begin, value, b"}"], "application/json", turns)
