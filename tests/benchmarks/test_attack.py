"""The attacks run against a real server, and their results are judged by the goals."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.attack import process_attacks, report
from benchmarks.attack.attack import Check, Found, LongGame, Target
from benchmarks.attack.attacked_server import worst_lag
from benchmarks.attack.every_attack import ATTACKS
from benchmarks.attack.goals import Goals, checks_for
from benchmarks.attack.innocent_players import Waits
from benchmarks.attack.measure import Measured, Preparation, Row, measure
from benchmarks.attack.raw_client import address, encode
from benchmarks.attack.table_attacks import cookie_header, keep

if TYPE_CHECKING:
    from pathlib import Path

BY_NAME = {one.name: one for one in ATTACKS}
SLOW = replace(Goals(), p99=30.0, worst=60.0, health=60.0, lag=60.0)  # a busy machine
CALM = Waits([0.001] * 99 + [0.3], [0.01])


@pytest.mark.long
@pytest.mark.parametrize("name", ["request-flood", "many-tables"])
def test_an_attack_runs_while_two_people_play(name: str, tmp_path: Path) -> None:
    prepared = Preparation(tmp_path, is_quick=True)
    row = asyncio.run(measure(BY_NAME[name], prepared, is_quick=True))
    assert row.measured is not None
    assert len(row.measured.waits.moves) > 20
    assert row.sent > 0
    assert not any(one.goal.startswith("the attackers") for one in row.checks), row.checks
    judged = checks_for(row.measured.waits, row.measured.memory, row.measured.lag, SLOW)
    assert [one for one in judged if not one.is_met] == []
    assert row.name in report.page([row], 5000, 850)


@pytest.mark.long
def test_a_store_that_is_not_ours_is_a_row_without_players(tmp_path: Path) -> None:
    found = asyncio.run(process_attacks.foreign_store(tmp_path, True))
    assert len(found.checks) == 4


def test_a_row_misses_its_goals_if_one_move_in_a_hundred_is_late() -> None:
    goals = checks_for(CALM, 10.0, (0.01, True), Goals())
    assert [one.goal for one in goals if not one.is_met] == ["moves within 250 ms at p99"]
    measured = Measured(CALM, 10.0, (0.01, False), 0.05, 0.0)
    row = Row("name", "about", goals, 5, 6, Counter(), measured)
    assert not row.is_met
    page = report.page([row, Row("other", "about", [Check("a", "b", is_met=True)])], 5000, 850)
    assert "**Missed: name.**" in page
    assert "≤ 10 ms" in page


def test_moves_that_are_never_acknowledged_miss_every_goal_of_time() -> None:
    goals = checks_for(Waits([math.inf], [math.inf]), 500.0, None, Goals())
    assert not any(one.is_met for one in goals)
    assert goals[0].reached == "never"


def test_codes_are_counted_and_judged() -> None:
    found = Found(answers=Counter({"200": 3, "429": 1}))
    found.only(200, 429)
    found.at_least_once(429)
    found.only(200)
    found.at_least_once(431)
    assert [one.is_met for one in found.checks] == [True, True, False, False]
    assert Found.from_dict(found.to_dict()) == found


def test_the_worst_lag_is_that_of_the_attack_not_of_the_start() -> None:
    name = "odintable_loop_lag_seconds"

    def read(small: int, large: int, worst: float) -> dict[str, float]:
        return {
            f'{name}_bucket{{le="0.02"}}': small,
            f'{name}_bucket{{le="0.5"}}': small + large,
            f'{name}_bucket{{le="+Inf"}}': small + large,
            f"{name}_count": small + large,
            "odintable_loop_lag_worst_seconds": worst,
        }

    start = read(10, 1, 0.4)
    assert worst_lag(start, read(90, 1, 0.4)) == (0.02, False)
    assert worst_lag(start, read(90, 2, 0.4)) == (0.5, False)
    assert worst_lag(start, read(90, 2, 0.45)) == (0.45, True)
    assert worst_lag({}, {}) is None


def test_a_target_travels_to_the_attackers_as_json() -> None:
    given = {"port": 1, "seconds": 9.0, "is_quick": True, "log": "", "records": (), "hidden": ""}
    game = {"table": "t", "tokens": ("a", "b"), "spectating": "c"}
    target = Target.from_dict({**given, "game": game})
    assert target.game == LongGame("t", ("a", "b"), "c")
    assert not target.is_over
    assert target.many(200) == 20


def test_attackers_have_addresses_and_cookies_of_their_own() -> None:
    assert [address(0), address(1), address(250)] == ["127.0.0.1", "127.0.0.2", "127.0.1.1"]
    jar: dict[str, str] = {}
    keep(jar, ["a=1; Path=/; HttpOnly", "b=2"])
    keep(jar, ['b=""; Max-Age=0'])
    assert cookie_header(jar) == {"cookie": "a=1"}
    sent = encode("GET", "/x", 80, x_forwarded_for="10.0.0.1")
    assert sent == b"GET /x HTTP/1.1\r\nx-forwarded-for: 10.0.0.1\r\nhost: 127.0.0.1:80\r\n\r\n"
