"""Flying, and the stone in the way: docs/rules/ravens.md, sections 4 and 5."""

import pytest

from odintable.games.json_reader import Json
from odintable.games.position import Position
from tests.games.rules.positions import changes, legal, play, position

ROW = "FM FS FP WM PF MS SW"  # lane 0: F F F W P M S


def flyer(hand: str, stack: str = "", **changed: Json) -> Position:
    """Seat 0 with this hand and stack before a run of three forests."""
    given = {"path": ROW, "hands": [hand, "MPPSa"], "stacks": [stack, ""]}
    return position("ravens", **(given | changed))


# -- 4 Flying ----------------------------------------------------------------------------------


def test_rv_4_1_a_flight_card_of_the_next_terrain_pays() -> None:
    assert legal(flyer("FMPSW"), "fly") == ["fly F"]
    assert legal(flyer("FMPSW", ravens=[2, -1]), "fly") == ["fly W"]
    assert legal(flyer("MPSat"), "fly") == []


def test_rv_4_1_two_flight_cards_of_one_other_terrain_are_a_joker() -> None:
    assert legal(flyer("MMWWt"), "fly") == ["fly MM", "fly WW"]
    assert legal(flyer("PPPSM"), "fly") == ["fly PP"]


def test_rv_4_1_two_of_the_terrain_itself_are_no_joker_nor_are_odin_cards() -> None:
    assert legal(flyer("FFttr"), "fly") == ["fly F"]
    assert legal(flyer("ttrra"), "fly") == []


def test_rv_4_1_seat_1_pays_for_the_terrain_in_its_own_lane() -> None:
    at = position("ravens", path=ROW, turn=1, hands=["F", "FMSSP"])
    assert legal(at, "fly") == ["fly M", "fly SS"]


def test_rv_4_2_the_raven_flies_over_the_whole_run() -> None:
    assert changes(flyer("FMPSW"), "fly F") == {
        "ravens": [2, -1],
        "hands": ["MPSW", "MPPSa"],
        "discards": ["F", ""],
        "played": [1, 0],
    }
    assert play(flyer("FMPSW", ravens=[2, -1]), "fly W").to_json()["ravens"] == [3, -1]


def test_rv_4_2_a_joker_flies_over_the_whole_run_too() -> None:
    assert changes(flyer("MMPSW"), "fly MM") == {
        "ravens": [2, -1],
        "hands": ["PSW", "MPPSa"],
        "discards": ["MM", ""],
        "played": [2, 0],
    }


def test_rv_4_2_a_run_may_reach_the_end_of_the_path() -> None:
    at = flyer("FMPSW", path="PM FS FP", ravens=[0, -1], options={"target": 1})
    assert play(at, "fly F").to_json()["ravens"] == [2, -1]


def test_rv_4_2_each_raven_flies_over_the_run_of_its_own_lane() -> None:
    at = position("ravens", path="MF SF PF WM PS", turn=1, hands=["M", "FMSSP"])
    assert play(at, "fly F").to_json()["ravens"] == [-1, 2]


def test_rv_4_3_cards_of_a_payment_come_from_hand_or_top_of_the_stack_or_both() -> None:
    assert legal(flyer("FMWWt", "PF"), "fly") == ["fly (F)", "fly F", "fly WW"]
    assert legal(flyer("MWtra", "PW"), "fly") == ["fly W(W)"]
    assert legal(flyer("trass", "PWW"), "fly") == ["fly (WW)"]


def test_rv_4_3_what_is_not_on_top_does_not_pay() -> None:
    assert legal(flyer("trass", "FP"), "fly") == []
    assert legal(flyer("Pttra", "PW"), "fly") == []
    assert legal(flyer("trass", "WPW"), "fly") == []
    assert legal(flyer("Wttra", "Wt"), "fly") == []


def test_rv_4_3_paid_cards_leave_hand_and_stack_top_first() -> None:
    assert changes(flyer("MWtra", "PW"), "fly W(W)") == {
        "ravens": [2, -1],
        "hands": ["Mart", "MPPSa"],
        "stacks": ["P", ""],
        "discards": ["WW", ""],
        "played": [1, 1],
    }
    assert changes(flyer("Mttra", "PSWW"), "fly (WW)") == {
        "ravens": [2, -1],
        "stacks": ["PS", ""],
        "discards": ["WW", ""],
        "played": [0, 2],
    }


@pytest.mark.parametrize("top", ["SMS", "SSM", "MSS"])
def test_rv_4_3_a_twofold_payment_takes_the_topmost_cards_in_any_order(top: str) -> None:
    at = flyer("Patr", f"F{top}", path="MF PS WM", stone=[0, 0])
    assert legal(at, "fly") == [f"fly ({top[::-1]})"]
    assert changes(at, f"fly ({top[::-1]})") == {
        "ravens": [0, -1],
        "stone": None,
        "stacks": ["F", ""],
        "discards": [top[::-1], ""],
        "played": [0, 3],
    }


def test_rv_4_3_a_twofold_payment_may_mix_hand_and_stack() -> None:
    at = flyer("MPSSt", "SM", path="MF PS WM", stone=[0, 0])
    assert legal(at, "fly") == ["fly M(M)", "fly MSS", "fly S(MS)", "fly SS(M)"]


def test_rv_4_3_no_more_from_hand_or_stack_than_may_still_be_played() -> None:
    assert legal(flyer("WWPPt", played=[2, 0]), "fly") == []
    assert legal(flyer("WPtrs", "WWW", played=[2, 2]), "fly") == ["fly W(W)"]
    assert legal(flyer("tttrs", "WW", played=[0, 2]), "fly") == []
    assert legal(flyer("WWWPt", "F", played=[3, 0]), "fly") == ["fly (F)"]


def test_rv_4_4_a_joker_is_allowed_with_a_matching_card_at_hand() -> None:
    assert legal(flyer("FWWtt"), "fly") == ["fly F", "fly WW"]
    assert legal(flyer("WWttr", "F"), "fly") == ["fly (F)", "fly WW"]


def test_rv_4_5_what_the_raven_stands_on_does_not_matter() -> None:
    at = flyer("FWWtt", ravens=[0, -1])
    assert legal(at, "fly") == ["fly F", "fly WW"]
    assert play(at, "fly F").to_json()["ravens"] == [2, -1]
    assert play(at, "fly W").to_json()["ravens"] == [3, -1]


# -- 5 The Odin stone --------------------------------------------------------------------------


def test_rv_5_1_the_stone_bars_its_space() -> None:
    assert legal(flyer("FWWtt", stone=[0, 0]), "fly") == ["fly FWW"]
    assert legal(flyer("FMWtt", stone=[0, 0]), "fly") == []


def test_rv_5_1_the_stone_bars_only_the_raven_of_its_lane() -> None:
    at = flyer("FWWtt", stone=[1, 0])
    assert legal(at, "fly") == ["fly F", "fly WW"]
    assert changes(at, "fly F")["ravens"] == [2, -1]
    assert at.to_json()["stone"] == [1, 0]


@pytest.mark.parametrize(
    ("hand", "stack", "payments"),
    [
        ("FFMPS", "", ["fly FF"]),
        ("FMMPS", "", ["fly FMM"]),
        ("FMMPP", "", ["fly FMM", "fly FPP"]),
        ("MMMPS", "M", ["fly MMM(M)"]),
        ("MMPSt", "MM", ["fly MM(MM)"]),
        ("MMSWt", "PP", ["fly MM(PP)"]),
        ("MMPPS", "P", ["fly MMP(P)"]),
        ("FPSWt", "F", ["fly F(F)"]),
        ("FSWtt", "PP", ["fly F(PP)"]),
        ("FMPSW", "", []),
        ("MMPPS", "", []),  # two jokers are four cards: only three come from the hand
        ("FPSWt", "tF", ["fly F(F)"]),
    ],
)
def test_rv_5_2_a_stone_on_the_next_space_is_paid_twice(
    hand: str, stack: str, payments: list[str]
) -> None:
    assert legal(flyer(hand, stack, stone=[0, 0]), "fly") == payments


def test_rv_5_2_the_stone_goes_aside_and_the_raven_lands_at_the_end_of_the_run() -> None:
    assert changes(flyer("FMMPS", stone=[0, 0]), "fly FMM") == {
        "ravens": [2, -1],
        "stone": None,
        "hands": ["PS", "MPPSa"],
        "discards": ["FMM", ""],
        "played": [3, 0],
    }
    assert changes(flyer("MMPSt", "PP", stone=[0, 0]), "fly MM(PP)") == {
        "ravens": [2, -1],
        "stone": None,
        "hands": ["PSt", "MPPSa"],
        "stacks": ["", ""],
        "discards": ["MMPP", ""],
        "played": [2, 2],
    }


@pytest.mark.parametrize("at", [1, 2])
def test_rv_5_3_paid_once_the_raven_lands_before_a_stone_further_on(at: int) -> None:
    for payment in ("fly F", "fly WW"):
        after = play(flyer("FFWWt", stone=[0, at]), payment).to_json()
        assert (after["ravens"], after["stone"]) == ([at - 1, -1], [0, at])


@pytest.mark.parametrize("payment", ["fly FF", "fly FWW"])
def test_rv_5_3_paid_twice_the_stone_goes_aside_and_the_raven_flies_on(payment: str) -> None:
    at = flyer("FFWWt", stone=[0, 1])
    assert legal(at, "fly") == ["fly F", "fly FF", "fly FWW", "fly WW"]
    after = play(at, payment).to_json()
    assert (after["ravens"], after["stone"]) == ([2, -1], None)


def test_rv_5_3_the_raven_before_the_stone_then_has_it_on_the_next_space() -> None:
    at = play(flyer("FFWWt", stone=[0, 2]), "fly F")
    assert legal(at, "fly") == []
    assert legal(flyer("FWWtt", ravens=[1, -1], stone=[0, 2]), "fly") == ["fly FWW"]


@pytest.mark.parametrize("stone", [[0, 3], [1, 0], [1, 1], [0, 6]])
def test_rv_5_4_a_stone_elsewhere_cannot_be_bought_off(stone: list[int]) -> None:
    at = flyer("FFWWt", stone=stone)
    assert legal(at, "fly") == ["fly F", "fly WW"]
    after = play(at, "fly F").to_json()
    assert (after["ravens"], after["stone"]) == ([2, -1], stone)


def test_rv_5_4_a_stone_behind_the_raven_cannot_be_bought_off() -> None:
    at = flyer("FFWWt", ravens=[1, -1], stone=[0, 0])
    assert legal(at, "fly") == ["fly F", "fly WW"]


def test_rv_5_4_no_odin_card_moves_a_raven_onto_the_stone() -> None:
    ahead = flyer("rrMPS", ravens=[1, 3], stone=[0, 2])
    assert legal(ahead, "r ") == ["r back"]
    behind = flyer("rrMPS", ravens=[1, 3], stone=[1, 2])
    assert legal(behind, "r ") == ["r forward"]
    beside = flyer("rrMPS", ravens=[1, 3], stone=[0, 4])
    assert legal(beside, "r ") == ["r back", "r forward"]
