"""Records are read in a process of their own, a few for each client at a time."""

import asyncio
import datetime as dt
import multiprocessing
import os
import signal
from typing import Any

import msgspec
import pytest

from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.record.record import write
from odintable.server.metrics import Metrics
from odintable.server.refused_error import Refused
from odintable.server.review import record_jobs, record_worker
from odintable.server.review.record_worker import RecordWorker
from odintable.server.review.timeline import OPEN, RecordSummary, timeline


def some_match(moves: int = 40) -> Match:
    match = Match.new("ravens", first=0, shuffler=FairShuffler.numbered(3))
    for _ in range(moves):
        match.play(match.position.legal()[0])
    return match


def some_record(moves: int = 40) -> str:
    return write(some_match(moves).record(dt.date(2026, 11, 15)))


class CountingWorker(RecordWorker):
    """A worker without a process: its jobs are counted."""

    def __init__(self) -> None:
        super().__init__(Metrics())
        self.calls: list[str] = []

    def _call(self, job: str, text: Any, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        self.calls.append(job)
        return record_jobs.do_job(job, text if isinstance(text, str) else text(), arguments)


def test_the_same_work_is_done_once_and_its_result_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        worker, text = CountingWorker(), some_record()
        asked = [worker.run(f"c{at}", "k", text, "replay_record", OPEN) for at in range(9)]
        found = await asyncio.gather(*asked)
        assert len(set(found)) == 1
        assert await worker.run("x", "k", "unused", "replay_record", OPEN) == found[0]
        assert worker.calls == ["replay_record"]
        monkeypatch.setattr(record_worker, "MAX_CACHED", len(found[0]) + 1)
        await worker.run("x", "k", text, "replay_record", 0)
        await worker.run("x", "k", text, "replay_record", OPEN)
        assert len(worker.calls) == 3, "old results are dropped when there are too many bytes"
        worker.close()

    asyncio.run(scene())


def test_a_client_with_too_many_jobs_is_refused_and_others_are_not() -> None:
    async def scene() -> None:
        worker, text = CountingWorker(), some_record()
        jobs = [
            asyncio.ensure_future(worker.run("one", f"k{at}", text, "summarise")) for at in range(4)
        ]
        jobs.append(asyncio.ensure_future(worker.run("other", "k9", text, "summarise")))
        done = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [one for one in done if isinstance(one, Refused)]
        assert [(one.code, one.retry) for one in refused] == [("too-fast", True)] * 2
        assert isinstance(done[-1], bytes)
        assert isinstance(await worker.run("one", "k3", text, "summarise"), bytes)
        worker.close()

    asyncio.run(scene())


def test_a_record_that_cannot_be_read_is_refused_with_the_line() -> None:
    async def scene() -> None:
        worker, text = CountingWorker(), some_record()
        with pytest.raises(Refused, match="line ") as refused:
            await worker.run("one", "k", text.replace("0 ", "0  ", 1), "summarise")
        assert refused.value.code == "bad-option"
        assert refused.value.why is not None
        worker.close()

    asyncio.run(scene())


def test_a_process_that_dies_is_reported_and_replaced() -> None:
    async def scene() -> None:
        worker, text = RecordWorker(Metrics()), some_record()
        found = await worker.run("one", "k", text, "summarise")
        summary = msgspec.json.decode(found, type=RecordSummary)
        assert (summary.game, summary.moves, summary.is_over) == ("ravens", 40, False)
        assert worker._process is not None
        os.kill(worker._process.pid or 0, signal.SIGKILL)
        with pytest.raises(Refused, match="try again") as refused:
            await worker.run("one", "other", text, "summarise")
        assert (refused.value.code, refused.value.retry) == ("worker", True)
        assert await worker.run("one", "other", text, "summarise") == found
        assert worker._metrics.workers_lost == 1
        worker.close()

    asyncio.run(scene())


def test_a_process_that_cannot_be_started_is_started_by_the_next_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(_process: object) -> None:
        raise OSError("too many processes")

    async def scene() -> None:
        worker, text = RecordWorker(Metrics()), some_record(4)
        with monkeypatch.context() as patched:
            patched.setattr(multiprocessing.get_context("spawn").Process, "start", failing)
            for _ in range(2):
                with pytest.raises(Refused) as refused:
                    await worker.run("c", "k", text, "summarise")
                assert (refused.value.code, refused.value.retry) == ("worker", True)
        assert await worker.run("c", "k", text, "summarise")
        worker.close()

    asyncio.run(scene())


@pytest.mark.parametrize("viewer", [0, 1, OPEN])
def test_a_reviewed_game_holds_the_views_of_its_timeline(viewer: int) -> None:
    record = some_match().record(dt.date(2026, 11, 15))
    entries = timeline(record, viewer)
    packed = record_jobs.prepare_review(write(record), viewer, [0, 1])
    game = msgspec.msgpack.decode(packed, type=record_jobs.ReviewedGame)
    assert len(game.positions) == len(entries)

    def same(one: Position, other: Position) -> bool:
        return (one.states.tobytes(), one.history) == (other.states.tobytes(), other.history)

    for entry, found in zip(entries, game.positions, strict=True):
        assert (found.seat, found.move) == (entry.seat, entry.move)
        assert same(found.view.unpack(game.game, game.options), entry.view)
        if found.is_decision:
            own = (found.decision or found.view).unpack(game.game, game.options)
            assert same(own, entry.position.view(entry.position.turn))
    assert any(one.is_decision for one in game.positions)
