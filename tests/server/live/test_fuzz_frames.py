"""Bad input over sockets: thousands of frames, and no error in the server."""

import asyncio
from pathlib import Path
from unittest import mock

import pytest

from odintable.server.live.socket_route import Connection
from tests.server.support.fuzz_frames import fuzz

pytestmark = [pytest.mark.long, pytest.mark.bulk]


@pytest.mark.parametrize("seed", range(2))
def test_no_frame_causes_a_server_error(seed: int, tmp_path: Path) -> None:
    reached = asyncio.run(fuzz(tmp_path, 10_500, seed))
    assert reached["frames"] >= 10_500
    for answer in ("event", "welcome", "bad-request", "illegal-move", "no-hello", "not-a-seat"):
        assert reached[answer], answer
    for code in (1002, 1003, 1007, 1009, 4400, 4404):
        assert reached[f"closed {code}"], code


def test_a_failure_would_be_noticed(tmp_path: Path) -> None:
    def failing(*_given: object) -> None:
        raise KeyError("planted on purpose")

    with mock.patch.object(Connection, "_say", failing), pytest.raises(AssertionError):
        asyncio.run(fuzz(tmp_path, 2_000, 1))
