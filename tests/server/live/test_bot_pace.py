"""How long a bot takes tells nothing about its cards."""

import asyncio
import functools
import random
from collections.abc import Callable

import pytest

from odintable.bots import MoveChoice
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.server.bots.fair_queue import Share
from odintable.server.bots.worker_pool import UNNAMED, Job, WorkerPool
from odintable.server.live import client_messages
from odintable.server.live.bot_pace import is_secret, pace_for
from odintable.server.tables.applied_event import AppliedEvent
from tests.server.support.pure_tables import table_config
from tests.server.support.registry_in_process import (
    FailingStore,
    open_registry,
    play,
    send_command,
)

PAUSE = 400  # milliseconds


def bytes_of(number: int) -> Callable[[int], bytes]:
    """Random bytes that are always the same."""
    return lambda size: bytes([number]) * size


@functools.cache
def decisions(game: str) -> list[Position]:
    """The views of many decisions, forced and free, seen and secret."""
    match, rng = Match.new(game, shuffler=FairShuffler.numbered(3)), random.Random(3)
    found: list[Position] = []
    while len(found) < 300 and not match.position.is_over:
        found.append(match.position.view(match.position.turn))
        legal = match.position.legal()
        arrange = [move for move in legal if move.endswith("arrange")]
        stack = [move for move in legal if move.startswith("stack")]
        match.play(rng.choice(arrange or stack or legal))
    return found


@pytest.mark.parametrize("game", ["odin", "ravens"])
@pytest.mark.parametrize("bot", ["random", "ask", "greedy", "gudrun", "mimir", "search", "seer"])
@pytest.mark.parametrize("lot", [0, 255])
def test_when_a_move_is_shown_does_not_depend_on_the_position(
    game: str, bot: str, lot: int
) -> None:
    views = decisions(game)
    assert {len(view.moves()) == 1 for view in views} == {True, False}
    if game == "ravens":
        assert {is_secret(view) for view in views} == {True, False}
    paces = [pace_for(view, bot, 1000, PAUSE, bytes_of(lot)) for view in views]
    assert len({pace.shown_after for pace in paces}) == 1
    for view, pace in zip(views, paces, strict=True):
        assert PAUSE <= pace.shown_after <= 1100
        if bot in ("search", "seer") and not is_secret(view):
            assert pace.limit + 100 < pace.shown_after  # it has answered by then


class Instant(WorkerPool):
    """Bots who answer at once with a legal move."""

    def choose_move(
        self,
        view: Position,
        bot: str,
        time_ms: int,
        done: Callable[[MoveChoice | None], None],
        share: Share = UNNAMED,
    ) -> Job:
        """The first legal move."""
        asyncio.get_running_loop().call_soon(done, MoveChoice(view.legal()[0], 0.5, []))
        return Job(view, ("think", bot), time_ms, done, self, 0.0, share)


@pytest.mark.long
def test_a_bot_that_has_its_move_at_once_still_takes_its_time(store: FailingStore) -> None:
    async def scene() -> None:
        registry = open_registry(store, bot_pause=PAUSE)
        registry.workers = Instant(1, registry.metrics, registry.sources.random)
        live_table, _ = await registry.create(table_config(people=1, bots=1), 0, "A")
        assert isinstance(await send_command(live_table, client_messages.Ready(), 0), AppliedEvent)
        for round_ in range(3):
            outcome = await play(live_table, f"m{round_}")
            assert isinstance(outcome, AppliedEvent)
            begun = registry.loop.time()
            async with asyncio.timeout(60):
                while live_table.busy or live_table.table.position.turn != 0:
                    assert live_table.table.stage == "playing"
                    await asyncio.sleep(0.01)
            assert registry.loop.time() - begun >= PAUSE / 1000 - 0.02
        assert isinstance(
            await send_command(live_table, client_messages.Back("b"), 0), AppliedEvent
        )
        assert live_table.bot_move_due is None
        registry.close()

    asyncio.run(scene())
