"""Whether the nets' chances can be taken at their word: what `benchmarks.reliability` keeps."""

import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reliability import __main__ as command
from benchmarks.reliability import kept, picture, play
from benchmarks.reliability.bins import (
    Bin,
    binned,
    calibration_error,
    chance_error,
    common,
    farthest,
    summed,
)
from benchmarks.reliability.kept import Kept
from benchmarks.reliability.play import Table
from odintable import bots
from odintable.bots import Budget, Never, Stop, Thought
from odintable.fair import Fair
from odintable.games.position import Position
from odintable.match import Match
from odintable.nets import net

LEARNING = Path(__file__).parent.parent / "docs" / "learning.md"
TINY = Table("ODIN, single hands", "odin", 2, {"hands": 1}, 3)


# -- What is kept ------------------------------------------------------------------------------


def test_what_is_kept_is_of_the_nets_of_the_package() -> None:
    assert Kept.read().nets == kept.weights_of(), "run `python -m benchmarks.reliability`"


def test_what_is_kept_is_of_the_tables_that_are_played() -> None:
    assert tuple(one.table for one in Kept.read().found) == play.TABLES


def test_the_picture_is_that_of_what_is_kept() -> None:
    assert picture.FILE.read_text(encoding="utf-8") == picture.drawn(Kept.read().found)


def test_the_page_has_the_table_of_what_is_kept() -> None:
    assert str(Kept.read()) in LEARNING.read_text(encoding="utf-8")


def test_all_decisions_are_in_the_bins() -> None:
    for one in Kept.read().found:
        assert sum(each.many for each in one.bins) == one.whole.many


def test_other_weights_have_another_name() -> None:
    judge = net.shipped("odin")
    other = {**judge.weights, "head.bias": judge.weights["head.bias"] + 1}
    assert kept.short_name(net.Net("odin", other, {})) != kept.short_name(judge)


# -- Bins --------------------------------------------------------------------------------------


def test_decisions_are_binned_by_the_chance_they_were_given() -> None:
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


def test_the_error_is_that_of_a_mean_when_every_game_has_one_decision() -> None:
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


def test_rare_bins_are_left_out_of_the_farthest_but_count_in_the_error() -> None:
    rare, near, far = (
        Bin(9, 9, 0.9, 0.1, 0.1),
        Bin(491, 40, 0.5, 0.51, 0.02),
        Bin(500, 40, 0.3, 0.28, 0.01),
    )
    assert common([rare, near, far]) == [near, far]
    assert farthest([rare, near, far]) == far
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


class Doubter:
    """Plays the first move, and says of each decision the next of a row of chances."""

    name, games, about, level, cheats = "doubter", ("odin",), "", None, False

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.asked: list[tuple[int, int]] = []  # who, and among how many moves

    def think(self, view: Position, _budget: Budget, _seed: int, _stop: Stop) -> Thought:
        """Less and less."""
        self.asked.append((view.turn, len(view.moves())))
        return Thought(view.legal()[0], 1 / len(self.asked), [])


def test_only_real_decisions_are_noted_and_each_with_what_its_player_won() -> None:
    bot = Doubter()
    match = Match.new("odin", players=3, options={"hands": 1}, fair=Fair.numbered(5))
    noted = play.decided(match, bot)
    shares = match.position.outcome()
    assert match.position.is_over
    assert all(many > 1 for _, many in bot.asked)
    assert len(bot.asked) < sum(hasattr(step, "seat") for step in match.steps)
    assert noted == [(1 / at, shares[who]) for at, (who, _) in enumerate(bot.asked, 1)]


def test_a_seed_makes_it_repeatable() -> None:
    one, again, other = (play.played(TINY, seed) for seed in (1, 1, 2))
    assert one.said.tolist() == again.said.tolist()
    assert one.said.tolist() != other.said.tolist()
    assert set(one.games.tolist()) == {0, 1, 2}


def test_the_chance_noted_is_the_one_that_the_bot_says() -> None:
    match = Match.new("odin", options={"hands": 1}, fair=Fair.numbered(100_000))
    bot = bots.get("net-odin", "odin")
    thought = bot.think(match.position.view(match.position.turn), Budget(), 0, Never())
    assert play.decided(match, bot)[0][0] == thought.value


def test_a_run_is_kept_drawn_and_printed_and_can_be_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "TABLES", (TINY,))
    monkeypatch.setattr(kept, "FILE", tmp_path / "kept.json")
    monkeypatch.setattr(picture, "FILE", tmp_path / "reliability.svg")
    assert command.main(["--seed", "7"]) == 0
    shown = capsys.readouterr()
    assert "| ODIN, single hands | 3 |" in shown.out
    assert "ODIN, single hands: 3 of 3 games" in shown.err
    first = picture.FILE.read_bytes()
    picture.FILE.unlink()
    assert command.main(["--draw"]) == 0
    assert capsys.readouterr().out == shown.out
    assert picture.FILE.read_bytes() == first
    assert Kept.read().seed == 7


def test_nothing_can_be_drawn_before_it_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kept, "FILE", tmp_path / "kept.json")
    with pytest.raises(SystemExit):
        command.main(["--draw"])
    assert "there is no kept.json yet" in capsys.readouterr().err
