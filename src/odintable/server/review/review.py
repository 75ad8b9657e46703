"""Reviews: what every moment of a game was worth to whom, and which moves gave most away.

Bots of running games come first; a review goes on only while somebody asks for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .timeline import OPEN, Moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.bots import Candidate
    from odintable.bots.evaluation import Evaluation
    from odintable.games.position import Position
    from odintable.server.bots.worker_pool import Job, Workers

SIMS = 2400  # for every moment
CLOSER_SIMS = 16_000  # for a move that may have been a mistake
WORTH_A_LOOK = 0.03  # of the win: what is looked at more closely
MOST_LOOKED_AT = 16
TURNING = 0.05  # of the win: the least that makes a turning point
MOST_TURNING = 5
SURE = 2.0  # standard errors
PATIENCE = 15.0  # seconds without a question until a review rests
MOST_KEPT = 200  # reviews in memory


@dataclass(frozen=True)
class Turning:
    """A move that gave something away: what it was worth, and what would have been better."""

    at: int  # the moment it led to
    seat: int
    move: str
    value: float
    better: str
    better_value: float
    sims: int

    @property
    def loss(self) -> float:
        """How much of the win it cost."""
        return self.better_value - self.value


@dataclass(frozen=True)
class Task:
    """A view to be evaluated: for the graph, for the move that followed, or for both."""

    at: int
    view: Position
    sims: int
    is_graph: bool
    is_decision: bool


class Review:
    """A game seen from one place, as far as it has been weighed."""

    def __init__(self, moments: list[Moment], viewer: int, judged: set[int]) -> None:
        """Nothing is weighed; only decisions of the judged seats are."""
        self.moments = moments
        self.chances: dict[int, list[float]] = {}
        self.turning: list[Turning] = []
        self.is_done = False
        self.doing: Task | None = None  # begun, and not found out
        self._viewer = viewer
        self._judged = judged
        self._doubts: list[Turning] = []
        self._tasks = self._plan()

    def next(self) -> Task | None:
        """What is to be weighed next, again if it was broken off; None when all is done."""
        self.doing = self.doing or next(self._tasks, None)
        self.is_done = self.doing is None
        return self.doing

    def found(self, task: Task, evaluation: Evaluation | None) -> None:
        """Keep what an evaluation told."""
        self.doing = None
        if evaluation is None:
            return
        if task.is_graph:
            self.chances[task.at] = [round(share, 4) for share in evaluation.win_probabilities]
        if task.is_decision:
            self._judge(task, evaluation)

    def _plan(self) -> Iterator[Task]:
        """The whole game roughly, then closer and closer; then the doubtful moves once more."""
        decisions = {at for at in range(len(self.moments) - 1) if self._is_decision(at)}
        for at in spread(len(self.moments)):
            moment = self.moments[at]
            truth = moment.truth
            is_same = truth.turn == self._viewer
            yield Task(at, moment.view, SIMS, True, at in decisions and is_same)
            if at in decisions and not is_same:
                yield Task(at, truth.view(truth.turn), SIMS, False, True)
        doubts = sorted(self._doubts, key=lambda one: -one.loss)[:MOST_LOOKED_AT]
        for doubt in doubts:
            truth = self.moments[doubt.at - 1].truth
            yield Task(doubt.at - 1, truth.view(doubt.seat), CLOSER_SIMS, False, True)

    def _is_decision(self, at: int) -> bool:
        """Somebody whose moves are judged had a choice, and what was chosen is shown."""
        truth, after = self.moments[at].truth, self.moments[at + 1]
        if after.seat not in self._judged or truth.turn != after.seat:
            return False
        return len(truth.moves()) > 1 and (after.seat == self._viewer or "?" not in after.move)

    def _judge(self, task: Task, evaluation: Evaluation) -> None:
        """Was another move better than the one that was played?"""
        after = self.moments[task.at + 1]
        by_move = {one.move: one for one in evaluation.candidates}
        played = by_move.get(after.move)
        best = evaluation.candidates[0]
        if played is None or after.seat is None or best.move == played.move:
            return
        told = Turning(
            task.at + 1,
            after.seat,
            played.move,
            round(played.value, 4),
            best.move,
            round(best.value, 4),
            evaluation.sims,
        )
        if task.sims == CLOSER_SIMS:
            if told.loss >= TURNING and told.loss > SURE * doubt_between(best, played):
                ranked = sorted([*self.turning, told], key=lambda one: -one.loss)
                self.turning = ranked[:MOST_TURNING]
        elif told.loss >= WORTH_A_LOOK:
            self._doubts.append(told)

    def told(self) -> dict[str, Any]:
        """As far as it is known."""
        return {
            "total": len(self.moments),
            "is_done": self.is_done,
            "points": [
                {"at": at, "win_probabilities": chances}
                for at, chances in sorted(self.chances.items())
            ],
            "turning_points": [
                {
                    "at": one.at,
                    "seat": one.seat,
                    "move": one.move,
                    "value": one.value,
                    "better": one.better,
                    "better_value": one.better_value,
                    "sims": one.sims,
                }
                for one in sorted(self.turning, key=lambda one: one.at)
            ],
        }


def spread(count: int) -> list[int]:
    """All numbers below count: first and last, then those in the middle of ever smaller gaps."""
    order = dict.fromkeys([0, max(count - 1, 0)])
    step = 1 << max(count - 1, 1).bit_length()
    while step:
        order |= dict.fromkeys(range(0, count, step))
        step //= 2
    return list(order)


def doubt_between(one: Candidate, other: Candidate) -> float:
    """The standard error of the difference of two values."""
    return float(((one.error or 0.0) ** 2 + (other.error or 0.0) ** 2) ** 0.5)


class Reviews:
    """The reviews that were asked for last; each weighs one view at a time."""

    def __init__(self, workers: Workers) -> None:
        """None."""
        self._workers = workers
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._running: dict[str, Job | None] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def find(self, key: str) -> Review | None:
        """A review that was begun."""
        return self._kept.get(key)

    def ask(self, key: str, review: Review) -> Review:
        """Go on with a review, or begin it; it rests when nobody asks any more."""
        self._kept[key] = review
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if review.is_done:
            return review
        if key in self._timers:
            self._timers[key].cancel()
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(PATIENCE, self._rest, key)
        if key not in self._running:
            self._running[key] = None
            self._go_on(key, review)
        return review

    def _go_on(self, key: str, review: Review) -> None:
        """Weigh the next moment."""
        task = review.next()
        if task is None:
            self._rest(key)
            return

        def done(evaluation: Evaluation | None) -> None:
            review.found(task, evaluation)
            self._go_on(key, review)

        job = self._workers.evaluate(task.view, task.sims, task.at, done)
        if review.doing is task:
            self._running[key] = job

    def _rest(self, key: str) -> None:
        """It is done, or nobody wants to know any more."""
        self._timers.pop(key).cancel()
        job = self._running.pop(key)
        if job is not None:
            job.cancel()


def judged_by(viewer: int, is_open: bool, players: int) -> set[int]:
    """Whose moves are judged: everybody's after the game, one's own before."""
    if is_open or viewer == OPEN:
        return set(range(players))
    return {viewer}
