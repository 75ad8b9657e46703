"""Elo ratings are those under which the results are most likely."""

import numpy as np
import pytest

from odintable.arena import Result
from odintable.arena.statistics.elo import most_likely, ratings
from tests.arena.contests import contest, deal_result


def test_three_wins_to_one_are_about_191_points() -> None:
    strong, weak = most_likely(np.array([[0.0, 7500.0], [2500.0, 0.0]]))
    assert strong - weak == pytest.approx(190.8, abs=0.5)
    assert strong + weak == pytest.approx(0)


def test_ratings_that_made_the_results_are_found_again() -> None:
    true = np.array([300.0, 0.0, -50.0, -250.0])
    expected = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    assert most_likely(1e6 * expected * (1 - np.eye(4))) == pytest.approx(true, abs=0.1)


def test_a_contestant_that_won_everything_has_a_high_but_finite_rating() -> None:
    strong, weak = most_likely(np.array([[0.0, 100.0], [0.0, 0.0]]))
    assert 600 < strong - weak < 1200


def test_intervals_come_from_deals_and_get_narrower() -> None:
    three = contest("greedy", "random", "b=greedy", games=1000)

    def rated(deals: int) -> list[float]:
        played = tuple(
            deal_result([1.0, 0.5, 0.5, 0.0, 1.0][(number + lineup) % 5], number, lineup, seats)
            for number in range(deals)
            for lineup, seats in enumerate([(0, 1), (0, 2), (1, 2)])
        )
        found = ratings(Result(three, played))
        assert all(one.low < one.mean < one.high for one in found)
        assert found[0].mean > found[1].mean > found[2].mean
        return [one.high - one.low for one in found]

    few, many = rated(10), rated(160)
    assert all(2 < wide / narrow < 8 for wide, narrow in zip(few, many, strict=True))
