"""A deal file keeps finished deals, so that an interrupted contest can be continued."""

from pathlib import Path

import pytest

from odintable.arena import DealFile, play
from odintable.errors import OdintableError
from tests.arena.contests import contest, outcomes


def test_an_interrupted_contest_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    whole = contest("greedy", "random", games=8)
    with DealFile(path, whole) as deal_file:
        play(contest("greedy", "random", games=4), workers=1, on_deal=deal_file.add)
    new: list[int] = []
    with DealFile(path, whole) as deal_file:
        assert [deal.number for deal in deal_file.deals] == [0, 1]
        result = play(
            whole,
            workers=1,
            finished_deals=deal_file.deals,
            on_deal=lambda deal: new.append(deal.number),
        )
    assert new == [2, 3]
    assert outcomes(result.deals) == outcomes(play(whole, workers=1).deals)


def test_reading_returns_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    what = contest("greedy", "random", games=2)
    with DealFile(path, what) as deal_file:
        played = play(what, workers=1, on_deal=deal_file.add).deals
    with DealFile(path, what) as deal_file:
        assert outcomes(tuple(deal_file.deals)) == outcomes(played)
        assert deal_file.deals[0].times[0].buckets == played[0].times[0].buckets


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    what = contest("greedy", "random", games=4)
    with DealFile(path, what) as deal_file:
        play(what, workers=1, on_deal=deal_file.add)
    path.write_bytes(path.read_bytes()[:-20])
    with DealFile(path, what) as deal_file:
        assert [deal.number for deal in deal_file.deals] == [0]
        play(what, workers=1, finished_deals=deal_file.deals, on_deal=deal_file.add)
    with DealFile(path, what) as deal_file:
        assert [deal.number for deal in deal_file.deals] == [0, 1]


def test_a_file_with_other_settings_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    DealFile(path, contest("greedy", "random")).__exit__(None, None, None)
    before = path.read_bytes()
    with pytest.raises(OdintableError, match="to another contest: its seed is 1, not 2"):
        DealFile(path, contest("greedy", "random", seed=2))
    with pytest.raises(OdintableError, match="to another contest: its options is"):
        DealFile(path, contest("greedy", "random", options={}))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["# a page\n", '{"format":"other"}\n', "[]\n"])
def test_a_file_that_is_not_a_deal_file_is_refused_and_left_unchanged(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    with pytest.raises(OdintableError, match="is not a file of arena deals"):
        DealFile(path, contest("greedy", "random"))
    assert path.read_text() == text


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(OdintableError, match="Is a directory"):
        DealFile(tmp_path, contest("greedy", "random"))
