"""How long one waits: for the version, for the engine's first answer, for the compiler."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

ODINTABLE = [sys.executable, "-m", "odintable"]
NEW_GAME = {
    "odin": '{"cmd":"new","game":"odin","players":2}',
    "ravens": '{"cmd":"new","game":"ravens"}',
}
TRIES = 5  # of what takes a moment; compiling takes seconds and is tried twice

FIRST_MOVES = """
import sys
from odintable.games.position import Position
position = Position.new(sys.argv[1], 2, 0, {})
while position.waits:
    position.shuffled(position.pile()[1])
position.apply(position.read_move(position.legal()[0]))
position.view(0)
"""


@dataclass(frozen=True)
class Wait:
    """A time that somebody waits, and how long it may be."""

    name: str
    seconds: float
    allowed: float

    @property
    def is_met(self) -> bool:
        """Quick enough."""
        return self.seconds < self.allowed


def waits() -> list[Wait]:
    """Every start that is measured, the best of several tries."""
    return [
        Wait("odintable --version", best(version), 0.3),
        *(
            Wait(f"first answer of a warm engine, {game}", best(lambda g=game: first_answer(g)), 2)
            for game in NEW_GAME
        ),
        *(
            Wait(f"cold compilation of the rules, {game}", best(lambda g=game: cold(g), 2), 15)
            for game in NEW_GAME
        ),
    ]


def best(measured: Callable[[], float], tries: int = TRIES) -> float:
    """The shortest of several waits."""
    return min(measured() for _ in range(tries))


def version() -> float:
    """From the command to its end."""
    start = time.perf_counter()
    subprocess.run([*ODINTABLE, "--version"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def first_answer(game: str) -> float:
    """From starting the engine to the answer to `new`."""
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
        raise RuntimeError(f"the engine does not answer: {answer!r}")
    return took


def cold(game: str) -> float:
    """From nothing compiled to the first moves of a game: import, deal, legal, apply, view."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", FIRST_MOVES, game],
            env=os.environ | {"NUMBA_CACHE_DIR": folder},
            check=True,
        )
        return time.perf_counter() - start
