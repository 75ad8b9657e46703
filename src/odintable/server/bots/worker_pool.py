"""Bots think in processes of their own, so that the loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable import bots
from odintable.bots import Budget, MoveChoice
from odintable.bots.evaluation import Evaluation, evaluate
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import MAX_SEED

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from odintable.server.metrics import Metrics

log = logging.getLogger("odintable.workers")

GRACE = 3.0  # seconds beyond its limit that a bot may take
LOADING_GRACE = 60.0  # ... the first time in a process, which has to load its code
FIRST_GRACE = 180.0  # ... the first time in any process, when its code may have to be compiled
MOST_TRIES = 3
REST = 600.0  # seconds in which a bot is not asked that hung each time it was tried
NICENESS = 5  # bots leave the processor to the loop
CROWDING = 1.2  # how much longer than it is given a job is reckoned to keep those behind it
WEIGHING_MS = 120_000  # for an evaluation, which is counted in simulations: it is never cut short

Answer = MoveChoice | Evaluation | None


@dataclass(eq=False)
class Job:
    """Something to think about, and who wants to know; None when nobody could."""

    view: Position
    what: tuple[Any, ...]  # the bot, or an evaluation's simulations and seed
    time_ms: int
    done: Callable[[Any], None]
    workers: Workers
    asked: float  # when, by the loop's clock
    tries: int = 0
    hung: int = 0  # how many of the tries
    worker: Worker | None = None

    @property
    def kind(self) -> tuple[str, ...]:
        """What decides which code is needed: the game, and the bot or the evaluation."""
        what, *how = self.what
        return (self.view.name, what, *(how if what == "think" else ()))

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self.workers.cancel(self)


@dataclass(eq=False)
class Worker:
    """A process, the pipe to it, and what it thinks about."""

    process: SpawnProcess
    pipe: Connection
    job: Job | None = None
    number: int = 0  # of the job
    deadline: asyncio.TimerHandle | None = None
    answered: set[tuple[str, ...]] = field(default_factory=set)  # what it has been asked before


class Workers:
    """As many processes as were asked for, started when they are first needed."""

    def __init__(self, count: int, metrics: Metrics, random: Callable[[int], bytes]) -> None:
        """None yet; must be made in the running loop."""
        self._count = count or os.cpu_count() or 1
        self._metrics = metrics
        self._random = random
        self._loop = asyncio.get_running_loop()
        self._workers: list[Worker] = []
        self._waiting: deque[Job] = deque()
        self._unhurried: deque[Job] = deque()  # what nobody's turn depends on
        self._known: set[tuple[str, ...]] = set()  # kinds that some process has answered
        self._resting: dict[tuple[str, ...], float] = {}  # kinds that hang, and until when
        self._number = 0
        self._is_closed = False

    def think(
        self, view: Position, bot: str, time_ms: int, done: Callable[[MoveChoice | None], None]
    ) -> Job:
        """Have a bot think about a view; `done` is called in the loop."""
        job = Job(view, ("think", bot), time_ms, done, self, self._loop.time())
        self._waiting.append(job)
        self._hand_out()
        return job

    def evaluate(
        self, view: Position, sims: int, seed: int, done: Callable[[Evaluation | None], None]
    ) -> Job:
        """Have a view evaluated as soon as no bot waits; `done` is called in the loop."""
        job = Job(view, ("evaluate", sims, seed), WEIGHING_MS, done, self, self._loop.time())
        self._unhurried.append(job)
        self._hand_out()
        return job

    def cancel(self, job: Job) -> None:
        """Stop thinking about it."""
        for queue in (self._waiting, self._unhurried):
            if job in queue:
                queue.remove(job)
                return
        if job.worker is not None:
            worker, job.worker = job.worker, None
            worker.job = None
            self._send(worker, ("stop", worker.number))

    def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        self._waiting.clear()
        self._unhurried.clear()
        for worker in self._workers:
            self._loop.remove_reader(worker.pipe.fileno())
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(5)
        self._workers.clear()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes, for whoever watches over them."""
        return [worker.process.pid or 0 for worker in self._workers]

    # -- Handing out ---------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Every free worker gets what waits, bots before evaluations."""
        while (queue := self._waiting or self._unhurried) and not self._is_closed:
            if self._resting.get(queue[0].kind, 0.0) > self._loop.time():
                # Those who wait for it are not told before they have their job.
                self._loop.call_soon(self._finish, queue.popleft(), None)
                continue
            free = next((one for one in self._workers if one.deadline is None), None)
            if free is None and len(self._workers) < self._count:
                free = self._start()
            if free is None:
                return
            self._give(free, queue.popleft())

    def _start(self) -> Worker | None:
        """Another process; None if there can be none now: it is tried again."""
        spawn = multiprocessing.get_context("spawn")
        try:
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=work, args=(theirs,), name="odintable-bot", daemon=True)
            process.start()
        except OSError:
            log.exception("no process for bots can be started")
            self._loop.call_later(1.0, self._hand_out)
            return None
        theirs.close()
        worker = Worker(process, ours)
        self._workers.append(worker)
        self._loop.add_reader(ours.fileno(), self._answered, worker)
        return worker

    def _give(self, worker: Worker, job: Job) -> None:
        self._number += 1
        job.tries += 1
        job.worker, worker.job, worker.number = worker, job, self._number
        view = job.view
        kind, *rest = job.what
        if kind == "think":
            rest += [self._time_for(job), int.from_bytes(self._random(8), "big") & MAX_SEED]
        told = (view.name, view.states.tobytes(), view.options, view.past)
        wait = job.time_ms / 1000 + grace_of(worker, job, self._known)
        worker.deadline = self._loop.call_later(wait, self._too_late, worker)
        self._send(worker, (kind, worker.number, *told, *rest))

    def _time_for(self, job: Job) -> int:
        """How many milliseconds a bot gets, so that whoever waits has an answer in time, too."""
        now = self._loop.time()
        left = [one.time_ms - 1000 * (now - one.asked) for one in (job, *self._waiting)]
        return shared_time(left, self._count)

    def _send(self, worker: Worker, message: tuple[Any, ...]) -> None:
        try:
            worker.pipe.send(message)
        except OSError:
            log.warning("a bot's pipe is closed")  # its end is read from the pipe, too

    def _answered(self, worker: Worker) -> None:
        """A worker has something to say, or is dead."""
        try:
            number, answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        except Exception:
            log.exception("a bot's answer cannot be read")
            self._replace(worker)
            return
        job, worker.job = worker.job, None
        if worker.deadline is not None:
            worker.deadline.cancel()
            worker.deadline = None
        if job is not None and number == worker.number:
            worker.answered.add(job.kind)
            self._known.add(job.kind)
            job.worker = None
            self._tell(job, answer)
        self._hand_out()

    def _tell(self, job: Job, answer: Answer) -> None:
        """The answer, unless there is none and it may be tried again."""
        if answer is not None or job.tries >= MOST_TRIES:
            if job.hung >= MOST_TRIES:
                log.error("a bot hangs again and again: it rests", extra={"bot": job.kind})
                self._resting[job.kind] = self._loop.time() + REST
            self._finish(job, answer)
            return
        queue = self._waiting if job.what[0] == "think" else self._unhurried
        if job.hung:  # others have waited long enough for it
            queue.append(job)
        else:
            queue.appendleft(job)

    def _finish(self, job: Job, answer: Answer) -> None:
        self._metrics.thoughts += 1
        try:
            job.done(answer)
        except Exception:  # others wait for theirs
            log.exception("a bot's answer was not followed up")

    def _too_late(self, worker: Worker) -> None:
        log.warning("a bot hangs: its process is ended")
        if worker.job is not None:
            worker.job.hung += 1
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """A process has died, or hangs: another thinks again."""
        self._metrics.workers_lost += 1
        self._loop.remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        worker.process.kill()
        worker.process.join(1)
        self._workers.remove(worker)
        if worker.deadline is not None:
            worker.deadline.cancel()
        job = worker.job
        if job is not None:
            job.worker = None
            self._tell(job, None)
        self._hand_out()


def grace_of(worker: Worker, job: Job, known: set[tuple[str, ...]]) -> float:
    """How many seconds beyond its limit it may take; who hung had time to compile."""
    if job.kind in worker.answered:
        return GRACE
    return LOADING_GRACE if job.kind in known or job.hung else FIRST_GRACE


def shared_time(left: list[float], processes: int) -> int:
    """Milliseconds for the first, if all others, in their order, shall be in time as well."""
    each = (one / (1 + CROWDING * at / processes) for at, one in enumerate(left))
    return max(1, int(min(each)))


# -- In the process ----------------------------------------------------------------------------


class StopSign:
    """Set when the pipe says so; there is one job at a time, so any word means stop."""

    def __init__(self, pipe: Connection) -> None:
        """Nothing heard."""
        self._pipe = pipe
        self._is_set = False

    def is_set(self) -> bool:
        """It is time to answer."""
        if not self._is_set and self._pipe.poll():
            self._pipe.recv()
            self._is_set = True
        return self._is_set


def work(pipe: Connection) -> None:
    """Think about what comes, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        while True:
            kind, *rest = pipe.recv()
            if kind in ASKED:
                number, name, record, options, past, *how = rest
                states = np.frombuffer(record, GAMES[name].modules.components.STATE).copy()
                view = Position(name, states, options, past)
                pipe.send((number, answered(ASKED[kind], view, StopSign(pipe), how)))
    except (EOFError, OSError):
        return


def answered(ask: Callable[..., Answer], view: Position, stop: StopSign, how: list[Any]) -> Answer:
    """What is to be found out; None if it fails."""
    try:
        return ask(view, stop, *how)
    except Exception:  # whatever a bot does, the process goes on
        log.exception("a bot failed")
        return None


def think(view: Position, stop: StopSign, bot: str, time_ms: int, seed: int) -> MoveChoice:
    """A bot's thought."""
    return bots.get(bot, view.name).choose(view, Budget(time_ms), seed, stop)


def weigh(view: Position, stop: StopSign, sims: int, seed: int) -> Evaluation:
    """What a view is worth: the same each time."""
    return evaluate(view, Budget(sims=sims), seed, stop)


ASKED: dict[str, Callable[..., Answer]] = {"think": think, "evaluate": weigh}
