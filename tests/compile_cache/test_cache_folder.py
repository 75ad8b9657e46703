"""The folder of compiled code: where it is, and when old ones are removed."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from odintable.compile_cache import cache_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; numba's own setting is not set."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delitem(__import__("sys").modules, "numba", raising=False)
    return tmp_path / "odintable"


def folder_in_use() -> Path:
    """The folder that a new process would use."""
    os.environ.pop("NUMBA_CACHE_DIR", None)
    cache_folder.configure()
    return Path(os.environ["NUMBA_CACHE_DIR"])


@pytest.fixture
def temporary(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our folder among the temporary files, which is used since the cache home is no folder."""
    home.write_text("a file in the way")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path / f"odintable-cache-{os.getuid()}"


def test_the_folder_is_the_users_alone_and_is_not_made_before_it_is_needed(home: Path) -> None:
    folder = folder_in_use()
    assert folder.parent == home
    assert not folder.exists()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_the_users_own_setting_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    cache_folder.configure()
    assert os.environ["NUMBA_CACHE_DIR"] == "elsewhere"


def test_a_temporary_folder_is_used_if_the_cache_home_is_no_folder(temporary: Path) -> None:
    for _ in range(2):
        assert folder_in_use().parent == temporary
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o700


def test_a_temporary_folder_is_used_if_there_is_no_home(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert folder_in_use().parent == temporary


def link_to_a_folder(folder: Path) -> None:
    (folder.parent / "planted").mkdir()
    folder.symlink_to(folder.parent / "planted")


def open_to_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def in_a_folder_open_to_all(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    folder.parent.chmod(0o777)


@pytest.mark.parametrize("plant", [link_to_a_folder, open_to_all, in_a_folder_open_to_all])
def test_a_folder_that_others_could_change_is_not_used(
    temporary: Path, capfd: pytest.CaptureFixture[str], plant: Callable[[Path], None]
) -> None:
    plant(temporary)
    folder = folder_in_use()
    assert temporary.resolve() not in folder.resolve().parents
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    assert capfd.readouterr().err.strip() == cache_folder.NOT_PRIVATE


def test_another_users_folder_is_not_used(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    user = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: user)
    planted = temporary.with_name(f"odintable-cache-{user}")
    planted.mkdir(mode=0o700)
    assert folder_in_use().parent != planted
    assert capfd.readouterr().err.strip() == cache_folder.NOT_PRIVATE


def test_a_folder_for_everybodys_temporary_files_is_safe_if_it_is_sticky(
    temporary: Path, tmp_path: Path
) -> None:
    tmp_path.chmod(0o1777)
    assert folder_in_use().parent == temporary


def test_a_program_does_not_read_planted_code(temporary: Path, tmp_path: Path) -> None:
    link_to_a_folder(temporary)
    program = "import os, odintable.games; print(os.environ['NUMBA_CACHE_DIR'])"
    variables = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = Path(ran.stdout.strip())
    assert folder.parent not in (temporary, tmp_path / "planted")
    assert not folder.parent.exists(), "it is removed at the end"
    assert cache_folder.NOT_PRIVATE in ran.stderr


def test_a_game_of_ones_own_has_its_own_folder_which_follows_its_sources(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "my_games" / "dice" / "rules.py"
    rules.parent.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = {folder_in_use().name}
    for text in ("SIDES = 6", "SIDES = 8"):
        rules.write_text(text)
        monkeypatch.delenv("NUMBA_CACHE_DIR")
        cache_folder.configure(["my_games.dice"])
        assert Path(os.environ["NUMBA_CACHE_DIR"]).parent == home
        names.add(Path(os.environ["NUMBA_CACHE_DIR"]).name)
    assert len(names) == 3
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    cache_folder.configure(["no_such_package.game"])  # its import says what is wrong


# -- Old folders -------------------------------------------------------------------------------


def make_folders(home: Path, *names: str) -> list[Path]:
    """Folders that nobody has used for a long time."""
    folders = [home / name for name in names]
    for folder in folders:
        folder.mkdir(parents=True)
        os.utime(folder, (0, time.time() - cache_folder.STALE_AFTER - 1))
    return folders


def test_folders_of_old_versions_are_removed_but_not_the_one_in_use(home: Path) -> None:
    old, new, in_use = make_folders(
        home, "0123456789abcdef-py311", "fedcba9876543210-py311", "0000000000000000-py312"
    )
    os.utime(new)
    cache_folder.remove_stale(in_use)
    assert not old.exists()
    assert new.exists()
    assert in_use.exists()


def test_nothing_beside_a_folder_of_the_users_choice_is_removed(home: Path) -> None:
    old, chosen = make_folders(home, "0123456789abcdef-py311", "my-cache")
    cache_folder.remove_stale(chosen)
    assert old.exists()


def test_a_folder_that_is_used_does_not_grow_old(home: Path) -> None:
    (folder,) = make_folders(home, folder_in_use().name)
    folder_in_use()
    assert time.time() - folder.stat().st_mtime < cache_folder.STALE_AFTER


def test_a_folder_that_another_process_has_removed_is_no_error(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (old,) = make_folders(home, "fedcba9876543210-py311")
    gone = home / "0123456789abcdef-py311"
    monkeypatch.setattr(Path, "iterdir", lambda _home: [gone, old])
    cache_folder.remove_stale(home / "0000000000000000-py312")
    assert not old.exists()


# -- Code that came with the package -----------------------------------------------------------


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for shipped code."""
    monkeypatch.setattr(cache_folder, "SHIPPED", tmp_path / "shipped_code")
    cache_folder.shipped_folder.cache_clear()
    yield tmp_path / "shipped_code"
    cache_folder.shipped_folder.cache_clear()


def test_shipped_code_is_used_for_exactly_these_sources_and_this_kind_of_machine(
    shipped: Path,
) -> None:
    (shipped / cache_folder.shipped_name()).mkdir(parents=True)
    assert cache_folder.shipped_folder() == shipped / cache_folder.shipped_name()


@pytest.mark.parametrize("other", ["0123456789abcdef-py311-linux-x86_64", "py311", "x"])
def test_shipped_code_of_other_sources_is_not_used(shipped: Path, other: str) -> None:
    (shipped / other).mkdir(parents=True)
    assert cache_folder.shipped_folder() is None


def test_shipped_code_is_not_used_with_further_games(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shipped / cache_folder.shipped_name()).mkdir(parents=True)
    monkeypatch.setattr(cache_folder, "_further_packages", ["tests.high_card"])
    assert cache_folder.shipped_folder() is None, "its arrays may be too small for another game"
