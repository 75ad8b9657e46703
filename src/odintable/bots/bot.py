"""What a bot is: it gets a view and a budget, and answers with a move and what it thinks of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from odintable.errors import OdintableError

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


class UnknownBot(OdintableError):  # noqa: N818 - named after what the protocol calls it
    """No bot of this name plays this game."""


class Cheat(OdintableError):  # noqa: N818 - what it is, not what went wrong
    """A bot that sees hidden cards was asked to sit down with players who do not."""


@dataclass(frozen=True)
class NeverStop:
    """Nobody stops the bot before its budget is used up."""

    def is_set(self) -> bool:
        """No."""
        return False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many milliseconds or simulations; and on how many cores.

    With neither, it takes the time it takes by default.
    """

    time_ms: int | None = None
    sims: int | None = None
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """A legal move, the share of the win expected of it, and how often it was looked at."""

    move: str
    value: float
    visits: int
    error: float | None = None  # one standard error of the value, where it was measured


@dataclass(frozen=True)
class MoveChoice:
    """The move chosen, the share of the win expected, 0 to 1, and the best moves, best first."""

    move: str
    value: float
    candidates: list[Candidate]


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def games(self) -> tuple[str, ...]:
        """What it plays."""

    @property
    def about(self) -> str:
        """What it is, in a line."""

    @property
    def level(self) -> int | None:
        """How strong it is, 1 to 5; None for one that is no opponent for people."""

    @property
    def cheats(self) -> bool:
        """It is handed the whole position instead of a view: for measuring only."""

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose a move for the seat whose view this is, and whose turn it is."""


MOST_CANDIDATES = 12
WORTH_OF_MERIT = 0.5  # what a point of merit is worth, on the scale of `logistic`


def ranked(merits: dict[str, float], estimate: float) -> MoveChoice:
    """A thought from moves and their merits: the best is worth the estimate, the others less."""
    order = sorted(merits, key=lambda move: (-merits[move], move))[:MOST_CANDIDATES]
    best = merits[order[0]]
    odds = math.log(estimate / (1 - estimate))
    candidates = [
        Candidate(move, logistic(odds + WORTH_OF_MERIT * (merits[move] - best)), 1)
        for move in order
    ]
    return MoveChoice(order[0], candidates[0].value, candidates)


def logistic(odds: float) -> float:
    """Odds from minus infinity to infinity as a share from 0 to 1, never quite either."""
    return 1 / (1 + math.exp(-max(-6.0, min(6.0, odds))))
