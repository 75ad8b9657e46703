"""The result of one deal: a game for every rotation, with shares, scores and thinking times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from odintable.arena.statistics.thinking_times import ThinkingTimes

if TYPE_CHECKING:
    from odintable.arena.contest import Lineup


@dataclass(frozen=True)
class Forfeit:
    """A game lost because a contestant did not answer with a legal move in time."""

    seat: int
    reason: str


@dataclass(frozen=True)
class RotationResult:
    """The result of one rotation of a deal."""

    seats: Lineup  # the contestants by seat
    shares: tuple[float, ...]  # of the win, by seat
    scores: tuple[tuple[int, ...], ...]  # by seat, after every leg
    decisions: int  # including forced ones
    is_cut: bool = False  # stopped as too long; it counts as even
    forfeit: Forfeit | None = None

    @property
    def points(self) -> tuple[int, ...] | None:
        """The final points; None for a game that was not played to its end."""
        return None if self.is_cut or self.forfeit else self.scores[-1]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON for a deal file; default values are left out."""
        written: dict[str, Any] = {
            "seats": self.seats,
            "shares": self.shares,
            "scores": self.scores,
            "decisions": self.decisions,
        }
        if self.is_cut:
            written["is_cut"] = True
        if self.forfeit is not None:
            written["forfeit"] = {"seat": self.forfeit.seat, "reason": self.forfeit.reason}
        return written

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        forfeit = given.get("forfeit")
        return cls(
            seats=tuple(given["seats"]),
            shares=tuple(given["shares"]),
            scores=tuple(tuple(scores) for scores in given["scores"]),
            decisions=given["decisions"],
            is_cut=given.get("is_cut", False),
            forfeit=None if forfeit is None else Forfeit(**forfeit),
        )


@dataclass(frozen=True)
class DealResult:
    """One deal of one lineup, played in every rotation."""

    lineup: int  # its index among the lineups of the contest
    number: int
    games: tuple[RotationResult, ...]
    times: dict[int, ThinkingTimes]  # by contestant

    def share(self, contestant: int) -> float:
        """Return the mean share of the win of a contestant, over all of its seats."""
        shares = [
            share
            for game in self.games
            for who, share in zip(game.seats, game.shares, strict=True)
            if who == contestant
        ]
        return sum(shares) / len(shares)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON of one line of a deal file."""
        return {
            "lineup": self.lineup,
            "deal": self.number,
            "games": [game.to_json() for game in self.games],
            "times": {str(who): times.to_json() for who, times in self.times.items()},
        }

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            lineup=given["lineup"],
            number=given["deal"],
            games=tuple(map(RotationResult.from_json, given["games"])),
            times={
                int(who): ThinkingTimes.from_json(times) for who, times in given["times"].items()
            },
        )
