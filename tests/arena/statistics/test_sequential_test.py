"""The sequential test may be evaluated after every deal, whatever order deals finish in."""

import random
from itertools import pairwise

import pytest

from odintable.arena.deals.schedule import Schedule
from odintable.arena.statistics.sequential_test import ERROR_PROBABILITY, SequentialTest
from tests.arena.contests import contest, deal_result


def deals_until_clear(rng: random.Random, chance: float, even: float, most: int) -> int | None:
    """When the bets are won, if they are."""
    bets = SequentialTest(even)
    for number in range(most):
        bets.add(((rng.random() < chance) + (rng.random() < chance)) / 2)
        if bets.is_clear(ERROR_PROBABILITY):
            return number + 1
    return None


@pytest.mark.parametrize("even", [1 / 2, 1 / 4])
def test_equal_contestants_seem_to_differ_in_fewer_than_one_of_twenty_contests(even: float) -> None:
    rng = random.Random(3)
    wrong = sum(deals_until_clear(rng, even, even, 400) is not None for _ in range(400))
    assert wrong / 400 < ERROR_PROBABILITY


@pytest.mark.parametrize("chance", [0.9, 0.3])
def test_a_clear_difference_is_found_in_some_dozens_of_deals(chance: float) -> None:
    rng = random.Random(4)
    found = [deals_until_clear(rng, chance, 0.5, 1000) for _ in range(50)]
    assert None not in found
    assert sorted(deals or 0 for deals in found)[25] < 80


def test_a_clean_sweep_is_clear_soon_on_either_side() -> None:
    for share, side in ((1.0, "stronger"), (0.0, "weaker")):
        bets = SequentialTest(0.5)
        for _ in range(15):
            bets.add(share)
        assert bets.is_clear(ERROR_PROBABILITY)
        assert getattr(bets, side) == max(bets.stronger, bets.weaker)


def test_the_schedule_tests_deals_in_order() -> None:
    what = contest("greedy", "random", games=100)
    ends = []
    for order in (range(40), reversed(range(40)), random.Random(1).sample(range(40), 40)):
        schedule = Schedule(what, stop_when_clear=True)
        for number in order:
            schedule.add(deal_result(1.0, number))
        ends.append((schedule.clear_after[0], len(schedule.counted())))
        assert schedule.missing() == 0
    assert len(set(ends)) == 1
    assert ends[0][0] == ends[0][1] < 20


def test_a_clear_lineup_stops_and_the_others_go_on() -> None:
    schedule = Schedule(contest("greedy", "random", "b=greedy", games=100), stop_when_clear=True)
    to_play = schedule.to_play()
    assert [next(to_play) for _ in range(3)] == [(0, 0), (1, 0), (2, 0)]
    for number in range(30):
        schedule.add(deal_result(1.0, number, lineup=0))
    assert all(lineup != 0 for lineup, _ in to_play)


def test_by_default_nothing_is_stopped_early() -> None:
    schedule = Schedule(contest("greedy", "random", games=100), stop_when_clear=False)
    for number in range(40):
        schedule.add(deal_result(1.0, number))
    assert schedule.clear_after == {}
    assert schedule.missing() == 10
    assert all(one.number < two.number for one, two in pairwise(schedule.counted()))


def test_deals_beyond_the_requested_number_do_not_count() -> None:
    schedule = Schedule(contest("greedy", "random", games=4), stop_when_clear=True)
    for number in range(40):
        schedule.add(deal_result(1.0, number))
    assert len(schedule.counted()) == 2
    assert schedule.clear_after == {}
