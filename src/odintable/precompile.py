"""Compiles everything that playing needs ahead of time, in several processes.

This covers tables, every bot, hints, win probabilities and reviews of all games. Environments and
training are compiled when they are first used. The compiled code stays in the cache folder, with a
mark that it is complete for this processor and this version of numba.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import platform
import signal
import threading
import time
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import connection
from pathlib import Path
from typing import TYPE_CHECKING

from odintable.compile_cache.cache_folder import (
    ANY_PROCESSOR,
    LOCK,
    SETTING,
    WIDE_VECTORS,
    shipped_folder,
    shipped_name,
)
from odintable.errors import IllegalMove
from odintable.games.spec import GAMES, further_packages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from odintable.games.position import Position

NICENESS = 5  # of the processes that compile: a server that answers meanwhile has priority
GRACE = 5.0  # seconds that a killed process may take to end
THINKING_MS = 20  # for each bot: enough to use every function that it calls
REVIEWED_SIMS = 20


# -- What is compiled ------------------------------------------------------------------------------


def use_rules(game: str) -> None:
    """Use every compiled function that a table needs, so that it is compiled or loaded."""
    from odintable.games.position import Position  # noqa: PLC0415 - loads the compiler
    from odintable.match.match import Match  # noqa: PLC0415

    match = Match.new(game)
    move = match.position.legal()[0]
    match.play(move)
    position = match.position
    with contextlib.suppress(IllegalMove):  # as a rule it cannot be played twice
        position.read_move(move)
    position.outcome()
    position.view_json(0, with_moves=True)
    view = position.view(0)
    Position.from_json(view.to_json(), 0).sample_state(1)
    Position.from_json(position.to_json())


def use_search(game: str) -> None:
    """Use the search, and the heuristics by which the weak bots play."""
    let_bots_choose(game, "greedy", "search")


def use_net(game: str) -> None:
    """Use the net, if the game has one."""
    let_bots_choose(game, f"net-{game}")


def use_baseline(game: str) -> None:
    """Use the ISMCTS baseline and random play."""
    from odintable.games import compiled_calls  # noqa: PLC0415 - loads the compiler
    from odintable.games.rng import generator  # noqa: PLC0415

    let_bots_choose(game, "ismcts-plain")
    compiled_calls.rollout_at(first_position(game).states, 0, generator(1))


def use_every_bot(game: str) -> None:
    """Let every bot choose a move, and evaluate a position as reviews do."""
    from odintable import bots  # noqa: PLC0415 - loads the compiler
    from odintable.bots import Budget  # noqa: PLC0415
    from odintable.bots.evaluate_position import evaluate  # noqa: PLC0415

    let_bots_choose(game, *bots.names(game))
    position = first_position(game)
    for seat in range(position.players):
        evaluate(position.view(seat), Budget(sims=REVIEWED_SIMS))


def use_inference(_game: str) -> None:
    """Use only the forward pass of nets, the one part that gains from wide vectors.

    It takes arrays of the same types from the nets of all games.
    """
    import numpy as np  # noqa: PLC0415 - slow to load

    from odintable.nets.inference import Layers, forward  # noqa: PLC0415 - loads the compiler

    dimensions = (2, 2, 1, 3, 2, 2, 1)
    layers = Layers(*(np.zeros((1,) * count, np.float32) for count in dimensions))
    forward(np.zeros(1, np.uint8), np.zeros((1, 1), np.uint8), layers)


def first_position(game: str) -> Position:
    """Return a dealt position."""
    from odintable.match.match import Match  # noqa: PLC0415 - loads the compiler

    return Match.new(game).position


def let_bots_choose(game: str, *names: str) -> None:
    """Let these bots choose a move, those that play the game."""
    from odintable import bots  # noqa: PLC0415 - loads the compiler

    position = first_position(game)
    view = position.view(position.turn)
    for name in names:
        if name in bots.names(game):
            budget = bots.Budget(THINKING_MS)
            bots.get(name, game).choose(view, budget, 1, bots.NeverStop())


@dataclass(frozen=True)
class Part:
    """A part of the work, for one game."""

    use: Callable[[str], None]
    game: str
    seconds: float  # of processor time on a usual machine: only for estimates

    def compile(self) -> None:
        """Compile it, unless it is in the cache."""
        self.use(self.game)


# Each step compiles functions that the others do not, with the seconds for a game of usual size.
STEPS: tuple[tuple[Callable[[str], None], float], ...] = (
    (use_rules, 12.0),
    (use_search, 8.0),
    (use_net, 6.0),
    (use_baseline, 3.0),
)
CHECK_SECONDS = 2.0  # for loading everything that the steps have compiled


def all_parts() -> list[list[Part]]:
    """Return the parts in order of need; those of one list can be compiled at the same time."""
    return [
        [Part(use, game, seconds) for use, seconds in STEPS for game in GAMES],
        [Part(use_every_bot, game, CHECK_SECONDS) for game in GAMES],
    ]


# -- Whether it is done ----------------------------------------------------------------------------


def completion_mark(folder: Path, target: tuple[str, str] | None = None) -> Path:
    """Return the file that says that everything in a folder is compiled for a processor.

    The target is the processor's name and features; None: those for which this process compiles.
    """
    cpu, features = target or current_target()
    digest = hashlib.sha256(features.encode()).hexdigest()[:8]
    return folder / f"complete-{version('numba')}-{cpu}-{digest}"


def current_target() -> tuple[str, str]:
    """Return the name and the features of the processor for which this process compiles."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - loads LLVM

    cpu = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES")
    return cpu, llvm.get_host_cpu_features().flatten() if features is None else features


def is_complete() -> bool:
    """Whether everything is compiled already, here or by whoever built the package."""
    shipped = shipped_folder()
    if shipped is not None and completion_mark(shipped, ANY_PROCESSOR).exists():
        return True
    return completion_mark(Path(os.environ[SETTING])).exists()


# -- Compiling -------------------------------------------------------------------------------------


@dataclass(eq=False)
class Compiler:
    """A process that compiles, and what it is working on."""

    process: SpawnProcess
    pipe: Connection
    part: Part | None = None


class Precompilation:
    """Compiles parts in several processes, which end when this one does."""

    def __init__(self, parts: list[list[Part]] | None = None, processes: int = 0) -> None:
        """`parts` None: all, which the cache folder is marked with; `processes` 0: one per core."""
        self._is_full = parts is None
        self._parts = all_parts() if parts is None else parts
        self._count = processes or os.cpu_count() or 1
        self._compilers: list[Compiler] = []
        self._begun = time.monotonic()
        self._done = 0.0  # seconds of the parts that are done
        self._total = sum(part.seconds for stage in self._parts for part in stage)
        self._is_stopped = False

    @property
    def fraction(self) -> float:
        """The fraction that is done, from 0 to 1."""
        return self._done / self._total

    @property
    def seconds_left(self) -> int:
        """About how many seconds it still takes, at the usual speed or a slower one so far."""
        elapsed = time.monotonic() - self._begun
        usual = self._total / min(self._count, len(self._parts[0]))
        running = sum(one.part.seconds for one in self._compilers if one.part)
        begun = (self._done + running) / self._total  # the fraction that is done or in progress
        return max(1, round(max(usual, elapsed / begun if begun else 0) - elapsed))

    def run(self, on_progress: Callable[[], None] = lambda: None) -> bool:
        """Compile everything; return whether it succeeded. Blocks, so a server uses a thread."""
        self._begun = time.monotonic()
        try:
            for stage in self._parts:
                for part in self._compile_stage(stage):
                    self._done += part.seconds
                    on_progress()
        except (EOFError, OSError):  # a process failed, and said why; or all were stopped
            return False
        finally:
            self.stop()
        if self._is_full:
            completion_mark(Path(os.environ[SETTING])).touch()
        return True

    def stop(self) -> None:
        """End all processes."""
        self._is_stopped = True
        for one in self._compilers:
            one.process.kill()
        for one in self._compilers:
            one.process.join(GRACE)

    def _compile_stage(self, parts: list[Part]) -> Iterator[Part]:
        """Compile parts in any order; yield each when it is done."""
        waiting = list(parts)
        while len(self._compilers) < min(self._count, len(parts)) and not self._is_stopped:
            self._compilers.append(start_compiler())
        while waiting or any(one.part for one in self._compilers):
            for one in self._compilers:
                if one.part is None and waiting:
                    one.part = waiting.pop(0)
                    one.pipe.send(one.part)
            for pipe in connection.wait([one.pipe for one in self._compilers if one.part]):
                found = next(one for one in self._compilers if one.pipe is pipe)
                found.pipe.recv()
                done, found.part = found.part, None
                assert done is not None
                yield done


def start_compiler() -> Compiler:
    """Start a process that compiles."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=run_compiler, args=(theirs,), name="odintable-compiler")
    process.daemon = True
    process.start()
    theirs.close()
    return Compiler(process, ours)


def run_compiler(pipe: Connection) -> None:
    """Compile the parts that arrive, in a process that ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which kills this
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            part: Part = pipe.recv()
            part.compile()
            pipe.send(None)


def exit_with_parent() -> None:
    """End this process when its parent does, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def compile_portably(folder: str, processes: int = 0) -> bool:
    """Compile for any processor of this machine's kind, into a folder that can be shipped.

    The forward pass of nets is compiled a second time, for processors with wide vectors.
    """
    os.environ[SETTING] = str(Path(folder, shipped_name(further_packages())))
    targets: list[tuple[tuple[str, str], list[list[Part]] | None]] = [(ANY_PROCESSOR, None)]
    if platform.machine().lower() in {"x86_64", "amd64"}:
        targets.append((WIDE_VECTORS, [[Part(use_inference, "all", 1)]]))
    for (cpu, features), parts in targets:
        os.environ |= {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": features}
        if not Precompilation(parts, processes).run():
            return False
    for leftover in Path(folder).rglob(LOCK):
        leftover.unlink()
    return True
