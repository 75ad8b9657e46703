"""A turn, the Magic Way and lengthening the path: docs/rules/ravens.md, sections 3, 6 and 8."""

import pytest

from odintable.games.json_reader import Json
from odintable.games.position import SPECTATOR, Position
from tests.games.rules.positions import changes, legal, play, position, shuffle

SHORT = "MF PS WM"  # lane 0: M P W


def turn(hand: str, stack: str = "", **changed: Json) -> Position:
    """Seat 0 with this hand and stack on a short path."""
    given = {"path": SHORT, "hands": [hand, "MPPSa"], "stacks": [stack, ""]}
    return position("ravens", **(given | changed))


# -- 3 A turn ----------------------------------------------------------------------------------


def test_rv_3_1_no_card_at_all_need_be_played() -> None:
    assert legal(turn("MPSWt"), "end") == ["end"]
    assert play(turn("MPSWt"), "end").turn == 1


def test_rv_3_1_up_to_three_cards_come_from_the_hand() -> None:
    assert legal(turn("MMPPS", played=[3, 0])) == ["end", "extend"]
    at = play(turn("FFMPS"), "discard F", "stack F", "magic M")
    assert legal(at) == ["discard (F)", "end", "extend"]


def test_rv_3_1_up_to_three_cards_come_from_the_stack() -> None:
    assert legal(turn("F", "FFFF", played=[0, 3])) == ["discard F", "end", "extend", "stack F"]
    at = play(turn("F", "FMFF"), "discard (F)", "discard (F)", "magic (M)")
    assert legal(at) == ["discard F", "end", "extend", "stack F"]


def test_rv_3_1_three_from_each_in_any_mixture_and_order() -> None:
    at = turn("FFFFF", "SSSS")
    play(at, "discard (S)", "discard F", "discard (S)", "discard F", "discard F", "discard (S)")
    assert legal(at) == ["end", "extend"]
    assert at.to_json()["discards"] == ["SFSFFS", ""]


def test_rv_3_1_the_count_begins_anew_with_each_turn() -> None:
    at = play(turn("FFFFF", played=[3, 3]), "end")
    assert at.to_json()["played"] == [0, 0]


def test_rv_3_2_a_flight_card_can_be_stacked_flown_laid_or_discarded() -> None:
    uses = ["discard M", "end", "extend", "fly M", "magic M", "stack M"]
    assert legal(turn("M")) == uses
    assert legal(turn("", "M")) == ["discard (M)", "end", "extend", "fly (M)", "magic (M)"]


def test_rv_3_2_an_odin_card_can_be_stacked_laid_act_or_be_discarded() -> None:
    acts = ["r forward"]
    assert legal(turn("r")) == ["discard r", "end", "extend", "magic r", *acts, "stack r"]
    assert legal(turn("", "r")) == ["(r) forward", "discard (r)", "end", "extend", "magic (r)"]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("stack S", {"stacks": ["PMS", ""]}),
        ("discard S", {"discards": ["FS", ""]}),
    ],
)
def test_rv_3_2_a_card_used_counts_as_one_from_the_hand(
    move: str, expected: dict[str, Json]
) -> None:
    at = turn("MSSst", "PM", discards=["F", ""])
    rest = {"hands": ["MSst", "MPPSa"], "played": [1, 0]}
    assert changes(at, move) == expected | rest


def test_rv_3_2_a_card_used_counts_as_one_from_the_stack() -> None:
    at = turn("MSSst", "PM", discards=["F", ""])
    expected = {"discards": ["FM", ""], "stacks": ["P", ""], "played": [0, 1]}
    assert changes(at, "discard (M)") == expected


def test_rv_3_2_a_stacked_card_has_left_the_hand() -> None:
    at = play(turn("FMPSW"), "stack M")
    assert at.view(1).to_json()["hands"][0] == 4
    assert len(play(at, "end").to_json()["hands"][0]) == 5


def test_rv_3_2_a_payment_of_two_hand_cards_counts_two() -> None:
    assert changes(turn("SSFWt"), "fly SS")["played"] == [2, 0]
    assert changes(turn("SFWtt", "S"), "fly S(S)")["played"] == [1, 1]


def test_rv_3_2_a_card_just_stacked_may_be_played_from_there() -> None:
    at = play(turn("MPSWt"), "stack M")
    assert changes(at, "fly (M)") == {
        "ravens": [0, -1],
        "stacks": ["", ""],
        "discards": ["M", ""],
        "played": [1, 1],
    }


def test_rv_3_3_only_the_top_of_the_stack_is_played_the_last_laid_first() -> None:
    at = turn("", "MtF")
    assert legal(at) == ["discard (F)", "end", "extend"]
    play(at, "discard (F)", "discard (t)")
    assert legal(at, "discard", "fly", "magic") == ["discard (M)", "fly (M)", "magic (M)"]


def test_rv_3_3_you_see_your_own_stack_the_opponent_only_its_size() -> None:
    at = position("ravens", stacks=["MtF", "WS"], draws=["…", "…"])
    assert at.view(0).to_json()["stacks"] == ["MtF", 2]
    assert at.view(1).to_json()["stacks"] == [3, "WS"]
    assert at.view(SPECTATOR).to_json()["stacks"] == [3, 2]


def test_rv_3_3_hands_and_draw_piles_are_hidden_too() -> None:
    view = position("ravens").view(0).to_json()
    assert (view["hands"], view["draws"]) == (["FFMWt", 5], [28, 28])


def test_rv_3_3_whatever_is_hidden_the_view_is_the_same() -> None:
    one = position("ravens", hands=["FFMWt", "MPPSa"], stacks=["", "WS"], draws=["F…", "t…"])
    two = position("ravens", hands=["FFMWt", "FFFFF"], stacks=["", "tt"], draws=["…F", "…S"])
    for hidden in ("hands", "stacks", "draws"):
        assert one.view(0).state[hidden].tolist() == two.view(0).state[hidden].tolist()
    assert one.view(0).states.tobytes() == two.view(0).states.tobytes()


def test_rv_3_3_which_card_is_stacked_only_its_owner_sees() -> None:
    at = position("ravens")
    assert at.modules.notation.public_move_text("stack M") == "stack ?"
    assert at.modules.notation.public_move_text("discard M") == "discard M"
    before, after = at.view(1).to_json(), play(at, "stack M").view(1).to_json()
    assert (before["stacks"], after["stacks"]) == ([0, ""], [1, ""])


def test_rv_3_3_a_state_sampled_from_a_view_keeps_the_own_stack_and_the_sizes() -> None:
    view = position("ravens", stacks=["MtF", "WS"], draws=["…", "…"]).view(1)
    for seed in range(5):
        sampled = view.sample_state(seed).to_json()
        assert (sampled["hands"][1], sampled["stacks"][1]) == ("MPPSa", "WS")
        assert [len(sampled[place][0]) for place in ("hands", "stacks", "draws")] == [5, 3, 25]


def test_rv_3_3_a_state_sampled_after_a_card_was_used_is_complete() -> None:
    view = play(position("ravens", stacks=["MtF", "WS"]), "discard M").view(1)
    for seed in range(5):
        sampled = view.sample_state(seed).to_json()
        assert Position.from_json(sampled).to_json() == sampled


def test_rv_3_3_the_size_of_the_stack_has_no_limit() -> None:
    at = position("ravens", hands=["M", "MPPSa"], stacks=["…", ""], draws=["", "…"])
    assert len(at.to_json()["stacks"][0]) == 32
    assert len(play(at, "stack M").to_json()["stacks"][0]) == 33


def test_rv_3_4_used_cards_go_onto_the_own_discard_pile() -> None:
    at = turn("MSSst", "Pt", discards=["F", "W"])
    assert play(at, "fly SS").to_json()["discards"] == ["FSS", "W"]
    assert play(at, "(t) turn 2").to_json()["discards"] == ["FSSt", "W"]
    assert play(at, "s swap 1 2").to_json()["discards"] == ["FSSts", "W"]
    assert play(at, "end", "discard P").to_json()["discards"] == ["FSSts", "WP"]


def test_rv_3_4_the_discard_pile_lies_face_up() -> None:
    assert turn("M", discards=["FS", "W"]).view(1).to_json()["discards"] == ["FS", "W"]


def test_rv_3_4_cards_on_the_magic_way_are_not_discarded() -> None:
    after = play(turn("MSSst", discards=["F", ""]), "magic M").to_json()
    assert (after["discards"], after["ways"]) == (["F", ""], ["M", ""])


def test_rv_3_5_the_turn_ends_and_the_hand_is_drawn_up_to_five() -> None:
    at = turn("MS", draws=["…FWa", "…"], played=[3, 1])
    mine, other = at.to_json()["draws"]
    assert changes(at, "end") == {
        "hands": ["FMSWa", "MPPSa"],
        "draws": [mine[:-3], other],
        "played": [0, 0],
        "turn": 1,
        "turns": 1,
    }
    assert len(play(turn("FMPSW"), "end").to_json()["draws"][0]) == 28


def test_rv_3_5_the_choice_to_lengthen_the_path_comes_before_drawing() -> None:
    at = turn("MS", landscapes="… FF")
    assert changes(at, "extend")["phase"] == "place"
    assert at.to_json()["hands"][0] == "MS"
    assert legal(at) == ["place FF"]
    after = play(at, "place FF").to_json()
    assert (len(after["hands"][0]), after["turn"], after["phase"]) == (5, 1, "play")


def test_rv_3_5_an_empty_draw_pile_is_made_from_the_shuffled_discards() -> None:
    at = turn("MS", "ttt", draws=["W", "…"], discards=["…", ""])
    play(at, "end")
    assert at.awaits_shuffle
    name, pile = at.pile_to_shuffle()
    assert (name, "".join(pile)) == ("0", "FFFFFMMMMPPPPPSSSSWWWWarrss")
    after = shuffle(at, "…Fa").to_json()
    assert after["hands"][0] == "FMSWa"
    assert len(after["draws"][0]) == 25
    assert (after["discards"], after["turn"]) == (["", ""], 1)


def test_rv_3_5_what_a_reshuffle_tells_of_hand_and_stack_is_known_to_all() -> None:
    at = turn("MS", "ttt", draws=["W", "…"], discards=["…", ""])
    shuffle(play(at, "end"), "…Fa")
    assert at.view(1).to_json()["known"]["held"] == ["MSWttt", ""]
    play(at, "end", "discard (t)", "stack M", "discard S", "discard F")
    assert at.view(1).to_json()["known"]["held"] == ["MWtt", ""]


def test_rv_3_5_a_state_sampled_from_a_view_keeps_what_is_known_to_be_held() -> None:
    at = turn("MS", "ttt", draws=["W", "…"], discards=["…", ""])
    view = shuffle(play(at, "end"), "…Fa").view(1)
    for seed in range(5):
        sampled = view.sample_state(seed).to_json()
        there = [*sampled["hands"][0], *sampled["stacks"][0]]
        for card in "MSWttt":
            there.remove(card)
        assert len(there) == 2


def test_rv_3_5_the_reshuffle_comes_when_a_card_is_needed_not_before() -> None:
    at = turn("MS", draws=["FWa", "…"], discards=["…", ""])
    after = play(at, "end").to_json()
    assert (after["hands"][0], after["draws"][0], after["turn"]) == ("FMSWa", "", 1)
    assert len(after["discards"][0]) == 28


def test_rv_3_5_with_both_piles_empty_you_hold_fewer() -> None:
    at = turn("MS", "…", draws=["W", "…"])
    after = play(at, "end").to_json()
    assert (after["hands"][0], after["turn"]) == ("MSW", 1)


# -- 6 The Magic Way ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("magic", "cards"),
    [("Mo", "Mat"), ("Fo", "Fat"), ("FS", "FS"), ("SW", "S"), ("PW", "P"), ("MP", "MP")],
)
def test_rv_6_1_a_card_that_the_magic_way_shows_may_be_laid(magic: str, cards: str) -> None:
    shown = [f"magic {card}" for card in cards]
    from_hand = turn("FMPSt", "a", magic=magic)
    assert legal(from_hand, "magic") == sorted(
        move.replace(" a", " (a)") if move == "magic a" else move for move in shown
    )


def test_rv_6_1_with_odin_every_odin_card_may_be_laid() -> None:
    assert legal(turn("Marst", "F"), "magic") == [f"magic {card}" for card in "Marst"]
    assert legal(turn("Marst", "F", magic="FS"), "magic") == ["magic (F)"]


def test_rv_6_1_it_neither_flies_nor_acts() -> None:
    at = turn("MPrst", "PM", ways=["M", "t"])
    assert changes(at, "magic M") == {
        "hands": ["Prst", "MPPSa"],
        "ways": ["MM", "t"],
        "played": [1, 0],
    }
    assert changes(at, "magic (M)") == {
        "stacks": ["P", ""],
        "ways": ["MMM", "t"],
        "played": [1, 1],
    }
    assert changes(at, "magic r") == {
        "hands": ["Pst", "MPPSa"],
        "ways": ["MMMr", "t"],
        "played": [2, 1],
    }


def test_rv_6_1_every_terrain_can_be_laid() -> None:
    for magic, card in (("FS", "F"), ("Mo", "M"), ("PW", "P"), ("SW", "S"), ("SW", "W")):
        at = turn("FMPSW", magic=magic)
        assert changes(at, f"magic {card}")["ways"] == [card, ""]


def test_rv_6_1_it_stays_there_until_the_race_ends() -> None:
    at = turn("MS", "ttt", draws=["", "…"], discards=["…", ""], ways=["MM", ""])
    _, pile = play(at, "end").pile_to_shuffle()
    assert pile.count("M") == 2
    assert shuffle(at, "…").to_json()["ways"] == ["MM", ""]


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_rv_6_2_what_each_has_laid_is_public(seat: int) -> None:
    assert turn("M", ways=["MM", "Mt"]).view(seat).to_json()["ways"] == ["MM", "Mt"]


# -- 8 Lengthening the path --------------------------------------------------------------------


def test_rv_8_1_a_landscape_card_is_drawn_and_seen_before_it_is_placed() -> None:
    at = turn("FMPSW", landscapes="… FS PW")
    pile = at.to_json()["landscapes"]
    assert changes(at, "extend") == {
        "phase": "place",
        "placing": "PW",
        "to_place": 1,
        "closing": True,
        "landscapes": pile[:-1],
    }
    assert at.view(1).to_json()["placing"] == "PW"
    assert legal(at) == ["place PW", "place WP"]


@pytest.mark.parametrize("way", ["PW", "WP"])
def test_rv_8_1_it_is_placed_at_the_end_either_way_round_and_the_turn_ends(way: str) -> None:
    at = play(turn("FMPSW", landscapes="… PW"), "extend")
    assert changes(at, f"place {way}") == {
        "phase": "play",
        "placing": None,
        "to_place": 0,
        "closing": False,
        "path": ["MF", "PS", "WM", way],
        "turn": 1,
        "turns": 1,
    }


def test_rv_8_1_a_double_is_placed_in_one_way() -> None:
    assert legal(play(turn("FMPSW", landscapes="… WW"), "extend")) == ["place WW"]


def test_rv_8_1_equal_terrains_may_now_be_neighbours() -> None:
    at = play(turn("FMPSW", landscapes="… MW"), "extend", "place WM")
    assert at.to_json()["path"][-2:] == ["WM", "WM"]


LONG = "FM WS PF MW SP WF FS MP SW FP"  # ten cards


def worn_out(**changed: Json) -> Position:
    """No landscape card is left to draw: all others were removed."""
    given = {"path": LONG, "landscapes": "", "removed": "…", "hands": ["FMPSa", "MPPSa"]}
    return position("ravens", **(given | changed))


def test_rv_8_2_nothing_is_taken_off_the_path_for_length() -> None:
    at = position("ravens", path="… FM", landscapes="FS", ravens=[37, 37])
    assert len(play(at, "extend", "place FS").to_json()["path"]) == 40


def test_rv_8_2_the_removed_cards_are_shuffled_and_become_the_pile() -> None:
    at = play(worn_out(ravens=[1, 7]), "extend")
    name, pile = at.pile_to_shuffle()
    assert (at.awaits_shuffle, name, len(pile)) == (True, "landscapes", 30)
    after = shuffle(at, "… PW FS").to_json()
    assert (after["placing"], after["landscapes"][-1]) == ("FS", "PW")
    assert (len(after["landscapes"]), after["removed"]) == (29, [])
    assert (after["path"], after["ravens"]) == (LONG.split(), [1, 7])


def test_rv_8_2_cards_that_both_ravens_have_passed_are_shuffled_in_all_but_two() -> None:
    at = play(worn_out(ravens=[7, 5], stone=[0, 8]), "extend")
    _, pile = at.pile_to_shuffle()
    assert len(pile) == 33
    after = shuffle(at, "…").to_json()
    assert after["path"] == LONG.split()[3:]
    assert (after["ravens"], after["stone"]) == ([4, 2], [0, 5])
    assert (len(after["landscapes"]), after["removed"]) == (32, [])


@pytest.mark.parametrize(("rear", "passed"), [(-1, 0), (0, 0), (2, 0), (3, 1), (4, 2)])
def test_rv_8_2_two_cards_right_behind_the_rear_raven_stay(rear: int, passed: int) -> None:
    for ravens in ([rear, 8], [8, rear]):
        _, pile = play(worn_out(ravens=ravens), "extend").pile_to_shuffle()
        assert len(pile) == 30 + passed


def test_rv_8_2_passed_cards_go_into_the_pile_as_they_are_written_there() -> None:
    at = play(worn_out(path="WF … FM", removed="", ravens=[3, 3]), "extend")
    assert at.pile_to_shuffle() == ("landscapes", ["FW"])
    assert shuffle(at, "FW").to_json()["placing"] == "FW"


@pytest.mark.parametrize(
    ("stone", "after"), [([1, 0], None), ([0, 2], None), ([0, 3], [0, 0]), ([1, 9], [1, 6])]
)
def test_rv_8_2_a_stone_on_a_passed_card_goes_beside_the_path(
    stone: list[int], after: list[int] | None
) -> None:
    at = shuffle(play(worn_out(ravens=[7, 5], stone=stone), "extend"), "…")
    assert at.to_json()["stone"] == after


def test_rv_8_2_cards_known_to_lie_under_the_pile_are_no_longer_known() -> None:
    at = shuffle(play(worn_out(ravens=[1, 7]), "extend"), "…")
    assert at.view(0).to_json()["known"]["under"] == []


def test_rv_8_2_with_no_card_to_be_had_nothing_can_be_added() -> None:
    at = position("ravens", path="…", landscapes="", ravens=[2, 9], hands=["FMPSa", "MPPSa"])
    assert legal(at, "e", "a ") == ["end"]
    passed = position("ravens", path="…", landscapes="", ravens=[3, 9], hands=["FMPSa", "MPPSa"])
    assert legal(passed, "e", "a ") == ["a add", "end", "extend"]


def test_rv_8_2_the_shuffle_comes_when_a_card_is_needed_not_before() -> None:
    at = play(worn_out(landscapes="FS", ravens=[1, 7]), "extend", "place FS")
    assert not at.awaits_shuffle
    assert at.to_json()["landscapes"] == []
    assert len(at.to_json()["removed"]) == 29
