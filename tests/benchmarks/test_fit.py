"""The fits of `python -m benchmarks.fit` run, and their results are better than uniform guesses."""

import ast

import numpy as np
import pytest

from benchmarks.fit import __main__ as command
from benchmarks.fit import (
    compiled_calls,
    odin_move_heuristic,
    odin_value_heuristic,
    ravens_move_heuristic,
    ravens_value_heuristic,
)
from benchmarks.fit.fitted_numbers import FittedNumbers, Loss
from benchmarks.fit.regression import Choices, fit, of_two
from odintable.games.rng import generator
from odintable.games.spec import GAMES as SPECS

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules


def test_a_regression_finds_the_weights_that_made_the_choices() -> None:
    draw = np.random.default_rng(1)
    features = draw.standard_normal((60_000, 2))
    truth = np.array([1.5, -0.5])
    merits = (features @ truth + draw.gumbel(size=60_000)).reshape(-1, 3)
    targets = np.arange(3) == merits.argmax(1)[:, None]
    starts = np.arange(0, 60_000, 3)
    choices = Choices(features, targets.ravel().astype(float), starts, np.zeros(60_000))
    found = fit(choices)
    assert found == pytest.approx(truth, abs=0.05)
    assert choices.loss(found) < choices.loss(np.zeros(2)) == pytest.approx(np.log(3))


def test_a_question_with_two_answers_has_its_share_explained() -> None:
    shares = 1 / (1 + np.exp(-np.array([2.0, 0.0, 1.0])))
    features, offsets = np.array([[1.0], [-1.0], [0.0]]), np.ones(3)
    assert fit(of_two(features, shares, offsets)) == pytest.approx([1.0], abs=0.001)


def test_questions_with_unlike_numbers_of_choices_stand_in_one_row() -> None:
    choices = Choices(np.zeros((5, 1)), np.array([1.0, 0, 0, 1, 0]), np.array([0, 2]), np.zeros(5))
    assert np.exp(choices.odds(np.ones(1))) == pytest.approx([1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3])


def test_fitted_numbers_are_printed_as_source_code() -> None:
    numbers = np.array([1.0, -0.12345, 12.0, 0.0])
    printed = str(FittedNumbers("WEIGHTS", numbers, [(2, "one"), (2, "two")], [Loss("x", 3, 2, 1)]))
    array = ast.parse(printed).body[0]
    assert isinstance(array, ast.Assign)
    call = array.value
    assert isinstance(call, ast.Call)
    assert eval(ast.unparse(call.args[0])) == [1.0, -0.123, 12.0, 0.0]
    assert "# x: 1.0000, with the source's numbers 2.0000, knowing nothing 3.0000" in printed


@pytest.mark.long
def test_slopes_of_move_scores_add_up_to_the_score() -> None:
    weights = odin.move_heuristic.WEIGHTS
    states, chosen = odin_move_heuristic.decisions(deals=2, sims=20, seed=3)
    near = odin_move_heuristic.choices(states, chosen, weights)
    assert np.add.reduceat(near.targets, near.starts) == pytest.approx(1.0)
    is_going_out = near.offsets > 1.0
    assert near.offsets[is_going_out] == pytest.approx(odin.move_heuristic.GOING_OUT)
    assert near.offsets[~is_going_out] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.long
def test_the_same_weights_win_half_of_the_games() -> None:
    start, weights = ravens.notation.new_state(2, 0, {}), ravens.move_heuristic.WEIGHTS
    assert compiled_calls.match(start, weights, weights, generator(1), 20) == 0.5
    assert (
        compiled_calls.match(
            start, weights, ravens_move_heuristic.initial_weights(), generator(1), 20
        )
        > 0.8
    )


FITS = {
    "odin moves": lambda: odin_move_heuristic.fit_numbers(seed=1, deals=20, sims=50),
    "odin values": lambda: odin_value_heuristic.fit_numbers(seed=1, plays=2000),
    "ravens moves": lambda: ravens_move_heuristic.fit_numbers(
        seed=1, rounds=2, deals=6, test_deals=20
    ),
    "ravens values": lambda: ravens_value_heuristic.fit_numbers(seed=1, turns=10_000),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FITS)
def test_a_fit_on_few_games_is_better_on_fresh_ones_than_knowing_nothing(name: str) -> None:
    found = FITS[name]()
    game, what = name.split()
    room = {"odin": odin, "ravens": ravens}[game]
    source = room.move_heuristic.WEIGHTS if what == "moves" else room.value_heuristic.VALUE_WEIGHTS
    assert found.numbers.shape == source.shape
    assert sum(count for count, _ in found.rows) == source.size
    for loss in found.losses:
        assert loss.found < loss.nothing, loss
        assert loss.source < loss.nothing, loss


def test_the_command_prints_what_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = []

    def fit_numbers(seed: int) -> FittedNumbers:
        calls.append(seed)
        return FittedNumbers("VALUE_WEIGHTS", np.array([0.5, 0.5]), [(2, "halves")], [])

    monkeypatch.setattr(command, "FITS", {"odin": {"moves": fit_numbers, "values": fit_numbers}})
    assert command.main(["odin", "values", "--seed", "7"]) == 0
    assert calls == [7]
    assert capsys.readouterr().out.startswith(
        "# games/odin/value_heuristic.py\nVALUE_WEIGHTS = np.array("
    )
    assert command.main(["odin"]) == 0
    assert calls == [7, 1, 1]
