"""Whoever asks by a call may hang up: then nobody thinks about the answer any more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import Request

LOOK_EVERY = 0.1  # seconds: is the asker still there?


async def is_waited_for(answer: asyncio.Future[Any], request: Request) -> bool:
    """Wait for an answer as long as its asker does: True when it is there."""
    while not answer.done():
        await asyncio.wait([answer], timeout=LOOK_EVERY)
        if not answer.done() and await request.is_disconnected():
            return False
    return True
