"""How reliable displayed win probabilities are: `benchmarks.reliability` and its results."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reliability import __main__ as command
from benchmarks.reliability import fit_calibration, play, plot, saved_results
from benchmarks.reliability.bins import (
    Bin,
    bin_from,
    calibration_error,
    frequent_bins,
    luck_error,
    make_bins,
)
from benchmarks.reliability.play import GameSetup, Prediction
from benchmarks.reliability.saved_results import SavedRun
from odintable.bots import Budget, MoveChoice, StopSignal
from odintable.bots.evaluate_position import evaluate
from odintable.games.bot_settings import Calibration
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.nets import net
from odintable.server.bots.win_probability import SIMS
from tests.paths import ROOT
from tests.search.test_search import begun

PAGE = ROOT / "docs" / "search.md"
TINY = GameSetup("ODIN, single hands", "odin", 2, {"hands": 1}, 3, 2)


# -- Saved results ----------------------------------------------------------------------------


def test_the_saved_results_are_of_the_shipped_nets() -> None:
    assert SavedRun.read().nets == saved_results.net_fingerprints(), (
        "run `python -m benchmarks.reliability`"
    )


def test_other_weights_have_another_fingerprint() -> None:
    judge = net.shipped("odin")
    other = {**judge.weights, "head.bias": judge.weights["head.bias"] + 1}
    assert saved_results.weights_fingerprint(
        net.Net("odin", other, {})
    ) != saved_results.weights_fingerprint(judge)


def test_the_saved_results_use_the_current_corrections() -> None:
    again = "run `python -m benchmarks.reliability`"
    assert SavedRun.read().corrections == saved_results.corrections(), again


def test_the_saved_results_cover_every_setup_and_viewer() -> None:
    found = [(one.setup, one.viewer_kind) for one in SavedRun.read().results]
    assert found == [(table, place) for table in play.SETUPS for place in play.VIEWERS]


def test_the_plot_shows_the_saved_results() -> None:
    assert plot.FILE.read_text(encoding="utf-8") == plot.draw_plot(SavedRun.read().results)


def test_the_page_has_the_tables_of_the_saved_results() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for table in str(SavedRun.read()).split("\n\n"):
        assert table in text


def test_all_predictions_are_in_the_bins() -> None:
    for one in SavedRun.read().results:
        assert sum(each.count for each in one.bins) == one.whole.count


# -- Bins --------------------------------------------------------------------------------------


def test_predictions_are_binned_by_probability() -> None:
    said = np.array([0.0, 0.04, 0.05, 0.52, 1.0])
    bins = make_bins(np.arange(5), said, np.array([0.0, 1.0, 0.0, 0.5, 1.0]))
    assert [one.count for one in bins] == [2, 1, 1, 1]
    assert [one.predicted for one in bins] == pytest.approx([0.02, 0.05, 0.52, 1.0])
    assert [one.actual for one in bins] == [0.5, 0.0, 0.5, 1.0]


def test_ten_predictions_in_one_game_are_no_more_certain_than_one() -> None:
    games, won = np.arange(8), np.array([1.0, 0, 1, 1, 0, 1, 0, 1])
    once = bin_from(games, np.full(8, 0.6), won)
    often = bin_from(games.repeat(10), np.full(80, 0.6), won.repeat(10))
    assert (once.count, often.count, once.games, often.games) == (8, 80, 8, 8)
    assert often.standard_error == pytest.approx(once.standard_error)


def test_with_one_prediction_per_game_the_error_is_that_of_a_mean() -> None:
    won = np.array([1.0, 0, 1, 1, 0])
    found = bin_from(np.arange(5), np.full(5, 0.7), won)
    assert found.standard_error == pytest.approx(won.std(ddof=1) / math.sqrt(5))


def test_the_standard_error_matches_the_observed_spread() -> None:
    rng = np.random.default_rng(1)
    offs, errors = [], []
    for _ in range(400):
        lengths = rng.integers(1, 20, 60)
        won = (rng.random(60) < 0.3).astype(float).repeat(lengths)
        found = bin_from(np.arange(60).repeat(lengths), np.full(won.size, 0.3), won)
        offs.append(found.difference)
        errors.append(found.standard_error)
    assert np.mean(errors) == pytest.approx(np.std(offs), rel=0.15)


def test_a_single_game_gives_the_largest_error() -> None:
    assert bin_from(np.zeros(9), np.full(9, 0.5), np.ones(9)).standard_error == 1.0


def test_rare_bins_are_not_shown_but_count_in_the_error() -> None:
    rare, near, far = (
        Bin(9, 9, 0.9, 0.1, 0.1),
        Bin(491, 40, 0.5, 0.51, 0.02),
        Bin(500, 40, 0.3, 0.28, 0.01),
    )
    assert frequent_bins([rare, near, far]) == [near, far]
    assert calibration_error([rare, near, far]) == pytest.approx(
        (9 * 0.8 + 491 * 0.01 + 500 * 0.02) / 1000
    )


def test_luck_error_matches_simulated_luck() -> None:
    rng = np.random.default_rng(2)
    found, expected = [], []
    for _ in range(100):
        said = rng.random(2000)
        bins = make_bins(np.arange(2000), said, (rng.random(2000) < said).astype(float))
        found.append(calibration_error(bins))
        expected.append(luck_error(bins))
    assert np.mean(found) == pytest.approx(np.mean(expected), rel=0.1)


# -- Games -------------------------------------------------------------------------------------


class First:
    """Plays the first move."""

    name, games, about, level, cheats = "first", ("odin",), "", None, False

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        """Return the first legal move."""
        return MoveChoice(view.legal()[0], 0.5, [])


def test_only_positions_with_a_choice_are_sampled() -> None:
    match = Match.new("odin", players=3, options={"hands": 1}, shuffler=FairShuffler.numbered(5))
    positions = list(play.play_to_end(match, First(), Budget()))
    assert match.position.is_over
    assert all(len(one.moves()) > 1 for one in positions)
    assert len(positions) < sum(hasattr(step, "seat") for step in match.steps)


def test_every_position_of_a_game_is_equally_likely_to_be_sampled() -> None:
    position = Match.new("odin", shuffler=FairShuffler.numbered(1)).position
    ten = [position.copy() for _ in range(10)]
    met = np.zeros(10)
    rng = np.random.default_rng(3)
    for _ in range(3000):
        for one in play.sample_positions(iter(ten), 4, rng):
            met[next(at for at, each in enumerate(ten) if each is one)] += 1
    assert met.sum() == 4 * 3000
    assert met == pytest.approx(1200, rel=0.1)
    assert play.sample_positions(iter(ten[:2]), 4, rng) == ten[:2]


def test_the_bots_alternate_from_game_to_game() -> None:
    names = [play.bot_for("ravens", number)[0].name for number in range(4)]
    assert names == ["net-ravens", "search", "greedy", "net-ravens"]


def test_the_recorded_probabilities_are_those_the_page_displays() -> None:
    position = begun("odin", 6, players=3).position
    rng = np.random.default_rng(1)
    seen = [play.predict_for_viewer(position, 4, rng, [1.0, 0.0, 0.0]) for _ in range(20)]
    assert {one.viewer_kind for one in seen} == set(play.VIEWERS)
    for one in seen:
        viewer = SPECTATOR if one.viewer_kind == play.WATCHING else one.seat
        assert (one.seat == one.turn) == (one.viewer_kind != play.WAITING)
        shown = evaluate(position.view(viewer), Budget(sims=SIMS), 4).win_probabilities
        assert one.displayed == shown
        assert (one.raw == shown) == (one.viewer_kind == play.TO_MOVE)


def test_the_same_seed_gives_the_same_predictions() -> None:
    one, again, other = (play.play_all(TINY, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert {prediction.game for prediction in one} == {0, 1, 2}
    assert len(one) == 6


# -- Corrections -------------------------------------------------------------------------------


def random_prediction(correction: Calibration, seats: int, rng: np.random.Generator) -> Prediction:
    """A moment whose outcome is drawn as if this correction were right."""
    found = rng.dirichlet(np.ones(seats))
    turn = int(rng.integers(seats))
    weights = found**correction.slope
    weights[turn] *= math.exp(correction.shift)
    winner = rng.choice(seats, p=weights / weights.sum())
    shares = [float(seat == winner) for seat in range(seats)]
    return Prediction(0, play.WAITING, turn, 0, found.tolist(), found.tolist(), shares)


@pytest.mark.parametrize("seats", [2, 4])
def test_fitting_recovers_a_known_correction(seats: int) -> None:
    right, rng = Calibration(0.7, 0.5), np.random.default_rng(seats)
    found = fit_calibration.fit([random_prediction(right, seats, rng) for _ in range(20_000)])
    assert found == pytest.approx(right, abs=0.06)


def test_fitted_corrections_are_printed_as_source_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, seeds = np.random.default_rng(1), []

    def pretend_to_play(_setup: GameSetup, seed: int) -> list[Prediction]:
        seeds.append(seed)
        predictions = [random_prediction(Calibration(1.0, 0.0), 2, rng) for _ in range(400)]
        return predictions + [replace(one, viewer_kind=play.WATCHING) for one in predictions[:200]]

    monkeypatch.setattr(play, "SETUPS", (TINY,))
    monkeypatch.setattr(play, "play_all", pretend_to_play)
    assert command.main(["--fit", "--seed", "2"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "# ODIN, single hands: waiting, watching"
    assert [line.startswith("Calibration(slope=") for line in shown[1:]] == [True, True]
    assert [line.endswith(" predictions") for line in shown[1:]] == [True, True]
    assert seeds == [2 + command.FIT_SEED]  # other games than those it is tried on


def test_a_run_is_saved_plotted_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "SETUPS", (replace(TINY, games=30),))
    monkeypatch.setattr(saved_results, "FILE", tmp_path / "saved.json")
    monkeypatch.setattr(plot, "FILE", tmp_path / "reliability.svg")
    assert command.main(["--seed", "7"]) == 0
    shown = capsys.readouterr()
    for place in play.VIEWERS:
        assert f"| ODIN, single hands | {place} |" in shown.out
        assert f"| ODIN, single hands, {place} |" in shown.out
    assert "ODIN, single hands: 30 of 30 games" in shown.err
    first = plot.FILE.read_bytes()
    plot.FILE.unlink()
    assert command.main(["--draw"]) == 0
    assert capsys.readouterr().out == shown.out
    assert plot.FILE.read_bytes() == first
    assert SavedRun.read().seed == 7


def test_drawing_without_saved_results_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(saved_results, "FILE", tmp_path / "saved.json")
    with pytest.raises(SystemExit):
        command.main(["--draw"])
    assert "there is no saved.json yet" in capsys.readouterr().err
