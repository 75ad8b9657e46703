"""Impossible positions are rejected with the name of the wrong field; others can be played."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from odintable.errors import OdintableError, OptionError, PositionError
from odintable.games.position import SPECTATOR, Position
from tests.games import random_positions
from tests.games.lockstep import Lockstep
from tests.reference.odin import Odin
from tests.reference.ravens import Ravens

Json = Any


def opening(name: str, **options: Any) -> dict[str, Json]:
    """A new game whose piles, except the landscapes, are not shuffled."""

    def order(what: str, cards: list[str]) -> list[str]:
        return Random(3).sample(cards, len(cards)) if what == "landscapes" else cards

    game: Any = Odin(3, 0, options, order) if name == "odin" else Ravens(0, options, order)
    return dict(json.loads(json.dumps(game.position)))


def changed(name: str, key: str, value: Json, **options: Any) -> dict[str, Json]:
    """An opening with one key changed."""
    return opening(name, **options) | {key: value}


RAVENS = opening("ravens")
ODIN = opening("odin")
LAST = len(RAVENS["path"]) - 1
DRAWS = RAVENS["draws"]

BAD_RAVENS: list[tuple[str, dict[str, Json], str]] = [
    ("a missing card", {"draws": [DRAWS[0][1:], DRAWS[1]]}, "seat 0"),
    ("six forests", {"draws": ["F" + DRAWS[0][1:], "F" * 28]}, "F"),
    ("one card too many", {"discards": ["F", ""]}, "seat 0"),
    ("an unknown card", {"hands": ["FFFFx", RAVENS["hands"][1]]}, "hand 0"),
    ("six cards in a hand", {"hands": ["FFFFFM", "FFFFF"]}, "hand 0"),
    ("a hand of numbers", {"hands": [5, 5]}, "hand 0"),
    ("three hands", {"hands": ["", "", ""]}, "hands"),
    ("a missing landscape card", {"landscapes": RAVENS["landscapes"][1:]}, "landscape"),
    ("a doubled landscape card", {"removed": ["FM"]}, "FM"),
    ("a landscape card out of order", {"removed": ["MF"]}, "removed"),
    ("an unknown landscape card", {"path": ["FX", *RAVENS["path"][1:]]}, "path"),
    ("no path", {"path": []}, "path"),
    ("two stones", {"stone": [[0, 1], [1, 2]]}, "stone"),
    ("a stone in no lane", {"stone": [2, 1]}, "stone lane"),
    ("a stone off the path", {"stone": [0, LAST + 1]}, "stone index"),
    ("a stone under a raven", {"stone": [0, 3], "ravens": [3, -1]}, "stone"),
    ("a raven off the path", {"ravens": [LAST + 1, 0]}, "ravens"),
    ("a raven before the start", {"ravens": [-2, 0]}, "ravens"),
    ("a raven on the last space", {"ravens": [LAST, 0]}, "ravens"),
    ("three ravens", {"ravens": [0, 0, 0]}, "ravens"),
    ("four cards played", {"played": [4, 0]}, "played"),
    ("a negative number played", {"played": [0, -1]}, "played"),
    ("a phase that is none", {"phase": "fly"}, "phase"),
    ("place without a card", {"phase": "place", "to_place": 1}, "placing"),
    ("a card to be placed in play", {"placing": RAVENS["landscapes"][0]}, "landscape"),
    ("to_place in play", {"to_place": 1}, "to_place"),
    ("closing in play", {"closing": True}, "closing"),
    ("closing that is 0", {"closing": 0}, "closing"),
    ("lay with nothing lifted", {"phase": "lay"}, "lifted"),
    ("lifted in play", {"lifted": "FM"}, "seat 0"),
    ("a winner in play", {"winner": 0}, "winner"),
    ("over without a winner", {"phase": "over"}, "winner"),
    ("a third seat's turn", {"turn": 2}, "turn"),
    ("a turn that is true", {"turn": True}, "turn"),
    ("a turn that is 0.0", {"turn": 0.0}, "turn"),
    ("a first that is null", {"first": None}, "first"),
    ("scores below none", {"scores": [-1, 0]}, "scores"),
    ("a huge score", {"scores": [10**30, 0]}, "scores"),
    ("one score", {"scores": [0]}, "scores"),
    ("a race before the first", {"race": 0}, "race"),
    ("a Magic Way card that is none", {"magic": "FF"}, "magic"),
    ("no Magic Way card", {"magic": None}, "magic"),
    ("buy-magic's keys without it", {"bought": [0, 0]}, "bought"),
    ("an unknown key", {"colour": 1}, "colour"),
    ("nested garbage", {"path": [[[{}]]]}, "path"),
]

BAD_ODIN: list[tuple[str, dict[str, Json], str]] = [
    ("a missing card", {"stock": ODIN["stock"][1:]}, ODIN["stock"][0]),
    ("a card twice in a hand", {"hands": [["B1", "B1"], *ODIN["hands"][1:]]}, "hand 0"),
    ("a card in two places", {"discard": ["B1"]}, "B1"),
    ("an unknown card", {"discard": ["B0"]}, "discard"),
    ("the goat without its option", {"discard": ["X0"]}, "X0"),
    ("ten cards in a hand", {"hands": [[*ODIN["hands"][0], "Y9"], *ODIN["hands"][1:]]}, "hand 0"),
    ("too few hands", {"hands": ODIN["hands"][:2]}, "hands"),
    ("a hand that is a string", {"hands": ["B1", [], []]}, "hand 0"),
    ("seven players", {"players": 7}, "players"),
    ("one player", {"players": 1}, "players"),
    ("players that are true", {"players": True}, "players"),
    ("players that are 3.0", {"players": 3.0}, "players"),
    ("a phase that is none", {"phase": "play"}, "phase"),
    ("follow without a table", {"phase": "follow", "owner": 1}, "table"),
    ("take without an offer", {"phase": "take"}, "table"),
    ("an owner while leading", {"owner": 1}, "owner"),
    ("passes while leading", {"passes": 1}, "passes"),
    ("more passes than others", {"passes": 2}, "passes"),
    ("winners while playing", {"winners": [0]}, "winners"),
    ("over without winners", {"phase": "over"}, "table"),
    ("a seat that is none", {"turn": 3}, "turn"),
    ("a starter that is null", {"starter": None}, "starter"),
    ("a huge score", {"scores": [10**30, 0, 0]}, "scores"),
    ("scores that are strings", {"scores": ["0", "0", "0"]}, "scores"),
    ("a deal before the first", {"deal": 0}, "deal"),
    ("an unknown key", {"colour": 1}, "colour"),
]

TABLE = [("ravens", *row) for row in BAD_RAVENS] + [("odin", *row) for row in BAD_ODIN]


@pytest.mark.parametrize(
    ("name", "changes", "culprit"),
    [(name, changes, culprit) for name, _, changes, culprit in TABLE],
    ids=[f"{name}: {what}" for name, what, _, _ in TABLE],
)
def test_an_impossible_position_is_refused(
    name: str, changes: dict[str, Json], culprit: str
) -> None:
    with pytest.raises(PositionError, match=culprit):
        Position.from_json(opening(name) | changes)


def following(**changes: Json) -> dict[str, Json]:
    """ODIN with a pair to beat, seat 1 to follow."""
    hands = [["B1", "B2"], ["G1", "G2", "G3"], ["R1"]]
    taken = {card for hand in hands for card in hand} | {"Y1", "Y2"}
    stock = [card for card in sorted(sum_of(opening("odin"))) if card not in taken]
    now = {"phase": "follow", "owner": 0, "turn": 1, "table": ["Y1", "Y2"], "hands": hands}
    return opening("odin") | now | {"stock": stock} | changes


def sum_of(position: dict[str, Json]) -> list[str]:
    """All cards of an opening."""
    return [card for place in [*position["hands"], position["stock"]] for card in place]


@pytest.mark.parametrize(
    ("changes", "culprit"),
    [
        ({"owner": 1}, "turn must be the seat after owner"),
        ({"owner": 2}, "turn must be the seat after owner"),
        ({"passes": 1}, "turn must be the seat after owner"),
        ({"owner": None}, "owner"),
        ({"passes": -1}, "passes"),
        ({"phase": "take"}, "offered"),
        ({"phase": "lead"}, "table"),
        ({"table": ["Y1", "B9"]}, "in two places|table"),
        ({"hands": [[], ["G1", "G2", "G3"], ["R1"]]}, "seat 0|B1"),
    ],
)
def test_an_impossible_round_is_refused(changes: dict[str, Json], culprit: str) -> None:
    assert Position.from_json(following()).legal()
    with pytest.raises(PositionError, match=culprit):
        Position.from_json(following(**changes))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ravens", {"goat": True}),
        ("ravens", {"buy-magic": 1}),
        ("ravens", {"target": 0}),
        ("ravens", {"target": True}),
        ("ravens", {"max-turns": 10001}),
        ("ravens", {"max-turns": 1.0}),
        ("odin", {"four-colours": True}),
        ("odin", {"limit": 101}),
        ("odin", {"hands": 2}),
        ("odin", {"goat": "yes"}),
        ("odin", []),
        ("odin", None),
    ],
)
def test_an_invalid_option_is_refused(name: str, options: Json) -> None:
    names = "|".join(options) if options else "options"
    with pytest.raises(OptionError, match=names):
        Position.from_json(opening(name) | {"options": options})


@pytest.mark.parametrize("name", ["odin", "ravens"])
def test_every_missing_key_is_named(name: str) -> None:
    for key in opening(name):
        less = {other: value for other, value in opening(name).items() if other != key}
        with pytest.raises(PositionError, match=key):
            Position.from_json(less)


@pytest.mark.parametrize("given", [None, 1, "odin", [], {}, {"game": "go"}, {"game": ["odin"]}])
def test_json_that_is_not_a_position_is_refused(given: Json) -> None:
    with pytest.raises(PositionError):
        Position.from_json(given)
    with pytest.raises(PositionError):
        Position.from_json(given, 0)


def nested(depth: int) -> Json:
    """A list in a list in a list."""
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("key", ["turn", "hands", "path", "options", "table", "winners", "phase"])
@pytest.mark.parametrize(
    "value",
    [nested(700), nested(900), 10**5000, -(10**5000), "F" * 10**6],
    ids=["deep", "deeper", "huge", "less than nothing", "long"],
)
def test_huge_values_are_refused_in_one_short_line(key: str, value: Json) -> None:
    for name in ("odin", "ravens"):
        with pytest.raises(OdintableError) as caught:
            Position.from_json(opening(name) | {key: value})
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("winners", [[False], [0.0], 0, [1], [0, 1], [], None, ["0"]])
def test_od_5_5_winners_are_exactly_those_with_the_fewest_points(winners: Json) -> None:
    now = following(phase="over", scores=[0, 1, 2], turn=0)
    assert Position.from_json(now | {"winners": [0]}).is_over
    with pytest.raises(PositionError, match="winners"):
        Position.from_json(now | {"winners": winners})


def test_a_player_who_takes_a_card_has_room_for_it() -> None:
    hands = [[f"B{number}" for number in range(1, 10)], ["R1"], ["R2"]]
    laid = {"table": ["Y1", "Y3"], "offered": ["G1", "G2"], "phase": "take", "owner": 0, "turn": 0}
    taken = {*hands[0], "R1", "R2", "Y1", "Y3", "G1", "G2"}
    stock = [card for card in sorted(sum_of(opening("odin"))) if card not in taken]
    with pytest.raises(PositionError, match="hand 0 has no room"):
        Position.from_json(opening("odin") | laid | {"hands": hands, "stock": stock})


def test_nobody_sees_another_player_lay() -> None:
    laying = {"phase": "lay", "lifted": "FM", "turn": 0, "stacks": [0, ""]}
    view = opening("ravens") | laying
    view |= {"hands": [5, "FMPSW"], "draws": [26, 28], "landscapes": 31}
    view |= {"known": {"held": ["", ""], "under": []}}
    with pytest.raises(PositionError, match="only the player who lays sees the phase lay"):
        Position.from_json(view, 1)


def test_a_view_has_no_fewer_cards_than_the_hands_hold() -> None:
    full = Position.from_json(following())
    view = full.view(1).to_json()
    unseen = [card for card in sorted(sum_of(opening("odin"))) if card not in "G1 G2 G3 Y1 Y2"]
    lacking = view | {"discard": unseen[:40], "stock": 54 - 5 - 40 - 3}
    assert Position.from_json(lacking, 1).legal()
    lacking |= {"hands": [9, view["hands"][1], 9], "stock": 54 - 5 - 40 - 18}
    with pytest.raises(PositionError, match="hands: 9 more cards than there are"):
        Position.from_json(lacking, 1)


def test_what_lies_under_the_pile_is_no_more_than_there_are_landscape_cards() -> None:
    over = {"phase": "over", "winner": 0, "landscapes": ["FM"] * 200}
    over["known"] = {"held": ["", ""], "under": ["FM"] * 200}
    with pytest.raises(PositionError, match="under has 200 cards: at most 40 are allowed"):
        Position.from_json(opening("ravens") | over, 0)


def test_a_race_of_very_many_turns_can_be_set_up_and_goes_on() -> None:
    position = Position.from_json(changed("ravens", "turns", 40_000))
    position.apply(position.read_move("end"))
    assert position.to_json()["turns"] == 40_001
    assert Position.from_json(position.to_json()).to_json() == position.to_json()


# -- Mutations ---------------------------------------------------------------------------------

JUNK: list[Json] = [
    *(None, True, False, 0, 1, -1, 2, 3, 7, 40, 255, 1.0, 0.5, 2**31, 2**63, 10**40, -(10**40)),
    *("", "F", "FM", "MF", "x", "B1", "X0", "over", "play", "place", "lay", "take", "é", "0"),
    *([], {}, [[]], [0], [0, 0], ["F", "M"], [None, None], {"held": ["", ""], "under": []}),
]


def places_in(thing: Json) -> list[tuple[Any, Any]]:
    """Every (container, key) in a position."""
    found: list[tuple[Any, Any]] = []
    keys = list(thing) if isinstance(thing, dict) else range(len(thing))
    for key in keys:
        found.append((thing, key))
        if isinstance(thing[key], list | dict):
            found += places_in(thing[key])
    return found


def mutate(given: dict[str, Json], rng: Random) -> None:
    """One small change, anywhere."""
    container, key = rng.choice(places_in(given))
    what = rng.randrange(6)
    if what == 0:
        container[key] = rng.choice(JUNK)
    elif what == 1:
        del container[key]
    elif what == 2:
        other, at = rng.choice(places_in(given))
        container[key] = json.loads(json.dumps(other[at]))
    elif isinstance(container[key], str) and container[key]:
        letters = list(container[key])
        letters[rng.randrange(len(letters))] = rng.choice("FMPSWarst19BX")
        container[key] = "".join(letters)
    elif isinstance(container[key], int):
        container[key] += rng.choice([-1, 1])
    elif isinstance(container[key], list):
        rng.shuffle(container[key])
    elif isinstance(container, list):
        container.append(container[key])


def survive(name: str, number: int, seen: Counter[str]) -> None:
    """A mutated position is rejected in one line, or played in lockstep with the reference."""
    rng = Random(f"bad {name} {number}")
    players = rng.randint(2, 6) if name == "odin" else 2
    options = (
        random_positions.odin_options(rng, 2)
        if name == "odin"
        else random_positions.ravens_options(rng)
    )
    options.pop("four-colours", None)
    given = json.loads(json.dumps(random_positions.position(name, rng, players, options)))
    for _ in range(rng.randint(1, 2)):
        mutate(given, rng)
    game = Lockstep(name, rng, Counter())
    before = json.dumps(given)
    try:
        position = Position.from_json(given)
    except OdintableError as error:
        seen["refused"] += 1
        seen["unclear"] += "\n" in str(error) or not 0 < len(str(error)) < 300
        return
    finally:
        assert json.dumps(given) == before
    seen["accepted"] += 1
    assert Position.from_json(position.to_json()).to_json() == position.to_json()
    if position.name == name and "options" in given:
        game.set_up(given)
        game.play(4)


def survive_view(name: str, number: int, seen: Counter[str]) -> None:
    """A mutated view is rejected in one line, or full states that agree with it can be sampled."""
    rng = Random(f"bad view {name} {number}")
    players = rng.randint(2, 6) if name == "odin" else 2
    options = (
        random_positions.odin_options(rng, 3)
        if name == "odin"
        else random_positions.ravens_options(rng)
    )
    viewer = rng.choice([*range(players), SPECTATOR])
    start = Position.from_json(random_positions.position(name, rng, players, options))
    given = json.loads(json.dumps(start.view(viewer).to_json()))
    mutate(given, rng)
    try:
        view = Position.from_json(given, viewer)
    except OdintableError:
        seen["refused"] += 1
        return
    seen["accepted"] += 1
    sampled = view.sample_state(number)
    assert sampled.view(viewer).to_json() == view.to_json()
    assert Position.from_json(sampled.to_json()).legal() == sampled.legal()


@pytest.mark.bulk
@pytest.mark.long
@pytest.mark.parametrize("name", ["odin", "ravens"])
@pytest.mark.parametrize("survivor", [survive, survive_view])
def test_a_mutated_position_is_refused_or_can_be_played(
    name: str, survivor: Callable[[str, int, Counter[str]], None]
) -> None:
    seen: Counter[str] = Counter()
    for number in range(3000):
        try:
            survivor(name, number, seen)
        except Exception as error:
            error.add_note(f"{survivor.__name__}: {name} {number}")
            raise
    assert seen["refused"] > 1000
    assert seen["unclear"] == 0
    assert seen["accepted"] > 200
