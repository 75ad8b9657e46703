"""Moves and events in sentences."""

from typing import Any

import pytest

from odintable.games.position import Position
from odintable.terminal.games.interface import default_names
from odintable.terminal.text import sentences
from odintable.terminal.text.player_names import PlayerNames
from tests.games.rules.positions import play, position, resolve_shuffles


def names(at: Position) -> PlayerNames:
    """The default names of a game's seats."""
    return PlayerNames(default_names(at.name, at.players))


def sentence_about(game: str, move: str, **changed: Any) -> str:
    """The sentence about a move."""
    before = position(game, **changed)
    after = resolve_shuffles(play(before.copy(), move))
    return sentences.move_sentence(before, after, move, names(before))


HAND = {"hands": ["arstF", "MPPSa"]}


@pytest.mark.parametrize(
    ("move", "changed", "sentence"),
    [
        ("fly F", {}, "Huginn flies to 1 with forest."),
        (
            "fly FF",
            {"stone": [0, 0]},
            "Huginn removes the stone and flies to 1 with 2 × forest.",
        ),
        ("fly F", {"stone": [1, 3]}, "Huginn flies to 1 with forest."),
        (
            "fly WW",
            {"ravens": [7, 2], "hands": ["WWFFt", "MPPSa"]},
            "Huginn flies to the end of the path with 2 × water.",
        ),
        ("stack F", {}, "Huginn puts forest on the stack."),
        ("magic M", {}, "Huginn lays mountain on the Magic Way."),
        ("discard t", {}, "Huginn discards Odin’s “turn or remove”."),
        ("discard (S)", {"stacks": ["S", ""]}, "Huginn discards snow from the stack."),
        ("s stone 1:6", HAND, "Huginn places the stone on space 7, lower lane."),
        ("s swap 2 5", HAND, "Huginn swaps cards 3 and 6."),
        ("t turn 4", HAND, "Huginn turns card 5."),
        ("t remove 4", HAND, "Huginn removes card 5."),
        ("r back", HAND | {"ravens": [0, 3]}, "Huginn sends the other raven back."),
        ("r forward", HAND, "Huginn moves one space forward."),
        ("a arrange", HAND | {"stacks": ["FM", ""]}, "Huginn picks up the stack to arrange it."),
        ("a add", HAND, "Huginn draws landscapes to add to the path."),
        ("lay M", {"phase": "lay", "lifted": "FMM"}, "Huginn lays mountain back on the stack."),
        ("extend", {}, "Huginn ends the turn and lengthens the path."),
        ("end", {}, "Huginn ends the turn."),
        (
            "place SF",
            {"phase": "place", "placing": "FS", "to_place": 1},
            "Huginn adds snow over forest to the path.",
        ),
    ],
)
def test_a_move_of_ravens_becomes_a_sentence(
    move: str, changed: dict[str, Any], sentence: str
) -> None:
    assert sentence_about("ravens", move, **changed) == sentence


def test_a_flight_to_the_end_is_called_so_before_the_next_race_is_dealt() -> None:
    before = position("ravens", ravens=[7, 2], hands=["WWFFt", "MPPSa"])
    after = play(before.copy(), "fly WW")
    assert after.awaits_shuffle
    said = sentences.move_sentence(before, after, "fly WW", names(before))
    assert said == "Huginn flies to the end of the path with 2 × water."


def test_a_hidden_card_is_called_a_card() -> None:
    before = position("ravens")
    said = sentences.move_sentence(before, before, "stack ?", names(before))
    assert said == "Huginn puts a card on the stack."


FOLLOWING = {"phase": "follow", "owner": 2, "table": "G5"}


@pytest.mark.parametrize(
    ("move", "changed", "sentence"),
    [
        ("play R4", {}, "Astrid leads R4."),
        ("play R9", FOLLOWING, "Astrid plays R9 and takes G5."),
        ("play R4 R9", FOLLOWING, "Astrid plays R4 R9 (worth 94) and takes G5."),
        ("play R4 R9", FOLLOWING | {"table": "O4 P4"}, "Astrid plays R4 R9 (worth 94)."),
        ("play R9", FOLLOWING | {"hands": ["R9", "B1", "B2"]}, "Astrid plays R9."),
        ("pass", FOLLOWING, "Astrid passes."),
        (
            "take O4",
            {"phase": "take", "owner": 0, "table": "O6 P6", "offered": "O4 P4"},
            "Astrid takes O4.",
        ),
    ],
)
def test_a_move_of_odin_becomes_a_sentence(
    move: str, changed: dict[str, Any], sentence: str
) -> None:
    assert sentence_about("odin", move, **changed) == sentence


@pytest.mark.parametrize(
    ("game", "event", "sentence"),
    [
        ("ravens", {"event": "shuffled", "seat": 1}, "Muninn shuffles the discards."),
        (
            "ravens",
            {"event": "shuffled", "seat": "landscapes"},
            "The landscapes left behind are shuffled into a new pile.",
        ),
        ("ravens", {"event": "drew", "seat": 0, "count": 1}, "Huginn draws 1 card."),
        (
            "ravens",
            {"event": "race-over", "winner": 0, "distance": 4, "way": 1, "scores": [4, 3]},
            (
                "Huginn wins the race by 4 spaces. Muninn has more on the Magic Way: 3 points. "
                "Huginn 4, Muninn 3"
            ),
        ),
        (
            "ravens",
            {"event": "race-over", "winner": None, "distance": 0, "way": None, "scores": [0, 3]},
            "The race ends without a winner. Huginn 0, Muninn 3",
        ),
        ("ravens", {"event": "game-over", "winners": [1]}, "The game is over. Muninn wins."),
        (
            "odin",
            {"event": "round-over", "leader": 2},
            "The round is over. Dagny leads the next one.",
        ),
        (
            "odin",
            {"event": "hand-over", "left": [0, 3, 2], "scores": [0, 3, 2]},
            "Astrid has no cards left. The hand is over. Astrid 0, Bjorn 3, Dagny 2",
        ),
        (
            "odin",
            {"event": "game-over", "winners": [0, 2]},
            "The game is over. Astrid and Dagny share the win.",
        ),
    ],
)
def test_an_event_becomes_a_sentence(game: str, event: dict[str, Any], sentence: str) -> None:
    at = position(game)
    assert sentences.event_sentences(at, [event], names(at)) == [sentence]


def test_the_result_names_the_winner_and_the_points() -> None:
    at = play(position("odin", hands=["R1", "G1", "B1 B2"], options={"hands": 1}), "play R1")
    assert sentences.result_sentence(at, names(at)) == "Astrid wins: Astrid 0, Bjorn 1, Dagny 2"
