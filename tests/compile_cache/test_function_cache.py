"""How compiled functions are stored: several processes at once, and code for another processor."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from odintable.compile_cache import function_cache
from odintable.compile_cache.cache_folder import ANY_PROCESSOR, WIDE_VECTORS, shipped_name
from odintable.compile_cache.function_cache import LockedCacheFile

WAIT = 60  # seconds


def test_processes_that_compile_for_two_games_at_once_keep_the_code_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (LockedCacheFile(str(tmp_path), "step", "today") for _ in range(2))
    other = threading.Thread(target=two.save, args=("ravens", "code for ravens"))
    write_index = one._save_index

    def write_while_the_other_waits(overloads: dict[str, str]) -> None:
        other.start()
        other.join(0.5)  # without the lock it would be done
        write_index(overloads)

    monkeypatch.setattr(one, "_save_index", write_while_the_other_waits)
    one.save("odin", "code for odin")
    other.join(WAIT)
    kept = LockedCacheFile(str(tmp_path), "step", "today")
    assert kept.load("odin") == "code for odin"
    assert kept.load("ravens") == "code for ravens"


def test_two_processes_never_choose_the_same_file_name(tmp_path: Path) -> None:
    names = {LockedCacheFile(str(tmp_path), "step", "today")._data_name(1) for _ in range(100)}
    assert len(names) == 100, "where there are no locks, one would read the code of the other"


@pytest.mark.parametrize(
    ("missing", "targets"), [("", [WIDE_VECTORS, ANY_PROCESSOR]), ("avx2", [ANY_PROCESSOR])]
)
def test_code_for_wide_vectors_is_used_only_where_it_runs(
    monkeypatch: pytest.MonkeyPatch, missing: str, targets: list[tuple[str, str]]
) -> None:
    features = dict.fromkeys(function_cache.WIDE_VECTOR_FEATURES, True) | {missing: False}
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", lambda: features)
    assert function_cache.shipped_targets.__wrapped__() == targets


SQUARE = """
import sys
from pathlib import Path
from odintable.compile_cache import cache_folder
cache_folder.SHIPPED = Path(sys.argv[1], "shipped")
from odintable.games.compiled import entry_point
sys.path.insert(0, sys.argv[1])
from squares import square
assert entry_point(square)(3) == 9
"""
FOR_ANY_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


def compiled_into(cache: Path, folder: Path, **variables: str) -> list[Path]:
    """Call a function of the folder in a new process; return what that left in a cache."""
    subprocess.run(
        [sys.executable, "-c", SQUARE, str(folder)],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)} | variables,
        check=True,
    )
    return list(cache.rglob("*.nbc"))


@pytest.mark.long
def test_shipped_code_for_any_processor_is_used_until_its_source_changes(tmp_path: Path) -> None:
    source = tmp_path / "squares.py"
    source.write_text("def square(x):\n    return x * x\n")
    shipped = tmp_path / "shipped" / shipped_name()
    assert compiled_into(shipped, tmp_path, **FOR_ANY_PROCESSOR)
    assert not compiled_into(tmp_path / "own", tmp_path), "it came with the package"
    source.write_text("def square(x):\n    return x * x + 0\n")
    assert compiled_into(tmp_path / "later", tmp_path), "the shipped code is stale"
