"""The end of a hand of ODIN, scores, options and what is public: docs/rules/odin.md from 5 on."""

import pytest

from odintable.errors import OptionError, PositionError
from odintable.games.json_reader import Json
from odintable.games.position import SPECTATOR, Position
from tests.games.rules.positions import changes, legal, new, play, position, shuffle

# -- 5 The end of a hand, and scores -----------------------------------------------------------


def last_card(**changed: Json) -> Position:
    """Seat 0 leads its last card; the others hold three cards and one."""
    hands = ["R9", "B1 B2 G7", "Y5"]
    return position("odin", **({"hands": hands} | changed))


def test_od_5_1_a_hand_ends_at_once_when_a_player_has_no_cards_left() -> None:
    assert play(last_card(), "play R9").awaits_shuffle
    follows = {"table": "R1", "owner": 2, "phase": "follow", "discard": "P3"}
    assert play(last_card(**follows), "play R9").awaits_shuffle


def test_od_5_1_a_hand_goes_on_while_everybody_has_cards() -> None:
    taken = {"table": "R1", "owner": 2, "phase": "follow", "hands": ["R8 R9", "B1", "Y5"]}
    assert not play(last_card(**taken), "play R9").awaits_shuffle


def test_od_5_2_every_player_scores_a_point_for_each_card_left() -> None:
    at = last_card(options={"hands": 1})
    assert changes(at, "play R9")["scores"] == [0, 3, 1]


def test_od_5_2_points_add_up_over_the_hands() -> None:
    at = play(last_card(scores=[4, 5, 6]), "play R9")
    assert shuffle(at, "…").to_json()["scores"] == [4, 8, 7]


def test_od_5_3_all_cards_are_shuffled_and_dealt_anew() -> None:
    at = last_card(discard="G1 G2 G3", deal=7)
    _, pile = play(at, "play R9").pile_to_shuffle()
    assert len(set(pile)) == len(pile) == 54
    dealt = shuffle(at, "…").to_json()
    assert [len(hand) for hand in dealt["hands"]] == [9, 9, 9]
    assert len(dealt["stock"]) == 27
    assert (dealt["table"], dealt["discard"], dealt["offered"]) == ([], [], [])
    assert (dealt["deal"], dealt["phase"], dealt["owner"], dealt["passes"]) == (8, "lead", None, 0)


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 0)])
def test_od_5_3_the_left_neighbour_of_the_last_starter_starts(starter: int, following: int) -> None:
    at = shuffle(play(last_card(starter=starter), "play R9"), "…")
    assert (at.to_json()["starter"], at.turn) == (following, following)


def test_od_5_3_what_was_seen_is_forgotten_with_the_hand() -> None:
    at = position("odin", hands=["R9 R7", "B9 G9", "Y5"], table="R6", owner=2, phase="follow")
    assert play(at, "play R9").view(1).to_json()["known"] == [["R6"], [], []]
    play(at, "play B9 G9")
    assert shuffle(at, "…").view(1).to_json()["known"] == [[], [], []]


@pytest.mark.parametrize(
    ("options", "scores", "over"),
    [
        ({}, [0, 11, 13], False),  # 14 each: one short of 15
        ({}, [0, 12, 0], True),
        ({}, [15, 0, 0], True),
        ({"limit": 10}, [0, 6, 8], False),
        ({"limit": 10}, [0, 7, 0], True),
        ({"limit": 20}, [0, 16, 18], False),
        ({"limit": 20}, [0, 0, 19], True),
        ({"limit": 1}, [0, 0, 0], True),
        ({"limit": 100}, [0, 96, 98], False),
        ({"limit": 100}, [0, 97, 0], True),
        ({"hands": 1}, [0, 0, 0], True),
        ({"limit": False, "hands": False}, [0, 11, 13], False),
    ],
)
def test_od_5_4_the_game_ends_after_a_hand_that_reaches_the_limit(
    options: dict[str, Json], scores: list[int], over: bool
) -> None:
    at = play(last_card(options=options, scores=scores), "play R9")
    assert (at.is_over, at.awaits_shuffle) == (over, not over)
    assert not over or legal(at) == []


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": 101}, {"hands": 0}, {"hands": 2}])
def test_od_5_4_no_other_length_can_be_agreed(options: dict[str, Json]) -> None:
    with pytest.raises(OptionError, match=f"option {next(iter(options))} must be "):
        Position.new("odin", 3, 0, options)


@pytest.mark.parametrize(
    ("scores", "winners", "shares"),
    [
        ([9, 9, 14], [0], [1, 0, 0]),
        ([14, 2, 14], [1], [0, 1, 0]),
        ([5, 2, 14], [0, 1], [0.5, 0.5, 0]),
        ([15, 12, 14], [0, 1, 2], [1 / 3, 1 / 3, 1 / 3]),
        ([16, 12, 14], [1, 2], [0, 0.5, 0.5]),
    ],
)
def test_od_5_5_the_fewest_points_win_and_a_tie_is_shared(
    scores: list[int], winners: list[int], shares: list[float]
) -> None:
    at = play(last_card(scores=scores), "play R9")
    assert at.to_json()["winners"] == winners
    assert at.outcome() == pytest.approx(shares)


# -- 6 Options ---------------------------------------------------------------------------------


def test_od_6_1_with_four_colours_orange_and_purple_stay_in_the_box() -> None:
    at = Position.new("odin", 2, 0, {"four-colours": True})
    assert at.pile_to_shuffle()[1] == [
        f"{colour}{number}" for colour in "BGRY" for number in range(1, 10)
    ]
    dealt = shuffle(at, "…").to_json()
    assert [len(hand) for hand in dealt["hands"]] == [9, 9]
    assert len(dealt["stock"]) == 18


@pytest.mark.parametrize("players", [3, 6])
def test_od_6_1_four_colours_is_refused_with_more_players(players: int) -> None:
    with pytest.raises(OptionError, match="four-colours is for 2 players"):
        Position.new("odin", players, 0, {"four-colours": True})
    assert Position.new("odin", players, 0, {"four-colours": False}).players == players


def goat(hand: str, table: str = "", **changed: Json) -> Position:
    """Seat 0 with this hand leads, or follows what seat 2 has played, with the goat in the game."""
    follows = {"table": table, "owner": 2, "phase": "follow"} if table else {}
    given = {"options": {"goat": True}, "hands": [hand, "O1 O9", "O2"]}
    return position("odin", **(given | follows | changed))


def test_od_6_2_the_goat_is_a_55th_card_and_sorts_between_r_and_y() -> None:
    _, pile = Position.new("odin", 2, 0, {"goat": True}).pile_to_shuffle()
    assert len(pile) == 55
    assert pile[44:47] == ["R9", "X0", "Y1"]
    both = Position.new("odin", 2, 0, {"goat": True, "four-colours": True})
    assert len(both.pile_to_shuffle()[1]) == 37


def test_od_6_2_without_the_option_there_is_no_goat() -> None:
    assert "X0" not in Position.new("odin", 2, 0, {}).pile_to_shuffle()[1]
    with pytest.raises(PositionError, match="X0 is not in this game"):
        position("odin", hands=["X0", "B1", "B2"])


def test_od_6_2_alone_the_goat_is_a_single_card_of_value_0() -> None:
    assert legal(goat("B4 X0")) == ["play B4", "play B4 X0", "play X0"]
    assert legal(goat("B5 X0", "R5"), "play") == ["play B5 X0"]
    assert legal(play(goat("B4 X0"), "play X0")) == ["pass", "play O1", "play O1 O9", "play O9"]


@pytest.mark.parametrize(
    ("hand", "table", "beats"),
    [
        ("R2 R7 X0", "G4 G5 G6", True),  # 720 beats 654
        ("R2 R7 X0", "G1 G2 G7", False),  # 721
        ("R2 R7 X0", "G1 G9", True),  # one card more
        ("R7 X0", "G5 G6", True),  # 70 beats 65
        ("R7 X0", "G1 G7", False),  # 71
        ("R7 X0", "B7 G7", False),
        ("R2 R7 X0", "G9", False),  # two more
    ],
)
def test_od_6_2_in_a_set_the_goat_is_the_last_digit(hand: str, table: str, beats: bool) -> None:
    assert (f"play {hand}" in legal(goat(f"{hand} Y1", table))) == beats


def test_od_6_2_the_goat_on_the_table_is_beaten_as_its_last_digit() -> None:
    on_table = "R2 R7 X0"
    assert legal(goat("B1 B2 B7 P8", on_table), "play") == ["play B1 B2 B7"]  # 721 beats 720
    assert legal(goat("B1 B2 B6 P8", on_table), "play") == []


def test_od_6_2_the_goat_on_the_table_counts_as_a_card() -> None:
    assert legal(goat("B8 G8 O8", "R1 X0"), "play") == [
        *("play B8 G8", "play B8 G8 O8", "play B8 O8", "play G8 O8"),
    ]


def test_od_6_2_the_goat_joins_one_colour_with_one_or_more_cards() -> None:
    assert legal(goat("B5 R5 R6 X0", "G9"), "play") == [
        *("play B5 R5", "play B5 X0", "play R5 R6", "play R5 X0", "play R6 X0"),
    ]


def test_od_6_2_the_goat_never_joins_equal_numbers() -> None:
    moves = legal(goat("B5 G5 R5 X0", "Y1 Y9"), "play")
    assert moves == ["play B5 G5 R5"]
    assert legal(goat("B5 G5 X0", "Y1 Y9")) == ["pass"]


@pytest.mark.parametrize(
    ("hand", "whole"),
    [
        ("R2 R7 X0", True),
        ("R2 X0", True),
        ("G2 R2 X0", False),
        ("G2 R3 X0", False),
        ("G2 G3 R2 X0", False),
    ],
)
def test_od_6_2_a_whole_hand_lead_may_hold_the_goat_with_one_colour(hand: str, whole: bool) -> None:
    single = [f"play {card}" for card in hand.split()]
    assert legal(goat(hand)) == sorted([*single, *[f"play {hand}"] * whole])


def test_od_6_2_the_goat_as_last_card_is_led_alone() -> None:
    assert legal(goat("X0")) == ["play X0"]


def test_od_6_2_the_goat_left_in_hand_scores_5() -> None:
    at = goat("B7", hands=["B7", "R1 R2 X0", "Y5"], options={"goat": True, "hands": 1})
    assert play(at, "play B7").to_json()["scores"] == [0, 7, 1]


def test_od_6_2_the_goat_can_be_taken() -> None:
    at = play(goat("B6 B8 R1", "R7 X0"), "play B6 B8")
    assert legal(at) == ["take R7", "take X0"]
    assert changes(at, "take X0") == {
        "hands": [["R1", "X0"], ["O1", "O9"], ["O2"]],
        "offered": [],
        "discard": ["R7"],
        "phase": "follow",
        "turn": 1,
    }
    assert play(goat("B6 R1", "X0"), "play R1").to_json()["hands"][0] == ["B6", "X0"]


# -- Rulings -----------------------------------------------------------------------------------


def test_od_r1_any_play_sets_the_count_of_passes_back() -> None:
    hands = ["B1 G1", "B2 G2", "B3 G3", "B4 G4"]
    at = position("odin", players=4, hands=hands)
    play(at, "play B1", "pass", "pass")
    assert at.to_json()["passes"] == 2
    assert play(at, "play B4").to_json()["passes"] == 0
    play(at, "pass", "pass")
    assert (at.to_json()["phase"], at.turn) == ("follow", 2)
    assert changes(at, "pass")["turn"] == 3
    assert at.to_json()["phase"] == "lead"


def seen() -> Position:
    """Seat 1 has just taken G5, and seat 2 is to follow."""
    hands = ["O1 O3", "B2 B7 R4", "O2"]
    table = {"table": "G5 P5", "owner": 0, "turn": 1, "phase": "follow", "discard": "Y9"}
    return play(position("odin", hands=hands, scores=[1, 2, 3], **table), "play B2 B7", "take G5")


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_od_r2_middle_discard_sizes_scores_and_what_was_taken_are_public(seat: int) -> None:
    view = seen().view(seat).to_json()
    assert (view["table"], view["discard"], view["scores"]) == (
        ["B2", "B7"],
        ["P5", "Y9"],
        [1, 2, 3],
    )
    assert view["known"] == [[], ["G5"], []]
    sizes: list[Json] = [2, 2, 1]
    if seat != SPECTATOR:
        sizes[seat] = seen().to_json()["hands"][seat]
    assert view["hands"] == sizes


def test_od_r2_other_hands_and_the_undealt_cards_are_secret() -> None:
    one = position("odin", hands=["O1 O3", "G5", "O2"]).view(2)
    two = position("odin", hands=["B1 B3", "R9", "O2"]).view(2)
    assert (one.to_json()["hands"], one.to_json()["stock"]) == ([2, 1, ["O2"]], 50)
    assert one.to_json() == two.to_json()
    assert one.states.tobytes() == two.states.tobytes()
    first = position("odin", hands=["O2", "G5", "O1 O3"]).view(0)
    assert first.states.tobytes() == (
        position("odin", hands=["O2", "R9", "B1 B3"]).view(0).states.tobytes()
    )


def test_od_r2_a_card_seen_taken_is_known_until_it_is_played() -> None:
    at = play(seen(), "pass", "pass", "play G5")
    assert at.view(0).to_json()["known"] == [[], [], []]


def test_od_r2_a_state_sampled_from_a_view_keeps_the_cards_seen_taken() -> None:
    view = seen().view(0)
    for seed in range(20):
        sampled = view.sample_state(seed)
        assert "G5" in sampled.to_json()["hands"][1]
        assert sampled.to_json()["hands"][0] == ["O1", "O3"]
        assert [len(hand) for hand in sampled.to_json()["hands"]] == [2, 2, 1]
        assert Position.from_json(sampled.to_json()).view(0).to_json()["stock"] == 45


def test_od_r2_when_the_game_is_over_everything_is_public() -> None:
    at = play(last_card(options={"hands": 1}), "play R9")
    view = at.view(2).to_json()
    assert view["hands"] == [[], ["B1", "B2", "G7"], ["Y5"]]
    assert len(view["stock"]) == 49


@pytest.mark.parametrize("players", [2, 6])
def test_od_r3_in_one_hand_whoever_empties_the_hand_wins(players: int) -> None:
    hands = ["R9", "B1", "B2", "B3", "B4", "B5"][:players]
    at = position("odin", players=players, hands=hands, options={"hands": 1})
    play(at, "play R9")
    assert at.is_over
    assert at.to_json()["winners"] == [0]
    assert at.outcome() == [1.0] + [0.0] * (players - 1)


def test_od_r3_one_hand_ends_the_game_far_from_the_limit() -> None:
    at = new("odin", players=2, hands=1, limit=100)
    assert play(at, "play B1 B2 B3 B4 B5 B6 B7 B8 B9").to_json()["scores"] == [0, 9]
    assert at.is_over
