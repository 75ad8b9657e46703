"""Starting and stopping: the server answers while the rules are compiled, and stops at once."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.sync.client import connect

from odintable.server.main import SHUTDOWN_SECONDS, STOP_SECONDS

from .support.server_process import PATIENCE, PERSON, WAIT, Player, ServerProcess, begin, players

pytestmark = pytest.mark.long

STOPS_WITHIN = 2.0  # seconds
BUSY = 2.0  # seconds that a busy machine may add

PLAYED = """
import random
from odintable.games import compiled_calls
from odintable.games.position import Position
from odintable.server.rules_loader import use_all_rules
from odintable.server.tables import viewer_messages
from tests.server.support.pure_tables import dealt, table_config, play_on

def compiled():
    return {name: len(getattr(one, "signatures", ())) for name, one in vars(compiled_calls).items()}

use_all_rules()
before = compiled()
for game, options in (("odin", {}), ("ravens", {"max-turns": 60})):  # random races do not end
    table = dealt(table_config(game, options=options))
    play_on(table, random.Random(1))
    assert table.stage == "over"
    for seat in (0, 1):
        viewer_messages.event_message(table, table.log[-1], seat, lambda: [True, True])
    position = table.match.position
    Position.from_json(position.to_json())
    assert compiled() == before, game
"""


def test_nothing_is_compiled_at_a_table_once_the_rules_are_loaded() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    subprocess.run([sys.executable, "-c", PLAYED], env=env, timeout=PATIENCE, check=True)


@pytest.fixture
def compiling(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server without a cache, which compiles for a minute."""
    server = ServerProcess(tmp_path, {"NUMBA_CACHE_DIR": str(tmp_path / "cache")})
    yield server
    server.close()


def slowest_health_check(server: ServerProcess, seconds: float) -> float:
    """Return the seconds that the slowest answer took."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=WAIT)
    slowest, end = 0.0, time.monotonic() + seconds
    with contextlib.closing(line):
        while time.monotonic() < end:
            begun = time.monotonic()
            line.request("GET", "/healthz")
            assert line.getresponse().read() == b"alive\n"
            slowest = max(slowest, time.monotonic() - begun)
            time.sleep(0.01)
    return slowest


def test_the_server_answers_and_refuses_tables_while_it_compiles(compiling: ServerProcess) -> None:
    assert compiling.call("GET", "/readyz").text == "loading the rules\n"
    body = {"game": "ravens", "seats": [PERSON, PERSON]}
    replies = []
    asking = threading.Thread(
        target=lambda: replies.append(compiling.call("POST", "/api/v2/tables", body))
    )
    asking.start()
    with connect(f"ws://127.0.0.1:{compiling.port}/api/v2/live", open_timeout=WAIT) as live:
        live.send(json.dumps({"do": "hello", "table": "abcdefghijkl", "last": 0}))
        message = json.loads(live.recv(timeout=WAIT))
        assert slowest_health_check(compiling, 5) < 0.1 + BUSY
    assert (message["type"], message["code"], message["retry"]) == ("refused", "starting", True)
    assert message["why"]["key"] == "error.starting"
    assert message["why"]["count"] > 1, "the seconds that are left"
    asking.join()
    error = replies[0].json()["error"]
    assert (replies[0].status_code, error["code"], error["retry"]) == (503, "starting", True)
    assert error["why"]["key"] == "error.starting"
    assert int(replies[0].headers["retry-after"]) > 0
    assert compiling.call("GET", "/api/v2/games").status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_compiling_server_stops_at_once_with_its_compiler(
    compiling: ServerProcess, number: signal.Signals
) -> None:
    deadline = time.monotonic() + WAIT
    while not (found := children(compiling.process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(2)
    begun = time.monotonic()
    compiling.process.send_signal(number)
    assert compiling.process.wait(WAIT) == 0
    compiling.close_pipe()
    assert time.monotonic() - begun < STOPS_WITHIN + BUSY
    for pid in found:
        while Path(f"/proc/{pid}").exists():  # killed, but not yet gone
            assert time.monotonic() - begun < WAIT
            time.sleep(0.05)


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    shown = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in shown.stdout.splitlines()[1:]]
    return [int(pid) for pid, above in pairs if int(above) == parent]


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.5, 1.0])
def test_a_signal_at_any_moment_of_the_start_stops_the_server(
    tmp_path: Path, seconds: float
) -> None:
    server = ServerProcess(tmp_path, {})
    time.sleep(seconds)
    begun = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - begun < STOPS_WITHIN + BUSY
    server.close()


def test_a_server_stops_although_a_connection_hangs_and_loses_no_acknowledged_move(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path)
    made, tokens = server.seated("odin", 2, options={"limit": 100})
    rng = random.Random(1)
    with players(server, made.name, tokens) as people:
        begin(people)
        for _ in range(20):
            mover = next(player for player in people if player.now["moves"])
            message = mover.ask("play", move=rng.choice(mover.now["moves"]))
            for player in people:
                player.until_event(message["n"])
        hanging = HTTPConnection("127.0.0.1", server.port, timeout=WAIT)
        hanging.connect()
        hanging.sock.sendall(
            b"POST /api/v2/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        )
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < STOPS_WITHIN + BUSY
        hanging.close()
    server.start()
    with contextlib.closing(Player(server, made.name, tokens[0])) as one:
        assert one.now["n"] == message["n"]
    server.close()


def test_the_deadline_leaves_time_for_an_orderly_shutdown() -> None:
    assert SHUTDOWN_SECONDS < STOP_SECONDS < STOPS_WITHIN
