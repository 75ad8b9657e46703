"""Logs: one JSON object per line, and no message without end."""

from __future__ import annotations

import contextlib
import json
import logging
from typing import TYPE_CHECKING
from unittest import mock

import httpx
import pytest

from odintable.server import json_logging
from odintable.server.json_logging import (
    MESSAGES_AT_ONCE,
    REFUSED_REQUEST,
    REQUEST,
    JsonFormatter,
    RepetitionLimit,
)
from odintable.server.settings import Settings

from .support.server_process import WAIT, ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

LONG_URLS = 900


def log(limit: RepetitionLimit, text: str) -> dict[str, object] | None:
    """Return a message as it is logged; None if it is dropped."""
    record = logging.makeLogRecord({"msg": text, "name": "odintable.http"})
    if not limit.filter(record):
        return None
    line: dict[str, object] = json.loads(JsonFormatter().format(record))
    return line


def test_a_repeated_message_is_dropped_and_counted_but_no_answered_request() -> None:
    limit = RepetitionLimit()
    with mock.patch("time.monotonic", return_value=0.0) as now:
        logged = [log(limit, REFUSED_REQUEST) for _ in range(MESSAGES_AT_ONCE + 7)]
        assert sum(one is None for one in logged) == 7
        assert log(limit, "something else") is not None
        assert all(log(limit, REQUEST) for _ in range(MESSAGES_AT_ONCE * 2))
        now.return_value = 1.0
        line = log(limit, REFUSED_REQUEST)
    assert line is not None
    assert line["dropped"] == 7
    assert line["what"] == REFUSED_REQUEST


def test_texts_that_differ_each_time_are_not_remembered_for_ever() -> None:
    limit = RepetitionLimit()
    for number in range(5000):
        assert log(limit, f"text {number}") is not None
    assert len(limit._buckets) <= json_logging.MAX_TEXTS + 1


@pytest.mark.long
def test_refused_requests_with_long_urls_do_not_fill_the_log(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, {}, log=Settings().log)
    with contextlib.closing(server), httpx.Client(base_url=server.url, timeout=WAIT) as client:
        for number in range(LONG_URLS):
            reply = client.get(f"/api/v2/tables/{number}" + "x" * 6000)
            assert reply.status_code == 404
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines()]
    refused = [line for line in lines if line["what"] == REFUSED_REQUEST]
    assert MESSAGES_AT_ONCE <= len(refused) < LONG_URLS
    assert (tmp_path / "server.log").stat().st_size < 500 * len(lines)
