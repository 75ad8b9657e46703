"""Play a contest: commands and scripts call `play`."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .deals.schedule import Schedule
from .deals.worker_pool import cores, played_deals
from .players.player import check_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .contest import Contest
    from .deals.deal_result import DealResult


@dataclass(frozen=True)
class Result:
    """The result of a contest: all deals that count."""

    contest: Contest
    deals: tuple[DealResult, ...]
    is_interrupted: bool = False
    # Lineup -> deals after which the sequential test stopped it.
    clear_after: dict[int, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the settings and all deals."""
        return {
            **self.contest.settings(),
            "fingerprint": self.contest.fingerprint(),
            "interrupted": self.is_interrupted,
            "lineups": self.contest.lineups,
            "clear_after": {str(lineup): after for lineup, after in self.clear_after.items()},
            "deals": [deal.to_json() for deal in self.deals],
        }


def play(
    contest: Contest,
    *,
    workers: int | None = None,
    finished_deals: Iterable[DealResult] = (),
    on_deal: Callable[[DealResult], None] | None = None,
    stop_when_clear: bool = False,
) -> Result:
    """Play the missing deals, by default on all cores. Ctrl-C returns the result so far.

    `finished_deals` are not played again; `on_deal` is called with every new deal.
    """
    schedule = Schedule(contest, stop_when_clear=stop_when_clear)
    for deal in finished_deals:
        schedule.add(deal)
    is_interrupted = False
    try:
        play_missing(contest, schedule, cores() if workers is None else workers, on_deal)
    except KeyboardInterrupt:
        is_interrupted = True
    return Result(contest, schedule.counted(), is_interrupted, schedule.clear_after)


def play_missing(
    contest: Contest, schedule: Schedule, workers: int, on_deal: Callable[[DealResult], None] | None
) -> None:
    """Play until the schedule has no more deals."""
    missing = schedule.missing()
    if not missing:
        return
    for contestant in contest.contestants:
        check_engine(contestant, contest.game)
    with closing(played_deals(contest, schedule.to_play(), min(workers, missing))) as deals:
        for deal in deals:
            schedule.add(deal)
            if on_deal is not None:
                on_deal(deal)
