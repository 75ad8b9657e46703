"""Play a contest: the one function that a command or a harness calls."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .deals.schedule import Referee
from .deals.worker_pool import cores, finished
from .players.seat import audition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .contest import Contest
    from .deals.deal_result import Deal


@dataclass(frozen=True)
class Result:
    """All deals that were played and count."""

    contest: Contest
    deals: tuple[Deal, ...]
    is_interrupted: bool = False
    clear_after: dict[int, int] = field(default_factory=dict)  # lineup -> deals, if it was stopped

    def to_json(self) -> dict[str, Any]:
        """The settings, and every deal."""
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
    already: Iterable[Deal] = (),
    on_deal: Callable[[Deal], None] | None = None,
    stop_when_clear: bool = False,
) -> Result:
    """Play what is missing, on all cores unless told otherwise; Ctrl-C ends it with what there is.

    `already` are deals played before, `on_deal` is told of every new one, in the order in which
    they are finished.
    """
    referee = Referee(contest, stop_when_clear=stop_when_clear)
    for deal in already:
        referee.take(deal)
    is_interrupted = False
    try:
        play_missing(contest, referee, cores() if workers is None else workers, on_deal)
    except KeyboardInterrupt:
        is_interrupted = True
    return Result(contest, referee.counted(), is_interrupted, referee.clear_after)


def play_missing(
    contest: Contest, referee: Referee, workers: int, on_deal: Callable[[Deal], None] | None
) -> None:
    """Play until the referee wants no more."""
    missing = referee.missing()
    if not missing:
        return
    for contestant in contest.contestants:
        audition(contestant, contest.game)
    with closing(finished(contest, referee.to_play(), min(workers, missing))) as deals:
        for deal in deals:
            referee.take(deal)
            if on_deal is not None:
                on_deal(deal)
