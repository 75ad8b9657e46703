"""The lag of the event loop is measured, in a loop of our own and on a real server."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from odintable.server.loop_lag import LoopLag
from odintable.server.metrics import Histogram

from .support.server_process import ServerProcess
from .test_metrics import samples

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def held_loop(seconds: float) -> Histogram:
    """Hold a loop once, and return the lags that were noted."""

    async def run() -> Histogram:
        lags = Histogram()
        measuring = LoopLag(asyncio.get_running_loop(), lags)
        await asyncio.sleep(0.1)
        time.sleep(seconds)  # as a long callback does
        await asyncio.sleep(0.1)
        measuring.close()
        return lags

    return asyncio.run(run())


def test_a_callback_that_holds_the_loop_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    lags = held_loop(0.3)
    assert 0.25 < lags.worst < 60
    assert "held up the event loop" in caplog.text


def test_a_loop_that_is_free_has_many_short_lags() -> None:
    lags = held_loop(0.0)
    assert lags.count >= 5
    assert lags.sum / lags.count < 0.1


def test_a_server_exports_its_lag(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        first = samples(server.metrics())["odintable_loop_lag_seconds_count"]
        time.sleep(0.5)
        found = samples(server.metrics())
    finally:
        server.close()
    assert found["odintable_loop_lag_seconds_count"] > first
    assert found["odintable_loop_lag_worst_seconds"] > 0
