"""The load generator plays whole games on a real server, and judges the goals by its numbers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.load import measure, report, servers
from benchmarks.load.boardgame_players import DRAW, BoardgameTable
from benchmarks.load.goals import best, verdicts
from benchmarks.load.measure import BOARDGAME, CONTENDERS, IdleResult, Plan, Round, percentiles
from benchmarks.load.players import Crowd
from benchmarks.load.servers import LIFTED_LIMITS
from benchmarks.load.websocket_client import CLOSE, PING, TEXT, WebSocketClient

if TYPE_CHECKING:
    from pathlib import Path

TINY = Plan(2, rounds=1, warm_up=0.2, seconds=0.2, min_moves=300, rate=300, idle=4, held=0.2)
GOOD = Round(9000, 100, 40, 150, (1.0, 4.0), (1.0, 4.0), 40)
BAD = Round(3000, 300, 40, 350, (1.0, 5.0), (1.0, 5.0), 70)
ROUNDS = {BOARDGAME: [BAD], "ours, ODIN": [GOOD], "ours, Ravens": [GOOD]}
HELD = IdleResult(5000, 5000, 30, 0.01)


@pytest.mark.long
@pytest.mark.parametrize("contender", CONTENDERS[1:], ids=lambda one: one.name)
def test_four_sockets_play_at_two_tables_as_fast_as_they_can_and_at_a_pace(
    contender: measure.Contender, tmp_path: Path
) -> None:
    found = asyncio.run(measure.measure(contender, TINY, tmp_path))
    assert found.rate > 0
    assert found.cost > 0
    assert 0 < found.acknowledged[0] <= found.acknowledged[1]
    assert 0 < found.shown[0] <= found.shown[1]


@pytest.mark.long
def test_games_that_are_over_go_on_with_a_rematch(tmp_path: Path) -> None:
    contender = CONTENDERS[1]

    async def play() -> tuple[int, set[str], set[str]]:
        with contender.start(tmp_path) as server:
            crowd = await measure.join_tables(contender, server, 2)
            first = names(crowd)
            moves = 0
            while names(crowd) & first:  # an ODIN game of two takes some 150 moves
                moves += (await crowd.play_at_full_speed(0.3)).moves
            await crowd.wait_until_idle()
            crowd.leave()
            return moves, first, names(crowd)

    moves, first, last = asyncio.run(asyncio.wait_for(play(), 600))
    assert moves > 20
    assert len(first) == len(last) == 2
    assert not first & last


def names(crowd: Crowd) -> set[str]:
    """The tables where somebody sits."""
    return {name for table in crowd.tables for name in table._names}  # type: ignore[attr-defined]


@pytest.mark.long
def test_idle_sockets_are_counted_by_the_move_they_see_in_the_end(tmp_path: Path) -> None:
    held = asyncio.run(measure.measure_idle_sockets(TINY, tmp_path))
    assert (held.opened, held.answered) == (4, 4)


def test_a_server_that_does_not_say_where_it_listens_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="does not say where it listens"):
        servers.Server(["true"], tmp_path)


# -- The players -------------------------------------------------------------------------------


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.written.append(data)

    def close(self) -> None:
        """Nothing to close."""


def connected_client(frames: list[bytes]) -> tuple[WebSocketClient, Wire]:
    """A socket whose handshake is over."""
    link, wire = WebSocketClient("here", "/", frames.append), Wire()
    link.connection_made(wire)  # type: ignore[arg-type]
    link.data_received(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    wire.written.clear()
    return link, wire


def test_frames_are_cut_wherever_the_network_cuts_them() -> None:
    async def hear() -> list[bytes]:
        frames: list[bytes] = []
        link, _ = connected_client(frames)
        long = b"y" * 300
        sent = bytes((TEXT, 1)) + b"x" + bytes((TEXT, 126)) + len(long).to_bytes(2, "big") + long
        for at in range(len(sent)):
            link.data_received(sent[at : at + 1])
        link.data_received(sent)
        return frames

    assert asyncio.run(hear()) == [b"x", b"y" * 300] * 2


def test_pings_are_answered_and_a_close_is_noticed() -> None:
    async def hear() -> tuple[list[bytes], bool]:
        link, wire = connected_client([])
        link.data_received(bytes((PING, 2)) + b"hi")
        link.data_received(bytes((CLOSE, 0)))
        return wire.written, link.is_open

    written, is_open = asyncio.run(hear())
    assert written[0] == b"\x8a\x82\0\0\0\0hi"
    assert not is_open


def test_a_refused_handshake_is_an_error() -> None:
    async def connect() -> None:
        link = WebSocketClient("here", "/", lambda _frame: None)
        link.connection_made(Wire())  # type: ignore[arg-type]
        link.data_received(b"HTTP/1.1 429 Too Many Requests\r\n\r\n")
        await link.opened

    with pytest.raises(ConnectionError, match="429"):
        asyncio.run(connect())


def test_tic_tac_toe_is_played_to_the_draw_then_comes_the_next_match() -> None:
    async def play() -> tuple[list[str], int]:
        crowd = Crowd()
        table = BoardgameTable(crowd, 0, "t")
        links = [connected_client([]) for _ in (0, 1)]
        table.links = (links[0][0], links[1][0])
        table._next_match()
        for seat in (0, 1):
            table._on_frame(seat, b'42/tic-tac-toe,["sync","t-1",{}]')
        for made in range(len(DRAW)):
            assert table.is_free
            table.move(0.0)
            update = b'42/tic-tac-toe,["update","t-1",{"_stateID":%d},[]]' % (made + 1)
            table._on_frame(made % 2, update)
            assert not table.is_free
            table._on_frame(1 - made % 2, update)
        said = [frame[frame.index(b"42/") :].decode() for frame in links[0][1].written]
        return said, crowd.tally.moves

    said, moves = asyncio.run(play())
    assert moves == 9
    assert said[1].endswith('"args":[2],"playerID":"0","credentials":null}},2,"t-1","0"]')
    assert said[-1] == '42/tic-tac-toe,["sync","t-2","0",null,2]'


def test_a_draw_of_nine_moves_has_no_line_before_its_end() -> None:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    assert sorted(DRAW) == list(range(9))
    for cells in (DRAW[::2], DRAW[1::2]):
        assert not any(set(line) <= set(cells) for line in lines)


# -- What is made of it ------------------------------------------------------------------------


def test_percentiles_are_in_milliseconds() -> None:
    assert percentiles([n / 1000 for n in range(1, 201)]) == pytest.approx((101, 199))


def test_the_best_of_each_figure_counts() -> None:
    other = Round(5000, 90, 50, 160, (0.5, 6.0), (2.0, 3.0), 41)
    assert best([GOOD, other]) == Round(9000, 90, 40, 150, (1.0, 4.0), (2.0, 3.0), 40)


def test_all_goals_are_met_by_a_server_that_keeps_them_exactly() -> None:
    assert [one.is_met for one in verdicts(ROUNDS, HELD)] == [True] * 5


@pytest.mark.parametrize(
    ("at", "worse"),
    [
        (0, replace(GOOD, rate=8999)),
        (1, replace(GOOD, cost=101)),
        (2, replace(GOOD, acknowledged=(0.1, 5.0))),
        (3, replace(GOOD, per_socket=65)),
    ],
)
def test_each_goal_is_missed_by_itself_in_the_slower_game(at: int, worse: Round) -> None:
    judged = verdicts({**ROUNDS, "ours, Ravens": [worse]}, HELD)
    assert [one.is_met for one in judged] == [place != at for place in range(5)]


def test_a_lost_idle_socket_misses_its_goal() -> None:
    judged = verdicts(ROUNDS, replace(HELD, answered=4998))
    assert [one.is_met for one in judged] == [True] * 4 + [False]


def test_the_page_says_what_was_measured_and_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "versions", lambda: "A machine.")
    written = report.page(Plan(), ROUNDS, HELD, verdicts(ROUNDS, HELD), LIFTED_LIMITS)
    assert "| ours, ODIN | 9,000 | 100 | 40 | 40.0 |" in written
    assert "| boardgame.io, tic-tac-toe | 1.00 | 5.00 | 1.00 | 5.00 | 350 |" in written
    assert "| at least 3 × boardgame.io's most moves/s | 3.00 × (ours, ODIN) | yes |" in written
    assert "1,000 sockets at 500 tables" in written
    assert "`sockets_per_address`" in written
