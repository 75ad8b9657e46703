"""Where mutants are made and tried out: a copy of the sources, and tests in a process apart."""

import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.paths import ROOT

from .mutant import Mutant
from .report import Result

TIMEOUT = 60  # seconds; a breakage that never ends is noticed too
FAILED = re.compile(r"^FAILED \S+::(\w+)", re.MULTILINE)
ENVIRONMENT = {
    "NUMBA_DISABLE_JIT": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "",
}


def open_up() -> None:
    """Plain Python instead of compiled code from here on, and pytest without its plugins.

    A server loads what is slow to load and is copied for each mutant, where the system can.
    """
    os.environ.update(ENVIRONMENT)
    if "forkserver" in multiprocessing.get_all_start_methods():
        multiprocessing.set_start_method("forkserver")
        multiprocessing.set_forkserver_preload(["numba.extending", "pytest"])


@dataclass
class Workshop:
    """A copy of the sources that mutants are made in."""

    folder: Path

    def try_out(self, mutant: Mutant) -> Result:
        """Break the copy, see which test notices, and mend it."""
        path = self.folder / mutant.path
        text = path.read_text("utf-8")
        line = mutant.changed_line(text)
        path.write_text(mutant.break_text(text), "utf-8")
        try:
            status, output = self.run(mutant.game, mutant.tests)
        finally:
            path.write_text(text, "utf-8")
        failed = FAILED.search(output)
        if status is None:
            return Result(mutant, line, noticed_by=f"{mutant.tests}… (it never ends)")
        if status == 1 and failed:
            return Result(mutant, line, noticed_by=failed[1])
        return Result(mutant, line, noticed_by=None, wrong=output[-1500:] if status else "")

    def run(self, game: str, beginning: str) -> tuple[int | None, str]:
        """Run a game's rule tests whose names begin so: exit status (None: no end), and output."""
        files = [
            str(path)
            for path in sorted((ROOT / "tests/games/rules").glob(f"test_{game}*.py"))
            if beginning in path.read_text("utf-8")
        ]
        output = self.folder / "output"
        output.write_text("", "utf-8")  # what the last mutant left says nothing about this one
        args = (str(self.folder / "src"), str(output), [*files, "-k", beginning])
        process = multiprocessing.Process(target=run_tests, args=args)
        process.start()
        process.join(TIMEOUT)
        if process.is_alive():
            process.kill()
            process.join()
            return None, ""
        return process.exitcode, output.read_text("utf-8")


def run_tests(source: str, output: str, args: list[str]) -> None:
    """In a process of its own: the tests, on the sources in a folder."""
    import pytest

    with Path(output).open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(ROOT)
    sys.path.insert(0, source)
    sys.dont_write_bytecode = True  # a mutant may be as long as the last, and as new
    sys.exit(int(pytest.main(["-x", "-q", "--noconftest", "-p", "no:cacheprovider", *args])))


@contextmanager
def workshops(count: int) -> Iterator[SimpleQueue[Workshop]]:
    """So many copies of the sources, for as long as they are needed."""
    with tempfile.TemporaryDirectory(prefix="odintable-mutants-") as folder:
        free: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(count):
            home = Path(folder) / str(number)
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / "src", home / "src", ignore=ignored)
            free.put(Workshop(home))
        yield free
