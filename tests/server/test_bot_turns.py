"""A bot's turn at a table, when the bot does not play along."""

import asyncio
from collections.abc import Callable

import pytest

from odintable.bots import Thought
from odintable.games.position import Position
from odintable.server import wire, workers
from odintable.server.table import Happening
from odintable.server.workers import Job, Workers

from . import stuck
from .housed import Moody, asked, opened, play
from .tables import plan


@pytest.mark.long
def test_a_bot_that_hangs_each_time_plays_any_legal_move_in_the_end(
    store: Moody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "work", stuck.at_odin)
    monkeypatch.setattr(workers, "FIRST_GRACE", 1.0)
    monkeypatch.setattr(workers, "LOADING_GRACE", 1.0)
    monkeypatch.setenv(stuck.WAY, stuck.SLEEPS)

    async def scene() -> None:
        house = opened(store)
        desk, _ = await house.make(plan(people=1, bots=1, bot_time=50), 0, "A")
        assert isinstance(await asked(desk, wire.Ready(), 0), Happening)
        assert isinstance(await play(desk), Happening)
        async with asyncio.timeout(120):
            while desk.table.seats[desk.table.position.turn].bot is not None:
                await asyncio.sleep(0.05)
        house.workers.close()
        house.close()

    asyncio.run(scene())


class Wrong(Workers):
    """Bots who never find a legal move."""

    asked = 0

    def think(
        self, view: Position, bot: str, time_ms: int, done: Callable[[Thought | None], None]
    ) -> Job:
        """Nonsense."""
        self.asked += 1
        asyncio.get_running_loop().call_soon(done, Thought("nonsense", 0.5, []))
        return Job(view, ("think", bot), time_ms, done, self, 0.0)


def test_a_bot_whose_moves_are_not_legal_plays_any_legal_move_in_the_end(store: Moody) -> None:
    async def scene() -> None:
        house = opened(store)
        house.workers = wrong = Wrong(1, house.metrics, house.sources.random)
        desk, _ = await house.make(plan(people=1, bots=1), 0, "A")
        assert isinstance(await asked(desk, wire.Ready(), 0), Happening)
        for turn in (1, 2):
            assert isinstance(await play(desk, f"id{turn}"), Happening)
            async with asyncio.timeout(60):
                while desk.busy or desk.table.position.turn != 0:
                    await asyncio.sleep(0.01)
            assert wrong.asked == turn * workers.MOST_TRIES
        house.close()

    asyncio.run(scene())
