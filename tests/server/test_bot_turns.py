"""A bot's turn at a table, when the bot does not play along."""

import asyncio

import pytest

from odintable.server import wire, workers
from odintable.server.table import Happening

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
