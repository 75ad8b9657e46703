"""The benchmark of the first minute: what counts as met, and whose caches it uses."""

from pathlib import Path

import pytest

from benchmarks.first_minute.__main__ import Waits
from benchmarks.first_minute.installations import from_sources


def test_every_wait_has_a_goal_for_both_games() -> None:
    waits = Waits(
        "wheel",
        turn={"odin": 1.9, "ravens": 2.1},
        answer={("odin", 2): 2.9, ("odin", 5): 3.1, ("ravens", 2): 1, ("ravens", 5): 1},
        hint={"odin": 3.1, "ravens": 2.9},
    )
    missed = [one.goal for one in waits.verdicts if not one.is_met]
    assert len(waits.verdicts) == 8
    assert missed == [
        "wheel, Ravens: own turn under 2 s",
        "wheel, ODIN: answer of the strongest opponent under 3 s",
        "wheel, ODIN: hint under 3 s",
    ]


@pytest.mark.long
def test_a_fresh_installation_uses_its_own_sources_and_an_empty_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "of-the-developer")
    fresh = from_sources(tmp_path)
    assert fresh.run("--version") > 0
    assert fresh.environment["PYTHONPATH"] == str(tmp_path / "package")
    assert "NUMBA_CACHE_DIR" not in fresh.environment
    assert fresh.compiled_files == 0
