"""Results over all deals: the standing of each contestant, and each pairing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .interval import Interval, share_interval
from .thinking_times import ThinkingTimes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from odintable.arena.deals.deal_result import DealResult, RotationResult
    from odintable.arena.play_contest import Result


@dataclass(frozen=True)
class Standing:
    """The result of one contestant over all of its games."""

    label: str
    games: int
    share: Interval  # of the win
    points: float | None  # per finished game and seat; None if no game was finished
    points_per_leg: float | None
    forfeits: int  # games
    times: ThinkingTimes

    def to_json(self) -> dict[str, Any]:
        """Return the standing as `--json` prints it, with times in milliseconds."""
        return {
            "label": self.label,
            "games": self.games,
            **interval_to_json(self.share),
            "points": self.points,
            "points_per_leg": self.points_per_leg,
            "forfeits": self.forfeits,
            "decisions": self.times.count,
            "mean_ms": self.times.mean * 1000,
            "p99_ms": self.times.quantile(0.99) * 1000,
            "max_ms": self.times.longest * 1000,
            "over": self.times.over,
            "late": self.times.late,
        }


@dataclass(frozen=True)
class Pairing:
    """The result of one contestant against another, over all deals of their lineup."""

    first: str
    second: str
    deals: int
    games: int
    share: Interval  # of the win of the first
    cut: int  # games stopped as too long
    clear_after: int | None  # deals after which the sequential test stopped it, if it did

    def to_json(self) -> dict[str, Any]:
        """Return the pairing as `--json` prints it."""
        return {
            "first": self.first,
            "second": self.second,
            "deals": self.deals,
            "games": self.games,
            **interval_to_json(self.share),
            "cut": self.cut,
            "clear_after": self.clear_after,
        }


def interval_to_json(share: Interval) -> dict[str, float]:
    """Write a share with its interval."""
    return {"share": share.mean, "low": share.low, "high": share.high}


def pairings(result: Result) -> list[Pairing]:
    """Return the pairing of every lineup, in the order of the contest."""
    contest = result.contest
    labels = [contestant.label for contestant in contest.contestants]
    found = []
    for lineup, seats in enumerate(contest.lineups):
        deals = [deal for deal in result.deals if deal.lineup == lineup]
        games = games_of(deals)
        found.append(
            Pairing(
                first=labels[seats[0]],
                second=labels[seats[1]],
                deals=len(deals),
                games=len(games),
                share=share_interval([deal.share(seats[0]) for deal in deals]),
                cut=sum(game.is_cut for game in games),
                clear_after=result.clear_after.get(lineup),
            )
        )
    return found


def standings(result: Result) -> list[Standing]:
    """Return the standing of every contestant, in the order of the contest."""
    return [standing(result, who) for who in range(len(result.contest.contestants))]


def standing(result: Result, who: int) -> Standing:
    """Return the standing of one contestant; each deal is one observation, its mean share."""
    lineups = result.contest.lineups
    deals = [deal for deal in result.deals if who in lineups[deal.lineup]]
    games = games_of(deals)
    by_number: dict[int, list[float]] = defaultdict(list)
    times = ThinkingTimes()
    for deal in deals:
        by_number[deal.number].append(deal.share(who))
        times.merge(deal.times[who])
    points, points_per_leg = average_points(games, who)
    seats = max(lineup.count(who) for lineup in lineups)
    shares = [sum(shares) / len(shares) for shares in by_number.values()]
    return Standing(
        label=result.contest.contestants[who].label,
        games=len(games),
        share=share_interval(shares, max_share=1 / seats),
        points=points,
        points_per_leg=points_per_leg,
        forfeits=sum(is_forfeited_by(game, who) for game in games),
        times=times,
    )


def games_of(deals: Iterable[DealResult]) -> list[RotationResult]:
    """Return all games of some deals."""
    return [game for deal in deals for game in deal.games]


def average_points(games: Iterable[RotationResult], who: int) -> tuple[float | None, float | None]:
    """Return the points per game and per leg, over finished games."""
    total = seats = legs = 0
    for game in games:
        if game.points is not None:
            own = [
                points for one, points in zip(game.seats, game.points, strict=True) if one == who
            ]
            total += sum(own)
            seats += len(own)
            legs += len(own) * len(game.scores)
    return (total / seats, total / legs) if seats else (None, None)


def is_forfeited_by(game: RotationResult, who: int) -> bool:
    """Whether this contestant forfeited the game."""
    return game.forfeit is not None and game.seats[game.forfeit.seat] == who
