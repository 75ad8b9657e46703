"""Tables that begin from a position: who may know its cards, and what everybody is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from tests.server.support.server_process import PERSON, Made, ServerProcess

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def position() -> str:
    """The position after a deal."""
    match = Match.new("odin", shuffler=FairShuffler.numbered(5))
    return json.dumps(match.position.to_json())


def known_cards_as_told(server: ServerProcess, made: Made) -> list[bool]:
    """What invited people, spectators and the fairness check are told."""
    invitation = server.call("GET", made.path("/invitation"), token=made.invitation).json()
    welcome = server.call("GET", made.path(), token=made.spectating).json()
    fairness = server.call("GET", made.path("/fairness"), token=made.spectating).json()
    return [invitation["known_cards"], welcome["table"]["known_cards"], fairness["known_cards"]]


@pytest.mark.parametrize("redeal", [True, False])
def test_everybody_is_told_that_the_creator_may_know_all_cards(
    server: ServerProcess, position: str, redeal: bool
) -> None:
    made = server.make("odin", [PERSON, PERSON], start={"text": position, "redeal": redeal})
    assert known_cards_as_told(server, made) == [not redeal] * 3


def test_at_a_new_deal_nobody_knows_the_cards(server: ServerProcess) -> None:
    made = server.make("odin", [PERSON, PERSON], open=True)
    assert known_cards_as_told(server, made) == [False] * 3
    listed = server.call("GET", "/api/v2/tables").json()
    assert [one["known_cards"] for one in listed if one["table"] == made.name] == [False]


def test_an_open_table_whose_creator_may_know_all_cards_is_refused(
    server: ServerProcess, position: str
) -> None:
    asked: dict[str, Any] = {"game": "odin", "seats": [PERSON, PERSON], "open": True}
    for redeal, status in ((False, 400), (True, 201)):
        start = {"text": position, "redeal": redeal}
        reply = server.call("POST", "/api/v2/tables", {**asked, "start": start})
        assert reply.status_code == status
        if not redeal:
            assert reply.json()["error"]["code"] == "known-cards"


def hand(server: ServerProcess, path: str, token: str) -> list[str]:
    """The cards of seat 0, after the deal."""
    shown: list[str] = server.call("GET", path, token=token).json()["view"]["hands"][0]
    return shown


@pytest.mark.parametrize("redeal", [True, False])
def test_a_rematch_of_a_game_from_a_position_deals_anew(
    server: ServerProcess, position: str, redeal: bool
) -> None:
    made, tokens = server.seated("odin", start={"text": position, "redeal": redeal})

    def ask(path: str, token: str, **request: str) -> None:
        assert server.call("POST", f"{path}/requests", request, token).status_code == 200

    for token in tokens:
        ask(made.path(), token, do="ready")
    before = hand(server, made.path(), tokens[0])
    ask(made.path(), tokens[0], do="resign")
    ask(made.path(), tokens[0], do="propose", what="rematch")
    ask(made.path(), tokens[1], do="agree", what="rematch")
    table = None
    while table is None:  # it is created as soon as the answer is stored
        table = server.call("GET", made.path(), token=tokens[0]).json()["rematch"]
    rematch = f"/api/v2/tables/{table}"
    for token in tokens:
        ask(rematch, token, do="ready")
    answer = server.call("GET", rematch, token=tokens[0]).json()["table"]
    assert (answer["from_position"], answer["known_cards"]) == (True, False)
    assert hand(server, rematch, tokens[0]) != before
