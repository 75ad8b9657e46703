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
    binned,
    calibration_error,
    chance_error,
    common,
    summed,
)
from benchmarks.reliability.play import Moment, Table
from benchmarks.reliability.saved_results import Kept
from odintable.bots import Budget, MoveChoice, StopSignal
from odintable.bots.evaluation import evaluate
from odintable.games.bot_settings import Calibration
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.nets import net
from odintable.server.bots.win_probability import SIMS
from tests.paths import ROOT
from tests.search.test_search import begun

PAGE = ROOT / "docs" / "search.md"
TINY = Table("ODIN, single hands", "odin", 2, {"hands": 1}, 3, 2)


# -- What is kept ------------------------------------------------------------------------------


def test_what_is_kept_is_of_the_nets_of_the_package() -> None:
    assert Kept.read().nets == saved_results.weights_of(), "run `python -m benchmarks.reliability`"


def test_other_weights_have_another_name() -> None:
    judge = net.shipped("odin")
    other = {**judge.weights, "head.bias": judge.weights["head.bias"] + 1}
    assert saved_results.short_name(net.Net("odin", other, {})) != saved_results.short_name(judge)


def test_what_is_kept_was_told_with_the_corrections_of_the_source() -> None:
    again = "run `python -m benchmarks.reliability`"
    assert Kept.read().corrections == saved_results.corrections(), again


def test_what_is_kept_is_of_the_tables_that_are_played() -> None:
    found = [(one.table, one.place) for one in Kept.read().found]
    assert found == [(table, place) for table in play.TABLES for place in play.PLACES]


def test_the_picture_is_that_of_what_is_kept() -> None:
    assert plot.FILE.read_text(encoding="utf-8") == plot.drawn(Kept.read().found)


def test_the_page_has_the_tables_of_what_is_kept() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for table in str(Kept.read()).split("\n\n"):
        assert table in text


def test_all_moments_are_in_the_bins() -> None:
    for one in Kept.read().found:
        assert sum(each.many for each in one.bins) == one.whole.many


# -- Bins --------------------------------------------------------------------------------------


def test_moments_are_binned_by_the_chance_they_were_given() -> None:
    said = np.array([0.0, 0.04, 0.05, 0.52, 1.0])
    bins = binned(np.arange(5), said, np.array([0.0, 1.0, 0.0, 0.5, 1.0]))
    assert [one.many for one in bins] == [2, 1, 1, 1]
    assert [one.said for one in bins] == pytest.approx([0.02, 0.05, 0.52, 1.0])
    assert [one.won for one in bins] == [0.5, 0.0, 0.5, 1.0]


def test_a_game_that_is_told_ten_times_is_no_surer() -> None:
    games, won = np.arange(8), np.array([1.0, 0, 1, 1, 0, 1, 0, 1])
    once = summed(games, np.full(8, 0.6), won)
    often = summed(games.repeat(10), np.full(80, 0.6), won.repeat(10))
    assert (once.many, often.many, once.games, often.games) == (8, 80, 8, 8)
    assert often.error == pytest.approx(once.error)


def test_the_error_is_that_of_a_mean_when_every_game_has_one_moment() -> None:
    won = np.array([1.0, 0, 1, 1, 0])
    found = summed(np.arange(5), np.full(5, 0.7), won)
    assert found.error == pytest.approx(won.std(ddof=1) / math.sqrt(5))


def test_the_error_is_as_large_as_it_turns_out_to_be() -> None:
    dice = np.random.default_rng(1)
    offs, errors = [], []
    for _ in range(400):
        lengths = dice.integers(1, 20, 60)
        won = (dice.random(60) < 0.3).astype(float).repeat(lengths)
        found = summed(np.arange(60).repeat(lengths), np.full(won.size, 0.3), won)
        offs.append(found.off)
        errors.append(found.error)
    assert np.mean(errors) == pytest.approx(np.std(offs), rel=0.15)


def test_one_game_alone_tells_nothing() -> None:
    assert summed(np.zeros(9), np.full(9, 0.5), np.ones(9)).error == 1.0


def test_rare_bins_are_not_shown_but_count_in_the_error() -> None:
    rare, near, far = (
        Bin(9, 9, 0.9, 0.1, 0.1),
        Bin(491, 40, 0.5, 0.51, 0.02),
        Bin(500, 40, 0.3, 0.28, 0.01),
    )
    assert common([rare, near, far]) == [near, far]
    assert calibration_error([rare, near, far]) == pytest.approx(
        (9 * 0.8 + 491 * 0.01 + 500 * 0.02) / 1000
    )


def test_luck_alone_makes_about_the_error_that_it_is_said_to() -> None:
    dice = np.random.default_rng(2)
    found, expected = [], []
    for _ in range(100):
        said = dice.random(2000)
        bins = binned(np.arange(2000), said, (dice.random(2000) < said).astype(float))
        found.append(calibration_error(bins))
        expected.append(chance_error(bins))
    assert np.mean(found) == pytest.approx(np.mean(expected), rel=0.1)


# -- Games -------------------------------------------------------------------------------------


class First:
    """Plays the first move."""

    name, games, about, level, cheats = "first", ("odin",), "", None, False

    def choose(self, view: Position, _budget: Budget, _seed: int, _stop: StopSignal) -> MoveChoice:
        """Without a thought."""
        return MoveChoice(view.legal()[0], 0.5, [])


def test_only_moments_with_a_choice_are_looked_at() -> None:
    match = Match.new("odin", players=3, options={"hands": 1}, shuffler=FairShuffler.numbered(5))
    positions = list(play.whole_game(match, First(), Budget()))
    assert match.position.is_over
    assert all(len(one.moves()) > 1 for one in positions)
    assert len(positions) < sum(hasattr(step, "seat") for step in match.steps)


def test_every_moment_of_a_game_has_the_same_chance_to_be_looked_at() -> None:
    position = Match.new("odin", shuffler=FairShuffler.numbered(1)).position
    ten = [position.copy() for _ in range(10)]
    met = np.zeros(10)
    dice = np.random.default_rng(3)
    for _ in range(3000):
        for one in play.sampled(iter(ten), 4, dice):
            met[next(at for at, each in enumerate(ten) if each is one)] += 1
    assert met.sum() == 4 * 3000
    assert met == pytest.approx(1200, rel=0.1)
    assert play.sampled(iter(ten[:2]), 4, dice) == ten[:2]


def test_players_take_turns_game_by_game() -> None:
    names = [play.player_of("ravens", number)[0].name for number in range(4)]
    assert names == ["net-ravens", "search", "greedy", "net-ravens"]


def test_what_is_noted_is_what_the_chance_bar_tells() -> None:
    position = begun("odin", 6, players=3).position
    dice = np.random.default_rng(1)
    seen = [play.looked_at(position, 4, dice, [1.0, 0.0, 0.0]) for _ in range(20)]
    assert {one.place for one in seen} == set(play.PLACES)
    for one in seen:
        viewer = SPECTATOR if one.place == play.WATCHING else one.seat
        assert (one.seat == one.turn) == (one.place != play.WAITING)
        told = evaluate(position.view(viewer), Budget(sims=SIMS), 4).win_probabilities
        assert one.told == told
        assert (one.found == told) == (one.place == play.OWN)


def test_a_seed_makes_it_repeatable() -> None:
    one, again, other = (play.played(TINY, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert {moment.game for moment in one} == {0, 1, 2}
    assert len(one) == 6


# -- Corrections -------------------------------------------------------------------------------


def imagined(correction: Calibration, seats: int, dice: np.random.Generator) -> Moment:
    """A moment whose outcome is drawn as if this correction were right."""
    found = dice.dirichlet(np.ones(seats))
    turn = int(dice.integers(seats))
    weights = found**correction.slope
    weights[turn] *= math.exp(correction.shift)
    winner = dice.choice(seats, p=weights / weights.sum())
    shares = [float(seat == winner) for seat in range(seats)]
    return Moment(0, play.WAITING, turn, 0, found.tolist(), found.tolist(), shares)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_correction_that_is_right_is_found_again(seats: int) -> None:
    right, dice = Calibration(0.7, 0.5), np.random.default_rng(seats)
    found = fit_calibration.fitted([imagined(right, seats, dice) for _ in range(20_000)])
    assert found == pytest.approx(right, abs=0.06)


def test_the_numbers_are_printed_as_the_source_has_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dice, seeds = np.random.default_rng(1), []

    def pretended(_table: Table, seed: int) -> list[Moment]:
        seeds.append(seed)
        moments = [imagined(Calibration(1.0, 0.0), 2, dice) for _ in range(400)]
        return moments + [replace(one, place=play.WATCHING) for one in moments[:200]]

    monkeypatch.setattr(play, "TABLES", (TINY,))
    monkeypatch.setattr(play, "played", pretended)
    assert command.main(["--fit", "--seed", "2"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "# ODIN, single hands: waiting, watching"
    assert [line.startswith("Calibration(slope=") for line in shown[1:]] == [True, True]
    assert [line.endswith(" moments") for line in shown[1:]] == [True, True]
    assert seeds == [2 + command.FIT_SEED]  # other games than those it is tried on


def test_a_run_is_kept_drawn_and_printed_and_can_be_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "TABLES", (replace(TINY, games=30),))
    monkeypatch.setattr(saved_results, "FILE", tmp_path / "kept.json")
    monkeypatch.setattr(plot, "FILE", tmp_path / "reliability.svg")
    assert command.main(["--seed", "7"]) == 0
    shown = capsys.readouterr()
    for place in play.PLACES:
        assert f"| ODIN, single hands | {place} |" in shown.out
        assert f"| ODIN, single hands, {place} |" in shown.out
    assert "ODIN, single hands: 30 of 30 games" in shown.err
    first = plot.FILE.read_bytes()
    plot.FILE.unlink()
    assert command.main(["--draw"]) == 0
    assert capsys.readouterr().out == shown.out
    assert plot.FILE.read_bytes() == first
    assert Kept.read().seed == 7


def test_nothing_can_be_drawn_before_it_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(saved_results, "FILE", tmp_path / "kept.json")
    with pytest.raises(SystemExit):
        command.main(["--draw"])
    assert "there is no kept.json yet" in capsys.readouterr().err
