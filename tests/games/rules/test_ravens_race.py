"""The box, preparing a race, and its end: docs/rules/ravens.md, sections 1, 2 and 9."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from odintable.games import compiled_calls
from odintable.games.json_reader import Json
from odintable.games.position import Position
from odintable.games.rng import generator
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from tests.games.rules.positions import (
    changes,
    legal,
    new,
    play,
    position,
    resolve_shuffles,
    shuffle,
)

PATH = "FM WS PF MW SP WF FS MP SW"
DRAWN = " ".join(reversed(PATH.split()))  # a pile is written with the next card last


def prepared(orders: str = f"… {DRAWN}", **options: Json) -> Position:
    """The first race, with the landscape cards in this order."""
    return new("ravens", orders, **options)


# -- 1 Parts -----------------------------------------------------------------------------------


def test_rv_1_1_there_are_five_terrains() -> None:
    _, landscapes = Position.new("ravens", 2, 0, {}).pile_to_shuffle()
    assert {terrain for card in landscapes for terrain in card} == set("FMPSW")


def test_rv_1_2_there_are_40_landscape_cards() -> None:
    _, landscapes = Position.new("ravens", 2, 0, {}).pile_to_shuffle()
    assert len(landscapes) == 40
    for card, count in Counter(landscapes).items():
        assert count == (2 if card[0] == card[1] else 3), card
    assert Counter("".join(landscapes)) == dict.fromkeys("FMPSW", 16)


@pytest.mark.parametrize("seat", ["0", "1"])
def test_rv_1_3_each_player_owns_25_flight_cards_and_8_odin_cards(seat: str) -> None:
    at = shuffle(shuffle(Position.new("ravens", 2, 0, {}), "…"), "…")
    if seat == "1":
        shuffle(at, "…")
    name, cards = at.pile_to_shuffle()
    assert (name, "".join(cards)) == (seat, "FFFFFMMMMMPPPPPSSSSSWWWWWarrssttt")


def test_rv_1_4_each_of_the_six_pictures_is_on_two_magic_way_cards() -> None:
    at = shuffle(Position.new("ravens", 2, 0, {}), "…")
    name, cards = at.pile_to_shuffle()
    assert (name, sorted(cards)) == ("magic", ["FS", "Fo", "MP", "Mo", "PW", "SW"])
    assert Counter("".join(cards)) == dict.fromkeys("FMPSWo", 2)


def test_rv_1_5_there_is_one_stone_and_each_player_has_one_raven() -> None:
    at = position("ravens", hands=["rssFM", "MPPSa"])
    assert play(at, "s stone 0:4", "s stone 1:6").to_json()["stone"] == [1, 6]
    assert len(at.to_json()["ravens"]) == 2


# -- 2 Preparing a race ------------------------------------------------------------------------


def test_rv_2_1_nine_cards_are_laid_in_a_row_as_they_come_up() -> None:
    at = prepared().to_json()
    assert at["path"] == PATH.split()
    assert len(at["landscapes"]) == 31


@pytest.mark.parametrize(
    ("first", "second", "laid"),
    [
        ("FM", "FP", "PF"),  # forests side by side in lane 0
        ("FM", "PM", "MP"),  # mountains in lane 1
        ("FM", "FM", "MF"),
        ("FM", "MF", "MF"),
        ("FM", "PF", "PF"),
    ],
)
def test_rv_2_1_a_card_that_puts_equal_terrains_side_by_side_is_turned(
    first: str, second: str, laid: str
) -> None:
    assert prepared(f"… {second} {first}").to_json()["path"][:2] == [first, laid]


@pytest.mark.parametrize(("first", "misfit"), [("FM", "FF"), ("FM", "MM"), ("FF", "FP")])
def test_rv_2_1_if_turning_does_not_help_it_goes_under_the_pile(first: str, misfit: str) -> None:
    at = prepared(f"… WS {misfit} {first}")
    assert at.to_json()["path"][:2] == [first, "WS"]
    assert misfit in at.view(0).to_json()["known"]["under"]


def test_rv_2_1_cards_under_the_pile_lie_there_the_last_lowest_and_are_known() -> None:
    at = prepared("… SW MP FS WF SP MW PF SS WS FF FM")
    assert at.to_json()["path"] == PATH.split()
    assert at.to_json()["landscapes"][:2] == ["SS", "FF"]
    assert len(at.to_json()["landscapes"]) == 31
    assert at.view(1).to_json()["known"]["under"] == ["SS", "FF"]
    for seed in range(3):
        assert at.view(1).sample_state(seed).to_json()["landscapes"][:2] == ["SS", "FF"]


def test_rv_2_1_each_card_comes_up_either_way_round_with_equal_chance() -> None:
    games = 60
    start = Position.new("ravens", 2, 0, {}).states
    states = np.repeat(start, games)
    compiled_calls.reset_all(states, start, np.array([generator(seed) for seed in range(games)]))
    assert is_even_handed([divmod(int(state.path[0]), 5) for state in states])


def test_rv_2_1_in_a_match_each_card_comes_up_either_way_round_too() -> None:
    games = [Match.new("ravens", shuffler=FairShuffler.numbered(seed)) for seed in range(60)]
    assert is_even_handed([tuple(game.position.to_json()["path"][0]) for game in games])


def is_even_handed(cards: Sequence[tuple[Json, Json]]) -> bool:
    """About half of the cards with two terrains are turned."""
    as_written = sum(one < two for one, two in cards)
    turned = sum(one > two for one, two in cards)
    return bool(0.3 < as_written / (as_written + turned) < 0.7)


def test_rv_2_2_each_raven_stands_before_the_first_card_and_flies_in_its_own_lane() -> None:
    assert prepared().to_json()["ravens"] == [-1, -1]
    assert legal(position("ravens", hands=["FMPSW", "FMPSW"]), "fly") == ["fly F"]
    assert legal(position("ravens", hands=["FMPSW", "FMPSW"], turn=1), "fly") == ["fly M"]
    at = position("ravens", hands=["FMPSW", "FMPSW"])
    assert changes(at, "fly F", "end", "fly M")["ravens"] == [0, 0]


def test_rv_2_2_the_other_landscape_cards_are_the_face_down_pile() -> None:
    at = prepared()
    pile = at.to_json()["landscapes"]
    laid = Counter("".join(sorted(card)) for card in at.to_json()["path"])
    assert Counter(pile) + laid == Counter(Position.new("ravens", 2, 0, {}).pile_to_shuffle()[1])
    assert at.view(0).to_json()["landscapes"] == 31


def test_rv_2_2_however_the_pile_lies_the_view_is_the_same() -> None:
    one, two = position("ravens", landscapes="FF …"), position("ravens", landscapes="… FF")
    assert one.view(0).states.tobytes() == two.view(0).states.tobytes()


def test_rv_2_2_cards_of_the_pile_have_no_way_round_yet() -> None:
    assert prepared(f"WP … {DRAWN}").to_json()["landscapes"][0] == "PW"


@pytest.mark.parametrize("card", ["FS", "Fo", "MP", "Mo", "PW", "SW"])
def test_rv_2_3_one_magic_way_card_is_turned_up_and_holds_for_the_whole_race(card: str) -> None:
    at = new("ravens", f"… {DRAWN}", f"… {card}")
    assert at.to_json()["magic"] == card
    play(at, "end", "end", "end")
    assert at.to_json()["magic"] == card


def test_rv_2_4_the_stone_lies_beside_the_path() -> None:
    assert prepared().to_json()["stone"] is None
    assert resolve_shuffles(play(nearly(stone=[1, 2]), "fly S")).to_json()["stone"] is None


def test_rv_2_5_each_player_takes_five_of_all_33_cards() -> None:
    at = new("ravens", f"… {DRAWN}", "…", "…tWMFF", "…aSPPM").to_json()
    assert at["hands"] == ["FFMWt", "MPPSa"]
    assert [len(pile) for pile in at["draws"]] == [28, 28]
    assert (at["stacks"], at["discards"], at["ways"]) == (["", ""], ["", ""], ["", ""])


def test_rv_2_6_who_starts_is_random_unless_the_table_chooses() -> None:
    games = [Match.new("ravens", shuffler=FairShuffler.numbered(seed)) for seed in range(40)]
    assert 12 <= sum(game.position.turn for game in games) <= 28
    assert Match.new("ravens", first=1, shuffler=FairShuffler.numbered(0)).position.turn == 1


@pytest.mark.parametrize("first", [0, 1])
def test_rv_2_6_the_chosen_seat_starts_and_turns_alternate(first: int) -> None:
    at = prepared(first=first)
    assert (at.turn, at.to_json()["first"], at.to_json()["turns"]) == (first, first, 0)
    assert play(at, "end").turn == 1 - first
    assert play(at, "end").turn == first
    assert at.to_json()["turns"] == 2


# -- 9 The end of a race, and of the game ------------------------------------------------------


def nearly(**changed: Json) -> Position:
    """Seat 0 is one space from the end of the path, and seat 1 in its middle."""
    given = {"ravens": [7, 4], "hands": ["SrstM", "MPPSa"]}
    return position("ravens", **(given | changed))


def scored(at: Position, move: str) -> list[int]:
    """The scores after a move that ends a race."""
    play(at, move)
    assert at.awaits_shuffle or at.is_over
    return [int(score) for score in resolve_shuffles(at).to_json()["scores"]]


def test_rv_9_1_a_race_ends_at_once_on_the_last_space() -> None:
    assert scored(nearly(), "fly S") == [4, 0]
    assert scored(nearly(), "r forward") == [4, 0]
    other = nearly(turn=1, ravens=[2, 7], hands=["SrstM", "WPPSr"])
    assert scored(other, "fly W") == [0, 6]
    assert not play(nearly(ravens=[6, 4]), "fly M").awaits_shuffle


def test_rv_9_1_going_back_ends_no_race() -> None:
    assert not play(nearly(), "r back").awaits_shuffle


@pytest.mark.parametrize(
    ("ravens", "turn", "scores"),
    [
        ([7, 4], 0, [3, 0]),  # the own raven
        ([7, 4], 1, [3, 0]),  # the opponent's
        ([4, 7], 0, [0, 3]),
        ([7, 7], 0, [0, 0]),  # both
    ],
)
def test_rv_9_1_a_removed_card_can_end_a_race(
    ravens: list[int], turn: int, scores: list[int]
) -> None:
    at = position("ravens", ravens=ravens, turn=turn, hands=["FFMWt", "FFMWt"])
    assert scored(at, "t remove 8") == scores
    assert resolve_shuffles(at).to_json()["race"] == 2


@pytest.mark.parametrize("turn", [0, 1])
def test_rv_9_1_if_both_stand_there_the_player_at_turn_was_first(turn: int) -> None:
    hands = ["FFMWt", "FFMWt"]
    at = position("ravens", ravens=[7, 7], turn=turn, hands=hands, first=0, scores=[3, 3])
    assert resolve_shuffles(play(at, "t remove 8")).to_json()["first"] == turn


def test_rv_9_1_the_winner_scores_the_spaces_the_other_raven_is_behind() -> None:
    assert scored(nearly(ravens=[7, 7]), "fly S") == [1, 0]
    assert scored(nearly(ravens=[7, 0]), "fly S") == [8, 0]


def test_rv_9_1_nine_points_against_a_raven_that_never_left() -> None:
    assert scored(nearly(ravens=[7, -1]), "fly S") == [9, 0]


def test_rv_9_1_a_shorter_path_brings_fewer_points() -> None:
    assert scored(nearly(path="FM WS PF", ravens=[1, -1], hands=["P", "M"]), "fly P") == [3, 0]


@pytest.mark.parametrize(
    ("ways", "scores"),
    [
        (["", ""], [4, 0]),
        (["M", ""], [7, 0]),
        (["M", "tM"], [4, 3]),
        (["Mt", "tM"], [4, 0]),
        (["MtM", "tM"], [7, 0]),
    ],
)
def test_rv_9_2_the_player_who_has_laid_more_on_the_magic_way_scores_3(
    ways: list[str], scores: list[int]
) -> None:
    assert scored(nearly(ways=ways, hands=["SrsFF", "FPPSa"]), "fly S") == scores


def test_rv_9_2_the_bonus_does_not_depend_on_who_wins_the_race() -> None:
    won_by_1 = {"turn": 1, "ravens": [2, 7], "hands": ["SrsFF", "WPPSr"]}
    assert scored(nearly(**won_by_1, ways=["M", ""]), "fly W") == [3, 6]
    assert scored(nearly(**won_by_1, ways=["", "M"]), "fly W") == [0, 9]


@pytest.mark.parametrize(
    ("before", "ways", "winner"),
    [
        ([7, 11], ["", ""], None),  # 11 to 11
        ([8, 0], ["", ""], 0),  # 12 points
        ([0, 12], ["", ""], 1),
        ([9, 11], ["", ""], 0),  # 13 to 11
        ([5, 11], ["", "MM"], 1),  # 9 to 14: the loser of the race wins the game
        ([8, 12], ["", ""], 0),  # 12 to 12: the winner of the last race
        ([8, 9], ["", "MM"], 0),  # 12 to 12 by the Magic Way
        ([7, 8], ["", "MM"], None),  # 11 to 11
        ([5, 4], ["M", ""], 0),  # 12 by the Magic Way
    ],
)
def test_rv_9_3_twelve_points_end_the_game_and_the_most_points_win(
    before: list[int], ways: list[str], winner: int | None
) -> None:
    at = play(nearly(scores=before, ways=ways, hands=["SrsFF", "FPPSa"]), "fly S")
    assert at.is_over == (winner is not None)
    assert at.to_json()["winner"] == winner
    if winner is not None:
        assert at.outcome() == [1.0 - winner, float(winner)]
        assert legal(at) == []


def test_rv_9_3_equal_points_go_to_the_winner_of_the_last_race_also_from_seat_1() -> None:
    at = nearly(turn=1, ravens=[4, 7], scores=[12, 8], hands=["SrstM", "WPPSr"])
    assert play(at, "fly W").to_json()["winner"] == 1


@pytest.mark.parametrize(
    ("before", "ravens", "turn", "first"),
    [
        ([0, 0], [7, 4], 0, 1),  # 4 to 0
        ([0, 9], [7, 4], 0, 0),  # 4 to 9
        ([0, 4], [7, 4], 0, 0),  # 4 to 4: the winner of the race
        ([0, 0], [4, 7], 1, 0),  # 0 to 4
        ([9, 0], [4, 7], 1, 1),  # 9 to 4
        ([4, 0], [4, 7], 1, 1),  # 4 to 4
    ],
)
def test_rv_9_4_the_player_with_fewer_points_starts_the_next_race(
    before: list[int], ravens: list[int], turn: int, first: int
) -> None:
    at = nearly(scores=before, ravens=ravens, turn=turn, hands=["SrstM", "WPPSr"])
    at = resolve_shuffles(play(at, "fly S" if turn == 0 else "fly W"))
    assert (at.to_json()["first"], at.turn) == (first, first)


def test_rv_9_4_the_new_race_is_prepared_from_all_cards() -> None:
    worn = {"stacks": ["FW", "t"], "discards": ["FF", "P"], "ways": ["M", "M"], "removed": "FF SS"}
    at = play(nearly(**worn, turns=17, played=[1, 1], stone=[0, 2], landscapes="…"), "fly S")
    assert (at.pile_to_shuffle()[0], len(at.pile_to_shuffle()[1])) == ("landscapes", 40)
    shuffle(at, f"… {DRAWN}")
    assert (at.pile_to_shuffle()[0], len(at.pile_to_shuffle()[1])) == ("magic", 6)
    shuffle(at, "… SW")
    assert (at.pile_to_shuffle()[0], len(at.pile_to_shuffle()[1])) == ("0", 33)
    shuffle(at, "…tWMFF")
    assert (at.pile_to_shuffle()[0], len(at.pile_to_shuffle()[1])) == ("1", 33)
    fresh = shuffle(at, "…aSPPM").to_json()
    first = new("ravens", f"… {DRAWN}", "… SW", "…tWMFF", "…aSPPM", first=1).to_json()
    assert fresh == first | {"race": 2, "scores": [4, 0]}


def test_rv_9_4_nothing_is_known_of_the_hands_of_a_new_race() -> None:
    at = position(
        "ravens", hands=["SM", "WPPSr"], draws=["", "…"], discards=["…", ""], ravens=[7, 4]
    )
    shuffle(play(at, "end"), "…S")
    assert at.view(1).to_json()["known"]["held"] == ["MS", ""]
    resolve_shuffles(play(at, "end", "fly S"))
    assert at.view(1).to_json()["known"]["held"] == ["", ""]


def test_rv_9_4_nothing_is_known_of_the_pile_of_a_new_race() -> None:
    at = play(nearly(options={"removed-under": True}), "t remove 0")
    assert at.view(1).to_json()["known"]["under"] == ["FM"]
    resolve_shuffles(shuffle(play(at, "fly S"), f"… {DRAWN}"))
    assert at.view(1).to_json()["known"]["under"] == []
