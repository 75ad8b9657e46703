"""A table on a real server, joined by its link from the terminal."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosedError

from odintable.errors import OdintableError
from odintable.i18n import Texts
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.terminal.tables import server_table
from odintable.terminal.tables.open_table import join_table
from odintable.terminal.tables.server_table import ServerTable
from odintable.terminal.tables.table_link import TableLink
from tests.server.support.server_process import PERSON, Made, ServerProcess

from .app_pilot import at_table, play

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from odintable.terminal.tables.table import TerminalTable

pytestmark = pytest.mark.long  # a server is started

ENGLISH = Texts("en")
PATIENCE = 600.0  # seconds: a machine may be busy, and code may be compiling


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


def link_to(made: Made, kind: str, token: str) -> str:
    return f"{made.server.url}/table/{made.name}#{kind}={token}"


def moves_told(table: TerminalTable) -> int:
    return sum(bool(line.notation) for line in table.log)


async def play_first(table: ServerTable) -> None:
    """Play the first move offered, as soon as one is, until the game is over."""
    changed = asyncio.Event()
    table.on_change = changed.set
    others = asyncio.create_task(table.run())
    async with asyncio.timeout(PATIENCE):
        while not table.is_over and not others.done():
            if table.moves:
                await table.play(table.moves[0])
            await changed.wait()
            changed.clear()
    await others


@pytest.mark.parametrize("redeal", [True, False])
def test_the_log_says_that_the_creator_may_know_the_cards(
    house: ServerProcess, redeal: bool
) -> None:
    position = Match.new("odin", shuffler=FairShuffler.numbered(5)).position
    start = {"text": json.dumps(position.to_json()), "redeal": redeal}
    made = house.make("odin", [PERSON, PERSON], start=start)

    async def doing() -> None:
        friend = await join_table(link_to(made, "join", made.invitation), "Loki", ENGLISH)
        waiting = asyncio.create_task(friend.run())
        async with asyncio.timeout(PATIENCE):
            while not friend.names:
                await asyncio.sleep(0.05)
        waiting.cancel()
        logged = ENGLISH.text("known-cards") in [line.text for line in friend.log]
        assert logged == (not redeal)

    play(doing())


def test_an_invitation_leads_to_a_seat_and_the_game_to_its_end(house: ServerProcess) -> None:
    made = house.make("odin", [PERSON, PERSON], options={"hands": 1}, name="Freyja")

    async def doing() -> None:
        mine = ServerTable(TableLink.parse(link_to(made, "seat", made.token)), ENGLISH)
        friend = await join_table(link_to(made, "join", made.invitation), "Loki", ENGLISH)
        assert friend.link.kind == "seat"
        await asyncio.gather(play_first(mine), play_first(friend))
        assert mine.names == friend.names == ["Freyja", "Loki"]
        assert (mine.you, friend.you) == (0, 1)
        moves = [[line.notation for line in one.log if line.notation] for one in (mine, friend)]
        assert moves[0] == moves[1] != []
        assert mine.view is not None
        assert mine.view.is_over

    play(doing())


def test_a_person_in_the_terminal_plays_a_bot_of_the_server_with_keys(
    house: ServerProcess, tmp_path: Path
) -> None:
    made = house.make("ravens", [PERSON, {"bot": "ask"}], options={"target": 1}, hints=True)
    link = link_to(made, "seat", made.token)

    async def doing() -> None:
        async with at_table(tmp_path, join=link) as player:
            table = player.table
            await player.see("Your turn")
            before = moves_told(table)
            await player.press("enter")
            await player.until(lambda: moves_told(table) > before and player.is_asked())
            if table.may_undo:
                await player.press("u")
                await player.until(lambda: moves_told(table) == before)
                await player.see("You take back a move.")
            await player.press("q")
            assert made.token in player.app.app_state.resume_hint
        async with at_table(tmp_path, join=link) as player:
            await player.see("Your turn")

    play(doing())


def test_a_lost_connection_is_restored(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        made = server.make("odin", [PERSON, {"bot": "ask"}], options={"hands": 1})

        async def doing() -> None:
            table = ServerTable(TableLink.parse(link_to(made, "seat", made.token)), ENGLISH)
            others = asyncio.create_task(table.run())
            async with asyncio.timeout(PATIENCE):
                while not table.moves:
                    await asyncio.sleep(0.01)
                port = server.port
                await asyncio.to_thread(server.kill)
                logged, move = len(table.log), table.moves[0]
                await table.play(move)  # sent when the server is back, once
                assert table.moves == []
                await asyncio.to_thread(server.start, port)
                while len(table.log) == logged or not (table.moves or table.is_over):
                    await asyncio.sleep(0.01)
            assert [line.notation for line in table.log].count(move) == 1
            others.cancel()
            with suppress(asyncio.CancelledError):
                await others

        play(doing())
    finally:
        server.close()


class Socket:
    """A link that remembers what was sent, until it is lost."""

    def __init__(self, *, is_lost: bool = False) -> None:
        self.is_lost = is_lost
        self.sent: list[dict[str, Any]] = []

    async def send(self, frame: str) -> None:
        await asyncio.sleep(0)  # as a socket that is full makes one wait
        if self.is_lost:
            raise ConnectionClosedError(None, None)
        self.sent.append(json.loads(frame))


def linked(socket: Any) -> ServerTable:
    """A table in the midst of a game."""
    table = ServerTable(TableLink.parse("http://h/table/ab#seat=t"), ENGLISH)
    table.state |= {"stage": "playing", "moves": ["pass"], "you": 0}
    table._socket = socket
    return table


def test_a_move_made_while_the_connection_is_being_lost_is_sent_by_the_next() -> None:
    async def doing() -> None:
        table, new = linked(Socket(is_lost=True)), Socket()
        await table.play("pass")
        assert table.moves == []
        next_link: Any = new
        await asyncio.gather(
            table._send_ready_and_pending(next_link), table._request({"do": "back"})
        )
        assert [one["do"] for one in new.sent] == ["play"]
        assert len(table.pending) == 2

    play(doing())


def test_a_request_that_could_not_be_stored_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_table, "RETRY_WAIT", 0)

    async def doing() -> None:
        socket: Any = Socket()
        table = linked(socket)
        await table.play("pass")
        (request_id,) = table.pending
        refused = {
            "type": "refused",
            "id": request_id,
            "code": "store",
            "message": "",
            "retry": True,
        }
        await table._handle(socket, refused)
        async with asyncio.timeout(PATIENCE):
            while len(socket.sent) < 2:
                await asyncio.sleep(0)
        assert socket.sent[0] == socket.sent[1]
        assert table.moves == []
        assert table.error == ""

    play(doing())


def test_a_hello_is_sent_again_if_the_store_was_unavailable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_table, "RETRY_WAIT", 0)

    async def doing() -> None:
        socket: Any = Socket()
        table = ServerTable(TableLink.parse("http://h/table/ab#seat=t"), ENGLISH)
        refused = {"type": "refused", "id": "", "code": "store", "message": "", "retry": True}
        await table._handle(socket, refused)
        async with asyncio.timeout(PATIENCE):
            while not socket.sent:
                await asyncio.sleep(0)
        assert socket.sent == [{"do": "hello", "table": "ab", "last": 0, "token": "t"}]
        assert table.error == ""

    play(doing())


@pytest.mark.parametrize(
    ("kind", "token", "said"),
    [("seat", "wrong", "This table is private"), ("join", "wrong", "invitation|link")],
)
def test_a_wrong_link_is_explained(house: ServerProcess, kind: str, token: str, said: str) -> None:
    made = house.make("odin", [PERSON, PERSON])

    async def doing() -> None:
        table = await join_table(link_to(made, kind, token), "", ENGLISH)
        await table.run()

    with pytest.raises(OdintableError, match=said):
        play(doing())


@pytest.mark.parametrize("name", ["nowhere", "abcdefghijkl"])
def test_an_unknown_table_is_reported_in_the_chosen_language(
    house: ServerProcess, name: str
) -> None:
    link = f"{house.url}/table/{name}#join=x"
    with pytest.raises(OdintableError, match="Diesen Tisch gibt es nicht"):
        asyncio.run(join_table(link, "", Texts("de")))


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "ftp://a/table/b", "http://a/rules/b", "http://a/table/", "http:///table/x"],
)
def test_text_that_is_not_a_link_is_refused(text: str) -> None:
    with pytest.raises(OdintableError, match="looks like this: http://HOST/table/NAME"):
        TableLink.parse(text)


def test_a_link_reads_as_it_was_written() -> None:
    for text in (
        "http://h:8080/table/ab#join=x_-1",
        "https://h/table/ab",
        "http://h/table/a#seat=t",
    ):
        assert str(TableLink.parse(text)) == text
    assert TableLink.parse("https://h/table/ab").socket_url == "wss://h/api/v2/live"
