"""Reviews: the win probabilities at every position of a game, and its turning points.

A review shares the workers with bots, and continues only while a client polls it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .timeline import OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.bots import Candidate
    from odintable.bots.evaluate_position import Evaluation
    from odintable.games.position import Position
    from odintable.server.bots.worker_pool import Job, WorkerPool

    from .record_jobs import PackedPosition, ReviewedGame, ReviewedPosition

SIMS = 2400  # for every position
CLOSER_SIMS = 16_000  # for a move that may have been a mistake
WORTH_A_CLOSER_LOOK = 0.03  # share of the win that a move gave away at the first look
MAX_CLOSER_LOOKS = 16
MIN_LOSS = 0.05  # share of the win that a turning point gave away, at least
MAX_TURNING_POINTS = 5
SURE = 2.0  # standard errors that a loss must exceed
PAUSE_AFTER = 15.0  # seconds after the last request
MAX_REVIEWS = 200  # in memory
MAX_BYTES = 32 << 20  # of all reviews in memory


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

    def __init__(self, game: ReviewedGame) -> None:
        """Start with nothing evaluated."""
        self._game = game
        self.positions = game.positions
        self.size = sum(size_of(one) for one in game.positions)  # bytes
        self.win_probabilities: dict[int, list[float]] = {}
        self.turning_points: list[TurningPoint] = []
        self.is_done = False
        self.client = ""  # whose share of the workers it uses
        self.current: EvaluationTask | None = None  # started, and not finished
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
            shares = [round(float(share), 4) for share in evaluation.win_probabilities]
            self.win_probabilities[task.at] = shares
        if task.is_decision:
            self._judge(task, evaluation)

    def _tasks_in_order(self) -> Iterator[EvaluationTask]:
        """Yield the whole game from coarse to fine, then closer looks at suspected mistakes."""
        for at in coarse_to_fine(len(self.positions)):
            one = self.positions[at]
            is_same = one.is_decision and one.decision is None
            yield EvaluationTask(at, self._unpack(one.view), SIMS, True, is_same)
            if one.decision is not None:
                yield EvaluationTask(at, self._unpack(one.decision), SIMS, False, True)
        suspects = sorted(self._suspects, key=lambda one: -one.loss)[:MAX_CLOSER_LOOKS]
        for suspect in suspects:
            before = self.positions[suspect.at - 1]
            view = self._unpack(before.decision or before.view)
            yield EvaluationTask(suspect.at - 1, view, CLOSER_SIMS, False, True)

    def _unpack(self, packed: PackedPosition) -> Position:
        return packed.unpack(self._game.game, self._game.options)

    def _judge(self, task: EvaluationTask, evaluation: Evaluation) -> None:
        """Compare the played move with the best one."""
        after = self.positions[task.at + 1]
        by_move = {one.move: one for one in evaluation.candidates}
        played = by_move.get(after.move)
        best = evaluation.candidates[0]
        if played is None or after.seat is None or best.move == played.move:
            return
        found = TurningPoint(
            task.at + 1,
            after.seat,
            played.move,
            round(float(played.value), 4),
            best.move,
            round(float(best.value), 4),
            int(evaluation.sims),
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
            "total": len(self.positions),
            "is_done": self.is_done,
            "min_loss": MIN_LOSS,
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


def size_of(position: ReviewedPosition) -> int:
    """Return about how many bytes a position takes."""
    packed = (position.view, position.decision)
    return sum(len(one.states) + len(one.history or b"") for one in packed if one is not None)


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

    def work_on(self, key: str, review: Review, client: str = "") -> Review:
        """Start or continue a review for a client; it pauses when nobody calls for a while."""
        review.client = client
        self._reviews[key] = review
        self._reviews.move_to_end(key)
        self._drop_oldest()
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

    def _drop_oldest(self) -> None:
        """Forget the oldest reviews if there are too many, except the newest one."""
        size = sum(one.size for one in self._reviews.values())
        while len(self._reviews) > 1 and (len(self._reviews) > MAX_REVIEWS or size > MAX_BYTES):
            key, dropped = self._reviews.popitem(last=False)
            size -= dropped.size
            if key in self._timers:  # it would otherwise go on beside a new one
                self._pause(key)

    def _continue(self, key: str, review: Review) -> None:
        """Evaluate the next view."""
        task = review.next_task()
        if task is None:
            self._pause(key)
            return

        def done(evaluation: Evaluation | None) -> None:
            review.add_result(task, evaluation)
            self._continue(key, review)

        job = self._workers.evaluate(task.view, task.sims, task.at, done, review.client)
        if review.current is task:
            self._running[key] = job

    def _pause(self, key: str) -> None:
        """Stop working on a review that is done or no longer asked for."""
        self._timers.pop(key).cancel()
        job = self._running.pop(key)
        if job is not None:
            job.cancel()


def judged_seats(viewer: int, is_open: bool, players: int) -> list[int]:
    """Return the seats whose moves are judged: all when nothing is hidden, else the viewer's."""
    if is_open or viewer == OPEN:
        return list(range(players))
    return [viewer]
