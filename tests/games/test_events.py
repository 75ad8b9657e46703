"""Events that say how a move was paid or what was taken; all events are checked in lockstep."""

from typing import Any

import pytest

from odintable.games.json_reader import Json
from odintable.games.position import Position
from odintable.games.spec import GAMES
from tests.games.rules.positions import position

FLEW = {"event": "flew", "seat": 0, "terrain": "F", "spaces": 3, "jokers": "", "paid": 1}
PATH = "FM FS FP WM PF MS SW"  # lane 0: F F F W P M S


def events(before: Position, move: str) -> list[dict[str, Any]]:
    """The events of a move."""
    after = before.copy()
    after.apply(after.read_move(move))
    found: list[dict[str, Any]] = before.modules.events.events_between(
        before.summary, after.summary
    )
    return found


def test_a_single_beaten_card_is_taken_by_the_move_that_beats_it() -> None:
    at = position("odin", phase="follow", table="O3", owner=2)
    took = {"event": "took", "seat": 0, "card": "O3", "beaten": ["O3"]}
    assert events(at, "play R4") == [took]
    assert events(at, "pass") == []


def test_of_several_beaten_cards_one_is_taken_later() -> None:
    at = position("odin", phase="follow", table="O3 X0", owner=2, options={"goat": True})
    assert events(at, "play R4 R9") == []
    taking = at.copy()
    taking.apply(taking.read_move("play R4 R9"))
    took = {"event": "took", "seat": 0, "card": "X0", "beaten": ["O3", "X0"]}
    assert events(taking, "take X0") == [took]


def test_a_leader_and_a_player_without_cards_take_nothing() -> None:
    assert events(position("odin"), "play R4") == []
    at = position("odin", phase="follow", table="O3", owner=2, hands=["R4", "G2", "Y1"])
    assert [one["event"] for one in events(at, "play R4")] == ["hand-over"]


@pytest.mark.parametrize(
    ("hand", "move", "told"),
    [
        ("FMPSW", "fly F", {}),
        ("MMPSW", "fly MM", {"jokers": "M"}),
        ("FFPSW", "fly FF", {"paid": 2}),
        ("FSSPW", "fly FSS", {"paid": 2, "jokers": "S"}),
    ],
)
def test_a_flight_tells_what_it_crossed_and_how_it_was_paid(
    hand: str, move: str, told: dict[str, Json]
) -> None:
    stone: Json = [0, 0] if told.get("paid") == 2 else None
    at = position("ravens", path=PATH, hands=[hand, "MPPSa"], stone=stone)
    assert events(at, move) == [{**FLEW, **told}]


def test_a_flight_stops_before_a_stone_that_is_not_paid_for() -> None:
    at = position("ravens", path=PATH, hands=["FFPSW", "MPPSa"], stone=[0, 2])
    assert events(at, "fly F") == [{**FLEW, "spaces": 2}]
    assert events(at, "fly FF") == [{**FLEW, "paid": 2}]


def test_seat_1_flies_in_its_own_lane_and_an_odin_card_is_no_flight() -> None:
    at = position("ravens", path=PATH, turn=1, hands=["F", "MSrPP"])
    assert events(at, "fly M") == [{**FLEW, "seat": 1, "terrain": "M", "spaces": 1}]
    assert events(at, "r forward") == []


@pytest.mark.parametrize(
    ("game", "options", "goal"),
    [
        ("odin", {}, {"option": "limit", "value": 15}),
        ("odin", {"limit": 7}, {"option": "limit", "value": 7}),
        ("odin", {"limit": 7, "hands": 1}, {"option": "hands", "value": 1}),
        ("ravens", {}, {"option": "target", "value": 12}),
        ("ravens", {"target": 30, "max-turns": 4}, {"option": "target", "value": 30}),
    ],
)
def test_the_goal_of_a_game_follows_from_its_options(
    game: str, options: dict[str, Json], goal: dict[str, Json]
) -> None:
    assert GAMES[game].goal(options, 2) == goal
