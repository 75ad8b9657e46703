"""Intervals are computed by deal, cover the truth as often as stated, and never have zero width."""

import random

import pytest
from scipy import stats

from odintable.arena.statistics.interval import share_interval, student


@pytest.mark.parametrize("freedom", [4, 9, 30, 400])
def test_the_quantile_is_that_of_students_distribution(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_the_mean_is_that_of_the_deals() -> None:
    assert share_interval([1.0, 0.5, 0.5, 0.0, 1.0]).mean == pytest.approx(0.6)


def test_a_clean_sweep_is_not_certain() -> None:
    for sweep in (share_interval([1.0] * 10), share_interval([0.0] * 10)):
        assert sweep.high - sweep.low > 0.2
    sweep = share_interval([1.0] * 100)
    assert 0.96 < sweep.low < 0.98
    assert sweep.high == 1


def test_an_interval_holds_its_mean_and_stays_between_nothing_and_everything() -> None:
    for shares in ([1.0], [0.5], [0.0, 1.0], [0.5] * 50, [0.25] * 3 + [1.0] * 30, []):
        found = share_interval(shares)
        assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize("chance", [0.5, 0.85, 0.97])
def test_the_true_value_is_inside_in_nineteen_of_twenty_cases_or_more(chance: float) -> None:
    rng = random.Random(7)
    runs, inside = 1500, 0
    for _ in range(runs):
        deals = [((rng.random() < chance) + (rng.random() < chance)) / 2 for _ in range(60)]
        found = share_interval(deals)
        inside += found.low <= chance <= found.high
    assert inside / runs > 0.94
    assert chance > 0.9 or inside / runs < 0.975  # near 1 it is careful, elsewhere exact
