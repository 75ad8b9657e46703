"""Thinking times: mean, quantile, maximum, and the number of late decisions."""

import pytest

from odintable.arena.statistics.thinking_times import ThinkingTimes


def timed(*seconds: float, bound: float | None = None) -> ThinkingTimes:
    times = ThinkingTimes()
    for one in seconds:
        times.add(one, bound)
    return times


def test_the_mean_and_the_longest_are_exact_and_quantiles_nearly_so() -> None:
    times = timed(*(number / 1000 for number in range(1, 1001)))
    assert times.count == 1000
    assert times.mean == pytest.approx(0.5005)
    assert times.longest == 1.0
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.05)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.05)
    assert times.quantile(1) == 1.0


def test_instant_decisions_count_and_no_decisions_give_zero() -> None:
    assert timed(0.0, 0.0).quantile(0.99) == 0.0
    assert ThinkingTimes().mean == ThinkingTimes().quantile(0.99) == 0.0


def test_decisions_over_the_limit_and_over_it_by_a_fifth_are_counted() -> None:
    times = timed(0.04, 0.05, 0.051, 0.059, 0.061, 1.0, bound=0.05)
    assert (times.over, times.late) == (4, 2)
    assert timed(5.0).over == 0


def test_merged_times_equal_times_measured_together() -> None:
    one, two = timed(0.1, 0.2, bound=0.15), timed(0.3, bound=0.15)
    one.merge(two)
    assert one.to_json() == timed(0.1, 0.2, 0.3, bound=0.15).to_json()
    assert ThinkingTimes.from_json(two.to_json()) == two
