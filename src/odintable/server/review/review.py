"""Reviews: the win probabilities at every position of a game, and its turning points.

Bots of running games come first; a review continues only while a client polls it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .timeline import OPEN, TimelineEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.bots import Candidate
    from odintable.bots.evaluation import Evaluation
    from odintable.games.position import Position
    from odintable.server.bots.worker_pool import Job, WorkerPool

SIMS = 2400  # for every position
CLOSER_SIMS = 16_000  # for a move that may have been a mistake
WORTH_A_CLOSER_LOOK = 0.03  # share of the win that a move gave away at the first look
MAX_CLOSER_LOOKS = 16
MIN_LOSS = 0.05  # share of the win that a turning point gave away, at least
MAX_TURNING_POINTS = 5
SURE = 2.0  # standard errors that a loss must exceed
PAUSE_AFTER = 15.0  # seconds after the last request
MAX_REVIEWS = 200  # in memory


@dataclass(frozen=True)
class TurningPoint:
    """A move that cost its seat a large share of the win, and a better one."""

    at: int  # the number of the position it led to
    seat: int
    move: str
    value: float
    better: str
    better_value: float
    sims: int

    @property
    def loss(self) -> float:
        """The share of the win it gave away."""
        return self.better_value - self.value

    def to_dict(self) -> dict[str, Any]:
        """Return the turning point as the API sends it."""
        return {
            "at": self.at,
            "seat": self.seat,
            "move": self.move,
            "value": self.value,
            "better": self.better,
            "better_value": self.better_value,
            "sims": self.sims,
        }


@dataclass(frozen=True)
class EvaluationTask:
    """A view to evaluate: for the graph, to judge the move that followed, or for both."""

    at: int
    view: Position
    sims: int
    is_graph: bool
    is_decision: bool


class Review:
    """The review of a game from one viewer's seat, as far as it has been computed."""

    def __init__(self, entries: list[TimelineEntry], viewer: int, judged: set[int]) -> None:
        """`judged` are the seats whose decisions are judged."""
        self.entries = entries
        self.win_probabilities: dict[int, list[float]] = {}
        self.turning_points: list[TurningPoint] = []
        self.is_done = False
        self.current: EvaluationTask | None = None  # started, and not finished
        self._viewer = viewer
        self._judged = judged
        self._suspects: list[TurningPoint] = []
        self._tasks = self._tasks_in_order()

    def next_task(self) -> EvaluationTask | None:
        """Return the next task, the same again if it was cancelled; None when all are done."""
        self.current = self.current or next(self._tasks, None)
        self.is_done = self.current is None
        return self.current

    def add_result(self, task: EvaluationTask, evaluation: Evaluation | None) -> None:
        """Add the result of a task; None: the evaluation failed."""
        self.current = None
        if evaluation is None:
            return
        if task.is_graph:
            shares = [round(share, 4) for share in evaluation.win_probabilities]
            self.win_probabilities[task.at] = shares
        if task.is_decision:
            self._judge(task, evaluation)

    def _tasks_in_order(self) -> Iterator[EvaluationTask]:
        """Yield the whole game from coarse to fine, then closer looks at suspected mistakes."""
        decisions = {at for at in range(len(self.entries) - 1) if self._is_decision(at)}
        for at in coarse_to_fine(len(self.entries)):
            entry = self.entries[at]
            truth = entry.truth
            is_same = truth.turn == self._viewer
            yield EvaluationTask(at, entry.view, SIMS, True, at in decisions and is_same)
            if at in decisions and not is_same:
                yield EvaluationTask(at, truth.view(truth.turn), SIMS, False, True)
        suspects = sorted(self._suspects, key=lambda one: -one.loss)[:MAX_CLOSER_LOOKS]
        for suspect in suspects:
            truth = self.entries[suspect.at - 1].truth
            view = truth.view(suspect.seat)
            yield EvaluationTask(suspect.at - 1, view, CLOSER_SIMS, False, True)

    def _is_decision(self, at: int) -> bool:
        """Whether a judged seat had a choice here, and its move is visible."""
        truth, after = self.entries[at].truth, self.entries[at + 1]
        if after.seat not in self._judged or truth.turn != after.seat:
            return False
        return len(truth.moves()) > 1 and (after.seat == self._viewer or "?" not in after.move)

    def _judge(self, task: EvaluationTask, evaluation: Evaluation) -> None:
        """Compare the played move with the best one."""
        after = self.entries[task.at + 1]
        by_move = {one.move: one for one in evaluation.candidates}
        played = by_move.get(after.move)
        best = evaluation.candidates[0]
        if played is None or after.seat is None or best.move == played.move:
            return
        found = TurningPoint(
            task.at + 1,
            after.seat,
            played.move,
            round(played.value, 4),
            best.move,
            round(best.value, 4),
            evaluation.sims,
        )
        if task.sims == CLOSER_SIMS:
            if found.loss >= MIN_LOSS and found.loss > SURE * error_of_difference(best, played):
                ranked = sorted([*self.turning_points, found], key=lambda one: -one.loss)
                self.turning_points = ranked[:MAX_TURNING_POINTS]
        elif found.loss >= WORTH_A_CLOSER_LOOK:
            self._suspects.append(found)

    def to_dict(self) -> dict[str, Any]:
        """Return the review so far."""
        return {
            "total": len(self.entries),
            "is_done": self.is_done,
            "points": [
                {"at": at, "win_probabilities": shares}
                for at, shares in sorted(self.win_probabilities.items())
            ],
            "turning_points": [
                one.to_dict() for one in sorted(self.turning_points, key=lambda one: one.at)
            ],
        }


def coarse_to_fine(count: int) -> list[int]:
    """Return all numbers below count: first and last, then the middles of ever smaller gaps."""
    order = dict.fromkeys([0, max(count - 1, 0)])
    step = 1 << max(count - 1, 1).bit_length()
    while step:
        order |= dict.fromkeys(range(0, count, step))
        step //= 2
    return list(order)


def error_of_difference(one: Candidate, other: Candidate) -> float:
    """Return the standard error of the difference of two values."""
    return float(((one.error or 0.0) ** 2 + (other.error or 0.0) ** 2) ** 0.5)


class Reviews:
    """The most recent reviews; each evaluates one view at a time."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._reviews: OrderedDict[str, Review] = OrderedDict()
        self._running: dict[str, Job | None] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def find(self, key: str) -> Review | None:
        """Return a review that was started before."""
        return self._reviews.get(key)

    def work_on(self, key: str, review: Review) -> Review:
        """Start or continue a review; it pauses when nobody calls this for a while."""
        self._reviews[key] = review
        self._reviews.move_to_end(key)
        while len(self._reviews) > MAX_REVIEWS:
            self._reviews.popitem(last=False)
        if review.is_done:
            return review
        if key in self._timers:
            self._timers[key].cancel()
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(PAUSE_AFTER, self._pause, key)
        if key not in self._running:
            self._running[key] = None
            self._continue(key, review)
        return review

    def _continue(self, key: str, review: Review) -> None:
        """Evaluate the next view."""
        task = review.next_task()
        if task is None:
            self._pause(key)
            return

        def done(evaluation: Evaluation | None) -> None:
            review.add_result(task, evaluation)
            self._continue(key, review)

        job = self._workers.evaluate(task.view, task.sims, task.at, done)
        if review.current is task:
            self._running[key] = job

    def _pause(self, key: str) -> None:
        """Stop working on a review that is done or no longer asked for."""
        self._timers.pop(key).cancel()
        job = self._running.pop(key)
        if job is not None:
            job.cancel()


def judged_seats(viewer: int, is_open: bool, players: int) -> set[int]:
    """Return the seats whose moves are judged: all when nothing is hidden, else the viewer's."""
    if is_open or viewer == OPEN:
        return set(range(players))
    return {viewer}
