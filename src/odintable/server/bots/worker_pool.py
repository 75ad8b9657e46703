"""Worker processes for bots and evaluations, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import os
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from odintable import bots
from odintable.bots import Budget, MoveChoice
from odintable.bots.evaluate_position import Evaluation, evaluate
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import MAX_SEED
from odintable.precompile import use_net, use_search

from .fair_queue import EVALUATION, PEOPLE_GAME, FairQueue, Share

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from odintable.server.metrics import Metrics

log = logging.getLogger("odintable.workers")

GRACE = 3.0  # seconds that a bot may take beyond its time limit
LOADING_GRACE = 60.0  # the same for a bot's first job in a process, which has to load its code
FIRST_GRACE = 180.0  # the same for its first job in any process, which may compile the code
MAX_TRIES = 3
SUSPENSION = 600.0  # seconds for which a bot that hung every time is not used
NICENESS = 5  # the event loop has priority
QUEUE_FACTOR = 1.2  # the time that a waiting job is expected to take, as a multiple of its limit
EVALUATION_MS = 120_000  # never reached: an evaluation ends after its simulations

UNNAMED = Share(PEOPLE_GAME, "")

Answer = MoveChoice | Evaluation | None


@dataclass(eq=False)
class Job:
    """A view to think about; `done` is called with the answer, or None if it failed."""

    view: Position
    what: tuple[Any, ...]  # ("think", bot) or ("evaluate", sims, seed)
    time_ms: int
    done: Callable[[Any], None]
    workers: WorkerPool
    submitted: float  # by the loop's clock
    share: Share = UNNAMED
    tries: int = 0
    hung: int = 0  # how many of the tries hung
    worker: Worker | None = None

    @property
    def kind(self) -> tuple[str, ...]:
        """The game and the bot (or `evaluate`), which determine the code that a process loads."""
        what, *arguments = self.what
        return (self.view.name, what, *(arguments if what == "think" else ()))

    def cancel(self) -> None:
        """Stop working on it; `done` is not called."""
        self.workers.cancel(self)


@dataclass(eq=False)
class Worker:
    """A process, the pipe to it, and its current job."""

    process: SpawnProcess
    pipe: Connection
    job: Job | None = None
    number: int = 0  # of the job
    deadline: asyncio.TimerHandle | None = None
    loaded: set[tuple[str, ...]] = field(default_factory=set)  # kinds of jobs it has done


class WorkerPool:
    """A fixed number of processes, started when they are first needed."""

    def __init__(self, count: int, metrics: Metrics, random: Callable[[int], bytes]) -> None:
        """Start without processes; needs a running event loop. `count` 0: one for each core."""
        self._count = count or os.cpu_count() or 1
        self._metrics = metrics
        self._random = random
        self._loop = asyncio.get_running_loop()
        self._workers: list[Worker] = []
        self._waiting: FairQueue[Job] = FairQueue()
        self._known: set[tuple[str, ...]] = set()  # kinds of jobs that some process has done
        self._suspended: dict[tuple[str, ...], float] = {}  # kind that hung -> until when
        self._number = 0
        self._is_closed = False
        metrics.jobs_waiting = lambda: len(self._waiting)
        metrics.jobs_running = lambda: sum(one.job is not None for one in self._workers)

    def start_ahead(self) -> None:
        """Start a process before there is a job, unless there is one; it loads the bots' code."""
        if not self._workers and not self._is_closed:
            self._start()

    def choose_move(
        self,
        view: Position,
        bot: str,
        time_ms: int,
        done: Callable[[MoveChoice | None], None],
        share: Share = UNNAMED,
    ) -> Job:
        """Let a bot choose a move; `done` is called in the event loop."""
        return self._submit(view, ("think", bot), time_ms, done, share)

    def evaluate(
        self,
        view: Position,
        sims: int,
        seed: int,
        done: Callable[[Evaluation | None], None],
        owner: str = "",
    ) -> Job:
        """Evaluate a view for a client, the owner; `done` is called in the event loop."""
        share = Share(EVALUATION, owner)
        return self._submit(view, ("evaluate", sims, seed), EVALUATION_MS, done, share)

    def _submit(
        self,
        view: Position,
        what: tuple[Any, ...],
        time_ms: int,
        done: Callable[[Any], None],
        share: Share,
    ) -> Job:
        """Queue a job, and start it if a worker is free."""
        job = Job(view, what, time_ms, done, self, self._loop.time(), share)
        self._waiting.append(job)
        self._assign_jobs()
        return job

    def cancel(self, job: Job) -> None:
        """Remove a job from its queue, or stop the process that works on it."""
        if not self._waiting.remove(job) and job.worker is not None:
            worker, job.worker = job.worker, None
            worker.job = None
            self._send(worker, ("stop", worker.number))

    def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        self._waiting.clear()
        for worker in self._workers:
            self._loop.remove_reader(worker.pipe.fileno())
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(5)
        self._workers.clear()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    # -- Distributing jobs ---------------------------------------------------------------------

    def _assign_jobs(self) -> None:
        """Assign waiting jobs to free workers."""
        while (job := self._waiting.first()) is not None and not self._is_closed:
            if self._suspended.get(job.kind, 0.0) > self._loop.time():
                # Not at once: the caller must have its job before `done` is called.
                self._loop.call_soon(self._finish, self._waiting.pop(), None)
                continue
            free = next((one for one in self._workers if one.deadline is None), None)
            if free is None and len(self._workers) < self._count:
                free = self._start()
            if free is None:
                return
            self._assign(free, self._waiting.pop())

    def _start(self) -> Worker | None:
        """Start another process; if that fails, return None and try again later."""
        spawn = multiprocessing.get_context("spawn")
        try:
            ours, theirs = spawn.Pipe()
            process = spawn.Process(
                target=run_worker, args=(theirs,), name="odintable-bot", daemon=True
            )
            process.start()
        except OSError:
            log.exception("a bot process cannot be started: trying again in a second")
            self._loop.call_later(1.0, self._assign_jobs)
            return None
        theirs.close()
        worker = Worker(process, ours)
        self._workers.append(worker)
        self._loop.add_reader(ours.fileno(), self._on_readable, worker)
        return worker

    def _assign(self, worker: Worker, job: Job) -> None:
        self._number += 1
        job.tries += 1
        job.worker, worker.job, worker.number = worker, job, self._number
        view = job.view
        kind, *rest = job.what
        if kind == "think":
            rest += [self._time_for(job), int.from_bytes(self._random(8), "big") & MAX_SEED]
        view_data = (view.name, view.states.tobytes(), view.options, view.history)
        wait = job.time_ms / 1000 + grace_period(worker, job, self._known)
        worker.deadline = self._loop.call_later(wait, self._on_deadline, worker)
        self._send(worker, (kind, worker.number, *view_data, *rest))

    def _time_for(self, job: Job) -> int:
        """Return the milliseconds a bot gets, so that the waiting jobs still finish in time."""
        now = self._loop.time()
        bots_waiting = (one for one in self._waiting if one.what[0] == "think")
        left = [one.time_ms - 1000 * (now - one.submitted) for one in (job, *bots_waiting)]
        return shared_time(left, self._count)

    def _send(self, worker: Worker, message: tuple[Any, ...]) -> None:
        try:
            worker.pipe.send(message)
        except OSError:
            log.warning("the pipe to a bot process is closed: it will be replaced")

    def _on_readable(self, worker: Worker) -> None:
        """Read the answer of a worker, or notice that it died."""
        try:
            number, answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        except Exception:
            log.exception("the answer of a bot process cannot be read: it is replaced")
            self._replace(worker)
            return
        job, worker.job = worker.job, None
        if worker.deadline is not None:
            worker.deadline.cancel()
            worker.deadline = None
        if job is not None and number == worker.number:
            worker.loaded.add(job.kind)
            self._known.add(job.kind)
            job.worker = None
            self._finish_or_retry(job, answer)
        self._assign_jobs()

    def _finish_or_retry(self, job: Job, answer: Answer) -> None:
        """Finish a job, or queue it again if it failed and may be tried again."""
        if answer is not None or job.tries >= MAX_TRIES:
            if job.hung >= MAX_TRIES:
                log.error(
                    "a bot hung every time: its jobs fail at once for a while",
                    extra={"bot": job.kind, "seconds": SUSPENSION},
                )
                self._suspended[job.kind] = self._loop.time() + SUSPENSION
            self._finish(job, answer)
            return
        if job.hung:  # let the others go first
            self._waiting.append(job)
        else:
            self._waiting.put_first(job)

    def _finish(self, job: Job, answer: Answer) -> None:
        self._metrics.bot_jobs += 1
        try:
            job.done(answer)
        except Exception:  # the other jobs must go on
            log.exception("handling a bot's answer failed", extra={"bot": job.kind})

    def _on_deadline(self, worker: Worker) -> None:
        log.warning(
            "a bot hangs: its process is killed and replaced",
            extra={"bot": worker.job.kind if worker.job else None},
        )
        if worker.job is not None:
            worker.job.hung += 1
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """Replace a process that died or hangs, and try its job again."""
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
            self._finish_or_retry(job, None)
        self._assign_jobs()


def grace_period(worker: Worker, job: Job, known: set[tuple[str, ...]]) -> float:
    """Return the seconds a job may take beyond its limit; if it hung, its code is compiled."""
    if job.kind in worker.loaded:
        return GRACE
    return LOADING_GRACE if job.kind in known or job.hung else FIRST_GRACE


def shared_time(left: list[float], processes: int) -> int:
    """Return the milliseconds that the first job may take if all jobs are to finish in time."""
    each = (one / (1 + QUEUE_FACTOR * at / processes) for at, one in enumerate(left))
    return max(1, int(min(each)))


# -- In the worker process -----------------------------------------------------------------------


class PipeStopSignal:
    """A stop signal from the pipe; there is one job at a time, so any message means stop."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._is_set = False

    def is_set(self) -> bool:
        """Whether a message has arrived."""
        if not self._is_set and self._pipe.poll():
            self._pipe.recv()
            self._is_set = True
        return self._is_set


def run_worker(pipe: Connection) -> None:
    """Run jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        load_bots(pipe)
        while True:
            kind, *rest = pipe.recv()
            if kind in HANDLERS:
                number, name, state, options, history, *arguments = rest
                states = np.frombuffer(state, GAMES[name].modules.components.STATE).copy()
                view = Position(name, states, options, history)
                stop = PipeStopSignal(pipe)
                answer = answer_or_none(HANDLERS[kind], view, stop, arguments)
                pipe.send((number, answer))
    except (EOFError, OSError):
        return


def load_bots(pipe: Connection) -> None:
    """Load the bots' compiled code until the first job comes, which loads what it needs."""
    for game, use in itertools.product(GAMES, (use_search, use_net)):
        if pipe.poll():
            return
        try:
            use(game)
        except Exception:  # the jobs will tell
            log.exception("a bot's code cannot be loaded", extra={"game": game})


def answer_or_none(
    do: Callable[..., Answer], view: Position, stop: PipeStopSignal, arguments: list[Any]
) -> Answer:
    """Run a job; return None if it fails."""
    try:
        return do(view, stop, *arguments)
    except Exception:  # the process must survive any bot
        log.exception("a bot failed: its job is tried again")
        return None


def choose_move(
    view: Position, stop: PipeStopSignal, bot: str, time_ms: int, seed: int
) -> MoveChoice:
    """Let a bot choose a move."""
    return bots.get(bot, view.name).choose(view, Budget(time_ms), seed, stop)


def evaluate_view(view: Position, stop: PipeStopSignal, sims: int, seed: int) -> Evaluation:
    """Evaluate a view; the same seed gives the same result."""
    return evaluate(view, Budget(sims=sims), seed, stop)


HANDLERS: dict[str, Callable[..., Answer]] = {"think": choose_move, "evaluate": evaluate_view}
