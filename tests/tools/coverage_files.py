"""What every process leaves of coverage; one that was killed while it wrote leaves half of it.

Coverage itself passes over a file without a good beginning, but not over one that breaks off later,
nor over one that goes while it is read: the whole run would end with an error after its last test.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from coverage import Coverage, CoverageData
from coverage.data import combinable_files
from coverage.exceptions import CoverageException


def pass_over_what_is_broken(sum_of_all: Coverage) -> None:
    """From now on it takes in what can be read, says what cannot, and keeps none of the files."""
    combine: Callable[[list[str]], None] = sum_of_all.combine

    def combine_whole_ones() -> None:
        files = [Path(file) for file in combinable_files(sum_of_all.config.data_file)]
        for copy in whole(files):
            combine([str(copy)])
        for file in files:
            file.unlink(missing_ok=True)

    setattr(sum_of_all, "combine", combine_whole_ones)  # noqa: B010 - mypy would not have it else


def whole(files: list[Path]) -> Iterator[Path]:
    """A copy, to which nobody writes any more, of each file that can be read to its end."""
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
    """Take it in as a trial, as it will be taken in."""
    data, trial = CoverageData(str(file)), CoverageData(no_disk=True)
    try:
        data.read()
        trial.update(data)
    finally:
        data.close(force=True)
        trial.close(force=True)
