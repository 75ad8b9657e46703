"""`make strength`: goals, interrupted runs, and results of bots that have changed."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.speed.goals import Verdict
from benchmarks.strength import __main__ as command
from benchmarks.strength import (
    bot_fingerprint,
    busy_machine,
    goal,
    hidden_twins,
    net_speed,
    saved_results,
)
from benchmarks.strength import measure as run
from benchmarks.strength.goal import Bar, at_least, floor
from benchmarks.strength.parts import (
    BARELY_BEATEN,
    BY_NAME,
    PARTS,
    ROUND_ROBIN,
    STEP_UP,
    Meeting,
    Part,
)
from benchmarks.strength.report import Measured, Played, page, pictures
from benchmarks.strength.saved_results import Effort, SavedResults, contest_fingerprint, file_stem
from odintable.arena import Result, read_bot
from odintable.arena.deals.deal_result import DealResult
from odintable.arena.report.progress import ProgressDisplay
from odintable.arena.statistics.interval import Interval
from odintable.arena.statistics.thinking_times import ThinkingTimes
from odintable.bots import Budget
from tests.arena.contests import deal_result

HANDS = {"hands": 1}
SMALL = Meeting("odin", ("greedy@5sims", "random@5sims"), 8, options=HANDS, goal=at_least(0.4))
PART = Part("small", "A small part", "Two who meet.", (SMALL,))


def result(meeting: Meeting, shares: Sequence[float], *, is_interrupted: bool = False) -> Result:
    """Made-up deals."""
    deals = tuple(deal_result(share, number) for number, share in enumerate(shares))
    return Result(meeting.contest(), deals, is_interrupted)


def measured(shares: Sequence[float], *, is_interrupted: bool = False) -> Measured:
    """The small part with made-up deals."""
    played = Played(SMALL, result(SMALL, shares, is_interrupted=is_interrupted))
    return Measured(PART, [played], effort=Effort(600, 2))


@pytest.fixture
def saved(tmp_path: Path) -> SavedResults:
    """A saved with nothing on it."""
    return SavedResults(tmp_path / "work", tmp_path / "results")


# -- Goals -----------------------------------------------------------------------------------------


def test_it_is_the_lower_end_that_must_reach_a_goal() -> None:
    assert goal.verdict_on("x", at_least(0.85), Interval(0.90, 0.85, 0.95)).is_met
    assert not goal.verdict_on("x", at_least(0.85), Interval(0.90, 0.849, 0.95)).is_met


@pytest.mark.parametrize(
    ("share", "is_met"),
    [
        (Interval(0.65, 0.601, 0.70), True),
        (Interval(0.649, 0.61, 0.70), False),
        (Interval(0.66, 0.60, 0.72), False),  # over 60 %, not just 60 %
    ],
)
def test_a_level_must_win_65_percent_and_surely_over_60(share: Interval, is_met: bool) -> None:
    verdict = goal.verdict_on("x", STEP_UP, share)
    assert verdict.is_met == is_met
    assert verdict.goal == "x: share at least 65% and lower end over 60%"


def test_even_is_not_stronger() -> None:
    assert not Bar("mean", 0.5, "over").is_cleared(Interval(0.5, 0.4, 0.6))


@pytest.mark.parametrize(
    ("mean", "met"), [(0.77, "NO"), (0.78, "yes"), (0.84, "yes"), (0.85, "yes, and better")]
)
def test_a_net_has_a_floor_and_something_better(mean: float, met: str) -> None:
    both = floor(0.78, 0.85)
    share = Interval(mean, mean - 0.1, mean + 0.1)
    assert goal.describe(both) == "share at least 78%, better at least 85%"
    assert goal.met(both, share) == met
    assert goal.verdict_on("x", goal.required(both), share).is_met == (mean >= 0.78)
    assert goal.mark(both) == 0.78


@pytest.mark.parametrize(("mean", "met"), [(0.56, "yes"), (0.57, "no")])
def test_a_wish_alone_is_shown_in_lower_case(mean: float, met: str) -> None:
    assert goal.describe(BARELY_BEATEN) == "better at most 56%"
    assert goal.met(BARELY_BEATEN, Interval(mean, 0.5, 0.6)) == met


# -- What is measured ------------------------------------------------------------------------------


def test_goals_stand_on_two_hundred_deals_or_are_marked() -> None:
    for meeting in (meeting for part in PARTS for meeting in part.meetings if meeting.goal):
        deals = meeting.games // meeting.players
        assert deals >= 200 or (deals >= 20 and "spot check" in meeting.note), str(meeting)


def test_every_meeting_has_its_command() -> None:
    four = BY_NAME["greedy"].meetings[2]
    assert four.command() == "odintable arena odin search@50ms greedy --games 800 --players 4"
    assert str(four) == "search@50ms v 3 × greedy, ODIN for 4"
    best = BY_NAME["openspiel-time"].meetings[0].against("openspiel-1.4")
    assert best.command() == (
        "odintable arena ravens search@50ms "
        "openspiel-1.4=benchmarks.strength.openspiel:c1_4@50ms --games 400 --option max-turns=60"
    )
    assert read_bot(best.contestants[1]).budget == Budget(time_ms=50)
    goat = next(meeting for meeting in BY_NAME["nets"].meetings if "goat" in meeting.options)
    assert goat.command() == "odintable arena odin net-odin greedy --games 400 --option goat"
    assert str(goat) == "net-odin v greedy, ODIN with goat"


def test_every_part_that_is_not_a_contest_has_its_own_measurement() -> None:
    assert {part.name for part in PARTS if not part.meetings} == set(run.OTHER_MEASUREMENTS)


# -- Taking up -------------------------------------------------------------------------------------


class Clock:
    """A second has passed whenever somebody looks."""

    now = 0.0

    def monotonic(self) -> float:
        """The time."""
        self.now += 1
        return self.now


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """However quick the machine, a deal takes a second."""
    monkeypatch.setattr(run, "time", Clock())


@pytest.mark.long
@pytest.mark.usefixtures("ticking")
def test_an_interrupted_part_goes_on_where_it_was(
    saved: SavedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = ProgressDisplay.add

    def press(self: ProgressDisplay, deal: DealResult) -> None:
        add(self, deal)
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressDisplay, "add", press)
    assert not run.run(PART, saved, workers=1)
    before = saved.result(PART, SMALL.contest())
    assert (len(before.deals), before.is_interrupted) == (1, True)
    took = saved.effort(PART).seconds
    monkeypatch.setattr(ProgressDisplay, "add", add)
    assert run.run(PART, saved, workers=1)
    after = saved.result(PART, SMALL.contest())
    assert (len(after.deals), after.is_interrupted) == (4, False)
    assert after.deals[0] == before.deals[0]
    assert (took, saved.effort(PART).seconds) == (1, 4)


@pytest.mark.long
@pytest.mark.usefixtures("ticking")
def test_a_new_measurement_replaces_the_time_of_the_old_one(saved: SavedResults) -> None:
    assert run.run(PART, saved, workers=1)
    kept = next(saved._complete.glob("*/*.jsonl.gz"))
    before = f"{kept.name.partition('-')[0]}-other"  # the same contest, when a bot did otherwise
    kept.rename(kept.with_name(f"{before}.jsonl.gz"))
    next(saved._unfinished.glob("*/*.jsonl")).unlink()
    effort = {before: {"seconds": 500.0, "cores": 2}}
    (kept.parent / "effort.json").write_text(json.dumps(effort))
    assert saved.effort(PART) == Effort(500, 2)
    assert run.run(PART, saved, workers=1)
    assert saved.effort(PART).seconds == 4


@pytest.mark.long
def test_complete_results_are_not_played_again(
    saved: SavedResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.run(PART, saved, workers=1)
    (packed,) = (tmp_path / "results/small").glob("*.gz")
    before = saved.result(PART, SMALL.contest())
    shutil.rmtree(tmp_path / "work")
    monkeypatch.setattr(run, "play", None)
    assert run.run(PART, saved, workers=1)
    assert saved.result(PART, SMALL.contest()) == before
    monkeypatch.setattr(saved_results, "combined_fingerprint", lambda _names: "changed")
    assert not saved.result(PART, SMALL.contest()).deals
    with saved.deal_file(PART, SMALL.contest()) as deal_file:
        deal_file.add(before.deals[0])
    saved.save(PART, SMALL.contest())
    assert not packed.exists()  # what the bots did before is of no interest any more


def test_findings_of_bots_that_have_changed_are_not_used(
    saved: SavedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved.save_findings(PART, [Verdict("quick", "very", True)])
    assert saved.findings(PART) == [Verdict("quick", "very", True)]
    monkeypatch.setattr(saved_results, "combined_fingerprint", lambda _names: "changed")
    assert saved.findings(PART) == []


def test_a_contest_depends_on_what_its_own_bots_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_results, "combined_fingerprint", str)
    assert file_stem(SMALL.contest()).endswith("-(('greedy', 'odin'), ('random', 'odin'))")


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_a_fingerprint_depends_on_the_bot_only(game: str) -> None:
    names = ("random", "ask", "greedy", "snorri")
    found = {name: bot_fingerprint.fingerprint(name, game) for name in names}
    assert len(set(found.values())) == len(found)
    again = bot_fingerprint.fingerprint.__wrapped__("greedy", game)
    assert again == found["greedy"]
    assert (
        len({str(one.to_json()) for one in bot_fingerprint.positions(game)})
        == 2 * bot_fingerprint.POSITIONS
    )


def test_a_peer_is_known_by_its_version_and_not_by_the_path_of_its_module() -> None:
    assert bot_fingerprint.fingerprint("benchmarks.strength.openspiel:c2", "odin") == "peer-1"
    contest = ROUND_ROBIN.meetings[0].contest()
    settings = json.dumps(contest.settings()).replace("strength.openspiel", "moved")
    elsewhere = SimpleNamespace(settings=lambda: json.loads(settings))
    assert "moved" in settings
    assert contest_fingerprint(elsewhere) == contest_fingerprint(contest)  # type: ignore[arg-type]


def test_a_finished_measurement_is_not_repeated(
    saved: SavedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Part("load", "Load", "Much.")
    calls: list[int] = []

    def measure() -> list[Verdict]:
        calls.append(1)
        return [Verdict("in time", "yes", True)]

    monkeypatch.setitem(run.OTHER_MEASUREMENTS, "load", measure)
    assert run.run(part, saved)
    assert run.run(part, saved)
    assert calls == [1]


def test_the_best_of_the_round_robin_takes_the_seat(
    saved: SavedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = BY_NAME["openspiel-time"].meetings[1]
    small = Meeting("odin", ("openspiel-2=greedy", "openspiel-5=random"), 4)
    robin = Part("openspiel-c", "Robin", "All.", (small,))
    monkeypatch.setattr(run, "ROUND_ROBIN", robin)
    with saved.deal_file(robin, small.contest()) as deal_file:
        deal_file.add(deal_result(0.0, 0))
        assert run.seat(meeting, saved) is None
        deal_file.add(deal_result(0.0, 1))
    seated = run.seat(meeting, saved)
    assert seated is not None
    assert seated.contestants[1] == "openspiel-5=benchmarks.strength.openspiel:c5@50ms"
    assert ROUND_ROBIN.meetings[1].contestants[3] == seated.contestants[1]


# -- The page --------------------------------------------------------------------------------------


def test_the_page_says_what_was_met() -> None:
    shown = page([measured([1.0] * 4)])
    assert "**1 of 1 measured goals are met.**" in shown
    row = "| greedy@5sims v random@5sims, ODIN hands | 8 | 4 | 100.0% | 40."
    assert row in shown
    assert "| lower end at least 40% | yes |" in shown
    assert "about 10 minutes on 2 cores |" in shown
    assert "odintable arena odin greedy@5sims random@5sims --games 8 --option hands=1" in shown
    assert "![A small part: shares of the win](images/strength-small.svg)" in shown


def test_the_page_says_what_was_missed_and_by_how_much() -> None:
    shown = page([measured([1.0, 1.0, 0.0, 1.0])])
    assert "**0 of 1 measured goals are met.**" in shown
    what = (
        "- missed: greedy@5sims v random@5sims, ODIN hands: lower end at least 40%; reached 75.0% ("
    )
    assert what in shown
    assert "| lower end at least 40% | NO |" in shown


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        (floor(0.5, 0.75), "1 of 1 *better* values are reached."),
        (floor(0.5, 0.8), "0 of 1 *better* values are reached."),
        (BARELY_BEATEN, "0 of 1 *better* values are reached."),
    ],
)
def test_wishes_do_not_change_the_verdict(
    wanted: goal.Goal, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    meeting = replace(SMALL, goal=wanted)
    one = Measured(PART, [Played(meeting, result(meeting, [1.0, 1.0, 0.0, 1.0]))])
    count = len(goal.required(wanted))
    assert f"**{count} of {count} measured goals are met.**\n\n{line}\n" in page([one])
    assert command.exit_status([one]) == 0
    command.print_verdicts(one)
    assert ("better greedy" if line.startswith("1") else "short  greedy") in capsys.readouterr().out


def test_a_part_that_was_interrupted_is_not_judged() -> None:
    half = measured([1.0, 1.0], is_interrupted=True)
    shown = page([half])
    assert half.verdicts() == []
    assert "| 2 of 4 |" in shown
    assert "| not all played |" in shown
    assert "minutes on 2 cores, so far" in shown
    assert "- not yet measured, or not to the end: small" in shown
    assert pictures([half]) == {}


def test_a_part_that_was_not_measured_says_so() -> None:
    shown = page([Measured(PART, [Played(SMALL, result(SMALL, [], is_interrupted=True))])])
    assert "`make strength PART=small` | not yet measured |" in shown
    assert "Two who meet.\n\nNot yet measured." in shown


def test_a_round_robin_is_a_ladder() -> None:
    meeting = Meeting("odin", ("a=greedy", "b=random", "c=random"), 2)
    deals = (
        deal_result(0.0, 0, 0, (0, 1)),
        deal_result(0.0, 0, 1, (0, 2)),
        deal_result(1.0, 0, 2, (1, 2)),
    )
    robin = Measured(PART, [Played(meeting, Result(meeting.contest(), deals))])
    shown = page([robin])
    assert shown.index("| b |") < shown.index("| c |") < shown.index("| a |")


def test_findings_are_judged_too() -> None:
    shown = page([Measured(PART, findings=[Verdict("in time", "never", False)])])
    assert "| in time | never | NO |" in shown
    assert "- missed: in time; reached never" in shown


def test_the_plot_marks_the_goal() -> None:
    drawn = pictures([measured([1.0, 1.0, 0.0, 1.0])])["images/strength-small.svg"]
    assert drawn.count('class="goal"') == 1
    assert "greedy@5sims v random@5sims, ODIN hands 75.0" in drawn


def test_a_missed_goal_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.exit_status([measured([1.0] * 4)]) == 0
    assert command.exit_status([measured([0.0] * 4)]) == 1
    assert command.exit_status([measured([0.0] * 2, is_interrupted=True)]) == 0
    assert "Missed: greedy@5sims v random@5sims" in capsys.readouterr().out


def test_outdated_plots_are_removed(tmp_path: Path) -> None:
    command.publish([measured([1.0] * 4)], tmp_path)
    assert (tmp_path / "images/strength-small.svg").exists()
    command.publish([measured([], is_interrupted=True)], tmp_path)
    assert not (tmp_path / "images/strength-small.svg").exists()


# -- Load and twins --------------------------------------------------------------------------------


def test_one_late_decision_is_one_too_many() -> None:
    times = ThinkingTimes()
    times.add(1.1, 1.0)
    assert busy_machine.verdicts(times, 50, 1000)[0].is_met
    times.add(1.3, 1.0)
    verdict = busy_machine.verdicts(times, 50, 1000)[0]
    assert not verdict.is_met
    assert verdict.reached.startswith("1 of 2 decisions late; 99% within 1300 ms, the longest 1300")
    assert not busy_machine.verdicts(ThinkingTimes(), 50, 1000)[0].is_met


def test_a_net_is_judged_by_its_mean_time() -> None:
    verdict = net_speed.verdict_on("odin", [0.0005, 0.0011])
    assert (verdict.reached, verdict.is_met) == ("0.80 ms, the longest 1.1 ms", True)
    assert not net_speed.verdict_on("odin", [0.0005, 0.0016]).is_met


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_twins_look_alike_to_the_player_and_are_not(game: str) -> None:
    pairs = list(hidden_twins.pairs_met(game, 12))
    assert len(pairs) == 12
    for one, other in pairs:
        assert one.states.tobytes() != other.states.tobytes()
        seen, also_seen = (position.view(position.turn) for position in (one, other))
        assert seen.to_json() == also_seen.to_json()
        assert seen.history == also_seen.history


def test_different_times_and_decisions_are_reported() -> None:
    found = hidden_twins.Comparison([1.0, 1.0], [1.1, 1.0], 1)
    times, decisions = hidden_twins.verdicts("odin", "5 simulations", found)
    assert not times.is_met
    assert "5.0% apart" in times.reached
    assert (decisions.reached, decisions.is_met) == ("1 of 2", False)
    assert hidden_twins.verdicts("odin", "x", hidden_twins.Comparison([1.0], [1.04]))[0].is_met
