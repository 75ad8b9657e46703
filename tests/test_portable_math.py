"""`exp` and `log` of our own: exact to the last bit but one, and the same bits everywhere."""

import hashlib
from collections.abc import Callable
from decimal import Context, Decimal
from typing import Any

import numpy as np
import pytest

from odintable.games.compiled import entry_point
from odintable.portable_math import exp, log

DECIMALS = Context(prec=40)


@entry_point
def all_exp(numbers: Any, results: Any) -> None:
    for at in range(numbers.size):
        results[at] = exp(numbers[at])


@entry_point
def all_log(numbers: Any, results: Any) -> None:
    for at in range(numbers.size):
        results[at] = log(numbers[at])


def exponents() -> np.ndarray:
    """Numbers of every size that exp takes, without the help of a random generator."""
    steps = np.arange(-2000, 2001)
    return np.concatenate([steps / 3000, steps / 50, steps * 0.3503, steps * 1e-9])


def arguments() -> np.ndarray:
    """Positive numbers of every size, many of them near 1."""
    steps = np.arange(1, 4001)
    return np.concatenate([steps / 4001, steps * 7.3, 1 + (steps - 2000) / 1e6, 2.0 ** (steps / 4)])


CASES = [
    pytest.param(all_exp, exponents, DECIMALS.exp, id="exp"),
    pytest.param(all_log, arguments, DECIMALS.ln, id="log"),
]


@pytest.mark.parametrize(("compiled", "numbers", "exact"), CASES)
def test_results_are_less_than_a_unit_in_the_last_place_off(
    compiled: Any, numbers: Callable[[], np.ndarray], exact: Callable[[Decimal], Decimal]
) -> None:
    given = numbers()
    results = np.empty_like(given)
    compiled(given, results)
    for number, result in zip(given[::7].tolist(), results[::7].tolist(), strict=True):
        truth = exact(Decimal(number))
        unit = Decimal(float(np.spacing(abs(float(truth)))))
        assert abs(Decimal(result) - truth) < unit * Decimal("0.9"), number


@pytest.mark.parametrize(
    ("compiled", "numbers", "expected"),
    [
        pytest.param(all_exp, exponents, "3a3bf6c1d7b32de4", id="exp"),
        pytest.param(all_log, arguments, "ce34d05de2ffc40a", id="log"),
    ],
)
def test_results_have_the_same_bits_on_every_machine(
    compiled: Any, numbers: Callable[[], np.ndarray], expected: str
) -> None:
    given = numbers()
    results = np.empty_like(given)
    compiled(given, results)
    assert hashlib.sha256(results.tobytes()).hexdigest()[:16] == expected


def test_exp_is_0_or_infinite_where_the_result_does_not_fit() -> None:
    given = np.array([-1e300, -708.5, 0.0, 709.5, 1e300])
    results = np.empty_like(given)
    all_exp(given, results)
    assert results.tolist() == [0.0, 0.0, 1.0, np.inf, np.inf]


@pytest.mark.parametrize(("function", "numbers"), [(exp, exponents), (log, arguments)])
def test_compiled_and_plain_python_agree(function: Any, numbers: Callable[[], np.ndarray]) -> None:
    given = numbers()[::50]
    results = np.empty_like(given)
    (all_exp if function is exp else all_log)(given, results)
    assert [float(function.py_func(number)) for number in given] == results.tolist()
