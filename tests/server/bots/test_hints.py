"""Hints that fail or are cancelled."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from odintable.server.bots.hints import Hints
from odintable.server.http.schemas import HintRequest
from odintable.server.refused_error import Refused
from odintable.server.settings import Settings
from tests.server.support.pure_tables import dealt, table_config


class OneJob:
    """A worker pool that keeps the last job for the test to finish."""

    def __init__(self) -> None:
        self.done: Callable[[Any], None] = lambda _choice: None

    def choose_move(
        self, _view: Any, _bot: str, _limit: int, done: Callable[[Any], None], _share: Any
    ) -> Any:
        self.done = done
        return SimpleNamespace(cancel=lambda: None)


async def connected() -> bool:
    """Answer `is_disconnected` of a request."""
    return False


async def refusal_after(event: Callable[[Hints, OneJob], None]) -> Refused:
    """Ask for a hint, let something happen to it, and return why there is none."""
    workers = OneJob()
    hints = Hints(Settings(), workers, lambda: 0.0)  # type: ignore[arg-type]
    live_table: Any = SimpleNamespace(table=dealt(table_config()))
    request: Any = SimpleNamespace(is_disconnected=connected)
    asking = asyncio.ensure_future(
        hints.get(live_table, live_table.table.position.turn, HintRequest(), request)
    )
    await asyncio.sleep(0)
    event(hints, workers)
    with pytest.raises(Refused) as refused:
        await asking
    return refused.value


def test_a_hint_whose_bot_fails_can_be_asked_for_again() -> None:
    refused = asyncio.run(refusal_after(lambda _hints, workers: workers.done(None)))
    assert (refused.code, refused.retry) == ("worker", True)


def test_a_cancelled_hint_is_stale() -> None:
    def cancel(hints: Hints, _workers: OneJob) -> None:
        for table, seat in list(hints._pending):
            hints.cancel(table, seat)

    assert asyncio.run(refusal_after(cancel)).code == "stale"
