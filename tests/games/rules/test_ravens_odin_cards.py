"""What Odin cards do: docs/rules/ravens.md, section 7."""

import pytest

from odintable.games.json_reader import Json
from odintable.games.position import Position
from tests.games.rules.positions import changes, legal, play, position, shuffle

ROW = "MF PS WM FP SW"

with_free_cards = pytest.mark.parametrize(
    ("ravens", "stone", "free"),
    [
        ([-1, -1], None, "01234"),
        ([0, 3], None, "124"),
        ([0, 3], [0, 1], "24"),
        ([3, 3], [1, 4], "012"),
    ],
)


def player(hand: str, stack: str = "", **changed: Json) -> Position:
    """Seat 0 with this hand and stack on a path of five cards."""
    given = {"path": ROW, "hands": [hand, "MPPSa"], "stacks": [stack, ""]}
    return position("ravens", **(given | changed))


def spent(card: str, **others: Json) -> dict[str, Json]:
    """What else is different when the only hand card was an Odin card."""
    return {"hands": ["", "MPPSa"], "discards": [card, ""], "played": [1, 0]} | others


# -- Stone or swap -----------------------------------------------------------------------------


def test_rv_7_1_the_stone_may_be_put_onto_any_free_space() -> None:
    assert legal(player("s", ravens=[1, -1]), "s stone") == [
        *("s stone 0:0", "s stone 0:2", "s stone 0:3", "s stone 0:4"),
        *("s stone 1:0", "s stone 1:1", "s stone 1:2", "s stone 1:3", "s stone 1:4"),
    ]
    assert legal(player("s", ravens=[1, 3], stone=[1, 0]), "s stone") == [
        *("s stone 0:0", "s stone 0:2", "s stone 0:3", "s stone 0:4"),
        *("s stone 1:1", "s stone 1:2", "s stone 1:4"),
    ]


def test_rv_7_1_the_stone_is_put_there_from_wherever_it_is() -> None:
    assert changes(player("s"), "s stone 1:4") == spent("s", stone=[1, 4])
    assert changes(player("s", stone=[1, 4]), "s stone 0:2") == spent("s", stone=[0, 2])
    assert changes(player("s", stone=[1, 4]), "s stone 0:0") == spent("s", stone=[0, 0])


def test_rv_7_1_the_card_may_come_from_the_stack() -> None:
    assert changes(player("", "Fs"), "(s) stone 1:3") == {
        "stone": [1, 3],
        "stacks": ["F", ""],
        "discards": ["s", ""],
        "played": [0, 1],
    }


def test_rv_7_2_two_free_cards_change_places_without_being_turned() -> None:
    path = ["MF", "FP", "WM", "PS", "SW"]
    assert changes(player("s"), "s swap 1 3") == spent("s", path=path)
    assert changes(player("s"), "s swap 0 1")["path"] == ["PS", "MF", "WM", "FP", "SW"]
    from_stack = play(player("", "s"), "(s) swap 1 3").to_json()
    assert (from_stack["path"], from_stack["stacks"]) == (path, ["", ""])


@pytest.mark.parametrize(
    ("ravens", "stone", "pairs"),
    [
        ([-1, -1], None, "01 02 03 04 12 13 14 23 24 34"),
        ([1, -1], None, "02 03 04 23 24 34"),
        ([1, 3], None, "02 04 24"),
        ([1, 3], [0, 0], "24"),
        ([1, 3], [1, 4], "02"),
        ([-1, -1], [1, 2], "01 03 04 13 14 34"),
    ],
)
def test_rv_7_2_a_card_is_free_with_neither_raven_nor_stone_on_it(
    ravens: list[int], stone: list[int] | None, pairs: str
) -> None:
    swaps = legal(player("s", ravens=ravens, stone=stone), "s swap")
    assert swaps == [f"s swap {pair[0]} {pair[1]}" for pair in pairs.split()]


# -- Turn or remove ----------------------------------------------------------------------------


def test_rv_7_3_a_free_card_is_turned_and_its_spaces_change_lanes() -> None:
    path = ["MF", "SP", "WM", "FP", "SW"]
    assert changes(player("t"), "t turn 1") == spent("t", path=path)
    from_stack = play(player("", "t"), "(t) turn 1").to_json()
    assert (from_stack["path"], from_stack["played"]) == (path, [0, 1])


@with_free_cards
def test_rv_7_3_only_free_cards_are_turned(
    ravens: list[int], stone: list[int] | None, free: str
) -> None:
    turns = legal(player("t", ravens=ravens, stone=stone), "t turn")
    assert turns == [f"t turn {at}" for at in free]


def test_rv_7_4_a_removed_card_leaves_the_path_which_closes_up() -> None:
    path = ["MF", "WM", "FP", "SW"]
    assert changes(player("t"), "t remove 1") == spent("t", path=path, removed=["PS"])
    from_stack = play(player("", "t"), "(t) remove 1").to_json()
    assert (from_stack["path"], from_stack["played"]) == (path, [0, 1])


@pytest.mark.parametrize(
    ("at", "ravens", "stone"),
    [(0, [0, 2], [0, 4]), (2, [1, 2], [0, 4]), (4, [1, 3], [0, 4])],
)
def test_rv_7_4_ravens_and_stone_beyond_it_move_up(
    at: int, ravens: list[int], stone: list[int]
) -> None:
    table = player("t", path=f"{ROW} PW", ravens=[1, 3], stone=[0, 5])
    after = play(table, f"t remove {at}").to_json()
    assert (after["ravens"], after["stone"]) == (ravens, stone)


def test_rv_7_4_ravens_and_stone_before_it_stay() -> None:
    after = play(player("t", ravens=[0, 1], stone=[1, 2]), "t remove 3").to_json()
    assert (after["ravens"], after["stone"]) == ([0, 1], [1, 2])


@with_free_cards
def test_rv_7_4_only_free_cards_are_removed(
    ravens: list[int], stone: list[int] | None, free: str
) -> None:
    removes = legal(player("t", ravens=ravens, stone=stone), "t remove")
    assert removes == [f"t remove {at}" for at in free]


def test_rv_7_4_the_only_card_of_a_path_cannot_be_removed() -> None:
    assert legal(player("t", path="MF"), "t ") == ["t turn 0"]
    assert legal(player("t", path="MF PS"), "t remove") == ["t remove 0", "t remove 1"]


# -- Back or forward ---------------------------------------------------------------------------


def test_rv_7_5_the_opponents_raven_goes_back_exactly_one_space() -> None:
    assert changes(player("r", ravens=[1, 3]), "r back") == spent("r", ravens=[1, 2])
    assert changes(player("", "r", ravens=[1, 3]), "(r) back")["ravens"] == [1, 2]
    mine = player("F", turn=1, hands=["F", "r"], ravens=[1, 3])
    assert changes(mine, "r back")["ravens"] == [0, 3]


def test_rv_7_5_from_the_first_space_it_goes_back_to_the_start_and_from_there_it_cannot() -> None:
    at = player("rr", ravens=[1, 0])
    assert changes(at, "r back")["ravens"] == [1, -1]
    assert legal(at, "r ") == ["r forward"]
    assert legal(player("r", ravens=[1, 0], stone=[0, 0]), "r ") == ["r back", "r forward"]


def test_rv_7_5_a_stone_beside_the_path_is_not_in_the_way_to_the_start() -> None:
    assert legal(player("r", ravens=[-1, 0]), "r ") == ["r back", "r forward"]


def test_rv_7_6_the_own_raven_goes_forward_exactly_one_space() -> None:
    assert changes(player("r"), "r forward") == spent("r", ravens=[0, -1])
    at = player("", "r", path="MF MS MW FP SW", ravens=[0, -1])
    assert changes(at, "(r) forward")["ravens"] == [1, -1]


# -- Arrange or add ----------------------------------------------------------------------------


def test_rv_7_7_the_stack_is_put_into_any_order() -> None:
    at = player("a", "FMt")
    assert changes(at, "a arrange") == spent("a", phase="lay", lifted="FMt", stacks=["", ""])
    assert legal(at) == ["lay F", "lay M", "lay t"]
    assert changes(at, "lay t") == {"lifted": "FM", "stacks": ["t", ""]}
    assert changes(at, "lay F") == {"lifted": "", "stacks": ["tFM", ""], "phase": "play"}
    assert legal(at, "discard", "fly") == ["discard (M)", "fly (M)"]


def test_rv_7_7_cards_that_are_alike_are_laid_by_themselves() -> None:
    at = play(player("a", "FMFF"), "a arrange", "lay F")
    assert at.to_json()["lifted"] == "FFM"
    assert changes(at, "lay M") == {"lifted": "", "stacks": ["FMFF", ""], "phase": "play"}
    alike = player("a", "FF")
    assert changes(alike, "a arrange") == spent("a")
    assert not at.state.lifted.any()
    assert not alike.state.lifted.any()


@pytest.mark.parametrize(("stack", "may"), [("", False), ("F", False), ("FM", True), ("FF", True)])
def test_rv_7_7_it_needs_two_cards_in_the_stack(stack: str, may: bool) -> None:
    assert ("a arrange" in legal(player("a", stack))) == may
    assert ("(a) arrange" in legal(player("", f"{stack}a"))) == may


def test_rv_7_7_from_the_stack_the_card_itself_is_not_laid_again() -> None:
    at = player("", "MFa")
    assert changes(at, "(a) arrange") == {
        "phase": "lay",
        "lifted": "FM",
        "stacks": ["", ""],
        "discards": ["a", ""],
        "played": [0, 1],
    }


def test_rv_7_7_the_others_do_not_see_how_the_cards_are_laid() -> None:
    at = play(player("a", "FMtS"), "a arrange")
    for move in ("lay M", "lay t"):
        view = at.view(1).to_json()
        assert (view["phase"], view["lifted"], view["stacks"]) == ("play", "", [4, ""])
        assert at.view(0).to_json()["phase"] == "lay"
        assert at.modules.notation.public_move_text(move) == ""
        play(at, move)


def test_rv_7_8_two_landscape_cards_are_drawn_seen_and_placed_one_after_the_other() -> None:
    at = player("a", landscapes="… FS PW")
    pile = at.to_json()["landscapes"]
    assert changes(at, "a add") == spent(
        "a", phase="place", placing="PW", to_place=2, landscapes=pile[:-1]
    )
    assert at.view(1).to_json()["placing"] == "PW"
    assert legal(at) == ["place PW", "place WP"]
    play(at, "place WP")
    after = at.to_json()
    assert (after["placing"], after["to_place"], after["phase"]) == ("FS", 1, "place")
    assert legal(at) == ["place FS", "place SF"]
    assert changes(at, "place FS") == {
        "path": [*ROW.split(), "WP", "FS"],
        "placing": None,
        "to_place": 0,
        "phase": "play",
    }
    assert at.turn == 0


def test_rv_7_8_with_one_landscape_card_left_one_is_added() -> None:
    at = position("ravens", path="…", landscapes="FS", hands=["a", "MPPSa"])
    assert changes(at, "a add")["to_place"] == 1
    assert play(at, "place FS").to_json()["phase"] == "play"


def test_rv_7_8_the_second_card_may_come_from_the_shuffled_removed_cards() -> None:
    at = player("a", landscapes="FS", removed="…")
    assert play(at, "a add").to_json()["to_place"] == 2
    play(at, "place FS")
    assert (at.awaits_shuffle, at.pile_to_shuffle()[0], len(at.pile_to_shuffle()[1])) == (
        True,
        "landscapes",
        34,
    )
    shuffle(at, "… PW")
    assert (at.to_json()["placing"], at.to_json()["to_place"]) == ("PW", 1)


def test_rv_7_8_the_card_may_come_from_the_stack() -> None:
    after = play(player("", "Fa"), "(a) add").to_json()
    assert (after["stacks"], after["discards"], after["to_place"]) == (["F", ""], ["a", ""], 2)


def test_rv_7_9_removed_landscape_cards_lie_on_a_discard_pile_of_their_own() -> None:
    at = player("ttt", removed="FF")
    play(at, "t remove 4", "t remove 0")
    assert at.to_json()["removed"] == ["FF", "SW", "FM"]
    assert at.view(1).to_json()["removed"] == ["FF", "SW", "FM"]


# -- What cannot be done, and what changes nothing ---------------------------------------------


def test_rv_7_10_an_action_that_cannot_be_done_cannot_be_chosen() -> None:
    blocked = player("r", stone=[0, 0])
    assert legal(blocked, "r ") == []
    alone = player("ast", path="MF", ravens=[-1, -1], stone=[0, 0], landscapes="", removed="…")
    assert legal(alone, "a ", "t ") == ["a add"]
    assert legal(alone, "s ") == ["s stone 1:0"]
    nothing = position("ravens", path="…", landscapes="", hands=["a", "MPPSa"])
    assert legal(nothing, "a ") == []


def test_rv_7_10_the_card_can_still_be_discarded() -> None:
    assert legal(player("r", stone=[0, 0], magic="FS")) == ["discard r", "end", "extend", "stack r"]


def test_rv_7_10_an_action_that_changes_nothing_can_be_chosen() -> None:
    assert changes(player("t", path="MM PS WM"), "t turn 0") == spent("t")
    assert changes(player("s", path="MF PS MF"), "s swap 0 2") == spent("s")
