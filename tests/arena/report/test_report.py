"""A result as text, as JSON and as a plot."""

import dataclasses
import json
import re
from xml.etree import ElementTree as ET

import pytest

from odintable import __version__
from odintable.arena import Result, pairings, standings
from odintable.arena.deals.deal_result import DealResult
from odintable.arena.report.ladder_plot import Ladder, Rung, Scale, draw, round_step
from odintable.arena.report.report import as_json, as_svg, as_text
from odintable.arena.statistics.interval import Interval
from tests.arena.contests import contest, deal_result


def result(*shares: float) -> Result:
    """Two contestants, a deal for each share."""
    what = contest("greedy", "random", games=2 * len(shares))
    return Result(what, tuple(deal_result(share, number) for number, share in enumerate(shares)))


def league() -> Result:
    """Three contestants, one better than the next."""
    what = contest("greedy", "random", "b=greedy", games=8)
    deals = tuple(
        deal_result([1.0, 0.5, 1.0, 0.5][number], number, lineup, seats)
        for number in range(4)
        for lineup, seats in enumerate(what.lineups)
        if len(seats) == 2
    )
    return Result(what, deals)


def test_the_share_comes_with_its_interval_and_what_is_even() -> None:
    text = as_text(result(1.0, 0.5, 0.5, 1.0))
    assert "odin for 2, hands=1, seed 1: 8 games, 4 deals in 2 rotations each" in text
    found = re.search(r"greedy against random: 75\.0 \((\d+\.\d) to (\d+\.\d)\) % of the win", text)
    assert found
    assert float(found[1]) < 50 < float(found[2])
    assert "(even is 50 %)" in text


def test_points_are_averaged_over_games_and_hands() -> None:
    greedy, other = standings(result(1.0, 0.5))
    # Seats (0, 3) and then (1, 0): the first contestant sat first, then second.
    assert (greedy.points, other.points) == (0.0, 2.0)
    deal = deal_result(1.0)
    longer = dataclasses.replace(deal.games[0], scores=((0, 1), (0, 3)))
    two_hands = dataclasses.replace(deal, games=(longer, longer))
    other = standings(Result(contest("greedy", "random", games=2), (two_hands,)))[1]
    assert (other.points, other.points_per_leg) == (3.0, 1.5)


def test_an_interrupted_contest_says_how_far_it_came() -> None:
    whole = result(1.0, 0.5, 0.5, 1.0)
    part = dataclasses.replace(whole, deals=whole.deals[:1], is_interrupted=True)
    assert "Interrupted: 2 of 8 games were played." in as_text(part)
    nothing = dataclasses.replace(whole, deals=(), is_interrupted=True)
    assert as_text(nothing).endswith("Nothing has been played.")
    assert as_json(nothing)["pairings"][0]["games"] == 0


def test_the_report_warns_that_early_stopping_exaggerates_the_share() -> None:
    early = dataclasses.replace(result(1.0, 1.0), clear_after={0: 2})
    assert "Stopped as clear after 2 deals" in as_text(early)
    assert pairings(early)[0].clear_after == 2


def test_more_than_two_are_rated_from_the_strongest_to_the_weakest() -> None:
    text = as_text(league())
    table = text.split("\n\n")[1].splitlines()
    assert table[0].split() == ["contestant", "Elo", "95", "%", "interval"]
    assert [line.split()[0] for line in table[1:]] == ["greedy", "random", "b"]
    assert text.count(" against ") == 3


def test_json_holds_the_settings_every_deal_and_what_they_add_up_to() -> None:
    played = result(1.0, 0.5)
    told_all = json.loads(json.dumps(as_json(played)))
    assert told_all["version"] == __version__
    assert told_all["seed"] == 1
    assert told_all["fingerprint"] == played.contest.fingerprint()
    assert [DealResult.from_json(deal).share(0) for deal in told_all["deals"]] == [1.0, 0.5]
    assert told_all["pairings"][0]["share"] == 0.75
    assert told_all["elo"] is None
    assert {"points", "points_per_leg", "p99_ms", "max_ms", "over", "late", "forfeits"} <= set(
        told_all["standings"][0]
    )
    assert [one["label"] for one in as_json(league())["elo"]] == ["greedy", "random", "b"]


@pytest.mark.parametrize("played", [result(1.0, 0.5), league()], ids=["two", "three"])
def test_the_plot_is_an_svg_that_names_everybody_and_supports_dark_mode(played: Result) -> None:
    svg = as_svg(played)
    root = ET.fromstring(svg)
    words = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for contestant in played.contest.contestants:
        assert contestant.label in words
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == len(
        played.contest.contestants
    )
    assert "prefers-color-scheme: dark" in svg


def test_a_ladder_has_its_best_on_top_and_all_within_the_axis() -> None:
    rungs = [Rung("low & slow", Interval(-200, -260, -150)), Rung("high", Interval(90, 10, 333))]
    ladder = Ladder("t", "Elo", rungs, 0)
    scale = Scale.over(ladder, 100, 600)
    assert scale.ticks() == [-300, -200, -100, 0, 100, 200, 300, 400]
    assert scale.at(scale.low) == 100
    assert scale.at(scale.high) == 600
    svg = draw(ladder)
    assert svg.index(">high</text>") < svg.index(">low &amp; slow</text>")
    assert [round_step(least) for least in (0.7, 1, 3, 12, 60)] == [1, 1, 5, 20, 100]
