"""What a result must reach: the share of the win, or the lower end of its 95 % interval."""

import operator
from dataclasses import dataclass
from typing import Literal

from benchmarks.speed.goals import Verdict
from odintable.arena.statistics.interval import Interval

WORDS = {"low": "lower end", "mean": "share"}
WAYS = {"at least": operator.ge, "over": operator.gt, "at most": operator.le}


@dataclass(frozen=True)
class Bar:
    """One of the two, and how high it must be, or would better be."""

    end: Literal["low", "mean"]
    height: float  # of the win, 0 to 1
    way: Literal["at least", "over", "at most"] = "at least"
    is_wish: bool = False  # told, but nothing fails without it

    def is_cleared(self, share: Interval) -> bool:
        """High enough, or low enough."""
        return bool(WAYS[self.way](getattr(share, self.end), self.height))

    def __str__(self) -> str:
        """In words."""
        what = "better" if self.is_wish else WORDS[self.end]
        return f"{what} {self.way} {self.height:.0%}"


Goal = tuple[Bar, ...]  # all must be cleared but for wishes


def at_least(height: float) -> Goal:
    """The usual goal: the lower end of the interval reaches it."""
    return (Bar("low", height),)


def floor(height: float, better: float) -> Goal:
    """What a net must reach, and what it should: the share itself, wherever its interval ends."""
    return (Bar("mean", height), Bar("mean", better, is_wish=True))


def musts(goal: Goal) -> Goal:
    """What decides."""
    return tuple(bar for bar in goal if not bar.is_wish)


def wishes(goal: Goal) -> Goal:
    """What does not."""
    return tuple(bar for bar in goal if bar.is_wish)


def told(goal: Goal) -> str:
    """A goal in words."""
    return ", ".join(filter(None, (" and ".join(map(str, musts(goal))), *map(str, wishes(goal)))))


def is_cleared(goal: Goal, share: Interval) -> bool:
    """All of it."""
    return all(bar.is_cleared(share) for bar in goal)


def met(goal: Goal, share: Interval) -> str:
    """Whether a result reaches what it must, and the wish beyond it."""
    if not musts(goal):
        return "yes" if is_cleared(goal, share) else "no"
    if not is_cleared(musts(goal), share):
        return "NO"
    return "yes, and better" if wishes(goal) and is_cleared(goal, share) else "yes"


def mark(goal: Goal) -> float | None:
    """The height to show in a plot: of what decides, if anything does."""
    return max((bar.height for bar in musts(goal) or goal), default=None)


def judged(what: str, goal: Goal, share: Interval) -> Verdict:
    """Whether a result reaches all of a goal."""
    reached = f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"
    return Verdict(f"{what}: {told(goal)}", reached, is_cleared(goal, share))
