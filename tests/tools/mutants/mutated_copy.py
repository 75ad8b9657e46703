"""MutatedCopy: a copy of the sources in which mutants are made and tested, in another process."""

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

TIMEOUT = 60  # seconds; an endless loop counts as noticed
FAILED = re.compile(r"^FAILED \S+::(\w+)", re.MULTILINE)
ENVIRONMENT = {
    "NUMBA_DISABLE_JIT": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "",
}


def prepare_processes() -> None:
    """Turn off the compiler and pytest's plugins in all processes started from here on.

    Where the system can fork, a server imports the slow modules once and is forked for each mutant.
    """
    os.environ.update(ENVIRONMENT)
    if "forkserver" in multiprocessing.get_all_start_methods():
        multiprocessing.set_start_method("forkserver")
        multiprocessing.set_forkserver_preload(["numba.extending", "pytest"])


@dataclass
class MutatedCopy:
    """A copy of the sources, changed by one mutant at a time."""

    folder: Path

    def test(self, mutant: Mutant) -> Result:
        """Change the copy, find the test that notices, and undo the change."""
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

    def run(self, game: str, prefix: str) -> tuple[int | None, str]:
        """Run a game's rule tests with this prefix: exit status (None: timeout), and output."""
        files = [
            str(path)
            for path in sorted((ROOT / "tests/games/rules").glob(f"test_{game}*.py"))
            if prefix in path.read_text("utf-8")
        ]
        output = self.folder / "output"
        output.write_text("", "utf-8")  # drop the output of the previous mutant
        args = (str(self.folder / "src"), str(output), [*files, "-k", prefix])
        process = multiprocessing.Process(target=run_tests, args=args)
        process.start()
        process.join(TIMEOUT)
        if process.is_alive():
            process.kill()
            process.join()
            return None, ""
        return process.exitcode, output.read_text("utf-8")


def run_tests(source: str, output: str, args: list[str]) -> None:
    """Run tests on the sources in a folder; the target of a separate process."""
    import pytest

    with Path(output).open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(ROOT)
    sys.path.insert(0, source)
    sys.dont_write_bytecode = True  # size and time of a file may stay the same
    sys.exit(int(pytest.main(["-x", "-q", "--noconftest", "-p", "no:cacheprovider", *args])))


@contextmanager
def source_copies(count: int) -> Iterator[SimpleQueue[MutatedCopy]]:
    """Copies of the sources, deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="odintable-mutants-") as folder:
        free: SimpleQueue[MutatedCopy] = SimpleQueue()
        for number in range(count):
            home = Path(folder) / str(number)
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / "src", home / "src", ignore=ignored)
            free.put(MutatedCopy(home))
        yield free
