"""The parts of the soak tests. A part consists of numbered chunks; the number is the seed."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.paths import ROOT

FOLDER = ROOT / ".soak"  # progress and caches; git ignores it

# What the parts depend on. Texts, the page and whatever else no part runs are left out.
PACKAGE = "src/odintable/"
RULES = (f"{PACKAGE}errors.py", f"{PACKAGE}games", "tests/games", "tests/reference")
RECORDS = (*RULES, f"{PACKAGE}match", f"{PACKAGE}record", "tests/record")
BOTS = (f"{PACKAGE}bots", f"{PACKAGE}search", f"{PACKAGE}nets")
WASM = (*RULES, *BOTS, f"{PACKAGE}portable_math.py", f"{PACKAGE}wasm", "tests/wasm")
ENGINE = (*RECORDS, *BOTS, f"{PACKAGE}engine", "tests/engine")
SERVER = (*RECORDS, *BOTS, f"{PACKAGE}server", "tests/server")


@dataclass(frozen=True)
class Part:
    """One row of the table: what is run, and how many times."""

    name: str
    what: str
    chunks: int
    size: int  # how many of these a chunk runs
    run: Callable[[int], None]  # one chunk, by its number; it raises if anything is wrong
    sources: tuple[str, ...] = ()  # files and folders of the code that it depends on

    @property
    def count(self) -> int:
        """How many in total."""
        return self.chunks * self.size


def lockstep(name: str) -> Callable[[int], None]:
    """A thousand games played by the engine and the reference implementation in parallel."""

    def run(chunk: int) -> None:
        from tests.games.lockstep import play_games
        from tests.games.test_lockstep import assert_reached

        assert_reached(name, play_games(name, range(1000 * chunk, 1000 * (chunk + 1))))

    return run


def wasm_games(name: str) -> Callable[[int], None]:
    """A thousand games played by the native engine and by the WebAssembly module."""

    def run(chunk: int) -> None:
        from tests.wasm.test_games import compare_games

        compare_games(name, range(1000 * chunk, 1000 * (chunk + 1)))

    return run


def mutations(chunk: int) -> None:
    """Randomly mutated positions and views."""
    from collections import Counter

    from tests.games.test_from_json import survive, survive_view

    for number in range(2500 * chunk, 2500 * (chunk + 1)):
        for name in ("odin", "ravens"):
            survive(name, number, Counter())
            survive_view(name, number, Counter())


def engine_lines(chunk: int) -> None:
    """Malformed lines and wrong commands, sent to the engine."""
    from tests.engine.fuzz_engine import run

    run(10_000, chunk)


def records(chunk: int) -> None:
    """Randomly mutated records."""
    from tests.record.fuzz_records import run

    run(5_000, chunk)


def in_temporary_folder(
    work: Callable[[Path, int], Coroutine[Any, Any, object]],
) -> Callable[[int], None]:
    """Run a coroutine that needs a folder."""

    def run(chunk: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(work(Path(folder), chunk))

    return run


async def twins(folder: Path, chunk: int) -> None:
    """Pairs of games that a viewer cannot tell apart, and their histories."""
    from tests.server.support.twin_games import compare_games

    await compare_games(range(50 * chunk, 50 * (chunk + 1)), folder)


async def kills(folder: Path, chunk: int) -> None:
    """A server that is killed under load and restarted."""
    from tests.server.support.kill_rounds import kill_rounds

    await kill_rounds(folder, 10, chunk)


async def disks(folder: Path, _chunk: int) -> None:
    """A full disk, and a store that another process has locked."""
    from tests.server.support.faults import full_disk, held_store

    for name, fault in (("full", full_disk), ("held", held_store)):
        place = folder / name
        place.mkdir()
        await fault(place)


async def frames(folder: Path, chunk: int) -> None:
    """Malformed WebSocket frames."""
    from tests.server.support.fuzz_frames import fuzz

    await fuzz(folder, 10_000, chunk)


async def links(folder: Path, chunk: int) -> None:
    """Connections cut for 1 to 5 seconds, and for a minute."""
    from tests.server.support.faults import bad_links

    await bad_links(folder, chunk, [1.0, 2.0, 5.0, 60.0])


def rules_with(**variables: str) -> Callable[[int], None]:
    """The tests of the rules in another process, with settings of the compiler."""

    def run(_chunk: int) -> None:
        cache = FOLDER / "-".join(["cache", *variables]).lower()
        shutil.rmtree(cache, ignore_errors=True)  # numba does not notice changes in other files
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "tests/games/rules",
        ]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"NUMBA_CACHE_DIR": str(cache)} | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    return run


PARTS = [
    Part("lockstep-odin", "games of engine and reference", 10, 1000, lockstep("odin"), RULES),
    Part("lockstep-ravens", "games of engine and reference", 10, 1000, lockstep("ravens"), RULES),
    Part("wasm-odin", "games of engine and WebAssembly", 10, 1000, wasm_games("odin"), WASM),
    Part("wasm-ravens", "games of engine and WebAssembly", 10, 1000, wasm_games("ravens"), WASM),
    Part(
        "bounds",
        "run of the rules' tests with bounds checks",
        1,
        1,
        rules_with(NUMBA_BOUNDSCHECK="1"),
        RULES,
    ),
    Part(
        "no-compiler",
        "run of the rules' tests without the compiler",
        1,
        1,
        rules_with(NUMBA_DISABLE_JIT="1"),
        RULES,
    ),
    Part("positions", "mutated positions and views", 10, 10_000, mutations, RULES),
    Part("engine-lines", "mutated protocol lines", 50, 10_000, engine_lines, ENGINE),
    Part("records", "mutated records", 10, 5_000, records, RECORDS),
    Part(
        "twins",
        "pairs of games that differ in hidden cards only",
        100,
        50,
        in_temporary_folder(twins),
        SERVER,
    ),
    Part("kills", "kills (-9) under load", 20, 10, in_temporary_folder(kills), SERVER),
    Part("disks", "full disks and locked stores", 10, 2, in_temporary_folder(disks), SERVER),
    Part("links", "cut connections, up to a minute", 5, 4, in_temporary_folder(links), SERVER),
    Part("frames", "malformed frames", 50, 10_000, in_temporary_folder(frames), SERVER),
]
