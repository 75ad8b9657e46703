"""Counts of lines of play from fixed positions, which engine and reference must both find."""

from typing import Any

import pytest

from odintable.games.position import Position
from tests.games.perft_count import count_engine, count_reference, read, set_up, write

ENTRIES = [(name, entry) for name in ("odin", "ravens") for entry in read(name)]
NAMES = [f"{name}: {entry['name']}" for name, entry in ENTRIES]


def test_each_game_has_six_positions_or_more() -> None:
    for name in ("odin", "ravens"):
        assert len({entry["name"] for entry in read(name)}) >= 6
        phases = {entry["position"]["phase"] for entry in read(name)}
        assert len(phases) == 3


@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=NAMES)
def test_the_engine_finds_the_counts(name: str, entry: dict[str, Any]) -> None:
    position = Position.from_json(entry["position"])
    assert position.name == name
    depths = range(1, len(entry["nodes"]) + 1)
    assert [count_engine(position, depth) for depth in depths] == entry["nodes"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=NAMES)
def test_the_reference_finds_the_counts(name: str, entry: dict[str, Any]) -> None:
    game = set_up(name, entry["position"])
    depths = range(1, len(entry["nodes"]) + 1)
    assert [count_reference(game, depth) for depth in depths] == entry["nodes"]


@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_the_files_are_up_to_date(name: str) -> None:
    from tests.games.perft_count import FOLDER

    assert (FOLDER / f"{name}.json").read_text() == write(read(name))
