"""The processor time that a net takes for a decision, on one core."""

import statistics
import time

from benchmarks.speed.goals import Verdict
from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.games.position import Position

from .hidden_twins import NAMES, POSITIONS, pairs_met

TRIES = 5  # of each position; all of them count
MAX_MS = 1.0


def measure() -> list[Verdict]:
    """Measure both nets at positions from play."""
    findings = []
    for game in NAMES:
        met = [position.view(position.turn) for position, _ in pairs_met(game, POSITIONS)]
        findings.append(verdict_on(game, times_of(bots.get(f"net-{game}", game), met)))
    return findings


def times_of(bot: bots.Bot, views: list[Position]) -> list[float]:
    """Seconds for each decision, from the view to the move."""
    times = []
    bot.choose(views[0], Budget(), 0, NeverStop())  # so that everything is loaded and compiled
    for view in views * TRIES:
        begun = time.process_time()
        bot.choose(view, Budget(), 0, NeverStop())
        times.append(time.process_time() - begun)
    return times


def verdict_on(game: str, times: list[float]) -> Verdict:
    """The verdict on the mean; the longest time is reported too."""
    mean, longest = 1000 * statistics.fmean(times), 1000 * max(times)
    return Verdict(
        f"net-{game}, {len(times):,} decisions: on the average at most {MAX_MS:g} ms",
        f"{mean:.2f} ms, the longest {longest:.1f} ms",
        mean <= MAX_MS,
    )
