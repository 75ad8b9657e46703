"""What a result must reach: the share of the win, or the lower end of its 95 % interval."""

from dataclasses import dataclass
from typing import Literal

from benchmarks.goals import Verdict
from odintable.arena.interval import Interval

WORDS = {"low": "lower end", "mean": "share"}


@dataclass(frozen=True)
class Bar:
    """One of the two, and how high it must be."""

    end: Literal["low", "mean"]
    height: float  # of the win, 0 to 1
    is_over: bool = False  # more than that; otherwise at least that

    def is_cleared(self, share: Interval) -> bool:
        """High enough."""
        reached: float = getattr(share, self.end)
        return reached > self.height if self.is_over else reached >= self.height

    def __str__(self) -> str:
        """In words."""
        return f"{WORDS[self.end]} {'over' if self.is_over else 'at least'} {self.height:.0%}"


Goal = tuple[Bar, ...]  # all must be cleared


def at_least(height: float) -> Goal:
    """The usual goal: the lower end of the interval reaches it."""
    return (Bar("low", height),)


def floor(height: float) -> Goal:
    """What a net must reach: the share itself, wherever its interval ends."""
    return (Bar("mean", height),)


def told(goal: Goal) -> str:
    """A goal in words."""
    return " and ".join(map(str, goal))


def judged(what: str, goal: Goal, share: Interval) -> Verdict:
    """Whether a result reaches its goal."""
    reached = f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"
    return Verdict(f"{what}: {told(goal)}", reached, all(bar.is_cleared(share) for bar in goal))
