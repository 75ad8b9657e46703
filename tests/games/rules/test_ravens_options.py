"""The options: docs/rules/ravens.md, section 10."""

import pytest

from odintable.errors import OptionError
from odintable.games.json_reader import Json
from odintable.games.position import SPECTATOR, Position
from tests.games.rules.positions import (
    changes,
    legal,
    new,
    play,
    position,
    resolve_shuffles,
    shuffle,
)

# -- removed-under -----------------------------------------------------------------------------


def test_rv_10_1_removed_cards_go_face_down_under_the_pile() -> None:
    at = position("ravens", options={"removed-under": True}, hands=["ttFFM", "MPPSa"])
    pile = at.to_json()["landscapes"]
    after = play(at, "t remove 5", "t remove 0").to_json()
    assert (after["landscapes"], after["removed"]) == (["FM", "FW", *pile], [])
    assert at.view(1).to_json()["known"]["under"] == ["FM", "FW"]


def test_rv_10_1_without_the_option_they_lie_apart() -> None:
    for options in ({}, {"removed-under": False}):
        at = play(position("ravens", options=options), "t remove 0")
        assert at.to_json()["removed"] == ["FM"]
        assert at.view(1).to_json()["known"]["under"] == []


# -- buy-magic ---------------------------------------------------------------------------------


def buyer(**changed: Json) -> Position:
    """Seat 0 may buy the mountain or Odin card; five more lie face down."""
    given = {
        "options": {"buy-magic": True},
        "hands": ["FMMWt", "MPPSa"],
        "magic_pile": "SW FS Fo PW MP",
        "bought": [0, 0],
    }
    return position("ravens", **(given | changed))


def test_rv_10_2_a_matching_card_is_discarded_and_buys_the_magic_way_card() -> None:
    at = buyer(discards=["S", ""])
    assert legal(at, "magic") == ["magic M", "magic t"]
    assert changes(at, "magic M") == {
        "hands": ["FMWt", "MPPSa"],
        "discards": ["SM", ""],
        "played": [1, 0],
        "bought": [1, 0],
        "magic": "MP",
        "magic_pile": ["SW", "FS", "Fo", "PW"],
    }
    assert legal(at, "magic") == ["magic M"]


def test_rv_10_2_a_card_of_the_stack_may_buy_too() -> None:
    after = play(buyer(stacks=["M", ""]), "magic (M)").to_json()
    assert (after["stacks"], after["discards"], after["bought"]) == (["", ""], ["M", ""], [1, 0])


def test_rv_10_2_none_is_left_after_six() -> None:
    at = play(buyer(magic_pile="", bought=[2, 3]), "magic t")
    assert (at.to_json()["magic"], at.to_json()["bought"]) == (None, [3, 3])
    assert legal(at, "magic") == []


@pytest.mark.parametrize(
    ("bought", "scores"), [([3, 2], [7, 0]), ([2, 3], [4, 3]), ([2, 2], [4, 0])]
)
def test_rv_10_2_bought_cards_are_what_the_bonus_counts(
    bought: list[int], scores: list[int]
) -> None:
    pile = "SW FS Fo PW MP".split()[: 5 - sum(bought)]
    at = buyer(bought=bought, magic_pile=" ".join(pile), ravens=[7, 4], hands=["SFFMM", "P"])
    assert resolve_shuffles(play(at, "fly S")).to_json()["scores"] == scores
    fresh = at.to_json()
    assert (fresh["bought"], len(fresh["magic_pile"]), fresh["ways"]) == ([0, 0], 5, ["", ""])


def test_rv_10_2_in_a_new_race_one_is_turned_up_and_five_lie_face_down() -> None:
    at = new("ravens", "…", "SW FS Fo PW MP Mo", buy_magic=True)
    assert (at.to_json()["magic"], at.to_json()["bought"]) == ("Mo", [0, 0])
    assert at.to_json()["magic_pile"] == ["SW", "FS", "Fo", "PW", "MP"]
    for seat in (0, 1, SPECTATOR):
        assert at.view(seat).to_json()["magic_pile"] == 5
    assert "magic_pile" not in new("ravens").to_json()


def test_rv_10_2_the_order_of_the_face_down_cards_is_secret() -> None:
    one, two = buyer(magic_pile="SW FS Fo PW MP"), buyer(magic_pile="MP Fo SW FS PW")
    assert one.view(1).states.tobytes() == two.view(1).states.tobytes()
    for seed in range(3):
        pile = one.view(1).sample_state(seed).to_json()["magic_pile"]
        assert sorted(pile) == ["FS", "Fo", "MP", "PW", "SW"]


# -- keep-cards --------------------------------------------------------------------------------


def test_rv_10_3_hands_and_stacks_are_kept_and_the_rest_is_shuffled() -> None:
    kept = {"stacks": ["FW", "ts"], "discards": ["FF", "P"], "ways": ["M", ""]}
    hands = ["SSM", "MPPSa"]
    at = position("ravens", options={"keep-cards": True}, hands=hands, ravens=[7, 4], **kept)
    shuffle(shuffle(play(at, "fly S"), "…"), "…")
    name, pile = at.pile_to_shuffle()
    assert (name, "".join(pile)) == ("0", "FFFFMMMMPPPPPSSSSWWWWarrssttt")
    shuffle(at, "…rWP")
    name, pile = at.pile_to_shuffle()
    assert (name, "".join(pile)) == ("1", "FFFFFMMMMPPPSSSSWWWWWrrstt")
    fresh = shuffle(at, "…").to_json()
    assert fresh["hands"] == ["MPSWr", "MPPSa"]
    assert fresh["stacks"] == ["FW", "ts"]
    assert [len(pile) for pile in fresh["draws"]] == [26, 26]
    assert (fresh["discards"], fresh["ways"]) == (["", ""], ["", ""])


def test_rv_10_3_the_first_race_is_dealt_as_ever() -> None:
    at = new("ravens", "…", "…", "…tWMFF", keep_cards=True).to_json()
    assert (at["hands"][0], at["stacks"]) == ("FFMWt", ["", ""])
    assert [len(pile) for pile in at["draws"]] == [28, 28]


def test_rv_10_3_without_the_option_all_cards_are_shuffled() -> None:
    at = position("ravens", hands=["SSM", "MPPSa"], stacks=["FW", ""], ravens=[7, 4])
    shuffle(shuffle(play(at, "fly S"), "…"), "…")
    assert len(at.pile_to_shuffle()[1]) == 33


# -- target ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "before", "over"),
    [(1, 0, True), (4, 0, True), (5, 0, False), (12, 8, True), (100, 95, False), (100, 96, True)],
)
def test_rv_10_4_the_target_ends_the_game(target: int, before: int, over: bool) -> None:
    at = position(
        "ravens",
        options={"target": target},
        scores=[before, 0],
        ravens=[7, 4],
        hands=["SSM", "MPPSa"],
    )
    assert play(at, "fly S").is_over == over


@pytest.mark.parametrize("target", [0, 101, True, "12"])
def test_rv_10_4_the_target_is_from_1_to_100(target: Json) -> None:
    with pytest.raises(OptionError, match="option target must be a whole number from 1 to 100"):
        Position.new("ravens", 2, 0, {"target": target})


# -- strict-joker ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "stack", "flights"),
    [
        ("MWWtt", "", ["fly WW"]),  # no forest at all
        ("FWWtt", "", ["fly F"]),  # a forest in the hand
        ("WWttr", "F", ["fly (F)"]),  # a forest on top of the stack
        ("WWttr", "FP", ["fly WW"]),  # a forest below the top does not count
        ("Pttrs", "FWW", []),  # after the payment the forest would be on top
        ("Wttrs", "FW", []),  # the same with one card from each
        ("Pttrs", "FPWW", ["fly (WW)"]),
        ("FPttr", "WW", ["fly F"]),
        ("FFttr", "F", ["fly (F)", "fly F"]),  # without a joker anything goes
    ],
)
def test_rv_10_5_a_joker_is_for_a_player_without_a_matching_card(
    hand: str, stack: str, flights: list[str]
) -> None:
    at = position(
        "ravens", options={"strict-joker": True}, hands=[hand, "MPPSa"], stacks=[stack, ""]
    )
    assert legal(at, "fly") == flights


@pytest.mark.parametrize(
    ("hand", "stack", "flights"),
    [
        ("FWWtt", "", ["fly FWW"]),  # the forest is part of the payment
        ("FFWWt", "", ["fly FF"]),  # FWW would leave a forest
        ("FWWtt", "F", ["fly F(F)"]),
        ("WWttr", "F", ["fly WW(F)"]),
        ("WWttr", "FF", ["fly (FF)"]),  # WW(F) would leave a forest on top
        ("FFttr", "WW", ["fly FF"]),
        ("Fttrs", "WW", ["fly F(WW)"]),
        ("Fttrs", "FWW", []),  # F(WW) would leave a forest on top
        ("WWttr", "WW", ["fly WW(WW)"]),
        ("FWWtr", "WW", ["fly F(WW)", "fly FW(W)", "fly FWW"]),
    ],
)
def test_rv_10_5_it_is_judged_by_what_lies_there_after_the_whole_payment(
    hand: str, stack: str, flights: list[str]
) -> None:
    options = {"strict-joker": True}
    at = position(
        "ravens", options=options, hands=[hand, "MPPSa"], stacks=[stack, ""], stone=[0, 0]
    )
    assert legal(at, "fly") == flights


def test_rv_10_5_a_matching_card_counts_even_if_it_can_no_longer_be_played() -> None:
    strict = {"strict-joker": True}
    hand = position(
        "ravens", options=strict, hands=["FPttr", "M"], stacks=["WW", ""], played=[3, 0]
    )
    assert legal(hand, "fly") == []
    top = position("ravens", options=strict, hands=["WWttr", "M"], stacks=["F", ""], played=[0, 3])
    assert legal(top, "fly") == []


# -- max-turns ---------------------------------------------------------------------------------


def last_turn(**changed: Json) -> Position:
    """Seat 1 ends the fourth and last turn of a race that seat 0 has started."""
    given = {"options": {"max-turns": 4}, "turns": 3, "turn": 1, "ravens": [5, 2]}
    return position("ravens", **(given | changed))


def test_rv_10_6_after_so_many_turns_the_race_is_over_with_no_winner() -> None:
    assert not play(last_turn(turns=2), "end").awaits_shuffle
    at = play(last_turn(), "end")
    assert at.awaits_shuffle
    fresh = resolve_shuffles(at).to_json()
    assert (fresh["race"], fresh["turns"], fresh["scores"]) == (2, 0, [0, 0])


def test_rv_10_6_only_the_magic_way_is_scored() -> None:
    at = resolve_shuffles(play(last_turn(ways=["", "M"], scores=[1, 2]), "end"))
    assert at.to_json()["scores"] == [1, 5]


@pytest.mark.parametrize("first", [0, 1])
def test_rv_10_6_the_player_who_did_not_start_it_starts_the_next(first: int) -> None:
    for scores in ([0, 0], [3, 5], [5, 3]):
        at = resolve_shuffles(play(last_turn(first=first, scores=scores), "end"))
        assert (at.to_json()["first"], at.turn) == (1 - first, 1 - first)


@pytest.mark.parametrize(
    ("scores", "ways", "winner"),
    [
        ([10, 9], ["", "M"], 1),  # 10 to 12
        ([9, 11], ["M", ""], 0),
        ([9, 12], ["M", ""], None),  # 12 to 12: it goes on
        ([8, 8], ["M", ""], None),
    ],
)
def test_rv_10_6_unequal_points_at_the_target_end_the_game(
    scores: list[int], ways: list[str], winner: int | None
) -> None:
    at = play(last_turn(scores=scores, ways=ways), "end")
    assert (at.is_over, at.to_json()["winner"]) == (winner is not None, winner)
    assert at.awaits_shuffle != at.is_over


def test_rv_10_6_a_turn_that_lengthens_the_path_counts_too() -> None:
    at = play(last_turn(landscapes="… FF"), "extend", "place FF")
    assert at.awaits_shuffle


def test_rv_10_6_without_the_option_there_is_no_bound() -> None:
    at = play(last_turn(options={}, turns=9_000), "end")
    assert (at.awaits_shuffle, at.to_json()["turns"]) == (False, 9_001)


@pytest.mark.parametrize("turns", [0, 10_001])
def test_rv_10_6_the_bound_is_from_1_to_10000(turns: int) -> None:
    with pytest.raises(OptionError, match="max-turns must be a whole number from 1 to 10000"):
        Position.new("ravens", 2, 0, {"max-turns": turns})
