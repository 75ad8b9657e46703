"""Progress of a contest: a bar on a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from odintable.arena.contest import Contest
    from odintable.arena.deals.deal_result import DealResult

LINE_INTERVAL = 30.0  # seconds between two lines


class ProgressDisplay:
    """Shows progress on standard error, so that results can go through a pipe."""

    def __init__(self, contest: Contest, finished_deals: int) -> None:
        """Start with the number of deals that were finished before."""
        self._contest = contest
        self._total = contest.deals * len(contest.lineups)
        self._finished_before = self._done = min(finished_deals, self._total)
        self._begun = self._last_line = time.monotonic()
        self._sum = 0.0
        self._bar: Progress | None = None
        console = Console(stderr=True)
        if console.is_terminal and not console.is_dumb_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("deals ·"),
                TimeRemainingColumn(),
                TextColumn("left"),
                console=console,
            )
            self._task = self._bar.add_task("playing", total=self._total, completed=self._done)

    def add(self, deal: DealResult) -> None:
        """Add a finished deal."""
        self._done += 1
        self._sum += deal.share(self._contest.lineups[deal.lineup][0])
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, description=self._so_far())
        elif time.monotonic() - self._last_line >= LINE_INTERVAL:
            self._last_line = time.monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def _so_far(self) -> str:
        """Return the share of the first of two contestants; with more there is no short text."""
        new = self._done - self._finished_before
        if len(self._contest.contestants) > 2 or not new:
            return "playing"
        return f"{self._contest.contestants[0].label} {100 * self._sum / new:.1f} %"

    def _line(self) -> str:
        """Return the number of deals and the estimated time left."""
        took = time.monotonic() - self._begun
        left = took / max(1, self._done - self._finished_before) * (self._total - self._done)
        minutes, seconds = divmod(round(left), 60)
        return f"{self._done} of {self._total} deals, {self._so_far()}, {minutes}:{seconds:02} left"

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
