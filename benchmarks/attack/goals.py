"""The goals that hold during every attack."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .attack import Check

if TYPE_CHECKING:
    from .innocent_players import Waits

MAX_TRIES = 3
WAITING_GOALS = ("moves within", "/healthz within")  # how goals begin that a busy machine misses


@dataclass(frozen=True)
class Goals:
    """What the innocent may notice of an attack, at most."""

    p99: float = 0.25  # seconds until a move is acknowledged
    worst: float = 1.0
    memory: float = 200.0  # MiB of growth
    child: float = 1024.0  # MiB of one process for bots or records
    lag: float = 0.02  # seconds for which the event loop is held
    health: float = 0.1  # seconds for /healthz
    evaluation: float = 10.0  # seconds for a win probability: a bot may think for 5 s before it


def checks_for(
    waits: Waits, memory: float, lag: tuple[float, bool] | None, goals: Goals
) -> list[Check]:
    """Judge what was measured."""
    p99, worst = waits.percentile(0.99), max(waits.moves, default=math.inf)
    health = max(waits.health, default=math.inf)
    checks = [
        Check(f"moves within {text(goals.p99)} at p99", text(p99), p99 <= goals.p99),
        Check(f"moves within {text(goals.worst)} at worst", text(worst), worst <= goals.worst),
        Check(f"/healthz within {text(goals.health)}", text(health), health <= goals.health),
        Check(
            f"memory grows by less than {goals.memory:.0f} MiB",
            f"{memory:.0f} MiB",
            memory < goals.memory,
        ),
    ]
    if lag is None:
        checks.append(Check("the lag of the loop is measured", "no", is_met=False))
    else:
        checks.append(
            Check(
                f"the loop is held for at most {text(goals.lag)}", text(lag[0]), lag[0] <= goals.lag
            )
        )
    if waits.evaluations:
        longest = max(waits.evaluations)
        goal = f"win probabilities within {text(goals.evaluation)}"
        checks.append(Check(goal, text(longest), longest <= goals.evaluation))
    return checks


def child_checks(memory: float, goals: Goals) -> list[Check]:
    """Judge the memory of the largest process for bots and records, if there is one."""
    goal = f"no bot or record process above {goals.child:,.0f} MiB"
    return [Check(goal, f"{memory:,.0f} MiB", memory <= goals.child)] if memory else []


def text(seconds: float) -> str:
    """Return a time as text."""
    return "never" if math.isinf(seconds) else f"{seconds * 1000:,.0f} ms"
