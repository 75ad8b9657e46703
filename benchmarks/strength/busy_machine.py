"""Many games at once on few cores: is every decision made in time?"""

import asyncio
import os
import time

from benchmarks.speed.goals import Verdict
from odintable.arena.deals.worker_pool import cores
from odintable.arena.statistics.thinking_times import ThinkingTimes
from odintable.bots import MoveChoice
from odintable.games.position import Position
from odintable.games.spec import GAMES
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.bots.worker_pool import WorkerPool
from odintable.server.metrics import Metrics

PLAYED_AT_ONCE = 50
BOUND_MS = 1000
SECONDS = 180.0
BOT = "seer"


def measure(
    games: int = PLAYED_AT_ONCE, bound_ms: int = BOUND_MS, seconds: float = SECONDS
) -> list[Verdict]:
    """Play many games at once, in the worker processes that the server uses for its bots."""
    return verdicts(asyncio.run(play_at_once(games, bound_ms, seconds)), games, bound_ms)


def verdicts(times: ThinkingTimes, games: int, bound_ms: int) -> list[Verdict]:
    """The verdict: no decision may be late."""
    least = f"{games} games at once, {bound_ms} ms a decision and a fifth more"
    longest = (
        f"99% within {1000 * times.quantile(0.99):.0f} ms, the longest {1000 * times.longest:.0f}"
    )
    reached = f"{times.late} of {times.count:,} decisions late; {longest} ms"
    return [Verdict(f"{least}: none is late", reached, times.count > 0 and times.late == 0)]


async def play_at_once(games: int, bound_ms: int, seconds: float) -> ThinkingTimes:
    """Play all games; every process warms up with both games before the clock starts."""
    workers = WorkerPool(cores(), Metrics(), os.urandom)
    try:
        for game in GAMES:
            position = Match.new(game, shuffler=FairShuffler.numbered(0)).position
            await asyncio.gather(
                *(choose_in_worker(workers, position, bound_ms) for _ in range(cores()))
            )
        times = ThinkingTimes()
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(play_until(number, workers, bound_ms, until, times) for number in range(games))
        )
        return times
    finally:
        workers.close()


async def play_until(
    number: int, workers: WorkerPool, bound_ms: int, until: float, times: ThinkingTimes
) -> None:
    """Play one game after the other with the strongest bot in both seats, until the time is up."""
    game = list(GAMES)[number % len(GAMES)]
    match = Match.new(game, shuffler=FairShuffler.numbered(number))
    while time.monotonic() < until:
        if match.position.is_over:
            match = Match.new(game)
        begun = time.perf_counter()
        move = (await choose_in_worker(workers, match.position, bound_ms)).move
        if len(match.position.moves()) > 1:
            times.add(time.perf_counter() - begun, bound_ms / 1000)
        match.play(move)


async def choose_in_worker(workers: WorkerPool, position: Position, bound_ms: int) -> MoveChoice:
    """The move that the strongest bot chooses."""
    answer: asyncio.Future[MoveChoice | None] = asyncio.get_running_loop().create_future()
    workers.choose_move(position.view(position.turn), BOT, bound_ms, answer.set_result)
    found = await answer
    if found is None:
        raise RuntimeError("no worker process could choose a move")
    return found
