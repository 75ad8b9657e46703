"""The worker processes for bots."""

import asyncio
import os
from pathlib import Path

import pytest

from odintable.bots import MoveChoice
from odintable.games.position import Position
from odintable.match.match import Match
from odintable.server.bots import worker_pool as module
from odintable.server.bots.worker_pool import (
    FIRST_GRACE,
    GRACE,
    LOADING_GRACE,
    Job,
    Worker,
    WorkerPool,
    grace_period,
    shared_time,
)
from odintable.server.metrics import Metrics
from tests.server.support import stuck_workers
from tests.server.support.server_process import WAIT


def test_a_bot_has_its_full_time_when_no_other_job_waits() -> None:
    assert shared_time([1000.0], 2) == 1000


def test_a_bot_that_had_to_wait_gets_the_rest_of_its_time() -> None:
    assert shared_time([300.0], 2) == 300


@pytest.mark.parametrize("waiting", [1, 5, 24, 60])
def test_simultaneous_jobs_finish_in_time_and_share_it_evenly(waiting: int) -> None:
    now, given = 0, []
    for still_waiting in range(waiting, -1, -1):
        given.append(shared_time([1000.0 - now] * (still_waiting + 1), 1))
        now += given[-1]
    assert 900 < now <= 1000
    assert max(given) <= 3 * min(given)


def test_a_table_that_queues_again_and_again_gets_its_share_of_the_time() -> None:
    queue = [1000.0 - 40 * at for at in range(24, -1, -1)]  # the first has waited longest
    assert 30 < shared_time(queue, 1) <= 40


def test_a_slow_job_does_not_take_the_time_of_a_short_one() -> None:
    assert shared_time([3000.0, 100.0], 1) < 50


def test_a_job_past_its_time_still_gets_an_answer() -> None:
    assert shared_time([-50.0, 900.0], 1) == 1


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine may be busy: who takes long does not hang."""
    monkeypatch.setattr(module, "GRACE", WAIT)


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_one_process_answers_many_jobs_of_both_games() -> None:
    async def ask() -> None:
        metrics = Metrics()
        workers = WorkerPool(1, metrics, os.urandom)
        try:
            positions = [Match.new(game).position for game in ("odin", "ravens")] * 4
            answers = await asyncio.gather(*(thought(workers, one) for one in positions))
            for position, answer in zip(positions, answers, strict=True):
                assert answer.move in position.legal()
            assert (metrics.bot_jobs, metrics.workers_lost) == (len(positions), 0)
        finally:
            workers.close()

    asyncio.run(ask())


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_a_process_that_is_started_ahead_is_the_only_one_and_takes_the_first_job() -> None:
    async def scene() -> None:
        workers = WorkerPool(2, Metrics(), os.urandom)
        workers.start_ahead()
        workers.start_ahead()
        (process,) = workers.processes
        await thought(workers, Match.new("odin", players=2).position)
        assert workers.processes == [process]
        workers.close()
        workers.start_ahead()
        assert not workers.processes

    asyncio.run(scene())


async def thought(workers: WorkerPool, position: Position) -> MoveChoice:
    """What a bot makes of a position."""
    answer: asyncio.Future[MoveChoice | None] = asyncio.get_running_loop().create_future()
    workers.choose_move(position.view(position.turn), "snorri", 500, answer.set_result)
    found = await answer
    assert found is not None
    return found


def test_a_job_whose_code_may_be_compiled_has_more_time() -> None:
    view = Match.new("odin").position.view(0)
    other = Match.new("ravens").position.view(0)

    def job(view: Position, *what: object) -> Job:
        return Job(view, what, 1000, print, None, 0.0)  # type: ignore[arg-type]

    worker = Worker(None, None)  # type: ignore[arg-type]
    worker.loaded.add(job(view, "think", "search").kind)
    assert grace_period(worker, job(view, "think", "search"), set()) == GRACE
    assert grace_period(worker, job(other, "think", "search"), set()) == FIRST_GRACE
    assert grace_period(worker, job(view, "think", "mimir"), set()) == FIRST_GRACE
    assert grace_period(worker, job(view, "evaluate", 100, 7), set()) == FIRST_GRACE
    worker.loaded.add(job(view, "evaluate", 100, 7).kind)
    assert grace_period(worker, job(view, "evaluate", 400, 8), set()) == GRACE
    known = {job(view, "think", "mimir").kind}
    assert grace_period(worker, job(view, "think", "mimir"), known) == LOADING_GRACE
    again = job(view, "think", "snorri")
    again.hung = 1
    assert grace_period(worker, again, known) == LOADING_GRACE


# -- Processes that hang, or die ----------------------------------------------------------------


async def send_command(
    workers: WorkerPool, game: str = "odin", bot: str = "greedy"
) -> MoveChoice | None:
    """What becomes of a bot's turn, whatever its process does."""
    position = Match.new(game).position
    answer: asyncio.Future[MoveChoice | None] = asyncio.get_running_loop().create_future()
    workers.choose_move(position.view(position.turn), bot, 50, answer.set_result)
    return await answer


@pytest.mark.long
@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("way", [stuck_workers.SLEEPS, stuck_workers.SPINS, stuck_workers.DIES])
def test_a_process_that_hangs_or_dies_is_replaced_and_its_job_repeated(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "run_worker", stuck_workers.once)
    monkeypatch.setattr(module, "FIRST_GRACE", 3.0)
    monkeypatch.setenv(stuck_workers.WAY, way)
    monkeypatch.setenv(stuck_workers.FLAG, str(tmp_path / "flag"))

    async def ask() -> None:
        metrics = Metrics()
        workers = WorkerPool(1, metrics, os.urandom)
        try:
            found = await send_command(workers)
            assert found is not None
            # One, and perhaps another one that had not yet loaded its code.
            assert 1 <= metrics.workers_lost < module.MAX_TRIES
            (pid,) = workers.processes
            assert await send_command(workers) is not None
            assert workers.processes == [pid], "the second process lives on"
        finally:
            workers.close()

    asyncio.run(ask())


@pytest.mark.long
def test_a_bot_that_always_hangs_is_given_up_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "run_worker", stuck_workers.at_odin)
    monkeypatch.setattr(module, "FIRST_GRACE", 3.0)
    monkeypatch.setattr(module, "LOADING_GRACE", 3.0)
    monkeypatch.setenv(stuck_workers.WAY, stuck_workers.SPINS)

    async def ask() -> None:
        metrics = Metrics()
        workers = WorkerPool(1, metrics, os.urandom)
        order: list[str] = []

        async def turn(game: str) -> MoveChoice | None:
            found = await send_command(workers, game)
            order.append(game)
            return found

        try:
            # The process that answers at Ravens has to load its code; here it gets its time.
            hangs = asyncio.ensure_future(turn("odin"))
            await asyncio.sleep(0)
            monkeypatch.setattr(module, "FIRST_GRACE", 180.0)
            assert await turn("ravens") is not None
            assert await hangs is None
            assert order == ["ravens", "odin"]
            lost = metrics.workers_lost
            assert lost == module.MAX_TRIES
            assert await send_command(workers) is None, "it rests"
            assert metrics.workers_lost == lost
            monkeypatch.setattr(module, "LOADING_GRACE", 180.0)
            assert await send_command(workers, "ravens") is not None
        finally:
            workers.close()

    asyncio.run(ask())
