"""Run attacks one after the other, each on a fresh server, and measure what the innocent notice."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .attack import QUICK_SECONDS, Attack, Check, Found, LongGame, Target
from .attacked_server import MIB, STORE, State, running, worst_in, worst_lag
from .goals import MAX_TRIES, WAITING_GOALS, Goals, checks_for, child_checks
from .innocent_players import InnocentPlayers, Waits
from .prepared_games import (
    MOVES,
    RECORDS,
    TAKE_BACKS,
    long_records,
    play_long_game,
    record_before_hidden_move,
)

if TYPE_CHECKING:
    from .process_attacks import ProcessAttack

ROOT = Path(__file__).parent.parent.parent
START_WITHIN = 60.0  # seconds for the attackers' process
END_WITHIN = 90.0  # seconds beyond their time
WARM = 2.0  # seconds of play before the attack
WITH_EVALUATIONS = {"no-attack", "watched-bots"}  # where win probabilities are timed too


@dataclass(frozen=True)
class Measured:
    """What was measured during an attack with innocent players."""

    waits: Waits
    memory: float  # MiB of growth, at the peak
    lag: tuple[float, bool] | None  # seconds, and whether exact or an upper bound
    store: float | None  # seconds that a transaction took at most
    waited: float  # share of the time in which the server wanted a processor and had none


@dataclass(frozen=True)
class Row:
    """An attack and its results."""

    name: str
    about: str
    checks: list[Check]
    sent: int = 0
    messages: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    measured: Measured | None = None
    tries: int = 1

    @property
    def is_met(self) -> bool:
        """Whether every goal is reached."""
        return all(one.is_met for one in self.checks)


class Preparation:
    """The long game and the long record, made when an attack first needs them."""

    def __init__(self, folder: Path, *, is_quick: bool) -> None:
        self._folder = folder
        self._part = 10 if is_quick else 1
        self._game: LongGame | None = None
        self._records: tuple[str, ...] = ()

    @property
    def store(self) -> Path:
        """The file with the long game."""
        return self._folder / "games.sqlite"

    async def game(self) -> LongGame:
        """Return the long game, played once."""
        if self._game is None:
            moves, take_backs = MOVES // self._part, TAKE_BACKS // self._part
            self._game = await play_long_game(self._folder, moves, take_backs)
        return self._game

    async def records(self) -> tuple[str, ...]:
        """Return the long records, made once."""
        if not self._records:
            self._records = await asyncio.to_thread(long_records, RECORDS // self._part)
        return self._records


async def measure(attack: Attack, prepared: Preparation, *, is_quick: bool) -> Row:
    """Attack a fresh server; again if only waiting times are missed: the machine may be busy."""
    for tries in range(1, MAX_TRIES + 1):
        row = replace(await measure_once(attack, prepared, is_quick=is_quick), tries=tries)
        missed = [one.goal for one in row.checks if not one.is_met]
        if not missed or not all(goal.startswith(WAITING_GOALS) for goal in missed):
            break
    return row


async def measure_once(attack: Attack, prepared: Preparation, *, is_quick: bool) -> Row:
    """Attack a fresh server while people play there."""
    game = await prepared.game() if attack.needs_game else None
    records = await prepared.records() if attack.needs_records else ()
    hidden = await asyncio.to_thread(record_before_hidden_move) if attack.needs_hidden else ""
    seconds = QUICK_SECONDS if is_quick else attack.seconds
    store = prepared.store if game else None
    with (
        tempfile.TemporaryDirectory() as name,
        running(Path(name), attack.settings, store) as server,
    ):
        players = InnocentPlayers(server.port)
        await players.join()
        await players.play(WARM, with_evaluations=attack.name in WITH_EVALUATIONS)
        target = Target(server.port, seconds, is_quick, str(server.log_path), game, records, hidden)
        async with Attackers(attack.name, target) as attackers:
            before = await asyncio.to_thread(server.state)
            server.reset_peak()
            begun = time.monotonic()
            await attackers.begin()
            waits = await players.play(
                seconds + 1, with_evaluations=attack.name in WITH_EVALUATIONS
            )
            found = await attackers.found()
            elapsed = time.monotonic() - begun
            peak, child = server.peak(), server.largest_child()
            after = await asyncio.to_thread(server.state)
        players.leave()
    measured = Measured(
        waits,
        (peak - before.memory) / MIB,
        worst_lag(before.metrics, after.metrics),
        worst_in(before.metrics, after.metrics, STORE),
        (after.waited - before.waited) / elapsed,
    )
    goals = checks_for(waits, measured.memory, measured.lag, Goals())
    goals += child_checks(child / MIB, Goals())
    return row_of(attack, [*goals, *server_checks(before, after), *found.checks], found, measured)


def row_of(attack: Attack, checks: list[Check], found: Found, measured: Measured | None) -> Row:
    """Return the results of an attack."""
    return Row(
        attack.name, attack.about, checks, found.sent, found.messages, found.answers, measured
    )


def server_checks(before: State, after: State) -> list[Check]:
    """Check that nothing failed inside the server."""
    names = ("odintable_request_errors_total", "odintable_store_errors_total")
    failed = sum(after.metrics.get(name, 0) - before.metrics.get(name, 0) for name in names)
    return [Check("no error of the server", f"{failed:.0f}", is_met=not failed)] if failed else []


async def measure_process(attack: ProcessAttack, *, is_quick: bool) -> Row:
    """Run an attack that starts its servers itself."""
    with tempfile.TemporaryDirectory() as folder:
        found = await attack.run(Path(folder), is_quick)
    return Row(attack.name, attack.about, found.checks, found.sent, found.messages)


class Attackers:
    """The process of the attacking clients."""

    def __init__(self, name: str, target: Target) -> None:
        self._name = name
        self._target = target
        self._process: asyncio.subprocess.Process
        self._seconds = target.seconds

    async def __aenter__(self) -> Attackers:
        """Start the process; it waits for its target."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.attack.attacker", self._name),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        await asyncio.wait_for(self._line("loaded"), START_WITHIN)
        return self

    async def __aexit__(self, *_raised: object) -> None:
        """End the process if it still runs."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def begin(self) -> None:
        """Let them attack."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(dataclasses.asdict(self._target)).encode() + b"\n")
        await self._line("attacking")

    async def found(self) -> Found:
        """Wait for their results; a failure of the attackers is a check that is not met."""
        try:
            line = await asyncio.wait_for(self._line(), self._seconds + END_WITHIN)
        except TimeoutError:
            return attackers_failed(f"no end after {END_WITHIN:.0f} s more")
        if not line:
            assert self._process.stderr is not None
            return attackers_failed((await self._process.stderr.read()).decode()[-300:])
        return Found.from_dict(json.loads(line))

    async def _line(self, expected: str = "") -> str:
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode().strip()
        if expected and line != expected:
            assert self._process.stderr is not None
            errors = (await self._process.stderr.read()).decode()
            raise RuntimeError(f"the attackers do not start: {line} {errors[-2000:]}")
        return line


def attackers_failed(why: str) -> Found:
    """Return the results of attackers that failed."""
    return Found(checks=[Check("the attackers' program ends well", why, is_met=False)])
