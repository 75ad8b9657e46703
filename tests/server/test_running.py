"""The server as it is run: killed, stopped, without disk, backed up, archived."""

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

from odintable.errors import OdintableError
from odintable.reader import read
from odintable.server import backup, sqlite
from odintable.server import events as ev
from odintable.server.sqlite import MIGRATIONS, SqliteStore
from odintable.server.store import Append, Beat, Conflict, Mark, NewGame, StoreError, Write

from . import crowd
from .clients import Client
from .running import PERSON, WAIT, Json, Player, Running, begin, players
from .tables import plan
from .worlds import QuickStore

pytestmark = pytest.mark.long


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    """A server of the test's own."""
    server = Running(tmp_path)
    yield server
    server.close()


PLAYED = """
import random
from odintable.games import batch
from odintable.server import sight
from odintable.server.server import warm_up
from tests.server.tables import dealt, plan, play_on

def compiled():
    return {name: len(getattr(door, "signatures", ())) for name, door in vars(batch).items()}

warm_up()
warm = compiled()
for game in ("odin", "ravens"):
    table = dealt(plan(game))
    play_on(table, random.Random(1), 20)
    for seat in (0, 1):
        sight.event_message(table, table.log[-1], seat, lambda: [True, True])
assert compiled() == warm
"""


def test_nothing_is_compiled_at_a_table_once_the_server_says_that_it_is_ready() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    subprocess.run([sys.executable, "-c", PLAYED], env=env, timeout=300, check=True)


def play_some(people: list[Player], moves: int) -> None:
    """So many random moves by whoever is to move."""
    rng = random.Random(moves)
    for _ in range(moves):
        mover = next(player for player in people if player.now["moves"])
        told = mover.ask("play", move=rng.choice(mover.now["moves"]))
        assert told["is"] == "event", told
        for player in people:
            player.until_event(told["n"])


def test_after_a_power_cut_every_acknowledged_move_is_there_and_the_game_goes_on(
    own: Running,
) -> None:
    made, tokens = own.seated("odin", 2, options={"limit": 100})
    with players(own, made.name, tokens) as people:
        begin(people)
        play_some(people, 15)
        before = people[0].now
        mover = next(seat for seat, player in enumerate(people) if player.now["moves"])
        last: Json = {"do": "play", "id": "last", "move": people[mover].now["moves"][0]}
        people[mover].send(**last)
        people[mover].until(lambda told: told.get("id") == "last")
        port = own.port
        own.kill()
    own.start(port)
    with players(own, made.name, tokens) as people:
        assert people[0].now["n"] == before["n"] + 1
        people[mover].send(**last)
        ack = people[mover].until(lambda told: told.get("id") == "last")
        assert (ack["is"], ack["n"]) == ("ack", before["n"] + 1)
        play_some(people, 5)
    assert list(backup.faults(own.store)) == []


def test_who_stops_the_server_tells_clients_to_come_back(own: Running) -> None:
    made, tokens = own.seated("odin", 2)
    one = Player(own, made.name, tokens[0])
    assert own.stop() == 0
    assert one.until(lambda told: told["is"] == "bye")["after"] > 0
    with pytest.raises(ConnectionClosed, match="1012"):
        one.hear()


def test_clocks_stand_while_the_server_is_down(own: Running) -> None:
    made, tokens = own.seated("odin", 2, clock={"kind": "game", "start": 60}, first=0)
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
        assert one.now["clock"]["left"][0] > 60_000 - 1000 * up
        assert one.now["clock"]["running"] == 0


def test_nobody_loses_on_time_while_nothing_can_be_stored(own: Running) -> None:
    clock = {"kind": "move", "turn": 3}
    made, tokens = own.seated("odin", 2, clock=clock, first=0, options={"limit": 100})
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        held = sqlite3.connect(own.store, isolation_level=None)
        with contextlib.closing(held):
            held.execute("BEGIN IMMEDIATE")
            asked: Json = {"do": "play", "id": "held", "move": one.now["moves"][0]}
            until = time.monotonic() + 8
            while time.monotonic() < until:
                one.send(**asked)
                told = one.until(lambda heard: heard.get("id") == "held")
                assert (told["is"], told.get("code")) == ("refused", "store")
            assert own.call("GET", "/readyz").status_code == 503
            held.execute("ROLLBACK")
        while told.get("code") == "store":
            one.send(**asked)
            told = one.until(lambda heard: heard.get("id") == "held")
        assert (told["is"], told["kind"], told["stage"]) == ("event", "move", "playing")
        two.until_event(told["n"])
        last = two.until(lambda heard: heard.get("kind") == "ended")
        assert last["result"] == {"why": "time", "winners": [0], "seat": 1}
    assert list(backup.faults(own.store)) == []


def test_whoever_runs_out_of_time_loses(own: Running) -> None:
    made, tokens = own.seated("odin", 2, clock={"kind": "move", "turn": 1}, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        told = two.until(lambda heard: heard.get("kind") == "ended")
        assert told["result"] == {"why": "time", "winners": [1], "seat": 0}


def test_a_dead_bot_process_is_replaced_and_its_move_thought_again(own: Running) -> None:
    made = own.make("ravens", [PERSON, {"bot": "greedy"}], first=0, bot_time=50)
    player = Player(own, made.name, made.token)
    player.ask("ready")
    player.ask("play", move="end")
    player.until(lambda told: bool(told.get("moves")))
    killed = children_named(own.process.pid, "spawn_main")
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    player.ask("play", move="end")
    assert player.until(lambda told: bool(told.get("moves")))
    assert "odintable_workers_lost_total 1" in own.call("GET", "/metrics").text
    player.close()


def children_named(parent: int, name: str) -> list[int]:
    """The processes below one, by a word of their command."""
    listing = subprocess.run(
        ["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listing.stdout.splitlines()[1:]]
    return [int(pid) for pid, above, args in rows if int(above) == parent and name in args]


def test_a_locked_store_is_a_retry_and_nothing_is_shown_that_is_not_stored(own: Running) -> None:
    made, tokens = own.seated("odin", 2, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
        n = one.now["n"]
        blocker = sqlite3.connect(own.store, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        asked: Json = {"do": "play", "id": "held", "move": one.now["moves"][0]}
        one.send(**asked)
        told = one.until(lambda heard: heard.get("id") == "held")
        assert (told["is"], told["code"], told["retry"]) == ("refused", "store", True)
        blocker.execute("ROLLBACK")
        blocker.close()
        one.send(**asked)
        assert one.until(lambda heard: heard.get("id") == "held")["n"] == n + 1
        assert two.until_event(n + 1)["n"] == n + 1
        assert [told["n"] for told in two.heard if told["is"] == "event"][-1] == n + 1


def test_a_store_that_is_played_on_is_backed_up_and_nobody_is_sent_away(
    own: Running, tmp_path: Path
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
    assert list(backup.faults(tmp_path / "2.sqlite")) == []
    assert "odintable_store_errors_total 0" in own.call("GET", "/metrics").text


class Forgetful(Client):
    """Takes a welcome as all there is, as the page does."""

    async def _welcomed(self, told: Json) -> None:
        self.last = 0
        self.seen.clear()
        await super()._welcomed(told)


def test_a_store_is_put_back_while_everybody_plays_and_no_history_has_a_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "Client", Forgetful)
    copy = tmp_path / "copy.sqlite"

    async def scene(server: Running) -> None:
        people = await asyncio.to_thread(crowd.Crowd, server, 4)
        async with people:
            await people.go_on()
            assert await asyncio.to_thread(odintable, "store", "backup", *files) == 0
            for _ in range(3):
                await people.go_on()
                assert await asyncio.to_thread(odintable, "store", "restore", *files) == 0
            await people.go_on()
            await people.settle()

    with contextlib.closing(Running(tmp_path)) as server:
        files = (str(server.store), str(copy))
        asyncio.run(scene(server))
        assert server.call("GET", "/healthz").status_code == 200
    assert list(backup.faults(server.store)) == []


def test_games_that_cannot_be_read_do_not_stop_the_clocks_of_others(own: Running) -> None:
    own.stop()
    store = SqliteStore(own.store)
    for number in range(120):
        game = f"bad{number:09}"
        body = ev.write(ev.Made(1, plan=plan(rules=0), commitment="c")) if number % 2 else b"{}"
        mark = Mark(game, listed=True, due=1, touched=1)
        store.write([NewGame(game, b"s", 1), Append(game, 0, body), mark])
    store.close()
    own.start()
    made, tokens = own.seated("odin", 2, clock={"kind": "move", "turn": 1}, first=0)
    with players(own, made.name, tokens) as (one, two):
        begin([one, two])
    deadline = time.monotonic() + WAIT
    while own.call("GET", made.path(), token=tokens[0]).json()["stage"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.5)
    told = own.call("GET", "/api/v1/tables/bad000000000", token="x")
    assert (told.status_code, told.json()["error"]["code"]) == (409, "rules")


def test_a_store_is_backed_up_and_put_back_while_the_server_runs(
    own: Running, tmp_path: Path
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


def test_old_games_become_records_that_their_links_still_open(tmp_path: Path) -> None:
    with contextlib.closing(Running(tmp_path)) as server:
        made, tokens = server.seated("odin", 2)
        with players(server, made.name, tokens) as people:
            begin(people)
            play_some(people, 5)
            people[0].ask("resign")
        text = server.call("GET", made.path("/record"), token=tokens[1]).text
    with sqlite3.connect(server.store) as store:
        store.execute("UPDATE games SET touched = 1")
    server = Running(tmp_path, archive_days=1)
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
        told = server.call("GET", made.path("/replay"), token=tokens[1]).json()
        assert (told["you"], told["viewer"], len(told["moments"])) == (1, "1", 6)
        assert (told["is_over"], told["winners"]) == (True, [1])
        assert server.call("GET", made.path("/replay?as=open"), token=tokens[1]).is_success
        assert server.call("GET", made.path("/replay")).status_code == 401
        link = server.call("POST", made.path("/link"), token=tokens[1]).json()["token"]
        assert server.call("GET", made.path("/replay"), token=link).json()["viewer"] == "open"
    finally:
        server.close()


def test_logs_are_json_and_hold_no_token(tmp_path: Path) -> None:
    with contextlib.closing(Running(tmp_path, log="debug")) as server:
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


def test_a_second_server_is_kept_from_the_store(own: Running) -> None:
    command = [sys.executable, "-m", "odintable", "serve", "--port", "0", "--store", str(own.store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode == 2
    assert done.stderr.startswith(f"odintable: another server uses the store {own.store}")
    assert own.call("GET", "/readyz").status_code in (200, 503)


# -- The store itself -------------------------------------------------------------------------


def test_a_number_is_written_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "one.sqlite")
    store.write([NewGame("g", b"s", 1), Append("g", 0, b"a")])
    with pytest.raises(Conflict):
        store.write([Append("g", 1, b"b"), Append("g", 0, b"c")])
    assert store.events("g") == [b"a"]
    store.close()


@pytest.mark.parametrize("number", [2, 7])
def test_no_number_is_left_out(number: int, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "gap.sqlite")
    store.write([NewGame("g", b"s", 1), Append("g", 0, b"a")])
    for batch in (
        [Append("g", number, b"c")],
        [Append("g", 1, b"b"), Append("g", number + 1, b"")],
    ):
        with pytest.raises(Conflict, match="does not follow"):
            store.write(batch)
    assert store.events("g") == [b"a"]
    store.write([Append("g", 1, b"b")])
    assert store.events("g") == [b"a", b"b"]
    store.close()


def test_a_store_whose_file_was_exchanged_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), Append("g", 0, b"a")])
    other = tmp_path / "other.sqlite"
    backup.copy(path, other)
    other.rename(path)
    with pytest.raises(StoreError, match="exchanged: start the server anew"):
        store.write([Append("g", 1, b"b")])
    path.unlink()
    with pytest.raises(StoreError, match="taken away"):
        store.write([Append("g", 1, b"b")])
    store.close()


def test_what_goes_wrong_unexpectedly_leaves_no_transaction_open(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "one.sqlite")
    store.write([NewGame("g", b"s", 1)])
    too_large: list[Write] = [Append("g", 0, b"a"), Beat(1 << 80)]
    with pytest.raises(OverflowError):
        store.write(too_large)
    assert store.events("g") == []
    store.write([Append("g", 0, b"a")])
    assert store.events("g") == [b"a"]
    store.close()


LARGE = 8000  # events of 4 KiB: copied in parts, something is written between any two


def test_a_backup_of_a_store_that_is_written_all_the_time_ends(tmp_path: Path) -> None:
    path, copy = tmp_path / "busy.sqlite", tmp_path / "copy.sqlite"
    store = QuickStore(path)
    store.write([NewGame("g", b"s", 1)])
    store.write([Append("g", number, bytes(4096)) for number in range(LARGE)])
    command = [sys.executable, "-m", "odintable", "store", "backup", str(path), str(copy)]
    written = LARGE
    with subprocess.Popen(command) as backing_up:
        deadline = time.monotonic() + 2 * WAIT
        while backing_up.poll() is None and time.monotonic() < deadline:
            store.write([Append("g", written, b"m")])
            written += 1
        backing_up.kill()
    assert backing_up.returncode == 0
    assert len(store.events("g")) == written, "nobody had to wait, nothing was lost"
    store.close()
    kept = SqliteStore(copy)
    assert kept.faults() == []
    assert LARGE <= len(kept.events("g")) <= written
    kept.close()


CRAMPED = """
import resource, sys
from pathlib import Path
from odintable.server import backup
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
backup.copy(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "large.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1)])
    store.write([Append("g", number, bytes(4096)) for number in range(100)])
    store.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "-c", CRAMPED, str(path), str(folder / "copy.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode != 0
    assert "could not be copied" in done.stderr
    assert list(folder.iterdir()) == []


def test_a_backup_with_a_game_of_other_rules_is_sound_and_can_be_put_back(tmp_path: Path) -> None:
    path, copy = tmp_path / "one.sqlite", tmp_path / "copy.sqlite"
    store = SqliteStore(path)
    made = ev.Made(1, plan=plan(rules=0), commitment="c")
    store.write([NewGame("g", b"s", 1), Append("g", 0, ev.write(made))])
    store.write([Append("g", 1, b'{"kind":"unheard of"}')])
    backup.copy(path, copy)
    assert list(backup.faults(copy)) == []
    backup.restore(copy, path)
    store.close()
    broken = SqliteStore(copy)
    broken.write([NewGame("h", b"s", 1), Append("h", 0, b"{}")])
    broken.close()
    assert [fault[:30] for fault in backup.faults(copy)] == ["game h: this game cannot be re"]
    with pytest.raises(OdintableError, match="not sound"):
        backup.restore(copy, path)


def test_what_is_filed_away_is_there_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "FILE_AT", 4)
    path = tmp_path / "filed.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), NewGame("h", b"s", 1)])
    for number in range(11):
        for game in "gh":
            store.write([Append(game, number, f"{game}{number}".encode())])
        store.tidy()
        for game in "gh":
            assert store.events(game) == [f"{game}{one}".encode() for one in range(number + 1)]
            with pytest.raises(Conflict):
                store.write([Append(game, number, b"again")])
    lying = {"inbox": 2, "filed": 20}
    assert {name: store._read(f"SELECT count(*) FROM {name}")[0][0] for name in lying} == lying
    assert store.faults() == []
    store.close()
    store = SqliteStore(path)
    store.start_run(1)
    assert store._read("SELECT count(*) FROM inbox") == [(0,)]
    assert len(store.events("g")) == len(store.events("h")) == 11
    with pytest.raises(Conflict):
        store.write([Append("h", 10, b"again")])
    store.close()


def test_the_key_holds_in_the_inbox_whoever_writes(tmp_path: Path) -> None:
    path = tmp_path / "key.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), Append("g", 0, b"a")])
    with (
        contextlib.closing(sqlite3.connect(path)) as other,
        pytest.raises(sqlite3.IntegrityError, match="UNIQUE"),
    ):
        other.execute("INSERT INTO inbox (game, seq, body) VALUES ('g', 0, x'62')")
    assert store.events("g") == [b"a"]
    store.close()


def test_of_a_transaction_that_breaks_the_key_nothing_stays(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "key.sqlite")
    games = [f"g{number}" for number in range(150)]
    store.write([NewGame(game, b"s", 1) for game in games])
    store.write([Append(game, 0, b"a") for game in games])
    store._numbers[games[-1]] = 0  # what is in mind is wrong: the key alone is left
    with pytest.raises(Conflict, match="UNIQUE"):
        store.write(
            [
                Mark("g0", touched=7),
                *(Append(game, 1, b"b") for game in games[:-1]),
                Append(games[-1], 0, b"again"),
            ]
        )
    assert all(store.events(game) == [b"a"] for game in games)
    assert len(store.old(0, 2, len(games))) == len(games), "the mark is undone too"
    store.write([Append(game, 1, b"b") for game in games])
    assert all(store.events(game) == [b"a", b"b"] for game in games)
    store.close()


def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as old:
        old.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        old.execute("INSERT INTO events VALUES ('g', 0, x'61')")
        old.commit()
    store = SqliteStore(path)
    store.write([Append("g", 1, b"b")])
    assert store.events("g") == [b"a", b"b"]
    store.close()


def test_a_store_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    SqliteStore(path).close()
    with contextlib.closing(sqlite3.connect(path)) as store:
        store.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="version"):
        SqliteStore(path)


def test_a_gap_in_the_events_is_found(tmp_path: Path) -> None:
    path = tmp_path / "gap.sqlite"
    store = SqliteStore(path)
    store.write([NewGame("g", b"s", 1), Append("g", 0, b"a"), Append("g", 1, b"b")])
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("DELETE FROM inbox WHERE seq = 0")
        other.commit()
    assert next(iter(backup.faults(path))) == "game g: an event is missing"
