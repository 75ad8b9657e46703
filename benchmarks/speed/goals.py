"""The goals: speed compared with our peers, size of a state, start-up times."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from odintable.games.spec import GAMES as SPECS

from .startup import Wait

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules

GAMES = {"ODIN": odin, "Ravens": ravens}
MAX_BYTES = 512  # of a state


@dataclass(frozen=True)
class Goal:
    """A ratio to reach: the slowest of our runners against the fastest of a peer's."""

    ours: str  # prefix of our runners' names
    kind: str  # suffix of our runners' names
    theirs: str  # prefix of the peer's runners' names
    times: float


GOALS = (
    Goal("ODIN", "rollouts", "OpenSpiel", 40),
    Goal("ODIN", "rollouts", "RLCard", 150),
    Goal("Ravens", "rollouts", "OpenSpiel", 10),
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
    """Judge all goals by the best rates of this run."""
    return [
        *(ratio(goal, best) for goal in GOALS),
        *(start(wait) for wait in waits),
        *(size(name, game.components.STATE.itemsize) for name, game in GAMES.items()),
    ]


def ratio(goal: Goal, best: Mapping[str, float]) -> Verdict:
    """Judge how many times as fast our slowest runner is as the peer's fastest."""
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
    """Judge a start-up time."""
    reached = f"{wait.seconds:.2f} s ({wait.processor_seconds:.2f} s of processor time)"
    return Verdict(f"{wait.name} under {wait.allowed:g} s", reached, wait.is_met)


def size(name: str, many: int) -> Verdict:
    """Judge the size of a state."""
    return Verdict(f"{name} state at most {MAX_BYTES} bytes", f"{many} bytes", many <= MAX_BYTES)
