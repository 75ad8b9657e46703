"""What we have promised: how many times as quick as the peers, how small, how soon."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from odintable.games.spec import GAMES as SPECS

from .startup import Wait

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

GAMES = {"ODIN": odin, "Ravens": ravens}
MOST_BYTES = 512  # a state


@dataclass(frozen=True)
class Goal:
    """Ours against theirs: the slowest of ours, the fastest of theirs."""

    ours: str  # how the names of ours begin
    kind: str  # ... and end
    theirs: str  # how the names of theirs begin
    times: float


GOALS = (
    Goal("ODIN", "playouts", "OpenSpiel", 40),
    Goal("ODIN", "playouts", "RLCard", 150),
    Goal("Ravens", "playouts", "OpenSpiel", 10),
    Goal("ODIN", "batch", "OpenSpiel", 20),
    Goal("ODIN", "steps", "OpenSpiel", 1.5),
    Goal("ODIN", "simulations", "ISMCTS of OpenSpiel", 3),
    Goal("Ravens", "simulations", "ISMCTS of OpenSpiel", 1),
)


@dataclass(frozen=True)
class Verdict:
    """A goal, what was reached, and whether that is enough."""

    goal: str
    reached: str
    is_met: bool


def verdicts(best: Mapping[str, float], waits: Iterable[Wait]) -> list[Verdict]:
    """All goals, judged by the best rates of this run."""
    return [
        *(ratio(goal, best) for goal in GOALS),
        *(start(wait) for wait in waits),
        *(size(name, game.components.STATE.itemsize) for name, game in GAMES.items()),
    ]


def ratio(goal: Goal, best: Mapping[str, float]) -> Verdict:
    """How many times as quick the slowest of ours is as the fastest of theirs."""
    ours = min(
        rate
        for name, rate in best.items()
        if name.startswith(goal.ours) and name.endswith(goal.kind)
    )
    fastest = max((rate, name) for name, rate in best.items() if name.startswith(goal.theirs))
    times = ours / fastest[0]
    return Verdict(
        f"{goal.ours} {goal.kind} at least {goal.times:g} × {goal.theirs}",
        f"{times:.1f} × {fastest[1]}",
        times >= goal.times,
    )


def start(wait: Wait) -> Verdict:
    """A start is quick."""
    reached = f"{wait.seconds:.2f} s ({wait.processor_seconds:.2f} s of processor time)"
    return Verdict(f"{wait.name} under {wait.allowed:g} s", reached, wait.is_met)


def size(name: str, many: int) -> Verdict:
    """A state is small."""
    return Verdict(f"{name} state at most {MOST_BYTES} bytes", f"{many} bytes", many <= MOST_BYTES)
