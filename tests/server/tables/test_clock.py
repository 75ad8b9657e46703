"""Clocks count turns, compensate a little lag, and are paused while the server is down."""

from odintable.server.live import client_messages
from odintable.server.tables import events as ev
from odintable.server.tables.clock import MAX_LAG_COMPENSATION, Clock
from odintable.server.tables.table_config import ClockConfig
from tests.server.support.pure_tables import CLOCKED, ask, dealt, play, table_config


def test_a_move_is_charged_and_the_increment_comes_with_the_end_of_the_turn() -> None:
    clock = Clock(CLOCKED, [True, True])
    clock.start_turn(0, 1_000)
    assert clock.cost(4_000, 0) == 3_000
    clock.charge(3_000, 4_000)
    assert clock.left_at(4_000) == [57_000, 60_000]
    clock.start_turn(1, 4_000)
    assert clock.left_at(5_000) == [62_000, 59_000]


def test_half_a_second_of_lag_per_turn_is_not_charged() -> None:
    clock = Clock(CLOCKED, [True, True])
    clock.start_turn(0, 0)
    assert clock.cost(1_000, 200) == 800
    clock.charge(800, 1_000)
    assert clock.cost(2_000, 400) == 2_000 - 1_000 - (MAX_LAG_COMPENSATION - 200)
    clock.charge(700, 2_000)
    assert clock.cost(3_000, 400) == 1_000


def test_a_clock_per_turn_starts_full_each_turn() -> None:
    clock = Clock(ClockConfig("move", turn=10), [True, False])
    clock.start_turn(0, 0)
    clock.charge(4_000, 4_000)
    assert clock.due() == 10_000 + MAX_LAG_COMPENSATION
    clock.start_turn(1, 4_000)
    assert clock.running is None
    assert clock.due() is None
    clock.start_turn(0, 9_000)
    assert clock.left_at(9_000)[0] == 10_000


def test_nothing_is_charged_while_the_server_is_down() -> None:
    def down(start: int, end: int) -> int:
        return max(0, min(end, 50_000) - max(start, 10_000))

    clock = Clock(CLOCKED, [True, True], down)
    clock.start_turn(0, 0)
    assert clock.cost(55_000, 0) == 15_000
    assert clock.due() == 100_000 + MAX_LAG_COMPENSATION


def test_downtime_known_later_compensates_no_more_lag_than_usual() -> None:
    def down(start: int, end: int) -> int:
        return max(0, min(end, 60_000) - max(start, 2_000))

    clock = Clock(CLOCKED, [True, True], down)
    clock.start_turn(0, 0)
    clock.charge(5_000, 5_000)  # as it was counted before the server went down
    assert clock.compensated == 0
    assert clock.cost(64_000, 9_000) == 4_000 - MAX_LAG_COMPENSATION


def test_moves_of_one_turn_share_a_clock_and_time_ends_the_game() -> None:
    table = dealt(table_config("ravens", clock=CLOCKED))
    assert table.clock is not None
    stack = next(move for move in table.position.legal() if move.startswith("stack"))
    play(table, stack, 2_000)
    assert table.clock.left_at(2_000) == [58_000, 60_000]
    ask(table, client_messages.Play("e", "end"), 0, 3_000)
    assert table.clock.left_at(3_000) == [62_000, 60_000]
    table.apply(ev.Ended(99_000, why=ev.Ended.TIME, seat=1))
    assert table.result is not None
    assert table.result.winners == [0]
    assert table.clock.due() is None
