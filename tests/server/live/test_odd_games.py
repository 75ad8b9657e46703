"""Whole games over real sockets in which everything happens at an odd moment."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import time
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from odintable.server.live import client_messages
from odintable.server.tables import events as ev
from odintable.server.tables import viewer_messages
from odintable.server.tables.table import Table
from tests.server.support.server_process import WAIT, Json, Player, ServerProcess, begin

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.long

AWAY = 5  # seconds: the least that can be agreed
SHORT: dict[str, Json] = {"odin": {"limit": 8}, "ravens": {"target": 2, "max-turns": 14}}


class Odd:
    """A game at which people come and go, change their minds and ask each other."""

    def __init__(self, server: ServerProcess, game: str, count: int, seed: int) -> None:
        """Everybody is ready."""
        self.server = server
        self.rng = random.Random(f"{game} {count} {seed}")
        more: Json = {"options": SHORT[game], "absent_after": AWAY, "bot_time": 20}
        self.made, self.tokens = server.seated(game, count, **more)
        self.people = [Player(server, self.made.name, token) for token in self.tokens]
        self.gone: set[int] = set()
        # Without keep-alive: who asks just when the server gives up an idle link is sent away.
        self.api = httpx.Client(base_url=server.url, timeout=WAIT, headers={"connection": "close"})
        begin(self.people)
        self.catch_up()

    @property
    def one(self) -> Player:
        """Somebody who is here."""
        return next(player for seat, player in self.here())

    def here(self) -> Iterator[tuple[int, Player]]:
        """Who is here, and where."""
        return ((seat, one) for seat, one in enumerate(self.people) if seat not in self.gone)

    @property
    def is_over(self) -> bool:
        """Nothing more to play."""
        return bool(self.one.now["stage"] == "over")

    def catch_up(self) -> None:
        """Everybody who is here hears of all that happened."""
        for seat, player in self.here():
            player.until_event(self.look(seat)["n"])

    def look(self, seat: int, rest: str = "") -> Json:
        """What the API tells a seat."""
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        reply = self.api.get(self.made.path(rest), headers=headers)
        assert reply.status_code == 200, reply.text
        message: Json = reply.json()
        return message

    def ask(self, who: int, do: str, **more: Any) -> Json:
        """A request, of which all hear who are here."""
        message = self.people[who].ask(do, **more)
        self.catch_up()
        return message

    def close(self) -> None:
        """Everybody goes."""
        self.api.close()
        for player in self.people:
            player.close()

    # -- What people do ------------------------------------------------------------------------

    def play(self) -> None:
        """Whoever is to move does, or its bot does."""
        turn = self.one.now["view"]["turn"]
        moves = [] if turn in self.gone else self.people[turn].now["moves"]
        if moves:
            message = self.ask(turn, "play", move=self.rng.choice(moves))
            assert message["type"] == "event", message
        else:
            assert self.one.now["seats"][turn]["played_by"], self.one.now
            self.one.hear()
            self.catch_up()

    def come_back(self, seat: int) -> None:
        """The link breaks, and the next one has what was missed."""
        before = self.people[seat]
        last = before.now["n"]
        before.close()
        if seat not in self.gone and not self.is_over:
            self.play_of_others(seat)
        self.people[seat] = Player(self.server, self.made.name, self.tokens[seat], last)
        welcome = self.people[seat].welcome
        assert [one["n"] for one in welcome["events"]] == list(range(last + 1, welcome["n"] + 1))
        self.gone.discard(seat)
        self.catch_up()

    def play_of_others(self, seat: int) -> None:
        """A move while one is not connected."""
        self.gone.add(seat)
        if self.one.now["view"]["turn"] != seat:
            self.play()

    def let_bots_move(self) -> None:
        """Until a person is to move, or nobody: from then on nothing happens by itself."""
        while not self.is_over and self.one.now["seats"][self.one.now["view"]["turn"]]["played_by"]:
            self.one.hear()
            self.catch_up()

    def take_back(self, seat: int) -> None:
        """Freely, or the others are asked: they agree, decline, or somebody moves on."""
        self.let_bots_move()
        if self.is_over:
            return
        if self.people[seat].now["may_take_back"] == "no":
            assert self.ask(seat, "back")["code"] == "not-allowed"
            return
        message = self.ask(seat, "back")
        if not message.get("proposals"):
            assert message["kind"] == "back"
            return
        how = self.rng.choice(["agree", "decline", "play", "come back"])
        other = self.rng.choice(message["proposals"][0]["asked"])
        if how == "play":
            self.play()
            is_unseen = self.people[other].now["move"].startswith("lay ")  # does not end the asking
            answer = self.ask(other, "agree", what="back")
            assert answer.get("code") == (None if is_unseen else "nothing-proposed")
        elif how == "come back":
            self.people[other].close()
            self.people[other] = Player(self.server, self.made.name, self.tokens[other])
            assert self.people[other].now["proposals"][0]["what"] == "back"
            self.ask(other, "decline", what="back")
        elif how == "decline":
            self.ask(other, "decline", what="back")
        else:
            for one in message["proposals"][0]["asked"]:
                answer = self.ask(one, "agree", what="back")
            assert answer["done"]

    def be_replaced(self, seat: int) -> None:
        """One is away too long, a bot takes over, and the person comes back."""
        self.people[seat].close()
        self.gone.add(seat)
        asker = next(at for at, _ in self.here())
        while (message := self.ask(asker, "propose", what="bot", seat=seat))["type"] == "refused":
            assert message["why"] == {"key": "why.not-away"}
            time.sleep(0.5)
        for other in message["proposals"][0]["asked"] if message["proposals"] else ():
            message = self.ask(other, "agree", what="bot")
        assert message["seats"][seat]["played_by"] == "greedy"
        for _ in range(6):
            if not self.is_over:
                self.play()
        self.come_back(seat)
        if not self.is_over:
            message = self.ask(seat, "return")
            assert message.get("kind") == "returned" or self.is_over, message


def stored(server: ServerProcess, name: str) -> Table:
    """The table as its stored events tell it."""
    path = f"file:{server.store}?mode=ro"
    with contextlib.closing(sqlite3.connect(path, uri=True)) as store:
        (seed,) = store.execute("SELECT seed FROM games WHERE game = ?", (name,)).fetchone()
        sql = "SELECT body FROM events WHERE game = ? ORDER BY seq"
        bodies = [body for (body,) in store.execute(sql, (name,))]
    table = Table(name, seed)
    for body in bodies:
        table.apply(ev.decode(body))
    return table


def check_end(odd: Odd) -> None:
    """Everybody has the end that the store has, by socket and by the API, and so has the replay."""
    table = stored(odd.server, odd.made.name)
    assert table.result is not None
    for seat, player in enumerate(odd.people):
        present = [True] * len(odd.people)
        message = msgspec.json.decode(
            client_messages.encode(viewer_messages.welcome_message(table, seat, 0, present, 0))
        )
        assert odd.look(seat) == message
        for key in ("n", "view", "moves", "result", "seed", "stage", "may_take_back", "proposals"):
            assert player.now[key] == message[key], key
        replay = odd.look(seat, "/replay")
        assert replay["winners"] == message["result"]["winners"]
        assert len(replay["timeline"]) == 1 + sum(
            not move.is_secret or move.seat == seat for move in table.moves
        )


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "count"), [("odin", 2), ("odin", 4), ("ravens", 2)])
def test_odd_games_end_the_same_for_everybody_and_in_the_store(
    server: ServerProcess, game: str, count: int, seed: int
) -> None:
    odd = Odd(server, game, count, seed)
    is_replaced, resigns = False, seed == 1
    moves = 0
    while not odd.is_over:
        seat = odd.rng.randrange(count)
        chance = odd.rng.random()
        if chance < 0.1:
            odd.take_back(seat)
        elif chance < 0.2:
            odd.come_back(seat)
        elif moves > 10 and not is_replaced:
            is_replaced = True
            odd.be_replaced(seat)
        elif moves > 25 and resigns:
            resigns = False
            assert odd.ask(seat, "resign")["kind"] == "resigned"
            odd.people[seat].send(do="say", phrase="good-game")
        else:
            odd.play()
        moves += 1
    check_end(odd)
    after_the_end(odd)
    odd.close()


def after_the_end(odd: Odd) -> None:
    """What comes too late is refused with a clear code; a rematch is made, once."""
    one = odd.people[0]
    for do, more, code in (
        ("play", {"move": "pass"}, "wrong-stage"),
        ("back", {}, "wrong-stage"),
        ("resign", {}, "wrong-stage"),
        ("return", {}, "wrong-stage"),
        ("leave", {}, "wrong-stage"),
        ("ready", {}, "wrong-stage"),
        ("propose", {"what": "bot", "seat": 1}, "wrong-stage"),
        ("propose", {"what": "end", "seat": 1}, "wrong-stage"),
        ("propose", {"what": "draw"}, "bad-request"),
        ("agree", {"what": "rematch"}, "nothing-proposed"),
        ("decline", {"what": "back"}, "nothing-proposed"),
    ):
        assert one.ask(do, **more).get("code") == code, do
    message = odd.ask(0, "propose", what="rematch")
    for seat in message["proposals"][0]["asked"]:
        message = odd.ask(seat, "agree", what="rematch")
    odd.catch_up()
    assert one.now["rematch"]
    assert one.ask("propose", what="rematch")["why"] == {"key": "why.rematch-made"}
    assert stored(odd.server, one.now["rematch"]).stage == "waiting"


def test_a_client_ahead_of_the_server_gets_the_whole_view(server: ServerProcess) -> None:
    made, tokens = server.seated("odin", 2)
    people = [Player(server, made.name, token) for token in tokens]
    begin(people)
    back = Player(server, made.name, tokens[1], last=99)
    message = server.call("GET", made.path(), token=tokens[1]).json()
    assert back.welcome["events"] is None
    assert (back.welcome["n"], back.welcome["view"]) == (message["n"], message["view"])
    for player in (*people, back):
        player.close()
