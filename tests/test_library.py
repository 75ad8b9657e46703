"""The library: the names that `import odintable` offers, and the examples in docstrings."""

import ast
import doctest
import subprocess
import sys

import pytest

import odintable
from odintable import IllegalMove, OdintableError, game, new_game, read_game
from tests.paths import ROOT

PACKAGE = ROOT / "src/odintable"


@pytest.mark.parametrize("module", [odintable, game], ids=str)
def test_the_examples_in_docstrings_are_true(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried.attempted > 3
    assert tried.failed == 0


def test_everything_offered_is_there_typed_and_on_the_page() -> None:
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {
        alias.asname
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed | {"__version__"} == set(odintable.__all__)
    assert dir(odintable) == sorted(odintable.__all__)
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    for name in odintable.__all__:
        assert getattr(odintable, name) is not None
    for name in ("new_game", "read_game", "rollout", "evaluate", "bots", "envs"):
        assert f"`{name}" in page
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        odintable.chess  # type: ignore[attr-defined]  # noqa: B018 - it is the attempt


def test_every_method_of_a_game_is_on_the_page() -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    for name in vars(odintable.Game):
        if not name.startswith("_"):
            assert f"`{name}" in page, name


def test_importing_it_loads_nothing_heavy() -> None:
    script = "import sys, odintable; print({'numpy', 'numba'} & sys.modules.keys() or 'nothing')"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=True
    )
    assert ran.stdout == "nothing\n"


@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_moves_taken_back_and_played_again_give_the_same_game(name: str) -> None:
    one = new_game(name, seed=3)
    for _ in range(60):
        one.play(one.ask("greedy").move)
    record, moves = one.record(), one.moves
    one.undo(50)
    assert one.moves == moves[:10]
    for move in moves[10:]:
        one.play(move)
    assert one.record() == record


def test_more_moves_than_were_made_cannot_be_taken_back() -> None:
    one = new_game("odin", seed=1)
    one.play(one.legal_moves()[0])
    for moves in (2, 0, -1):
        with pytest.raises(OdintableError, match=f"1 moves can be taken back, not {moves}"):
            one.undo(moves)


def test_a_move_that_is_refused_changes_nothing() -> None:
    one = new_game("odin", seed=1)
    before = repr(one)
    with pytest.raises(IllegalMove):
        one.play("pass")
    assert repr(one) == before
    with pytest.raises(OdintableError, match="0 moves can be taken back"):
        one.undo()


def test_a_whole_game_is_saved_and_read_back() -> None:
    one = new_game("odin", 3, seed=5, hands=1)
    while not one.is_over:
        one.play(one.ask("greedy").move)
    assert one.winners
    assert min(one.scores) == one.scores[one.winners[0]]
    record, steps = read_game(one.record())
    assert record.result.startswith(f"seat {one.winners[0]} wins")
    assert repr(list(steps)[-1][1]) == repr(one)
