"""Combine coverage files and skip broken ones, which processes killed while writing leave behind.

Coverage itself skips a file whose beginning is broken, but not one that breaks off later or is
deleted while it is read: the whole run would end with an error after its last test.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from coverage import Coverage, CoverageData
from coverage.data import combinable_files
from coverage.exceptions import CoverageException


def skip_broken_files(coverage: Coverage) -> None:
    """Make `combine` skip and report files that cannot be read, and delete all of them."""
    combine: Callable[[list[str]], None] = coverage.combine

    def combine_readable_files() -> None:
        files = [Path(file) for file in combinable_files(coverage.config.data_file)]
        for copy in readable_copies(files):
            combine([str(copy)])
        for file in files:
            file.unlink(missing_ok=True)

    setattr(coverage, "combine", combine_readable_files)  # noqa: B010 - mypy allows no assignment


def readable_copies(files: list[Path]) -> Iterator[Path]:
    """A copy, to which no process writes any more, of each file that can be read to its end."""
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            copy = Path(folder) / str(number)
            try:
                shutil.copyfile(file, copy)
                read_to_the_end(copy)
            except (CoverageException, sqlite3.Error, OSError) as error:
                print(f"\nno coverage from {file.name}: {error}")
            else:
                yield copy


def read_to_the_end(file: Path) -> None:
    """Read all of a file, in the way `combine` does; raise an error if it is broken."""
    data, trial = CoverageData(str(file)), CoverageData(no_disk=True)
    try:
        data.read()
        trial.update(data)
    finally:
        data.close(force=True)
        trial.close(force=True)
