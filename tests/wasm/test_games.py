"""The module plays the same games as the native engine, byte for byte."""

import pytest

from tests.wasm.native_games import description, play
from tests.wasm.node import run_in_node

GAMES_EACH = 300  # `make soak` plays 10,000


def compare_games(game: str, seeds: range) -> int:
    """Play games in both engines; return the number of decisions."""
    games = [description(game, seed) for seed in seeds]
    answer = run_in_node("play_games.mjs", {"game": game, "games": games})
    decisions = 0
    for about, (count, digest) in zip(games, answer["games"], strict=True):
        assert (count, digest) == play(game, about), about
        decisions += count
    return decisions


@pytest.mark.long
@pytest.mark.bulk
@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_whole_games_are_the_same_byte_for_byte(game: str) -> None:
    """States, legal moves, views, JSON, texts of moves, shuffles, samples and outcomes."""
    assert compare_games(game, range(GAMES_EACH)) > 20 * GAMES_EACH


def test_the_games_use_every_option() -> None:
    for game, names in (("odin", 4), ("ravens", 6)):
        used = {name for seed in range(GAMES_EACH) for name in description(game, seed)["options"]}
        assert len(used) == names


def test_the_module_imports_nothing_and_does_not_grow_its_memory() -> None:
    few = run_in_node("play_games.mjs", {"game": "odin", "games": [description("odin", 1)]})
    more = [description("odin", seed) for seed in range(1, 9)]
    assert few["imports"] == []
    assert run_in_node("play_games.mjs", {"game": "odin", "games": more})["bytes"] == few["bytes"]
