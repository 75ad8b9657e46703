"""Small contests for the tests."""

import sys
from pathlib import Path
from typing import Any

from odintable.arena import Contest, Contestant, read_bot, read_engine
from odintable.arena.deals.deal_result import DealResult, RotationResult
from odintable.arena.statistics.thinking_times import ThinkingTimes
from odintable.bots import Budget

ENGINE = Path(__file__).parent / "players/misbehaving_engine.py"
SIMS = Budget(sims=10)


def contest(*names: str, game: str = "odin", **setting: Any) -> Contest:
    """Bots by name; ODIN is played for a single hand, unless it is said otherwise."""
    options = setting.pop("options", {"hands": 1} if game == "odin" else {"target": 1})
    contestants = tuple(read_bot(name, SIMS) for name in names)
    return Contest(game, contestants, options=options, **setting)


def engine(how: str, after: int = 0, budget: str = "10sims") -> Contestant:
    """An engine that misbehaves."""
    return read_engine(f"bad@{budget}={sys.executable} {ENGINE} {how} {after}")


def deal_result(
    share: float, number: int = 0, lineup: int = 0, seats: tuple[int, int] = (0, 1)
) -> DealResult:
    """A deal of which the first of two took this share."""
    one, two = seats
    games = (
        RotationResult((one, two), (share, 1 - share), ((0, 3),), 20),
        RotationResult((two, one), (1 - share, share), ((1, 0),), 30),
    )
    return DealResult(lineup, number, games, {one: ThinkingTimes(), two: ThinkingTimes()})


def outcomes(deals: tuple[DealResult, ...]) -> list[Any]:
    """What was played, without how long it took."""
    return [(deal.lineup, deal.number, deal.games) for deal in deals]
