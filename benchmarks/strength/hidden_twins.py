"""Positions with twins that differ only in what the player to move cannot see."""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.speed.goals import Verdict
from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match

POSITIONS = 200  # of each game
EVERY = 7  # decisions from one position to the next
SIMS, TIME_MS = 500, 50
TRIES = 3  # the quickest counts: other programs may be running
MAX_TIME_DIFFERENCE = 0.05
NAMES = {"ravens": "Ravens", "odin": "ODIN"}


@dataclass
class Comparison:
    """The times of positions and their twins, and how often the decisions differed."""

    ours: list[float] = field(default_factory=list)  # seconds, of the positions from play
    twins: list[float] = field(default_factory=list)
    different: int = 0

    @property
    def apart(self) -> float:
        """The difference of the mean times, as a fraction of the first."""
        mean = statistics.fmean(self.ours)
        return abs(statistics.fmean(self.twins) - mean) / mean


def measure() -> list[Verdict]:
    """Both games, at a fixed number of simulations and against the clock."""
    findings: list[Verdict] = []
    for game in NAMES:
        pairs = list(pairs_met(game, POSITIONS))
        fixed = compare_pairs(pairs, Budget(sims=SIMS))
        timed = compare_pairs(pairs, Budget(time_ms=TIME_MS))
        findings += verdicts(game, f"{SIMS} simulations", fixed)
        findings += verdicts(game, f"{TIME_MS} ms", timed)[:1]  # with a clock, decisions may differ
    return findings


def verdicts(game: str, budget: str, found: Comparison) -> list[Verdict]:
    """The verdicts on times and on decisions."""
    count = len(found.ours)
    where = f"{NAMES[game]}, {count} pairs of twins at {budget}"
    ours, twins = (1000 * statistics.fmean(times) for times in (found.ours, found.twins))
    return [
        Verdict(
            f"{where}: mean times less than {MAX_TIME_DIFFERENCE:.0%} apart",
            f"{ours:.2f} and {twins:.2f} ms, {found.apart:.1%} apart",
            found.apart < MAX_TIME_DIFFERENCE,
        ),
        Verdict(
            f"{where}: the same decisions",
            f"{count - found.different} of {count}",
            found.different == 0,
        ),
    ]


def pairs_met(game: str, count: int) -> Iterator[tuple[Position, Position]]:
    """Positions with a choice from games of greedy players, each with a twin that differs."""
    greedy = bots.get("greedy", game)
    found = 0
    for seed in range(count):
        match = Match.new(game, shuffler=FairShuffler.numbered(seed))
        decision = 0
        while not match.position.is_over:
            position = match.position
            view = position.view(position.turn)
            decision += 1
            if decision % EVERY == 0 and len(view.legal()) > 1:
                twin = view.sample_state(seed=1000 * seed + decision)
                if twin.states.tobytes() != position.states.tobytes():
                    yield position.copy(), twin
                    found += 1
                    if found == count:
                        return
            match.play(greedy.choose(view, Budget(sims=1), seed, NeverStop()).move)


def compare_pairs(pairs: list[tuple[Position, Position]], budget: Budget) -> Comparison:
    """Let the strongest bot decide both positions of each pair, in alternating order."""
    found = Comparison()
    bot = bots.strongest(pairs[0][0].name)
    decide(bot, pairs[0][0], budget, 0)  # so that everything is loaded and compiled
    for seed, pair in enumerate(pairs):
        times: list[list[float]] = [[], []]
        moves: list[set[str]] = [set(), set()]
        for attempt in range(TRIES):
            for which in (0, 1) if (seed + attempt) % 2 else (1, 0):
                took, move = decide(bot, pair[which], budget, seed)
                times[which].append(took)
                moves[which].add(move)
        found.ours.append(min(times[0]))
        found.twins.append(min(times[1]))
        found.different += len(moves[0] | moves[1]) > 1
    return found


def decide(bot: bots.Bot, position: Position, budget: Budget, seed: int) -> tuple[float, str]:
    """The time that a decision of the player to move takes, and the move."""
    view = position.view(position.turn)
    begun = time.perf_counter()
    move = bot.choose(view, budget, seed, NeverStop()).move
    return time.perf_counter() - begun, move
