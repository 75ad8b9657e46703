"""The folder of compiled code: where it is, and when old ones are removed."""

import os
import time
from pathlib import Path

import pytest
from numba.core.caching import IndexDataCacheFile

from odintable.games import compile_cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; numba's own setting is not set."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delitem(__import__("sys").modules, "numba", raising=False)
    return tmp_path / "odintable"


def test_the_folder_is_the_users_and_is_not_made_before_it_is_needed(home: Path) -> None:
    compile_cache.configure()
    assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == home
    assert not home.exists()


def test_the_users_own_setting_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    compile_cache.configure()
    assert os.environ["NUMBA_CACHE_DIR"] == "elsewhere"


def test_a_temporary_folder_is_used_if_the_cache_home_is_no_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    home.write_text("a file in the way")
    compile_cache.configure()
    assert "odintable-cache-" in os.environ["NUMBA_CACHE_DIR"]


def test_folders_of_old_versions_are_removed(home: Path) -> None:
    old, new = home / "0123456789abcdef-py311", home / "fedcba9876543210-py311"
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (0, time.time() - compile_cache.STALE_AFTER - 1))
    compile_cache._remove_stale(home)
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_another_process_has_removed_is_no_error(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, old = home / "0123456789abcdef-py311", home / "fedcba9876543210-py311"
    old.mkdir(parents=True)
    os.utime(old, (0, time.time() - compile_cache.STALE_AFTER - 1))
    monkeypatch.setattr(Path, "glob", lambda _home, _pattern: [gone, old])
    compile_cache._remove_stale(home)
    assert not old.exists()


def test_processes_that_compile_for_two_games_at_once_do_not_mix_their_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (IndexDataCacheFile(str(tmp_path), "step", "today") for _ in range(2))
    write = one._save_data
    monkeypatch.setattr(two, "_load_index", dict)  # it looked when nothing was there

    def write_after_the_other(name: str, code: str) -> None:
        two.save("ravens", "code for ravens")
        write(name, code)

    monkeypatch.setattr(one, "_save_data", write_after_the_other)
    one.save("odin", "code for odin")
    kept = IndexDataCacheFile(str(tmp_path), "step", "today")
    assert kept.load("ravens") == "code for ravens"
    assert kept.load("odin") is None, "what is lost is compiled again"
