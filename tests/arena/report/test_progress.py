"""Progress goes to standard error: a bar on a terminal, an occasional line elsewhere."""

import pytest

from odintable.arena.report import progress
from odintable.arena.report.progress import ProgressDisplay
from tests.arena.contests import contest, deal_result


class Clock:
    """Time goes on with the deals, and not by itself."""

    now = 0.0

    def monotonic(self) -> float:
        """The time."""
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(progress, "time", one)
    return one


def watch(clock: Clock, already: int, *shares: float) -> None:
    """Be deal_result of deals of a contest of ten, each of which took nine seconds."""
    with ProgressDisplay(contest("greedy", "random", games=20), already) as watcher:
        for number, share in enumerate(shares, already):
            clock.now += 9
            watcher.add(deal_result(share, number))


def test_without_a_terminal_there_are_lines_with_the_time_left(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_INTERVAL", 0)
    watch(clock, 4, 1.0, 0.5)
    shown = capsys.readouterr()
    assert shown.err.splitlines() == [
        "5 of 10 deals, greedy 100.0 %, 0:45 left",
        "6 of 10 deals, greedy 75.0 %, 0:36 left",
    ]
    assert shown.out == ""


def test_lines_come_only_now_and_then(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    watch(clock, 0, 1.0, 0.5, 0.5)
    assert capsys.readouterr().err == ""
    watch(clock, 0, 1.0, 0.5, 0.5, 0.5, 1.0)
    assert capsys.readouterr().err == "4 of 10 deals, greedy 62.5 %, 0:54 left\n"


def test_on_a_terminal_there_is_a_bar(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    watch(clock, 0, 1.0, 0.5)
    shown = capsys.readouterr().err
    assert "greedy 75.0 %" in shown
    assert "2/10" in shown
    assert "left" in shown
