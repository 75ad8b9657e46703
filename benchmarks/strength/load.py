"""Many games at once on few cores: does every decision keep its bound?"""

import multiprocessing
import threading
import time

from benchmarks.goals import Verdict
from odintable import bots
from odintable.arena.pool import cores
from odintable.arena.times import Times
from odintable.bots import Budget, Never
from odintable.fair import Fair
from odintable.games.position import GAMES
from odintable.match import Match

PLAYED_AT_ONCE = 50
BOUND_MS = 1000
SECONDS = 180.0


def measure(
    games: int = PLAYED_AT_ONCE, bound_ms: int = BOUND_MS, seconds: float = SECONDS
) -> list[Verdict]:
    """So many games for so long, spread over a process a core."""
    rooms = min(cores(), games)
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(rooms) as pool:
        shares = [(range(room, games, rooms), bound_ms, seconds) for room in range(rooms)]
        times = Times()
        for one in pool.starmap(play_at_once, shares, chunksize=1):
            times.merge(one)
    return judged(times, games, bound_ms)


def judged(times: Times, games: int, bound_ms: int) -> list[Verdict]:
    """No decision is late."""
    least = f"{games} games at once, {bound_ms} ms a decision and a fifth more"
    longest = (
        f"99% within {1000 * times.quantile(0.99):.0f} ms, the longest {1000 * times.most:.0f}"
    )
    reached = f"{times.late} of {times.count:,} decisions late; {longest} ms"
    return [Verdict(f"{least}: none is late", reached, times.count > 0 and times.late == 0)]


def play_at_once(numbers: range, bound_ms: int, seconds: float) -> Times:
    """Some of the games, a thread each; all are timed from the same moment on."""
    for game in GAMES:
        bot = bots.strongest(game)
        position = Match.new(game, fair=Fair.numbered(0)).position
        bot.think(position.view(position.turn), Budget(time_ms=bound_ms), 0, Never())
    every = [Times() for _ in numbers]
    until = time.monotonic() + seconds
    threads = [
        threading.Thread(target=play_until, args=(number, bound_ms, until, times))
        for number, times in zip(numbers, every, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = Times()
    for times in every:
        total.merge(times)
    return total


def play_until(number: int, bound_ms: int, until: float, times: Times) -> None:
    """One game after the other, the strongest in both seats, until the time has come."""
    game = list(GAMES)[number // 2 % len(GAMES)]
    bot = bots.strongest(game)
    match = Match.new(game, fair=Fair.numbered(number))
    while time.monotonic() < until:
        if match.position.is_over:
            match = Match.new(game)
        position = match.position
        begun = time.perf_counter()
        move = bot.think(
            position.view(position.turn), Budget(time_ms=bound_ms), number, Never()
        ).move
        if len(position.moves()) > 1:
            times.add(time.perf_counter() - begun, bound_ms / 1000)
        match.play(move)
