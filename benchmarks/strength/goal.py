"""Goals of results: bounds on the share of the win, or on the lower end of its 95 % interval."""

import operator
from dataclasses import dataclass
from typing import Literal

from benchmarks.speed.goals import Verdict
from odintable.arena.statistics.interval import Interval

WORDS = {"low": "lower end", "mean": "share"}
WAYS = {"at least": operator.ge, "over": operator.gt, "at most": operator.le}


@dataclass(frozen=True)
class Bar:
    """A bound on the share, or on the lower end of its interval."""

    end: Literal["low", "mean"]
    height: float  # of the win, 0 to 1
    way: Literal["at least", "over", "at most"] = "at least"
    is_wish: bool = False  # reported, but missing it is no failure

    def is_cleared(self, share: Interval) -> bool:
        """Whether a share is within the bound."""
        return bool(WAYS[self.way](getattr(share, self.end), self.height))

    def __str__(self) -> str:
        """The bound in words."""
        what = "better" if self.is_wish else WORDS[self.end]
        return f"{what} {self.way} {self.height:.0%}"


Goal = tuple[Bar, ...]  # all bounds must hold, except wishes


def at_least(height: float) -> Goal:
    """The usual goal: the lower end of the interval reaches it."""
    return (Bar("low", height),)


def floor(height: float, better: float) -> Goal:
    """The share that a net must reach, and a better one; the interval does not matter."""
    return (Bar("mean", height), Bar("mean", better, is_wish=True))


def required(goal: Goal) -> Goal:
    """The bounds that must hold."""
    return tuple(bar for bar in goal if not bar.is_wish)


def wishes(goal: Goal) -> Goal:
    """The bounds that need not hold."""
    return tuple(bar for bar in goal if bar.is_wish)


def describe(goal: Goal) -> str:
    """A goal in words."""
    return ", ".join(
        filter(None, (" and ".join(map(str, required(goal))), *map(str, wishes(goal))))
    )


def is_cleared(goal: Goal, share: Interval) -> bool:
    """Whether a share is within all bounds."""
    return all(bar.is_cleared(share) for bar in goal)


def met(goal: Goal, share: Interval) -> str:
    """The last column of the table: whether required bounds and wishes hold."""
    if not required(goal):
        return "yes" if is_cleared(goal, share) else "no"
    if not is_cleared(required(goal), share):
        return "NO"
    return "yes, and better" if wishes(goal) and is_cleared(goal, share) else "yes"


def mark(goal: Goal) -> float | None:
    """The bound to show in a plot: a required one, if there is any."""
    return max((bar.height for bar in required(goal) or goal), default=None)


def verdict_on(what: str, goal: Goal, share: Interval) -> Verdict:
    """The verdict on a result."""
    reached = f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"
    return Verdict(f"{what}: {describe(goal)}", reached, is_cleared(goal, share))
