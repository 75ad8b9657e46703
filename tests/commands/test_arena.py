"""`odintable arena` as it is used: on all cores, through a pipe, interrupted and continued."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from odintable.arena import play
from odintable.arena.deals.worker_pool import WorkerError, cores
from odintable.cli import main
from odintable.commands import arena
from tests.arena.contests import contest
from tests.paths import ROOT

pytestmark = pytest.mark.long  # most tests start programs that load the compiler

PAGE = ROOT / "docs" / "arena.md"
PATIENCE = 600  # seconds; rules may have to be compiled first, by a busy machine
ODIN = ["odin", "greedy", "random", "--option", "hands=1", "--sims", "5"]


def ran(*args: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "odintable", "arena", *args],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def without_times(text: str) -> Any:
    """The JSON, without what differs from run to run."""
    result = json.loads(text)
    for deal in result["deals"]:
        del deal["times"]
    for standing in result["standings"]:
        for name in ("mean_ms", "p99_ms", "max_ms", "over", "late"):
            del standing[name]
    return result


def test_the_result_is_the_same_with_one_process_or_three() -> None:
    args = [*ODIN, "--games", "30", "--json", "--stop-when-clear"]
    one, three = ran(*args, "--workers", "1"), ran(*args, "--workers", "3")
    assert one.returncode == three.returncode == 0, three.stderr
    assert without_times(one.stdout) == without_times(three.stdout)


def test_results_are_printed_and_plotted(tmp_path: Path) -> None:
    plot = tmp_path / "ladder.svg"
    shown = ran(
        "ravens", "greedy", "random", "--games", "4", "--option", "target=1", "--plot", str(plot)
    )
    assert shown.returncode == 0, shown.stderr
    assert "ravens for 2, target=1, seed 1: 4 games" in shown.stdout
    assert "greedy against random: 100.0 (" in shown.stdout
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_an_interrupted_contest_reports_and_can_be_resumed(tmp_path: Path) -> None:
    save = tmp_path / "deals.jsonl"
    command = [sys.executable, "-m", "odintable", "arena", *ODIN, "--save", str(save)]
    with subprocess.Popen(
        [*command, "--games", "1000000", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={name: one for name, one in os.environ.items() if not name.startswith("COVERAGE")},
        start_new_session=True,
    ) as running:  # without coverage, which complains when it is interrupted itself
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and lines_in(save) < 4:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to everybody
        result, complaints = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "of 1000000 games were played." in result
    assert "Traceback" not in complaints
    kept = lines_in(save) - 1
    assert kept >= 3
    more = ran(*ODIN, "--save", str(save), "--games", str(2 * kept + 2), "--json")
    assert more.returncode == 0, more.stderr
    assert len(json.loads(more.stdout)["deals"]) == kept + 1


def lines_in(path: Path) -> int:
    """How many lines a file has by now."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["odin"], "two contestants or more, not 0"),
        (["odin", "greedy", "random", "--workers", "0"], "--workers must be 1 or more, not 0"),
        (["odin", "greedy", "random", "--time-ms", "0"], "--time-ms must be 1 or more, not 0"),
        (
            ["odin", "greedy", "random", "--plot", "x.png"],
            "--plot must be a .svg file in an existing folder",
        ),
        (["odin", "greedy", "random", "--option", "hands=no"], "--option hands must be a number"),
        (["odin", "greedy", "--engine", "no-such-program"], "the engine no-such-program cannot"),
    ],
)
def test_a_mistake_is_one_line(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *args]) == 2
    assert message in capsys.readouterr().err


def test_contestants_may_come_after_options(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["odin", "--games", "2", "--workers", "1", "--option", "hands=1", "greedy", "random"]
    assert main(["arena", *args]) == 0
    assert "greedy against random" in capsys.readouterr().out


def test_an_error_in_a_worker_is_reported() -> None:
    what = contest("greedy", "random", games=8)
    object.__setattr__(what.contestants[1], "bot", "nobody")  # past all checks
    with pytest.raises(WorkerError, match="no bot 'nobody' plays odin"):
        play(what, workers=2)


LEAVES = """
import atexit, os, signal
from multiprocessing import Pipe
from odintable.arena.deals.worker_pool import work
from tests.arena.contests import contest
atexit.register(os.kill, os.getpid(), signal.SIGTERM)
ours, theirs = Pipe()
ours.close()
work(contest("greedy", "random"), theirs)
"""


def test_a_worker_stopped_twice_prints_nothing() -> None:
    left = subprocess.run(
        [sys.executable, "-c", LEAVES],
        cwd=PAGE.parent.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert (left.returncode, left.stderr) == (0, "")


def test_all_cores_are_used_by_default() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_control_c_in_this_process_gives_the_result_so_far() -> None:
    def press(_deal: object) -> None:
        raise KeyboardInterrupt

    result = play(contest("greedy", "random", games=40), workers=1, on_deal=press)
    assert result.is_interrupted
    assert len(result.deals) == 1


def test_every_option_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    for option in parser._option_string_actions:
        if option.startswith("--") and option != "--help":
            assert f"`{option}" in page, option
