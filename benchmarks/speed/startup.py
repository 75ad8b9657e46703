"""Start-up times: of `--version`, of the engine's first answer, and with the compiler."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

ODINTABLE = [sys.executable, "-m", "odintable"]
NEW_GAME = {
    "odin": '{"cmd":"new","game":"odin","players":2}',
    "ravens": '{"cmd":"new","game":"ravens"}',
}
TRIES = 5  # of quick starts
COLD_TRIES = 3  # of starts that take seconds

FIRST_MOVES = """
import sys
from odintable.games.position import Position
position = Position.new(sys.argv[1], 2, 0, {})
while position.awaits_shuffle:
    position.apply_shuffle(position.pile_to_shuffle()[1])
position.apply(position.read_move(position.legal()[0]))
position.view(0)
"""


@dataclass(frozen=True)
class Wait:
    """A start-up time and its limit."""

    name: str
    allowed: float
    seconds: float
    processor_seconds: float  # of these; much less if the machine was busy with other programs

    @property
    def is_met(self) -> bool:
        """Whether the time is within the limit."""
        return self.seconds < self.allowed


def waits() -> list[Wait]:
    """Measure every start; the best of several tries counts."""
    return [
        Wait("odintable --version", 0.3, *best(version)),
        *(
            Wait(f"first answer of a warm engine, {game}", 2, *best(partial(first_answer, game)))
            for game in NEW_GAME
        ),
        *(
            Wait(f"cold compilation, {game}", 15, *best(partial(first_moves, game), COLD_TRIES))
            for game in NEW_GAME
        ),
    ]


def best(measure: Callable[[], float], tries: int = TRIES) -> tuple[float, float]:
    """The shortest of several waits, with its processor time."""
    taken = []
    for _ in range(tries):
        before = os.times()
        wait = measure()
        after = os.times()
        processor = after.children_user + after.children_system
        taken.append((wait, processor - before.children_user - before.children_system))
    return min(taken)


def version() -> float:
    """The time from starting the command to its end."""
    start = time.perf_counter()
    subprocess.run([*ODINTABLE, "--version"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def first_answer(game: str) -> float:
    """The time from starting the engine to its answer to `new`."""
    start = time.perf_counter()
    with subprocess.Popen(
        [*ODINTABLE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write(NEW_GAME[game] + "\n")
        engine.stdin.flush()
        answer = engine.stdout.readline()
        took = time.perf_counter() - start
        engine.stdin.close()
    if '"position"' not in answer:
        raise RuntimeError(f"the engine gives no position: {answer!r}")
    return took


def first_moves(game: str) -> float:
    """The time to the first moves without a cache: import, deal, legal, apply, view."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", FIRST_MOVES, game],
            env=os.environ | {"NUMBA_CACHE_DIR": folder},
            check=True,
        )
        return time.perf_counter() - start
