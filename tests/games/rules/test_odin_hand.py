"""A hand of ODIN, from the deal to its last card: docs/rules/odin.md, sections 1 to 4."""

from collections import Counter

import pytest

from odintable.errors import IllegalMove, OdintableError
from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from tests.games.rules.positions import changes, legal, new, play, position

DECK = [f"{colour}{number}" for colour in "BGOPRY" for number in range(1, 10)]

# -- 1 Parts and deal --------------------------------------------------------------------------


def test_od_1_1_there_are_the_numbers_1_to_9_in_six_colours() -> None:
    name, cards = Position.new("odin", 3, 0, {}).pile_to_shuffle()
    assert (name, len(cards), cards) == ("deal", 54, DECK)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_od_1_2_two_to_six_can_play(players: int) -> None:
    dealt = new("odin", players=players).to_json()
    assert dealt["players"] == len(dealt["hands"]) == len(dealt["scores"]) == players


@pytest.mark.parametrize("players", [0, 1, 7])
def test_od_1_2_nobody_else_can_play(players: int) -> None:
    with pytest.raises(OdintableError, match=f"2 to 6 players, not {players}"):
        Position.new("odin", players, 0, {})


@pytest.mark.parametrize("players", [2, 6])
def test_od_1_3_nine_cards_go_to_each_player_and_the_rest_stays_out(players: int) -> None:
    dealt = new("odin", " ".join(reversed(DECK)), players=players).to_json()
    assert [len(hand) for hand in dealt["hands"]] == [9] * players
    assert sorted(card for hand in dealt["hands"] for card in hand) == DECK[54 - 9 * players :]
    assert dealt["stock"] == DECK[: 54 - 9 * players]
    assert dealt["table"] == dealt["discard"] == dealt["offered"] == []


def test_od_1_3_hands_are_secret_and_the_rest_is_unseen() -> None:
    dealt = new("odin", players=3)
    view = dealt.view(1).to_json()
    assert view["hands"] == [9, dealt.to_json()["hands"][1], 9]
    assert view["stock"] == 27


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_od_1_4_the_first_starter_leads_and_play_goes_clockwise(first: int) -> None:
    dealt = new("odin", players=4, first=first)
    order = [dealt.turn]
    for _ in range(3):
        play(dealt, "pass" if "pass" in dealt.legal() else dealt.legal()[0])
        order.append(dealt.turn)
    assert order == [first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4]
    assert dealt.to_json()["starter"] == first


def test_od_1_4_the_first_starter_is_random() -> None:
    games = [
        Match.new("odin", players=3, shuffler=FairShuffler.numbered(seed)) for seed in range(60)
    ]
    starts = Counter(game.position.turn for game in games)
    assert sorted(starts) == [0, 1, 2]
    assert min(starts.values()) >= 10


# -- 2 Leading a round -------------------------------------------------------------------------


def test_od_2_1_the_starter_plays_exactly_one_card_and_cannot_pass() -> None:
    at = position("odin")
    assert legal(at) == ["play B1", "play B7", "play G3", "play R4", "play R9"]
    with pytest.raises(IllegalMove, match="pass"):
        at.read_move("pass")


def test_od_2_1_the_card_lies_face_up_in_the_middle() -> None:
    at = play(position("odin"), "play G3")
    assert at.view(2).to_json()["table"] == ["G3"]
    assert at.view(2).to_json()["owner"] == 0


@pytest.mark.parametrize(
    ("hand", "whole"),
    [
        ("B1 B7", "play B1 B7"),
        ("R2 R4 R9", "play R2 R4 R9"),
        ("B4 Y4", "play B4 Y4"),
        ("B9 G9 P9 Y9", "play B9 G9 P9 Y9"),
        ("G1 G2 G3 G4 G5 G6 G7 G8 G9", "play G1 G2 G3 G4 G5 G6 G7 G8 G9"),
    ],
)
def test_od_2_2_a_hand_of_one_colour_or_number_may_be_led_whole(hand: str, whole: str) -> None:
    at = position("odin", hands=[hand, "O3", "O7"])
    single = [f"play {card}" for card in hand.split()]
    assert legal(at) == sorted([*single, whole])


@pytest.mark.parametrize("hand", ["B1 G2", "B1 B2 G1", "B1 G1 R2", "B2 G1 R1", "B1 B2 G1 G2"])
def test_od_2_2_no_other_hand_may_be_led_whole(hand: str) -> None:
    at = position("odin", hands=[hand, "O3", "O7"])
    assert legal(at) == [f"play {card}" for card in hand.split()]


def test_od_2_2_the_last_card_is_led_in_one_way() -> None:
    assert legal(position("odin", hands=["B1", "O3", "O7"])) == ["play B1"]


def test_od_2_2_leading_the_whole_hand_ends_the_hand() -> None:
    at = position("odin", options={"hands": 1}, hands=["R2 R8", "O3 O4", "O7"])
    assert changes(at, "play R2 R8") == {
        "hands": [[], ["O3", "O4"], ["O7"]],
        "table": ["R2", "R8"],
        "owner": 0,
        "scores": [0, 2, 1],
        "phase": "over",
        "winners": [0],
    }


def test_od_2_3_the_leader_takes_nothing() -> None:
    at = position("odin")
    assert changes(at, "play R4") == {
        "hands": [
            ["B1", "B7", "G3", "R9"],
            ["G2", "G8", "O5", "P5", "Y1"],
            ["B9", "O2", "R1", "Y4", "Y8"],
        ],
        "table": ["R4"],
        "owner": 0,
        "turn": 1,
        "phase": "follow",
    }
    assert at.view(2).to_json()["hands"][:2] == [4, 5]


# -- 3 Following -------------------------------------------------------------------------------


def follow(hand: str, table: str, **changed: object) -> Position:
    """Seat 1 with this hand follows what seat 0 has led."""
    hands = ["O1", hand, "O2"]
    return position("odin", hands=hands, table=table, owner=0, turn=1, phase="follow", **changed)


def test_od_3_1_the_next_player_plays_cards_or_passes() -> None:
    at = play(position("odin"), "play R4")
    assert at.turn == 1
    assert legal(at) == ["pass", "play G2 G8", "play G8", "play O5", "play O5 P5", "play P5"]


def test_od_3_1_each_other_player_has_a_turn() -> None:
    at = play(position("odin"), "play R4", "play O5", "play Y8", "pass", "pass")
    assert (at.turn, at.to_json()["phase"]) == (2, "lead")


def test_od_3_2_you_play_as_many_cards_as_lie_there_or_one_more() -> None:
    hand = "R5 R6 R7 R8"
    assert legal(follow(hand, "G9"), "play") == [
        f"play {pair}" for pair in ("R5 R6", "R5 R7", "R5 R8", "R6 R7", "R6 R8", "R7 R8")
    ]
    assert legal(follow(hand, "G3 G8"), "play") == [
        *("play R5 R6 R7", "play R5 R6 R8", "play R5 R7 R8", "play R5 R8"),
        *("play R6 R7 R8", "play R6 R8", "play R7 R8"),
    ]


def test_od_3_2_never_two_more() -> None:
    numbers = "B5 G5 P5 R5"
    assert {len(move.split()) - 1 for move in legal(follow(numbers, "Y1"), "play")} == {1, 2}
    assert {len(move.split()) - 1 for move in legal(follow(numbers, "Y1 Y2"), "play")} == {2, 3}


def test_od_3_2_never_fewer() -> None:
    assert legal(follow("R9", "G1 G2")) == ["pass"]
    assert legal(follow("R8 R9", "G1 G2 G3")) == ["pass"]


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("B5 R6", ["play B5", "play R6"]),
        ("B5 B6", ["play B5", "play B5 B6", "play B6"]),
        ("B5 R5", ["play B5", "play B5 R5", "play R5"]),
        ("B5 B6 R5", ["play B5", "play B5 B6", "play B5 R5", "play B6", "play R5"]),
    ],
)
def test_od_3_3_cards_played_together_are_of_one_colour_or_number(
    hand: str, sets: list[str]
) -> None:
    assert legal(follow(hand, "G4"), "play") == sets


def test_od_3_3_every_number_that_is_held_twice_makes_a_set() -> None:
    at = follow("B2 G2 O7 P7 R9 Y9", "B8")
    pairs = [move for move in legal(at) if len(move.split()) == 3]
    assert pairs == ["play B2 G2", "play O7 P7", "play R9 Y9"]


def test_od_3_3_sets_of_three_are_of_one_colour_or_number_too() -> None:
    at = follow("B5 B6 B7 G5 P5 R6", "Y1 Y2")
    triples = [move for move in legal(at) if len(move.split()) == 4]
    assert triples == ["play B5 B6 B7", "play B5 G5 P5"]


@pytest.mark.parametrize(
    ("hand", "table", "beats"),
    [
        ("R2 R8", "G3 G7", True),  # 82 beats 73; 28 would not
        ("R2 R8", "G1 G8", True),  # 82 beats 81
        ("R2 R8", "G3 G8", False),  # 83
        ("R2 R8", "B7 G7", True),  # 77
        ("R2 R8", "B8 G8", False),  # 88
        ("R2 R4 R9", "G1 G4 G9", True),  # 942 beats 941
        ("R2 R4 R9", "G3 G4 G9", False),  # 943
        ("R2 R4 R9", "G7 G8 G9", False),  # 987
        ("B8 R8 P8", "G3 G8 G7", True),  # 888 beats 873
    ],
)
def test_od_3_4_a_sets_value_is_its_digits_in_falling_order(
    hand: str, table: str, beats: bool
) -> None:
    whole = "play " + " ".join(sorted(hand.split()))
    assert (whole in legal(follow(f"{hand} Y1", table))) == beats


def test_od_3_5_what_you_play_is_worth_strictly_more() -> None:
    assert legal(follow("B4 R5 Y6", "G5")) == ["pass", "play Y6"]
    assert legal(follow("R2 R8", "G2 G8")) == ["pass"]
    assert legal(follow("P5 R5", "B5 G5")) == ["pass"]
    assert legal(follow("P6 R6", "B5 G5")) == ["pass", "play P6 R6"]


def test_od_3_5_one_card_more_is_always_worth_more() -> None:
    assert legal(follow("B1 G1", "R9")) == ["pass", "play B1 G1"]
    assert legal(follow("R1 R2 R3", "B9 G9")) == ["pass", "play R1 R2 R3"]
    eight = "R1 R2 R3 R4 R5 R6 R7 R8"
    assert legal(follow(eight, "G3 G4 G5 G6 G7 G8 G9")) == ["pass", f"play {eight}"]


def test_od_3_6_a_single_beaten_card_must_be_taken() -> None:
    at = follow("B7 R4", "G5")
    assert changes(at, "play B7") == {
        "hands": [["O1"], ["G5", "R4"], ["O2"]],
        "table": ["B7"],
        "owner": 1,
        "turn": 2,
    }


def test_od_3_6_of_several_cards_you_choose_one_never_of_your_own() -> None:
    at = follow("B2 B7 R4", "G5 P5")
    assert changes(at, "play B2 B7") == {
        "hands": [["O1"], ["R4"], ["O2"]],
        "table": ["B2", "B7"],
        "owner": 1,
        "phase": "take",
        "offered": ["G5", "P5"],
    }
    assert legal(at) == ["take G5", "take P5"]


def test_od_3_6_the_rest_of_a_beaten_set_is_discarded() -> None:
    at = play(follow("B3 B6 B7 R4", "G4 G5 G6", discard="Y9"), "play B3 B6 B7")
    assert changes(at, "take G5") == {
        "hands": [["O1"], ["G5", "R4"], ["O2"]],
        "offered": [],
        "discard": ["G4", "G6", "Y9"],
        "phase": "follow",
        "turn": 2,
    }
    assert at.view(0).to_json()["discard"] == ["G4", "G6", "Y9"]


def test_od_3_6_the_set_grows_by_one_and_one_card_of_it_is_taken() -> None:
    at = play(follow("B7 G7 R4", "Y9"), "play B7 G7")
    assert at.to_json()["hands"][1] == ["R4", "Y9"]
    assert at.to_json()["discard"] == []


@pytest.mark.parametrize(("table", "discard"), [("G5", ["G5"]), ("G2 G5", ["G2", "G5"])])
def test_od_3_7_a_player_who_empties_the_hand_takes_nothing(table: str, discard: list[str]) -> None:
    at = follow("B6 B7", table, options={"hands": 1})
    assert changes(at, "play B6 B7") == {
        "hands": [["O1"], [], ["O2"]],
        "table": ["B6", "B7"],
        "owner": 1,
        "discard": discard,
        "scores": [1, 0, 1],
        "phase": "over",
        "winners": [1],
    }


# -- 4 Passing, and the end of a round ---------------------------------------------------------


def test_od_4_1_a_pass_plays_nothing_and_takes_nothing() -> None:
    assert changes(follow("B7 R4", "G5"), "pass") == {"passes": 1, "turn": 2}


def test_od_4_2_a_player_who_passed_may_play_again() -> None:
    at = play(position("odin"), "play R4", "pass", "play Y8", "pass")
    assert at.turn == 1
    assert legal(at) == ["pass", "play G2 G8", "play O5 P5"]
    assert play(at, "play O5 P5").to_json()["table"] == ["O5", "P5"]


def test_od_4_3_when_all_others_have_passed_the_last_to_play_leads() -> None:
    at = play(position("odin", discard="P1"), "play R4", "play G8", "pass")
    assert changes(at, "pass") == {
        "table": [],
        "owner": None,
        "passes": 0,
        "discard": ["G8", "P1"],
        "turn": 1,
        "phase": "lead",
    }
    assert legal(at) == [f"play {card}" for card in ("G2", "O5", "P5", "R4", "Y1")]


def test_od_4_3_between_two_one_pass_ends_the_round() -> None:
    at = position("odin", players=2, hands=["B1 B7", "G2 G8"])
    assert changes(play(at, "play B7"), "pass") == {
        "table": [],
        "owner": None,
        "discard": ["B7"],
        "turn": 0,
        "phase": "lead",
    }


def test_od_4_3_among_six_five_passes_end_the_round() -> None:
    at = new("odin", players=6, first=4)
    play(at, at.legal()[0], "pass", "pass", "pass", "pass")
    assert (at.to_json()["phase"], at.turn, at.to_json()["passes"]) == ("follow", 3, 4)
    play(at, "pass")
    assert (at.to_json()["phase"], at.turn) == ("lead", 4)


def test_od_4_3_the_value_to_beat_is_forgotten_with_the_round() -> None:
    at = play(position("odin"), "play R9", "pass", "pass", "play B1")
    assert legal(at, "play") == [
        "play G2", "play G2 G8", "play G8", "play O5", "play O5 P5", "play P5"
    ]  # fmt: skip
