"""Replays, win probabilities, uploaded records, and playing on from a position."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import random
import time
from typing import Any

import pytest

from odintable import bots
from odintable.bots import Budget, NeverStop
from odintable.games.position import SPECTATOR, Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.record.reader import read
from odintable.record.record import Move, check_shuffles, write
from odintable.server.http.schemas import StartPositionRequest
from odintable.server.refused_error import Refused
from odintable.server.review.review import MIN_LOSS, coarse_to_fine
from odintable.server.review.timeline import OPEN, timeline, timeline_to_dicts
from odintable.server.tables.start_position import position_after, start_position
from tests.server.support.server_process import PERSON, WAIT, Made, Player, ServerProcess

PATIENCE = 10 * WAIT  # a whole game is weighed
BOT = {"bot": "greedy"}
QUICK = {"odin": {"hands": 1}, "ravens": {"target": 3}}


def game_of(name: str, players: int = 2, seed: int = 7) -> Match:
    """A whole game of bots; now and then one plays anything, so that every kind of move is made."""
    match = Match.new(
        name, players=players, options=dict(QUICK[name]), shuffler=FairShuffler.numbered(seed)
    )
    rng = random.Random(seed)
    greedy = bots.get("greedy", name)
    while not match.position.is_over:
        view = match.position.view(match.position.turn)
        thought = greedy.choose(view, Budget(sims=1), len(match.steps), NeverStop())
        match.play(rng.choice(view.legal()) if rng.random() < 0.2 else thought.move)
    return match


def text_of(match: Match) -> str:
    return write(match.record(dt.date(2026, 11, 15)))


def unrolled(answer: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The views of a replay, put together again."""
    views: list[dict[str, Any]] = []
    for one in answer:
        views.append(one["view"] if "view" in one else {**views[-1], **one["changed"]})
    return views


# -- Without a server --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["odin", "ravens"])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_a_replay_shows_exactly_what_the_viewer_saw(name: str, viewer: int) -> None:
    match = game_of(name)
    found = timeline(match.record(dt.date(2026, 11, 15)), viewer)
    again = Match.new(name, options=dict(QUICK[name]), shuffler=FairShuffler.numbered(7))
    shown = [again.position.copy()]
    for step in match.steps:
        if isinstance(step, Move):
            again.play(step.text)
            if again.position.modules.notation.public_move_text(step.text) or viewer in (
                OPEN,
                step.seat,
            ):
                shown.append(again.position.copy())
            else:
                shown[-1] = again.position.copy()
    views = [one if viewer == OPEN else one.view(viewer) for one in shown]
    assert unrolled(timeline_to_dicts(found)) == [view.to_json() for view in views]
    if name == "ravens" and viewer in (0, 1):
        others = [one.move for one in found if one.seat == 1 - viewer]
        assert "stack ?" in others
        assert not [move for move in others if move.startswith(("lay", "stack F"))]


def test_positions_are_evaluated_from_coarse_to_fine() -> None:
    assert coarse_to_fine(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]
    for count in (1, 2, 3, 50):
        assert sorted(coarse_to_fine(count)) == list(range(count))


def test_a_redeal_keeps_what_the_seat_saw() -> None:
    for name in ("odin", "ravens"):
        match = game_of(name)
        record = match.record(dt.date(2026, 11, 15))
        middle = record.moves // 2
        truth = position_after(record, middle)
        asked = StartPositionRequest(text=write(record), moves=middle)
        dealt = start_position(asked, 0, random.Random(1).randbytes)
        assert (
            Position.from_json(dealt.to_json()).view(0).to_json()["hands"]
            == (truth.view(0).to_json()["hands"])
        )
        assert dealt.to_json() != truth.to_json()
        kept = start_position(
            asked.model_copy(update={"redeal": False}), 0, random.Random(1).randbytes
        )
        assert kept.to_json() == truth.to_json()


def test_an_impossible_start_position_is_refused_with_the_reason() -> None:
    record = text_of(game_of("odin"))
    position = position_after(read(record), 3).to_json()
    for text, moves, why in [
        (record, None, "the game is over"),
        (record, 10**5, "the record has"),
        (record.replace("play", "pley", 1), 1, "line "),
        ("{", None, "not JSON"),
        ("hello", None, "line 1"),
        (json.dumps({**position, "turn": 9}), None, "turn"),
        (json.dumps({**position, "stock": []}), None, "missing"),
    ]:
        with pytest.raises(Refused, match=why):
            start_position(
                StartPositionRequest(text=text, moves=moves), 0, random.Random(1).randbytes
            )


# -- As a stranger finds it --------------------------------------------------------------------


def played(
    server: ServerProcess, name: str = "odin", seats: tuple[str, str] = ("greedy", "greedy")
) -> Made:
    """A game of bots, to its end."""
    chairs = [{"bot": bot} for bot in seats]
    made = server.make(name, chairs, options=QUICK[name], sit=None, bot_time=10)
    with contextlib.closing(Player(server, made.name, made.spectating)) as spectator:
        while spectator.now["stage"] != "over":
            spectator.hear()
    return made


def whole_review(server: ServerProcess, path: str, token: str = "") -> dict[str, Any]:
    """Ask until it is done, as seldom as the page does."""
    due = time.monotonic() + PATIENCE
    while time.monotonic() < due:
        reply = server.call("GET", path, token=token)
        assert reply.status_code == 200, reply.text
        answer: dict[str, Any] = reply.json()
        if answer["is_done"]:
            return answer
        time.sleep(0.5)
    raise AssertionError("the review does not end")


@pytest.mark.long
def test_a_finished_game_is_seen_from_every_seat_with_any_token(server: ServerProcess) -> None:
    made = played(server)
    answer = server.call("GET", made.path("/replay"), token=made.spectating).json()
    assert (answer["viewer"], answer["viewers"]) == ("open", ["0", "1", "spectator", "open"])
    record = read(server.call("GET", made.path("/record"), token=made.spectating).text)
    assert len(answer["timeline"]) == record.moves + 1
    own = server.call("GET", made.path("/replay?as=1"), token=made.spectating).json()
    first = own["timeline"][0]["view"]
    assert isinstance(first["hands"][0], int)
    assert len(first["hands"][1]) == 9
    assert server.call("GET", made.path("/replay")).status_code == 401
    link = server.call("POST", made.path("/link"), token=made.spectating).json()["token"]
    assert server.call("GET", made.path("/replay"), token=link).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_a_review_ends_with_the_outcome_and_names_better_moves(
    server: ServerProcess, name: str
) -> None:
    made = played(server, name)
    answer = whole_review(server, made.path("/win-probabilities?as=open"), made.spectating)
    assert [one["at"] for one in answer["points"]] == list(range(answer["total"]))
    for point in answer["points"]:
        assert sum(point["win_probabilities"]) == pytest.approx(1, abs=0.01)
    winners = server.call("GET", made.path(), token=made.spectating).json()["result"]["winners"]
    for seat, chance in enumerate(answer["points"][-1]["win_probabilities"]):
        assert (chance > 0) == (seat in winners)
    shown = server.call("GET", made.path("/replay?as=open"), token=made.spectating).json()
    assert answer["min_loss"] == MIN_LOSS
    for one in answer["turning_points"]:
        assert one["better_value"] - one["value"] >= 0.05
        moment = shown["timeline"][one["at"]]
        assert (moment["seat"], moment["move"]) == (one["seat"], one["move"]) != one["better"]


@pytest.mark.long
def test_a_running_game_is_replayed_from_ones_own_seat_and_reviewed_only_with_hints(
    server: ServerProcess,
) -> None:
    for hints in (True, False):
        made, tokens = server.seated("ravens", 2, hints=hints)
        assert server.call("GET", made.path("/replay"), token=tokens[0]).status_code == 409
        for token in tokens:
            server.call("POST", made.path("/requests"), {"do": "ready"}, token)
        answer = server.call("GET", made.path("/replay"), token=tokens[1]).json()
        assert (answer["viewer"], answer["viewers"]) == ("1", ["1"])
        assert answer["timeline"][0]["view"]["hands"][0] == 5
        for other in ("0", "open", "spectator"):
            reply = server.call("GET", made.path(f"/replay?as={other}"), token=tokens[1])
            assert reply.status_code == 403
        status = 200 if hints else 403
        assert (
            server.call("GET", made.path("/win-probabilities"), token=tokens[0]).status_code
            == status
        )
        reply = server.call("POST", made.path("/win-probability"), token=tokens[0])
        assert reply.status_code == status
        if hints:
            assert sum(reply.json()["win_probabilities"]) == pytest.approx(1, abs=0.01)


def before_arranging() -> tuple[Position, str]:
    """A position of Ravens, and a move after which two different cards are laid back in secret."""
    match = Match.new("ravens", shuffler=FairShuffler.numbered(3))
    rng = random.Random(3)
    while True:
        legal = match.position.legal()
        for move in (one for one in legal if one.endswith("arrange")):
            after = match.position.copy()
            after.apply(after.read_move(move))
            if after.legal()[0].startswith("lay"):
                return match.position, move
        match.play(rng.choice([move for move in legal if move.startswith("stack")] or legal))


@pytest.mark.long
def test_a_secret_move_does_not_restart_the_review_of_those_who_do_not_see_it(
    server: ServerProcess,
) -> None:
    position, arrange = before_arranging()
    start = {"text": json.dumps(position.to_json()), "redeal": False}
    made, tokens = server.seated("ravens", 2, start=start)
    for token in tokens:
        server.call("POST", made.path("/requests"), {"do": "ready"}, token)
    mover, opponent = tokens[position.turn], tokens[1 - position.turn]

    def play(move: str) -> None:
        asked = {"do": "play", "id": move, "move": move}
        assert server.call("POST", made.path("/requests"), asked, mover).status_code == 200

    play(arrange)
    before = {
        token: whole_review(server, made.path("/win-probabilities"), token)
        for token in (opponent, made.spectating)
    }
    play(server.call("GET", made.path(), token=mover).json()["moves"][0])
    for token, review in before.items():
        assert server.call("GET", made.path("/win-probabilities"), token=token).json() == review


@pytest.mark.long
def test_an_uploaded_record_is_replayed_and_a_changed_one_refused(server: ServerProcess) -> None:
    text = text_of(game_of("ravens"))
    kept = server.call("POST", "/api/v2/records", {"text": text}).json()
    answer = server.call("GET", f"/api/v2/records/{kept['record']}/replay?as=0").json()
    assert answer["game"] == "ravens"
    assert len(answer["viewers"]) == 4
    reply = server.call("POST", "/api/v2/records", {"text": text.replace("fly", "flee", 1)})
    assert reply.status_code == 400
    assert "its mark does not fit" in reply.json()["error"]["message"]
    assert server.call("GET", f"/api/v2/records/{'0' * 64}/replay").status_code == 404


@pytest.mark.long
def test_a_game_continues_from_a_record_and_its_own_record_verifies(server: ServerProcess) -> None:
    source = game_of("odin")
    start = {"text": text_of(source), "moves": 2}
    made = server.make("odin", [PERSON, BOT], start=start, bot_time=10)
    server.call("POST", made.path("/requests"), {"do": "ready"}, made.token)
    answer = server.call("GET", made.path(), token=made.token).json()
    assert answer["table"]["from_position"]
    assert "start" not in answer["table"]
    with contextlib.closing(Player(server, made.name, made.token)) as player:
        while player.now["stage"] != "over":
            if player.now["moves"]:
                player.ask("play", move=player.now["moves"][0])
            else:
                player.hear()
    record = read(server.call("GET", made.path("/record"), token=made.token).text)
    assert record.start is not None
    check_shuffles(record)


@pytest.mark.long
@pytest.mark.parametrize(
    "more", [{"rated": True}, {"options": {"goat": True}}, {"first": 1}, {"game": "ravens"}]
)
def test_a_table_from_a_position_has_the_positions_options(
    server: ServerProcess, more: dict[str, Any]
) -> None:
    start = {"text": text_of(game_of("odin")), "moves": 2}
    asked = {"game": "odin", "seats": [PERSON, BOT], "start": start, **more}
    reply = server.call("POST", "/api/v2/tables", asked)
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, "bad-option")
