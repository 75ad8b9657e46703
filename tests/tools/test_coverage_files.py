"""A process that is killed while it writes its coverage file does not break the run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData
from coverage.exceptions import DataError

from tests.paths import ROOT

from .coverage_files import readable_copies, skip_broken_files

PAGE = 4096  # bytes that SQLite writes at once
LINES = 3000  # enough for many pages


def part(folder: Path, name: str, module: str = "") -> Path:
    """The coverage file of a process that ran all lines of a module."""
    path = folder / f".coverage.{name}"
    data = CoverageData(str(path))
    data.add_arcs({str(folder / f"{module or name}.py"): [(at, at + 1) for at in range(LINES)]})
    data.close(force=True)
    return path


def summing(folder: Path) -> Coverage:
    """A Coverage object that combines all files of a folder."""
    return Coverage(
        data_file=str(folder / ".coverage"), config_file=False, branch=True, messages=False
    )


def modules(coverage: Coverage) -> set[str]:
    """The modules with any coverage data."""
    return {Path(file).stem for file in coverage.get_data().measured_files()}


def cut_off(at: float) -> Callable[[bytes], bytes]:
    """Keep only the beginning of a file."""
    return lambda data: data[: int(len(data) * at)]


def never_written(page: int) -> Callable[[bytes], bytes]:
    """Clear one page, as if it was to be written after those around it."""
    return lambda data: data[: page * PAGE] + bytes(PAGE) + data[(page + 1) * PAGE :]


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _data: b"",
    "no-database": lambda _data: b"Odin has one eye",
    **{f"cut-off-at-{at}": cut_off(at) for at in (0.001, 0.1, 0.5, 0.9, 0.999)},
    **{f"without-page-{page}": never_written(page) for page in range(24)},
}


@pytest.mark.parametrize("name", BROKEN)
def test_truncated_files_are_skipped_and_the_rest_is_counted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part(tmp_path, "first")
    broken = part(tmp_path, "killed")
    broken.write_bytes(BROKEN[name](broken.read_bytes()))
    part(tmp_path, "last")
    coverage = summing(tmp_path)
    skip_broken_files(coverage)
    coverage.combine()
    found = modules(coverage)
    assert found >= {"first", "last"}
    assert "killed" in found or "killed" in capsys.readouterr().out or name == "empty"
    assert [path.name for path in tmp_path.iterdir()] == [".coverage"]


def test_coverage_alone_would_end_the_run(tmp_path: Path) -> None:
    broken = part(tmp_path, "killed")
    broken.write_bytes(never_written(12)(broken.read_bytes()))
    with pytest.raises(DataError, match="malformed"):
        summing(tmp_path).combine()


def test_files_that_vanish_are_skipped(tmp_path: Path) -> None:
    gone, there = tmp_path / ".coverage.gone", part(tmp_path, "there")
    assert [copy.read_bytes() for copy in readable_copies([gone, there])] == [there.read_bytes()]


def test_complete_files_are_counted_once(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        part(tmp_path, name, "same")
    coverage = summing(tmp_path)
    skip_broken_files(coverage)
    coverage.combine()
    assert modules(coverage) == {"same"}
    assert len(coverage.get_data().arcs(str(tmp_path / "same.py")) or []) == LINES


RUN = """
from pathlib import Path
from coverage import CoverageData
from odintable.match import fair_shuffle
def test_a_process_is_killed():
    whole = CoverageData("whole")
    whole.add_arcs({fair_shuffle.__file__: [(at, at + 1) for at in range(3000)]})
    whole.close(force=True)
    data = Path("whole").read_bytes()
    for page in range(24):
        spoilt = data[: 4096 * page] + bytes(4096) + data[4096 * (page + 1) :]
        Path(f".coverage.killed.{page}").write_bytes(spoilt)
    Path(".coverage.killed.empty").touch()
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "two-workers"])
def test_a_run_with_killed_processes_ends_well(workers: list[str], tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_run.py").write_text(RUN)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *workers, "--cov", "tests"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("COV")}
        | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no coverage from .coverage.killed.12" in ran.stdout
    assert "fair_shuffle.py" in ran.stdout, "readable files are reported"
