"""The long runs, part by part. A part is done in numbered chunks; a chunk's number is its seed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".soak"  # progress and caches; git ignores it


@dataclass(frozen=True)
class Part:
    """One line of the table: what is run, how many times, and what one of them is called."""

    name: str
    what: str
    chunks: int
    size: int  # how many of what is counted one chunk does
    run: Callable[[int], None]  # one chunk, by its number; it raises if anything is wrong

    @property
    def count(self) -> int:
        """How many in all."""
        return self.chunks * self.size


def lockstep(name: str) -> Callable[[int], None]:
    """A thousand games of engine and reference side by side."""

    def run(chunk: int) -> None:
        from tests.lockstep import play_games
        from tests.test_lockstep import assert_reached

        assert_reached(name, play_games(name, range(1000 * chunk, 1000 * (chunk + 1))))

    return run


def mutations(chunk: int) -> None:
    """Positions and views that somebody spoilt."""
    from collections import Counter

    from tests.test_bad_positions import survive, survive_view

    for number in range(2500 * chunk, 2500 * (chunk + 1)):
        for name in ("odin", "ravens"):
            survive(name, number, Counter())
            survive_view(name, number, Counter())


def engine_lines(chunk: int) -> None:
    """Lines that are no commands, and commands that are wrong."""
    from tests.fuzz_engine import run

    run(10_000, chunk)


def records(chunk: int) -> None:
    """Records that somebody spoilt."""
    from tests.fuzz_records import run

    run(5_000, chunk)


def twins(chunk: int) -> None:
    """Games in two worlds that a viewer cannot tell apart, and their histories."""
    import asyncio
    import tempfile

    from tests.server.twin_games import compare_games

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare_games(range(50 * chunk, 50 * (chunk + 1)), Path(folder)))


def kills(chunk: int) -> None:
    """A server that is killed under load, and started again."""
    import asyncio
    import tempfile

    from tests.server.kill_rounds import kill_rounds

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(kill_rounds(Path(folder), 10, chunk))


def rules_with(**setting: str) -> Callable[[int], None]:
    """The rules' tests in a process of their own, with a setting of the compiler's."""

    def run(_chunk: int) -> None:
        cache = FOLDER / "-".join(["cache", *setting]).lower()
        shutil.rmtree(cache, ignore_errors=True)  # numba does not notice changes in other files
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "tests/rules",
        ]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"NUMBA_CACHE_DIR": str(cache)} | setting,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    return run


PARTS = [
    Part("lockstep-odin", "games, engine and reference", 10, 1000, lockstep("odin")),
    Part("lockstep-ravens", "games, engine and reference", 10, 1000, lockstep("ravens")),
    Part(
        "bounds", "run of the rules' tests, bounds checked", 1, 1, rules_with(NUMBA_BOUNDSCHECK="1")
    ),
    Part(
        "no-compiler",
        "run of the rules' tests, no compiler",
        1,
        1,
        rules_with(NUMBA_DISABLE_JIT="1"),
    ),
    Part("positions", "mutated positions and views", 10, 10_000, mutations),
    Part("engine-lines", "mutated protocol lines", 50, 10_000, engine_lines),
    Part("records", "mutated records", 10, 5_000, records),
    Part("twins", "games in twin worlds, their histories replayed", 100, 50, twins),
    Part("kills", "times kill -9 under load", 20, 10, kills),
]
