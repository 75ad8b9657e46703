"""A game that is registered through its GameSpec only is played by everything that plays games."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from odintable.arena import Contest, play, read_bot, standings
from odintable.arena.report.report import as_text
from odintable.bots import Budget, NeverStop, get, names, strongest
from odintable.bots.evaluate_position import evaluate
from odintable.engine.engine import Engine
from odintable.envs import aec_env
from odintable.errors import IllegalMove, RecordError
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.record.reader import read
from odintable.record.record import check_shuffles, last_position, replay, write
from tests.server.support.server_process import ServerProcess, players

from .spec import SPEC

GAME = SPEC.name
LIMIT_S = 300  # a busy machine may compile for a while


def finished_match(seed: int = 3) -> Match:
    match = Match.new(GAME, options={"target": 3}, shuffler=FairShuffler.numbered(seed))
    while not match.position.is_over:
        match.play(match.position.legal()[0])
    return match


# -- Rules -------------------------------------------------------------------------------------


def test_a_round_goes_to_the_higher_card() -> None:
    match = Match.new(GAME, first=0, shuffler=FairShuffler.numbered(3))
    assert match.position.turn == 0
    assert match.play(match.position.legal()[0]) == []
    first, second = match.position.to_json()["shown"][0], match.position.legal()[1]
    winner = int(second.split()[1] > first)
    (event,) = match.play(second)
    assert event == {"event": "round-over", "scores": [1 - winner, winner]}
    assert match.position.leg == 2
    assert match.position.turn == 1


def test_a_view_hides_the_other_hand_and_reads_back() -> None:
    position = Match.new(GAME, first=0, shuffler=FairShuffler.numbered(3)).position
    view = position.view(1)
    assert view.to_json()["hands"][0] == 2
    assert Position.from_json(view.to_json(), 1).to_json() == view.to_json()
    assert Position.from_json(position.to_json()).to_json() == position.to_json()


def test_a_sampled_state_agrees_with_the_view() -> None:
    view = Match.new(GAME, first=0, shuffler=FairShuffler.numbered(3)).position.view(1)
    for seed in range(20):
        assert view.sample_state(seed).view(1).to_json() == view.to_json()


def test_an_illegal_move_is_refused_with_a_reason() -> None:
    match = Match.new(GAME, first=0, shuffler=FairShuffler.numbered(3))
    missing = next(f"show {n}" for n in range(1, 7) if f"show {n}" not in match.position.legal())
    with pytest.raises(IllegalMove, match="Not in your hand: 1"):
        match.play(missing)


# -- Records -----------------------------------------------------------------------------------


def test_a_record_is_written_read_and_verified() -> None:
    match = finished_match()
    text = write(match.record(dt.date(2026, 11, 18), ["Ada", "Bo"]))
    record = read(text)
    check_shuffles(record)
    assert record.game == GAME
    assert last_position(record).to_json() == match.position.to_json()
    assert len(list(replay(record))) == len(match.steps)
    with pytest.raises(RecordError):
        read(text.replace("show 1", "show 2", 1).replace("show 3", "show 4", 1))


# -- Engine ------------------------------------------------------------------------------------


def ask(engine: Engine, **command: Any) -> Any:
    reply = engine.reply(json.dumps(command).encode())
    assert reply is not None
    return json.loads(reply)


def test_the_engine_plays_a_game() -> None:
    engine = Engine()
    assert GAME in ask(engine, cmd="hello")["games"]
    reply = ask(engine, cmd="new", game=GAME, seed=3)
    while reply["position"]["phase"] != "over":
        move = ask(engine, cmd="go", bot="random", seed=1)["move"]
        assert move in ask(engine, cmd="legal")["moves"]
        reply = ask(engine, cmd="play", move=move)
    assert reply["events"][-1]["event"] == "game-over"
    assert ask(engine, cmd="legal") == {"moves": []}


def test_the_engine_checks_players_seats_and_options() -> None:
    engine = Engine()
    assert ask(engine, cmd="new", game=GAME, players=3)["error"]["code"] == "bad-command"
    assert ask(engine, cmd="new", game=GAME, first=2)["error"]["code"] == "bad-command"
    assert ask(engine, cmd="new", game=GAME, options={"goat": True})["error"]["code"] == (
        "bad-option"
    )
    view = ask(engine, cmd="new", game=GAME, seed=3) and ask(engine, cmd="get", **{"as": 1})["view"]
    assert ask(engine, cmd="view", view=view, **{"as": 1}) == {"view": view}
    assert ask(engine, cmd="view", view=view, **{"as": 2})["error"]["code"] == "bad-command"


def test_an_engine_process_plays_it() -> None:
    commands = [
        {"cmd": "hello"},
        {"cmd": "new", "game": GAME, "seed": 3},
        {"cmd": "go", "bot": "random", "sims": 1},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "odintable", "engine"],
        input="".join(json.dumps(command) + "\n" for command in commands),
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=True,
    )
    hello, new, go = map(json.loads, done.stdout.splitlines())
    assert GAME in hello["games"]
    assert new["position"]["game"] == GAME
    assert go["move"].startswith("show ")


# -- Bots --------------------------------------------------------------------------------------


def test_bots_that_need_no_settings_play_it() -> None:
    assert names(GAME) == ["random", "ismcts-plain"]
    position = Match.new(GAME, shuffler=FairShuffler.numbered(1)).position
    view = position.view(position.turn)
    for name in names(GAME):
        assert get(name, GAME).choose(view, Budget(sims=20), 1, NeverStop()).move in view.legal()
    assert strongest(GAME).name == "ismcts-plain"


def test_it_is_evaluated_by_the_baseline() -> None:
    position = Match.new(GAME, shuffler=FairShuffler.numbered(1)).position
    for viewer in range(position.players):
        evaluation = evaluate(position.view(viewer), Budget(sims=20))
        assert sum(evaluation.win_probabilities) == pytest.approx(1)


# -- Arena -------------------------------------------------------------------------------------


def test_the_arena_plays_it_in_several_processes() -> None:
    bots = (read_bot("one=random"), read_bot("two=random"))
    result = play(Contest(GAME, bots, games=20), workers=2)
    assert [standing.games for standing in standings(result)] == [20, 20]
    assert all(standing.points_per_leg for standing in standings(result))
    assert "the most points win" in as_text(result)


# -- Environments ------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")  # PettingZoo's checks warn about dict spaces
def test_pettingzoo_accepts_it() -> None:
    from pettingzoo.test import api_test

    api_test(aec_env(GAME, rewards="points"), num_cycles=200)


# -- Server ------------------------------------------------------------------------------------


def test_a_server_table_with_bots_is_played_to_the_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        table = server.make(GAME, [{}, {"bot": "random"}], options={"target": 2})
        with players(server, table.name, [table.token]) as [player]:
            assert player.ask("ready")["type"] == "event"
            while player.now["stage"] != "over":
                if player.now["moves"]:
                    reply = player.ask("play", move=player.now["moves"][0])
                    assert reply["type"] == "event", reply
                else:
                    player.hear()
        record = read(server.call("GET", table.path("/record"), token=table.token).text)
        assert record.game == GAME
        check_shuffles(record)
    finally:
        server.close()


def test_a_server_whose_rules_cannot_be_loaded_says_so(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent, tmp_path / "broken")
    spec, notation = tmp_path / "broken/spec.py", tmp_path / "broken/notation.py"
    spec.write_text(spec.read_text().replace("tests.high_card", "broken"))
    notation.write_text(notation.read_text() + "\ndel read_move\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    server = ServerProcess(tmp_path, {"ODINTABLE_GAMES": "broken", "PYTHONPATH": path})
    try:
        deadline = time.monotonic() + LIMIT_S
        while (ready := server.call("GET", "/readyz").text) == "loading the rules\n":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert ready == "the rules cannot be loaded: see the log\n"
        reply = server.call("POST", "/api/v2/tables", {"game": "odin", "seats": [{}, {}]})
        assert reply.status_code == 503
        assert "cannot load the rules" in reply.json()["error"]["message"]
        assert "retry-after" not in reply.headers
        assert "read_move" in (tmp_path / "server.log").read_text()
    finally:
        server.close()
