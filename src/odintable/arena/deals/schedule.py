"""The schedule of a contest: which deals are missing, and which finished deals count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.arena.statistics.sequential_test import ERROR_PROBABILITY, SequentialTest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.arena.contest import Contest

    from .deal_result import DealResult
    from .worker_pool import Item


class Schedule:
    """Accepts deals in any order but tests them by number, so that timing does not matter."""

    def __init__(self, contest: Contest, *, stop_when_clear: bool) -> None:
        self._contest = contest
        self._stops = stop_when_clear
        self._lineups = range(len(contest.lineups))
        self._played: dict[Item, DealResult] = {}
        self._tests = [SequentialTest(contest.even) for _ in self._lineups]
        self._seen = [0 for _ in self._lineups]  # consecutive deals that the test has seen
        self.clear_after: dict[int, int] = {}  # lineup -> deals

    def add(self, deal: DealResult) -> None:
        """Add a finished deal, and update the test with all consecutive deals."""
        lineup = deal.lineup
        self._played[lineup, deal.number] = deal
        while self._stops and lineup not in self.clear_after:
            due = self._played.get((lineup, self._seen[lineup]))
            if due is None or due.number >= self._contest.deals:
                return
            self._seen[lineup] += 1
            test = self._tests[lineup]
            test.add(due.share(self._contest.lineups[lineup][0]))
            if test.is_clear(ERROR_PROBABILITY / len(self._lineups)):
                self.clear_after[lineup] = self._seen[lineup]

    def to_play(self) -> Iterator[Item]:
        """Yield the missing deals, lineup by lineup in turn; none of a lineup that is clear."""
        for number in range(self._contest.deals):
            for lineup in self._lineups:
                if lineup not in self.clear_after and (lineup, number) not in self._played:
                    yield lineup, number

    def missing(self) -> int:
        """Return the number of missing deals, unless a result becomes clear earlier."""
        return sum(1 for _ in self.to_play())

    def counted(self) -> tuple[DealResult, ...]:
        """Return the deals that count, in order: none after the result was clear."""
        return tuple(
            self._played[lineup, number]
            for lineup, number in sorted(self._played)
            if number < self.clear_after.get(lineup, self._contest.deals)
        )
