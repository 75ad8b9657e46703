"""Exporting and deleting what is stored about a person, with a real server."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.errors import OdintableError
from odintable.record.checksums import verify_checksums
from odintable.server.storage import backup, personal_data
from odintable.server.storage.sqlite_store import SqliteStore
from odintable.server.storage.store_interface import ArchiveGame
from tests.server.support.server_process import Player, ServerProcess, begin, players

pytestmark = pytest.mark.long

WAIT = 120.0  # seconds


def odintable(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    command = [sys.executable, "-m", "odintable", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT)


def test_a_person_is_exported_and_deleted_and_the_others_play_on(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    made = server.make("odin", [{}, {}], name="Freyja", options={"limit": 100})
    tokens = [made.token, made.sit("Loki")]
    with players(server, made.name, tokens) as people:
        begin(people)
        mover = next(player for player in people if player.now["moves"])
        mover.ask("play", move=mover.now["moves"][0])
    refused = odintable("store", "delete", str(server.store), "--seat", f"{made.name}/1")
    assert refused.returncode == 2
    assert "uses the store" in refused.stderr
    server.stop()

    answer = odintable("store", "export", str(server.store), "--name", "Loki")
    (seat,) = json.loads(answer.stdout)["seats"]
    assert (seat["table"], seat["seat"]) == (made.name, 1)
    assert seat["events"][0]["name"] == "Loki"
    assert {one["seat"] for one in seat["events"]} == {1}
    assert len(seat["tokens"]) == 1
    assert "Freyja" not in answer.stdout

    done = odintable("store", "delete", str(server.store), "--seat", f"{made.name}/1")
    assert done.returncode == 0, done.stderr
    stored = b"".join(one.read_bytes() for one in tmp_path.glob("games.sqlite*"))
    assert b"Loki" not in stored
    assert b"Freyja" in stored
    assert list(backup.problems(server.store)) == []

    server.start()
    assert server.call("GET", made.path(), token=tokens[1]).status_code == 401
    with contextlib.closing(Player(server, made.name, tokens[0])) as one:
        assert [seat["name"] for seat in one.now["seats"]] == ["Freyja", ""]
    server.close()


def test_the_name_in_a_record_is_replaced_and_its_checksums_fit(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    made = server.make("odin", [{}, {}], name="Freyja")
    tokens = [made.token, made.sit("Loki")]
    with players(server, made.name, tokens) as people:
        begin(people)
        people[0].ask("resign")
    record = server.call("GET", made.path("/record"), token=tokens[0]).text
    server.stop()
    server.close()
    store = SqliteStore(server.store)
    store.write([ArchiveGame(made.name, record, 1)])
    store.close()
    assert personal_data.delete_seats(server.store, name="Loki") == [f"{made.name}/1"]
    (seat,) = personal_data.export_seats(server.store, seat=f"{made.name}/0")["seats"]
    assert "players: Freyja | Seat 1" in verify_checksums(seat["record"])
    with pytest.raises(OdintableError, match="nothing is stored"):
        personal_data.export_seats(server.store, name="Loki")


def test_unclear_requests_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    SqliteStore(path).close()
    for words in (["--seat", "x"], ["--seat", "x/1", "--name", "y"], []):
        done = odintable("store", "export", str(path), *words)
        assert done.returncode == 2, words
        assert done.stderr.startswith("odintable: "), done.stderr
