"""The interface of bots: a view and a budget go in, a move with its win probability comes out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from odintable.errors import OdintableError

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.search.stop_signal import StopSignal


class UnknownBot(OdintableError):  # noqa: N818 - the engine protocol calls it `unknown-bot`
    """No bot of this name plays this game."""


class CheatingBot(OdintableError):  # noqa: N818 - names the reason, as UnknownBot does
    """A bot that sees hidden cards may not play against players who do not."""


@dataclass(frozen=True)
class NeverStop:
    """A stop signal that is never set: the bot may use its whole budget."""

    def is_set(self) -> bool:
        """Return False."""
        return False


@dataclass(frozen=True)
class Budget:
    """How much a bot may think: milliseconds or simulations, and the number of threads.

    With neither a time nor simulations, the bot uses its default time.
    """

    time_ms: int | None = None
    sims: int | None = None
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """A legal move with its win probability and the number of times it was visited."""

    move: str
    value: float
    visits: int
    error: float | None = None  # standard error of the value, where it was measured


@dataclass(frozen=True)
class MoveChoice:
    """The move chosen, its win probability from 0 to 1, and the best moves, best first."""

    move: str
    value: float
    candidates: list[Candidate]


class Bot(Protocol):
    """A program that plays."""

    @property
    def name(self) -> str:
        """Its name in commands and in the engine protocol."""

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games it plays."""

    @property
    def about(self) -> str:
        """One line that describes it."""

    @property
    def level(self) -> int | None:
        """Its strength from 1 to 5; None if it is not an opponent for people."""

    @property
    def cheats(self) -> bool:
        """Whether it is given the whole position, not a view: only for measuring other bots."""

    def choose(self, view: Position, budget: Budget, seed: int, stop: StopSignal) -> MoveChoice:
        """Choose a move for the seat whose view this is, and whose turn it is."""


MAX_CANDIDATES = 12
LOG_ODDS_PER_SCORE = 0.5  # log odds of winning for each point of a move's score
MAX_LOG_ODDS = 6.0


def choice_from_scores(scores: dict[str, float], win_log_odds: float) -> MoveChoice:
    """Choose the move with the highest score, which gets these odds; the others get less."""
    order = sorted(scores, key=lambda move: (-scores[move], move))[:MAX_CANDIDATES]
    best = scores[order[0]]
    log_odds = clip(win_log_odds)
    candidates = [
        Candidate(move, logistic(log_odds + LOG_ODDS_PER_SCORE * (scores[move] - best)), 1)
        for move in order
    ]
    return MoveChoice(order[0], candidates[0].value, candidates)


def logistic(log_odds: float) -> float:
    """Return the probability, which is never quite 0 or 1."""
    return 1 / (1 + math.exp(-clip(log_odds)))


def clip(log_odds: float) -> float:
    """Limit log odds, so that a bot is never completely sure."""
    return max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))
