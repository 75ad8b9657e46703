"""Measure decisions per second of processor time: the best of several short rounds."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ROUNDS = 9
SECONDS = 0.3  # of processor time per round: other programs may be running


@dataclass
class Runner:
    """A program that makes decisions, ours or a peer's."""

    name: str  # unique; goals refer to it by prefix and suffix
    how: str  # what one decision consists of, for the reader
    turn: Callable[[], int]  # makes some decisions and returns their number
    rates: list[float] = field(default_factory=list)  # decisions per second, one for each round

    def run(self, seconds: float) -> None:
        """Run one round of about this length."""
        decisions = 0
        start = now = time.process_time()
        while now < start + seconds:
            decisions += self.turn()
            now = time.process_time()
        self.rates.append(decisions / (now - start))

    @property
    def best(self) -> float:
        """The rate on an undisturbed machine."""
        return max(self.rates)

    @property
    def median(self) -> float:
        """The median rate; if it is far below the best, the machine was busy."""
        return statistics.median(self.rates)


def measure(runners: Sequence[Runner], rounds: int = ROUNDS, seconds: float = SECONDS) -> None:
    """Run all runners in turn, round after round, so that a busy minute slows all of them."""
    for runner in runners:
        runner.turn()
    for _ in range(rounds):
        for runner in runners:
            runner.run(seconds)
