"""Stops work for an API call when its client disconnects."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import Request

CHECK_EVERY = 0.1  # seconds


async def wait_unless_disconnected(answer: asyncio.Future[Any], request: Request) -> bool:
    """Wait for an answer; True when it is there, False if the client disconnects first."""
    while not answer.done():
        await asyncio.wait([answer], timeout=CHECK_EVERY)
        if not answer.done() and await request.is_disconnected():
            return False
    return True
