"""A server whose process is suspended: clocks and absent people are credited the time."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.server.support.server_process import ServerProcess, begin, players

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix"),
]

SUSPENDED = 14.0  # seconds
LIMIT = 12  # seconds on a clock, or until a person is absent


@pytest.fixture
def own(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may be suspended."""
    server = ServerProcess(tmp_path)
    yield server
    server.close()


def suspend(server: ServerProcess) -> None:
    """Let the process stand still for longer than anybody has time."""
    os.kill(server.process.pid, signal.SIGSTOP)
    time.sleep(SUSPENDED)
    os.kill(server.process.pid, signal.SIGCONT)


def test_a_suspended_server_costs_nobody_time_also_after_a_restart(own: ServerProcess) -> None:
    made, tokens = own.seated("odin", clock={"kind": "game", "start": LIMIT})
    with players(own, made.name, tokens) as people:
        begin(people)
        mover = next(one for one in people if one.now["moves"])
        os.kill(own.process.pid, signal.SIGSTOP)
        move = {"do": "play", "id": "while suspended", "move": mover.now["moves"][0]}
        mover.send(**move)  # handled before any timer
        time.sleep(SUSPENDED)
        os.kill(own.process.pid, signal.SIGCONT)
        message = mover.until(lambda one: one.get("id") == "while suspended")
        assert (message["type"], message["stage"]) == ("event", "playing")
        assert min(message["clock"]["left"]) > 0
    suspend(own)
    for _ in range(2):
        message = own.call("GET", made.path(), token=tokens[0]).json()
        assert message["stage"] == "playing", message["result"]
        assert min(message["clock"]["left"]) > 0
        own.kill()
        own.start(own.port)


def test_nobody_becomes_absent_while_the_server_is_suspended(own: ServerProcess) -> None:
    made, tokens = own.seated("odin", absent_after=LIMIT)
    for token in tokens:
        own.call("POST", made.path("/requests"), {"do": "ready"}, token)
    suspend(own)
    asked = {"do": "propose", "what": "end", "seat": 1}
    reply = own.call("POST", made.path("/requests"), asked, tokens[0])
    assert reply.json()["error"]["why"]["key"] == "why.not-away", reply.text
