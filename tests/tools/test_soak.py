"""Soak tests can be interrupted and continued, and report every failure."""

from pathlib import Path

import pytest

from tests.paths import ROOT
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
        soak([Part("p", "things", 4, 10, interrupted_at_two)], Progress(path), 0)
    assert DONE == [0, 1]
    part = Part("p", "things", 4, 10, note)
    again = Progress(path)
    assert "2 of 4 chunks done" in report([part], again)
    soak([part], again, 0)
    assert DONE == [0, 1, 2, 3]
    assert "| `p` | 40 things | 0 to 3 |" in report([part], again)
    assert "passed" in report([part], again)


def part_with_sources(name: str, folder: Path, code: str = "a = 1") -> Part:
    """A part that depends on a folder, which holds this code."""
    folder.mkdir(exist_ok=True)
    (folder / "code.py").write_text(code)
    return Part(name, "things", 2, 1, note, (str(folder),))


def test_other_sources_or_a_fresh_start_run_everything_again(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    part = part_with_sources("p", tmp_path / "code")
    soak([part], Progress(path), 0)
    assert Progress(path).left(part) == []
    assert Progress(path, fresh=True).left(part) == [0, 1]
    part_with_sources("p", tmp_path / "code", "a = 2")
    assert Progress(path).left(part) == [0, 1]


def test_a_change_of_texts_or_styles_does_not_outdate_a_part(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    part = part_with_sources("p", tmp_path / "code")
    soak([part], Progress(path), 0)
    (tmp_path / "code/page.css").write_text("body {}")
    (tmp_path / "code/en.json").write_text("{}")
    assert Progress(path).left(part) == []


def test_results_of_other_sources_stay_on_the_page_until_the_part_is_run_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "progress.json"
    one = part_with_sources("one", tmp_path / "first")
    two = part_with_sources("two", tmp_path / "second")
    soak([one, two], Progress(path), 0)
    part_with_sources("one", tmp_path / "first", "a = 2")
    page = report([one, two], Progress(path)).splitlines()
    rows = {line.split()[1]: line for line in page if line.startswith("| `")}
    assert "| passed |" in rows["`one`"]
    assert "(changed since)" in rows["`one`"]
    assert "(changed since)" not in rows["`two`"]
    assert Progress(path).left(one) == [0, 1]
    assert Progress(path).left(two) == []


def test_every_part_depends_on_code_that_exists_and_not_on_the_page() -> None:
    for part in PARTS:
        assert all((ROOT / place).exists() for place in part.sources), part.name
        assert "src/odintable/games" in part.sources, part.name
        assert not [place for place in part.sources if "web" in place or "locale" in place]


def test_a_failure_is_reported_and_run_again(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.json")
    part = Part("p", "things", 3, 1, wrong_at_one)
    soak([part], progress, 0)
    assert progress.left(part) == [1]
    assert "failed" in report([part], progress)
    assert "chunk 1: AssertionError: found it" in report([part], progress)


def test_the_parts_have_the_documented_sizes() -> None:
    counts = {part.name: part.count for part in PARTS}
    assert counts["lockstep-odin"] == counts["lockstep-ravens"] == 10_000
    assert counts["wasm-odin"] == counts["wasm-ravens"] == 10_000
    assert counts["engine-lines"] == 500_000
    assert counts["records"] == 50_000
    assert counts["twins"] == 5_000
    assert counts["kills"] == 200
    assert counts["frames"] == 500_000
    assert {"bounds", "no-compiler", "disks", "links"} <= set(counts)
