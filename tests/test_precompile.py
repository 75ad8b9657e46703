"""Compiling ahead of time: in several processes, in stages, and never half done."""

from __future__ import annotations

import functools
import os
import threading
import time
from pathlib import Path

import pytest

from odintable import precompile
from odintable.commands import compile as compile_command
from odintable.compile_cache import cache_folder
from odintable.games.spec import GAMES
from odintable.nets import inference, net
from odintable.precompile import Part, Precompilation, completion_mark, is_complete

WAIT = 60.0  # seconds


def write_process_id(folder: str, game: str) -> None:
    """Instead of compiling: note which process did it."""
    Path(folder, game).write_text(str(os.getpid()))


def wait_for(folder: str, game: str) -> None:
    """Instead of compiling: wait until another part is done."""
    end = time.monotonic() + WAIT
    while not Path(folder, game).exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def fail(_game: str) -> None:
    """Instead of compiling: fail."""
    raise SystemExit(1)


def sleep(_game: str) -> None:
    """Instead of compiling: take longer than any test."""
    time.sleep(10 * WAIT)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, and no shipped code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(precompile, "shipped_folder", lambda: None)
    return tmp_path


@pytest.mark.long
def test_parts_of_a_stage_are_compiled_at_the_same_time_and_a_stage_waits_for_the_one_before(
    tmp_path: Path,
) -> None:
    write = functools.partial(write_process_id, str(tmp_path))
    wait = functools.partial(wait_for, str(tmp_path))
    seen: list[float] = []
    running = Precompilation([[Part(wait, "b", 1), Part(write, "b", 1)], [Part(wait, "b", 2)]], 2)
    assert running.run(lambda: seen.append(running.fraction))
    assert seen == [0.25, 0.5, 1.0]
    assert int((tmp_path / "b").read_text()) != os.getpid()


@pytest.mark.long
def test_a_process_that_fails_ends_all_and_nothing_is_marked_as_complete(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompile, "all_parts", lambda: [[Part(fail, "odin", 1)]])
    assert not Precompilation().run()
    assert not is_complete()
    assert not list(empty_cache.glob("complete*"))


@pytest.mark.long
def test_everything_is_marked_as_complete_at_the_end_and_not_compiled_again(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = functools.partial(write_process_id, str(empty_cache))
    monkeypatch.setattr(precompile, "all_parts", lambda: [[Part(write, "odin", 1)]])
    assert not is_complete()
    assert compile_command.run_with_progress(Precompilation())
    first, last = capsys.readouterr().out.splitlines()
    assert first.endswith("once: about 1 s")
    assert "once: done in" in last
    assert is_complete()


@pytest.mark.long
def test_it_can_be_stopped(tmp_path: Path) -> None:
    write = functools.partial(write_process_id, str(tmp_path))
    running = Precompilation([[Part(write, "a", 1), Part(sleep, "b", 1)]], 2)
    results: list[bool] = []
    thread = threading.Thread(target=lambda: results.append(running.run()))
    thread.start()
    wait_for(str(tmp_path), "a")
    running.stop()
    thread.join(WAIT)
    assert results == [False]


def test_the_mark_is_for_one_processor_and_one_version_of_numba(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    completion_mark(empty_cache).touch()
    assert is_complete()
    monkeypatch.setenv("NUMBA_CPU_NAME", "another")
    assert not is_complete()
    monkeypatch.delenv("NUMBA_CPU_NAME")
    monkeypatch.setattr(precompile, "version", lambda _package: "0.1")
    assert not is_complete()


def test_shipped_code_is_complete_whatever_the_processor(
    empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(precompile, "shipped_folder", lambda: shipped)
    assert not is_complete()
    completion_mark(shipped, cache_folder.ANY_PROCESSOR).touch()
    assert is_complete()
    assert empty_cache.exists()


def test_what_is_needed_first_is_compiled_first() -> None:
    first, last = precompile.all_parts()
    assert {part.game for part in first[: len(GAMES)]} == set(GAMES)
    assert {part.use for part in first[: len(GAMES)]} == {precompile.use_rules}
    assert {part.use for part in last} == {precompile.use_every_bot}


def test_the_forward_pass_is_compiled_for_the_arrays_of_the_nets() -> None:
    precompile.use_inference("all")
    before = list(inference.forward.signatures)
    for game in ("odin", "ravens"):
        position = precompile.first_position(game)
        net.shipped(game).evaluate_moves(position.view(position.turn), position.moves())
    assert inference.forward.signatures == before


def test_the_estimate_follows_the_speed_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    running = Precompilation([[Part(fail, "odin", 10), Part(fail, "odin", 10)]], 1)
    assert running.seconds_left == 20
    now = 15.0
    assert running.seconds_left == 5
    running._done = 10.0  # a slow machine: the first half took 15 seconds
    assert running.seconds_left == 15
    now = 100.0
    running._done = 20.0
    assert running.seconds_left == 1, "never zero: whoever is told would wait for nothing"
