"""Which deals are still to be played, and which of those that were played count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odintable.arena.statistics.sequential_test import CHANCE_OF_ERROR, Bets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from odintable.arena.contest import Contest

    from .deal_result import Deal
    from .worker_pool import Item


class Referee:
    """Takes in deals in any order and looks at them in theirs, so that nothing hangs on speed."""

    def __init__(self, contest: Contest, *, stop_when_clear: bool) -> None:
        """Nothing has been played."""
        self._contest = contest
        self._stops = stop_when_clear
        self._lineups = range(len(contest.lineups))
        self._played: dict[Item, Deal] = {}
        self._bets = [Bets(contest.even) for _ in self._lineups]
        self._seen = [0 for _ in self._lineups]  # deals in a row that the bets have seen
        self.clear_after: dict[int, int] = {}  # lineup -> deals

    def take(self, deal: Deal) -> None:
        """Note a deal, and settle the bets on all that now stand in a row."""
        lineup = deal.lineup
        self._played[lineup, deal.number] = deal
        while self._stops and lineup not in self.clear_after:
            due = self._played.get((lineup, self._seen[lineup]))
            if due is None or due.number >= self._contest.deals:
                return
            self._seen[lineup] += 1
            bets = self._bets[lineup]
            bets.settle(due.share(self._contest.lineups[lineup][0]))
            if bets.is_clear(CHANCE_OF_ERROR / len(self._lineups)):
                self.clear_after[lineup] = self._seen[lineup]

    def to_play(self) -> Iterator[Item]:
        """The deals that are missing, all lineups in turn; none of a lineup that is clear."""
        for number in range(self._contest.deals):
            for lineup in self._lineups:
                if lineup not in self.clear_after and (lineup, number) not in self._played:
                    yield lineup, number

    def missing(self) -> int:
        """How many there still are, unless an answer becomes clear."""
        return sum(1 for _ in self.to_play())

    def counted(self) -> tuple[Deal, ...]:
        """The deals that count, in order; what came after an answer was clear does not."""
        return tuple(
            self._played[lineup, number]
            for lineup, number in sorted(self._played)
            if number < self.clear_after.get(lineup, self._contest.deals)
        )
