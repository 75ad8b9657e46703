"""A full disk, a locked store, bad connections: nothing is lost, and play resumes by itself."""

import asyncio
from pathlib import Path

import pytest

from .support import faults

pytestmark = [pytest.mark.long, pytest.mark.bulk]


@pytest.mark.parametrize("may_mount", [True, False])
def test_a_full_disk_allows_retries_and_play_resumes_when_there_is_space(
    may_mount: bool, tmp_path: Path
) -> None:
    way = asyncio.run(faults.full_disk(tmp_path, may_mount=may_mount))
    print(f"the disk was filled by {way}")
    assert may_mount or way == faults.LIMITED


def test_a_locked_store_allows_retries_and_play_resumes_afterwards(
    tmp_path: Path,
) -> None:
    asyncio.run(faults.held_store(tmp_path))


def test_bad_connections_lose_nothing(
    tmp_path: Path,
) -> None:
    reached = asyncio.run(faults.bad_links(tmp_path, seed=1, cuts=[1.0, 5.0]))
    assert reached["doubled"]
    assert reached["exchanged"]
