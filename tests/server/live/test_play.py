"""People play over real sockets against a real server with a real file."""

import contextlib
import random
import sqlite3

import pytest

from tests.server.support.server_process import Player, ServerProcess, begin, players

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("game", "count", "options"),
    [
        ("odin", 2, {"hands": 1}),
        ("odin", 5, {"limit": 10}),
        ("ravens", 2, {"target": 1, "max-turns": 12}),
    ],
)
def test_people_play_a_whole_game_and_every_move_is_on_disk(
    server: ServerProcess, game: str, count: int, options: dict[str, int]
) -> None:
    made, tokens = server.seated(game, count, options=options)
    rng = random.Random(7)
    with players(server, made.name, tokens) as people:
        begin(people)
        moves = 0
        while people[0].now["stage"] == "playing":
            turn = people[0].now["view"]["turn"]
            mover = people[turn]
            legal = mover.now["moves"]
            assert legal
            message = mover.ask("play", move=rng.choice(legal))
            assert message["type"] == "event", message
            moves += 1
            catch_up(people, mover)
        assert all(player.now["result"]["why"] == "rules" for player in people)
        assert all(player.now["seed"] for player in people)
    path = f"file:{server.store}?mode=ro"
    with contextlib.closing(sqlite3.connect(path, uri=True)) as store:
        sql = "SELECT count(*), max(seq) FROM events WHERE game = ?"
        stored, last = store.execute(sql, (made.name,)).fetchone()
    assert stored == last + 1 == 1 + 2 * count + moves


def catch_up(people: list[Player], mover: Player) -> None:
    """Everybody hears of the move, if it is seen by all."""
    for player in people:
        if player is not mover:
            while (
                player.now["view"]["turn"] != mover.now["view"]["turn"]
                or player.now["stage"] != mover.now["stage"]
            ):
                player.hear()
