"""Decisions per second of processor time: who makes them, and the best of several short rounds."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ROUNDS = 9
SECONDS = 0.3  # a round, of processor time: other programs may be running


@dataclass
class Runner:
    """Something that makes decisions: ours or a peer's."""

    name: str  # unique, and how goals speak of it
    how: str  # what one decision consists of, for the reader
    turn: Callable[[], int]  # make some decisions; how many they were
    rates: list[float] = field(default_factory=list)  # decisions per second, one a round

    def run(self, seconds: float) -> None:
        """One round of about so many seconds."""
        decisions = 0
        start = now = time.process_time()
        while now < start + seconds:
            decisions += self.turn()
            now = time.process_time()
        self.rates.append(decisions / (now - start))

    @property
    def best(self) -> float:
        """What it can do when nobody disturbs it."""
        return max(self.rates)

    @property
    def median(self) -> float:
        """What it did in the middle round; far from the best, the machine was busy."""
        return statistics.median(self.rates)


def measure(runners: Sequence[Runner], rounds: int = ROUNDS, seconds: float = SECONDS) -> None:
    """Every runner in turn, round after round, so that a busy minute hurts all alike."""
    for runner in runners:
        runner.turn()
    for _ in range(rounds):
        for runner in runners:
            runner.run(seconds)
