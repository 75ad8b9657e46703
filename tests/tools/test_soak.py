"""Soak tests can be interrupted and continued, and report every failure."""

from pathlib import Path

import pytest

from tests.tools.soak import Progress, report, soak
from tests.tools.soak_parts import PARTS, Part

DONE: list[int] = []


def note(chunk: int) -> None:
    """Note that a chunk was run."""
    DONE.append(chunk)


def interrupted_at_two(chunk: int) -> None:
    """The user presses Ctrl-C."""
    if chunk == 2:
        raise KeyboardInterrupt
    note(chunk)


def wrong_at_one(chunk: int) -> None:
    """One chunk fails."""
    assert chunk != 1, "found it"


def test_an_interrupted_run_is_continued(tmp_path: Path) -> None:
    DONE.clear()
    path = tmp_path / "progress.json"
    with pytest.raises(KeyboardInterrupt):
        soak([Part("p", "things", 4, 10, interrupted_at_two)], Progress(path, sources="a"), 0)
    assert DONE == [0, 1]
    part = Part("p", "things", 4, 10, note)
    again = Progress(path, sources="a")
    assert "2 of 4 chunks done" in report([part], again)
    soak([part], again, 0)
    assert DONE == [0, 1, 2, 3]
    assert "| `p` | 40 things | 0 to 3 |" in report([part], again)
    assert "passed" in report([part], again)


def test_other_sources_or_a_fresh_start_run_everything_again(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    part = Part("p", "things", 2, 1, note)
    soak([part], Progress(path, sources="a"), 0)
    assert Progress(path, sources="a").left(part) == []
    assert Progress(path, sources="b").left(part) == [0, 1]
    assert Progress(path, fresh=True, sources="a").left(part) == [0, 1]


def test_results_of_other_sources_stay_on_the_page_until_the_part_is_run_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "progress.json"
    one, two = Part("one", "things", 2, 1, note), Part("two", "things", 2, 1, note)
    soak([one, two], Progress(path, sources="aaa"), 0)
    with pytest.raises(KeyboardInterrupt):
        soak([Part("two", "things", 3, 1, interrupted_at_two)], Progress(path, sources="bbb"), 0)
    rows = {line.split()[1]: line for line in report([one, two], Progress(path)).splitlines()[11:]}
    assert "| passed |" in rows["`one`"]
    assert "`aaa`" in rows["`one`"]
    assert "`bbb`" in rows["`two`"]
    assert Progress(path, sources="bbb").left(two) == []
    assert Progress(path, sources="bbb").left(one) == [0, 1]


def test_a_failure_is_reported_and_run_again(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.json", sources="a")
    part = Part("p", "things", 3, 1, wrong_at_one)
    soak([part], progress, 0)
    assert progress.left(part) == [1]
    assert "failed" in report([part], progress)
    assert "chunk 1: AssertionError: found it" in report([part], progress)


def test_the_parts_have_the_documented_sizes() -> None:
    counts = {part.name: part.count for part in PARTS}
    assert counts["lockstep-odin"] == counts["lockstep-ravens"] == 10_000
    assert counts["engine-lines"] == 500_000
    assert counts["records"] == 50_000
    assert counts["twins"] == 5_000
    assert counts["kills"] == 200
    assert counts["frames"] == 500_000
    assert {"bounds", "no-compiler", "disks", "links"} <= set(counts)
