"""A full disk, a locked store, bad connections: nothing is lost, and play resumes by itself."""

import asyncio
from pathlib import Path

import pytest

from .support import faults

pytestmark = [pytest.mark.long, pytest.mark.bulk]


@pytest.mark.parametrize("may_mount", [True, False])
def test_a_full_disk_is_a_retry_and_play_goes_on_when_there_is_room_again(
    may_mount: bool, tmp_path: Path
) -> None:
    way = asyncio.run(faults.full_disk(tmp_path, may_mount=may_mount))
    print(f"the disk was filled by {way}")
    assert may_mount or way == faults.LIMITED


def test_a_store_that_another_process_holds_is_a_retry_and_play_goes_on_afterwards(
    tmp_path: Path,
) -> None:
    asyncio.run(faults.held_store(tmp_path))


def test_links_cut_half_open_with_frames_doubled_and_exchanged_lose_nothing(
    tmp_path: Path,
) -> None:
    reached = asyncio.run(faults.bad_links(tmp_path, seed=1, cuts=[1.0, 5.0]))
    assert reached["doubled"]
    assert reached["exchanged"]
