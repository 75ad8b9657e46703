"""An evaluation gives win probabilities, moves and a line, from the view alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from odintable.bots import Budget
from odintable.bots.evaluate_position import evaluate
from odintable.engine.engine import Engine
from odintable.games.position import SPECTATOR
from tests.paths import ROOT
from tests.search.test_search import begun

GAMES = ["odin", "ravens"]
RECORD = ROOT / "tests/record/records/ravens-one-race.txt"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [0, 5, 17])
def test_win_probabilities_add_up_and_follow_from_the_best_move(game: str, moves: int) -> None:
    at = begun(game, moves).position
    found = evaluate(at.view(at.turn), Budget(sims=200), 1)
    assert sum(found.win_probabilities) == pytest.approx(1)
    assert len(found.win_probabilities) == 2
    assert found.win_probabilities[at.turn] == found.candidates[0].value
    assert found.sims == 200
    assert {one.move for one in found.candidates} <= set(at.legal())
    assert found.line[0] == found.candidates[0].move
    assert all(one.error is not None and one.error > 0 for one in found.candidates)


@pytest.mark.parametrize("game", GAMES)
def test_viewers_who_are_not_to_move_get_win_probabilities_only(game: str) -> None:
    at = begun(game, 4).position
    for viewer in (1 - at.turn, SPECTATOR):
        found = evaluate(at.view(viewer), Budget(sims=100), 1)
        assert sum(found.win_probabilities) == pytest.approx(1)
        assert found.candidates == []
        assert found.line == []


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_do_not_change_an_evaluation(game: str) -> None:
    at = begun(game, 9).position
    for viewer in (0, 1, SPECTATOR):
        seen = at.view(viewer)
        twin = seen.sample_state(5).view(viewer)
        assert evaluate(seen, Budget(sims=100), 2) == evaluate(twin, Budget(sims=100), 2)


def test_six_players_have_six_win_probabilities() -> None:
    at = begun("odin", 8, players=6).position
    assert len(evaluate(at.view(at.turn), Budget(sims=100), 1).win_probabilities) == 6


def test_a_finished_game_is_evaluated_by_its_outcome() -> None:
    at = begun("odin", 10_000).position
    assert at.is_over
    found = evaluate(at.view(0), Budget(sims=100), 1)
    assert found.win_probabilities == at.outcome()
    assert found.candidates == []


def test_the_line_shows_no_card_that_another_stacks() -> None:
    at = begun("ravens", 20).position
    found = evaluate(at.view(at.turn), Budget(sims=3000), 1)
    own = [move for move in found.line if move.startswith("stack ")]
    assert all(move == "stack ?" or move in at.legal() for move in own)


# -- For programs ------------------------------------------------------------------------------


def ask(engine: Engine, **request: object) -> dict[str, object]:
    """What the engine answers."""
    reply: dict[str, object] = json.loads(engine.reply(json.dumps(request).encode()) or b"")
    return reply


def test_the_engine_evaluates_for_the_requested_seat() -> None:
    engine = Engine()
    ask(engine, cmd="new", game="odin", players=3, seed=4, first=1)
    own = ask(engine, cmd="evaluate", sims=50)
    assert len(own["chances"]) == 3  # type: ignore[arg-type]
    assert own["sims"] == 50
    assert set(own["candidates"][0]) == {"move", "value", "visits", "error"}  # type: ignore[index]
    assert own == ask(engine, cmd="evaluate", sims=50)
    other = ask(engine, cmd="evaluate", sims=50, **{"as": "spectator"})
    assert other["candidates"] == []


def test_a_view_is_evaluated_for_its_seat_only() -> None:
    engine = Engine()
    ask(engine, cmd="new", game="ravens", seed=4, first=0)
    view = ask(engine, cmd="get", **{"as": 1})["view"]
    ask(engine, cmd="view", view=view, **{"as": 1})
    assert "chances" in ask(engine, cmd="evaluate", sims=20)
    refused = ask(engine, cmd="evaluate", sims=20, **{"as": 0})["error"]
    assert refused["code"] == "hidden"  # type: ignore[index]


def test_both_budgets_at_once_are_refused() -> None:
    refused = ask(Engine(), cmd="evaluate", sims=20, time_ms=20)["error"]
    assert refused["message"] == "evaluate takes time_ms or sims, not both"  # type: ignore[index]


def test_the_engine_refuses_bots_that_cheat() -> None:
    engine = Engine()
    ask(engine, cmd="new", game="ravens", seed=4)
    refused = ask(engine, cmd="go", bot="oracle", sims=5)["error"]
    assert refused["code"] == "unknown-bot"  # type: ignore[index]
    listed = ask(engine, cmd="bots")["bots"]
    assert "oracle" not in {bot["name"] for bot in listed}  # type: ignore[attr-defined]


# -- In the terminal ---------------------------------------------------------------------------


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as it is used."""
    command = [sys.executable, "-m", "odintable", "evaluate", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_command_evaluates_a_step_of_a_record() -> None:
    ran = run(str(RECORD), "--at", "12", "--sims", "200")
    assert ran.returncode == 0
    assert ran.stdout.startswith("win probability: seat 0 ")
    assert "(200 simulations)" in ran.stdout
    result = json.loads(run(str(RECORD), "--at", "12", "--sims", "200", "--json").stdout)
    assert result["sims"] == 200


@pytest.mark.long
def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.json"
    nothing.write_text("{")
    for words, message in (
        ([str(tmp_path / "missing")], "No such file"),
        ([str(nothing)], "neither JSON nor a record"),
        ([str(RECORD), "--at", "9999"], "--at must be a step from 1 to"),
        ([str(RECORD), "--at", "4"], "a shuffle is pending before step 4"),
        ([str(RECORD), "--at", "12", "--as", "7"], "--as must be a seat from 0 to 1, not 7"),
        ([str(RECORD), "--sims", "0"], "--sims must be 1 or more, not 0"),
    ):
        ran = run(*words)
        assert ran.returncode == 2
        assert message in ran.stderr
