"""The server process: killed, stopped, without disk, backed up, archived."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from odintable.record.reader import read
from odintable.server.storage import backup
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.storage.store_interface import AppendEvent, NewGame, TableSummary
from odintable.server.tables import events as ev

from .support import many_tables
from .support.playing_clients import Client
from .support.pure_tables import table_config
from .support.server_process import (
    PERSON,
    WAIT,
    Json,
    Player,
    ServerProcess,
    begin,
    players,
)

pytestmark = pytest.mark.long


@pytest.fixture
def own(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of the test's own."""
    server = ServerProcess(tmp_path)
    yield server
    server.close()


def play_some(people: list[Player], moves: int) -> None:
    """So many random moves by whoever is to move."""
    rng = random.Random(moves)
    for _ in range(moves):
        mover = next(player for player in people if player.now["moves"])
        message = mover.ask("play", move=rng.choice(mover.now["moves"]))
        assert message["type"] == "event", message
        for player in people:
            player.until_event(message["n"])


def test_after_a_kill_every_acknowledged_move_is_stored_and_the_game_goes_on(
    own: ServerProcess,
) -> None:
    made, tokens = own.seated("odin", 2, options={"limit": 100})
    with players(own, made.name, tokens) as people:
        begin(people)
        play_some(people, 15)
        before = people[0].now
        mover = next(seat for seat, player in enumerate(people) if player.now["moves"])
        last: Json = {"do": "play", "id": "last", "move": people[mover].now["moves"][0]}
        people[mover].send(**last)
        people[mover].until(lambda message: message.get("id") == "last")
        port = own.port
        own.kill()
    own.start(port)
    with players(own, made.name, tokens) as people:
        assert people[0].now["n"] == before["n"] + 1
        people[mover].send(**last)
        ack = people[mover].until(lambda message: message.get("id") == "last")
        assert (ack["type"], ack["n"]) == ("ack", before["n"] + 1)
        play_some(people, 5)
    assert list(backup.problems(own.store)) == []


def test_a_stopping_server_asks_clients_to_reconnect(own: ServerProcess) -> None:
    made, tokens = own.seated("odin", 2)
    one = Player(own, made.name, tokens[0])
    assert own.stop() == 0
    assert one.until(lambda message: message["type"] == "bye")["after"] > 0
    with pytest.raises(ConnectionClosed, match="1012"):
        one.hear()


def test_clocks_are_paused_while_the_server_is_down(own: ServerProcess) -> None:
    made, tokens = own.seated("odin", 2, clock={"kind": "game", "start": 3600}, first=0)
    began = time.monotonic()
    with players(own, made.name, tokens) as people:
        begin(people)
    own.stop()
    stopped = time.monotonic()
    time.sleep(6)
    started = time.monotonic()
    own.start()
    with players(own, made.name, tokens) as (one, _):
        up = (stopped - began) + (time.monotonic() - started)
        assert one.now["clock"]["left"][0] > 3_600_000 - 1000 * up
        assert one.now["clock"]["running"] == 0


def test_nobody_loses_on_time_while_nothing_can_be_stored(own: ServerProcess) -> None:
    clock = {"kind": "move", "turn": 8}  # seconds: enough to ask once, on a busy machine too
    made, tokens = own.seated("odin", 2, clock=clock, first=0, options={"limit": 100})
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        held = sqlite3.connect(own.store, timeout=WAIT, isolation_level=None)
        with contextlib.closing(held):
            held.execute("BEGIN IMMEDIATE")
            asked: Json = {"do": "play", "id": "held", "move": one.now["moves"][0]}
            until = time.monotonic() + 10
            while time.monotonic() < until:
                one.send(**asked)
                message = one.until(lambda message: message.get("id") == "held")
                assert (message["type"], message.get("code")) == ("refused", "store")
            assert own.call("GET", "/readyz").status_code == 503
            held.execute("ROLLBACK")
        while message.get("code") == "store":
            one.send(**asked)
            message = one.until(lambda message: message.get("id") == "held")
        assert (message["type"], message["kind"], message["stage"]) == ("event", "move", "playing")
        two.until_event(message["n"])
        last = two.until(lambda message: message.get("kind") == "ended")
        assert last["result"] == {"why": "time", "winners": [0], "seat": 1}
    assert list(backup.problems(own.store)) == []


def test_a_player_who_runs_out_of_time_loses(own: ServerProcess) -> None:
    made, tokens = own.seated("odin", 2, clock={"kind": "move", "turn": 1}, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        message = two.until(lambda message: message.get("kind") == "ended")
        assert message["result"] == {"why": "time", "winners": [1], "seat": 0}


def test_a_dead_bot_process_is_replaced_and_its_job_repeated(own: ServerProcess) -> None:
    made = own.make("ravens", [PERSON, {"bot": "greedy"}], first=0, bot_time=50)
    player = Player(own, made.name, made.token)
    player.ask("ready")
    player.ask("play", move="end")
    player.until(lambda message: bool(message.get("moves")))
    killed = children_named(own.process.pid, "spawn_main")
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    player.ask("play", move="end")
    assert player.until(lambda message: bool(message.get("moves")))
    assert "odintable_workers_lost_total 0" not in own.metrics()
    player.close()


def children_named(parent: int, name: str) -> list[int]:
    """The processes below one, by a word of their command."""
    listing = subprocess.run(
        ["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listing.stdout.splitlines()[1:]]
    return [int(pid) for pid, above, args in rows if int(above) == parent and name in args]


def test_a_locked_store_allows_retries_and_shows_nothing_unstored(
    own: ServerProcess,
) -> None:
    made, tokens = own.seated("odin", 2, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        n = one.now["n"]
        blocker = sqlite3.connect(own.store, timeout=WAIT, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        asked: Json = {"do": "play", "id": "held", "move": one.now["moves"][0]}
        one.send(**asked)
        message = one.until(lambda message: message.get("id") == "held")
        assert (message["type"], message["code"], message["retry"]) == ("refused", "store", True)
        blocker.execute("ROLLBACK")
        blocker.close()
        while message.get("code") == "store":  # what waited for the lock may have given up just now
            one.send(**asked)
            message = one.until(lambda message: message.get("id") == "held")
        assert message["n"] == n + 1
        assert two.until_event(n + 1)["n"] == n + 1
        assert [message["n"] for message in two.received if message["type"] == "event"][-1] == n + 1


def test_a_store_in_use_is_backed_up_and_nobody_is_disconnected(
    own: ServerProcess, tmp_path: Path
) -> None:
    made, tokens = own.seated("odin", 2, options={"limit": 100})
    with players(own, made.name, tokens) as people:
        begin(people)
        for number in range(3):
            command = ["store", "backup", str(own.store), str(tmp_path / f"{number}.sqlite")]
            with subprocess.Popen([sys.executable, "-m", "odintable", *command]) as backing_up:
                play_some(people, 8)
                assert backing_up.wait(WAIT) == 0
        play_some(people, 3)
    assert list(backup.problems(tmp_path / "2.sqlite")) == []
    assert "odintable_store_errors_total 0" in own.metrics()


class Forgetful(Client):
    """Takes a welcome as all there is, as the page does."""

    async def _welcomed(self, message: Json) -> None:
        self.last = 0
        self.seen.clear()
        await super()._welcomed(message)


def test_a_store_is_restored_under_load_without_gaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_tables, "Client", Forgetful)
    copy = tmp_path / "copy.sqlite"

    async def scene(server: ServerProcess) -> None:
        people = await asyncio.to_thread(many_tables.TableClients, server, 4)
        async with people:
            await people.resume()
            assert await asyncio.to_thread(odintable, "store", "backup", *files) == 0
            for _ in range(3):
                await people.resume()
                assert await asyncio.to_thread(odintable, "store", "restore", *files) == 0
            await people.resume()
            await people.settle()

    with contextlib.closing(ServerProcess(tmp_path)) as server:
        files = (str(server.store), str(copy))
        asyncio.run(scene(server))
        assert server.call("GET", "/healthz").status_code == 200
    assert list(backup.problems(server.store)) == []


def test_unreadable_games_do_not_stop_the_clocks_of_others(own: ServerProcess) -> None:
    own.stop()
    store = SqliteStore(own.store)
    for number in range(120):
        game = f"bad{number:09}"
        body = (
            ev.encode(ev.TableCreated(1, config=table_config(rules=0), commitment="c"))
            if number % 2
            else b"{}"
        )
        mark = TableSummary(game, listed=True, due=1, touched=1)
        store.write([NewGame(game, b"s", 1), AppendEvent(game, 0, body), mark])
    store.close()
    own.start()
    made, tokens = own.seated("odin", 2, clock={"kind": "move", "turn": 1}, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
    deadline = time.monotonic() + WAIT
    while own.call("GET", made.path(), token=tokens[0]).json()["stage"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.5)
    message = own.call("GET", "/api/v2/tables/bad000000000", token="x")
    assert (message.status_code, message.json()["error"]["code"]) == (409, "rules")


def test_a_store_is_backed_up_and_restored_while_the_server_runs(
    own: ServerProcess, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    made, tokens = own.seated("odin", 2, options={"limit": 100})
    with players(own, made.name, tokens) as people:
        begin(people)
        play_some(people, 6)
        n = people[0].now["n"]
        assert odintable("store", "backup", str(own.store), str(copy)) == 0
        play_some(people, 6)
        assert odintable("store", "restore", str(own.store), str(copy)) == 0
        with pytest.raises(ConnectionClosed, match="1012"):
            people[0].until(lambda _told: False)
    with players(own, made.name, tokens) as people:
        assert people[0].now["n"] == n
        play_some(people, 3)
    assert odintable("store", "check", str(own.store)) == 0
    assert odintable("store", "check", str(copy)) == 0


def odintable(*words: str) -> int:
    """A command's exit status."""
    return subprocess.run([sys.executable, "-m", "odintable", *words], check=False).returncode


def test_old_games_become_records_that_their_tokens_still_open(tmp_path: Path) -> None:
    with contextlib.closing(ServerProcess(tmp_path)) as server:
        made, tokens = server.seated("odin", 2)
        with players(server, made.name, tokens) as people:
            begin(people)
            play_some(people, 5)
            people[0].ask("resign")
        text = server.call("GET", made.path("/record"), token=tokens[1]).text
    with contextlib.closing(sqlite3.connect(server.store, isolation_level=None)) as store:
        store.execute("UPDATE games SET touched = 1")
    server = ServerProcess(tmp_path, archive_days=1)
    try:
        deadline = time.monotonic() + WAIT * 2
        while server.call("GET", made.path(), token=tokens[0]).status_code != 410:
            assert time.monotonic() < deadline
            time.sleep(0.5)
        kept = server.call("GET", made.path("/record"), token=tokens[1])
        assert kept.text == text
        assert read(kept.text).game == "odin"
        assert server.call("GET", made.path("/record")).status_code == 401
        with contextlib.closing(Player(server, made.name, tokens[1])) as one:
            assert one.welcome["stage"] == "archived"
        message = server.call("GET", made.path("/replay"), token=tokens[1]).json()
        assert (message["you"], message["viewer"], len(message["timeline"])) == (1, "1", 6)
        assert (message["is_over"], message["winners"]) == (True, [1])
        assert server.call("GET", made.path("/replay?as=open"), token=tokens[1]).is_success
        assert server.call("GET", made.path("/replay")).status_code == 401
        link = server.call("POST", made.path("/link"), token=tokens[1]).json()["token"]
        assert server.call("GET", made.path("/replay"), token=link).json()["viewer"] == "open"
    finally:
        server.close()


def test_logs_are_json_and_hold_no_token(tmp_path: Path) -> None:
    with contextlib.closing(ServerProcess(tmp_path, log="debug")) as server:
        made, tokens = server.seated("odin", 2)
        server.call("POST", made.path("/cookie"), {"token": tokens[1]})
        with players(server, made.name, tokens) as people:
            begin(people)
    written = (tmp_path / "server.log").read_text()
    assert '"what": "request"' in written
    for token in (*tokens, made.invitation, made.spectating):
        assert token not in written
    stored = server.store.read_bytes()
    for token in (*tokens, made.invitation, made.spectating):
        assert token.encode() not in stored


def test_a_second_server_cannot_use_the_store(own: ServerProcess) -> None:
    command = [sys.executable, "-m", "odintable", "serve", "--port", "0", "--store", str(own.store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode == 2
    assert done.stderr.startswith(f"odintable: another server uses the store {own.store}")
    assert own.call("GET", "/readyz").status_code in (200, 503)
