"""Why a move is not legal: a reason with a key that every language has, and that is true."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from odintable.errors import IllegalMove, NotationError
from odintable.games import illegal_move_reason as shared_reasons
from odintable.games.illegal_move_reason import Reason, ReasonKind
from odintable.games.position import SPECTATOR, Position
from odintable.games.spec import GAMES
from odintable.i18n import LANGUAGES, PLACEHOLDER, catalogue
from tests.games import random_positions
from tests.games.illegal_claims import CLAIMS, RANDOM_TEXTS
from tests.games.rules.positions import play, position

POSITIONS, TRIES = 600, 8


def kinds(game: str) -> dict[str, ReasonKind]:
    """Every kind of reason that a game gives, by key."""
    found = [*vars(GAMES[game].modules.illegal).values(), *vars(shared_reasons).values()]
    pairs = [one for kind in found for one in (kind if isinstance(kind, tuple) else (kind,))]
    return {kind.key: kind for kind in pairs if isinstance(kind, ReasonKind)}


def reason(at: Position, text: str) -> Reason:
    """The reason that the error carries; its message names the move and says it in English."""
    with pytest.raises(IllegalMove) as error:
        at.read_move(text)
    found = error.value.reason
    assert found is not None
    assert str(error.value) == f"illegal: {text}: {found}"
    return found


# -- Examples: ODIN ----------------------------------------------------------------------------

FOLLOWING = {"phase": "follow", "owner": 2, "table": "G5"}
PAIR = {"phase": "follow", "owner": 2, "table": "O4 P4"}
TAKING = {"phase": "take", "owner": 0, "table": "O6 P6", "offered": "O4 P4"}


@pytest.mark.parametrize(
    ("changed", "move", "key", "arguments"),
    [
        ({}, "pass", "why.must-lead", {}),
        ({}, "take G5", "why.nothing-to-take", {}),
        ({}, "play R8", "why.not-in-hand", {"cards": "R8"}),
        ({}, "play R1 R8", "why.not-in-hand", {"cards": "R1 R8"}),
        ({}, "play X0", "why.no-such-card", {"cards": "X0"}),
        ({}, "play R4 R9", "why.lead-one", {}),
        ({}, "play G5 R4", "why.not-alike", {"cards": "G5 R4"}),
        (FOLLOWING, "play R4", "why.too-little", {"mine": 4, "value": 5}),
        (FOLLOWING, "take G5", "why.nothing-to-take", {}),
        (PAIR, "play R9", "why.too-many", {"count": 2, "more": 3}),
        (PAIR | {"table": "O9 P9"}, "play R4 R9", "why.too-little", {"mine": 94, "value": 99}),
        (TAKING, "take O6", "why.not-beaten", {"cards": "O6"}),
        (TAKING, "pass", "why.take-first", {}),
        (TAKING, "play R9", "why.take-first", {}),
        (TAKING, "play G5 R4", "why.take-first", {}),
    ],
)
def test_odin_gives_the_reason_against_a_move(
    changed: dict[str, Any], move: str, key: str, arguments: dict[str, Any]
) -> None:
    assert reason(position("odin", **changed), move) == Reason(key, arguments)


# -- Examples: Ravens --------------------------------------------------------------------------

# A stack on which forest, then mountain, then snow lies on top.
STACKED: dict[str, Any] = {"stacks": ["FMS", ""], "hands": ["FFMWt", "MPPSa"]}
ODIN_HAND = {"hands": ["arsst", "MPPSa"]}
PLACING = {"phase": "place", "placing": "FS", "to_place": 1, "closing": True}
LAYING = {"phase": "lay", "stacks": ["", ""], "lifted": "FMM"}
SOLD_OUT = {"options": {"buy-magic": True}, "magic": None, "magic_pile": "", "bought": [3, 3]}
STRICT = {"options": {"strict-joker": True}}
BARRED_RUN = {"path": "FM FS PF MW SP WF", "stone": [0, 1], "hands": ["FFMMt", ""]}


@pytest.mark.parametrize(
    ("changed", "move", "key", "arguments"),
    [
        ({}, "stack P", "why.not-in-hand", {"cards": "P"}),
        ({"played": [3, 0]}, "stack F", "why.three-hand", {}),
        ({}, "discard (F)", "why.stack-empty", {}),
        (STACKED, "discard (F)", "why.not-on-top", {"cards": "F", "top": "S"}),
        (STACKED | {"played": [0, 3]}, "discard (S)", "why.three-stack", {}),
        (STACKED | {"played": [0, 3]}, "discard (F)", "why.three-stack", {}),
        ({}, "magic F", "why.not-shown", {"cards": "F", "shown": "Mo"}),
        ({"magic": "FS"}, "magic t", "why.not-shown", {"cards": "t", "shown": "FS"}),
        (SOLD_OUT, "magic F", "ravens.way-gone", {}),
        ({}, "fly M", "why.cannot-pay", {"cards": "M", "terrain": "F"}),
        ({}, "fly MM", "why.too-few", {"cards": "M"}),
        ({}, "fly P", "why.not-in-hand", {"cards": "P"}),
        ({}, "fly (F)", "why.stack-empty", {}),
        ({"stacks": ["F", ""]}, "fly (FF)", "why.stack-small", {"count": 1}),
        (STACKED, "fly (FM)", "why.not-on-top", {"cards": "FM", "top": "SM"}),
        ({"played": [2, 0]}, "fly FF", "why.left-hand", {"count": 1}),
        (STACKED | {"played": [0, 1]}, "fly (SMF)", "why.left-stack", {"count": 2}),
        ({}, "fly FF", "why.pays-too-much", {}),
        ({"hands": ["FFFWt", ""]}, "fly FFF", "why.pays-too-much", {}),
        ({"stone": [0, 0]}, "fly F", "why.pay-twice", {"terrain": "F"}),
        (STRICT | {"hands": ["FMMWt", ""]}, "fly MM", "why.strict-joker", {"terrain": "F"}),
        (STRICT | BARRED_RUN, "fly FMM", "why.strict-joker", {"terrain": "F"}),
        (ODIN_HAND, "s stone 0:9", "why.off-path", {"count": 9}),
        (ODIN_HAND | {"ravens": [4, -1]}, "s stone 0:4", "why.raven-there", {"place": 4}),
        (ODIN_HAND | {"stone": [1, 6]}, "s stone 1:6", "why.stone-there", {"place": 6}),
        (ODIN_HAND | {"ravens": [-1, 4]}, "s swap 2 4", "why.raven-there", {"place": 4}),
        (ODIN_HAND | {"stone": [1, 6]}, "t turn 6", "why.stone-there", {"place": 6}),
        (ODIN_HAND | {"path": "FM"}, "t remove 0", "why.only-card", {}),
        (ODIN_HAND, "r back", "why.at-start", {}),
        (ODIN_HAND | {"ravens": [-1, 4], "stone": [1, 3]}, "r back", "why.stone-behind", {}),
        (ODIN_HAND | {"stone": [0, 0]}, "r forward", "why.stone-ahead", {}),
        (ODIN_HAND, "(r) back", "why.stack-empty", {}),
        (ODIN_HAND, "a arrange", "why.stack-needs-two", {}),
        ({"stacks": ["Fa", ""]}, "(a) arrange", "why.stack-needs-two", {}),
        ({}, "place FS", "why.not-drawn", {}),
        (PLACING, "place FM", "why.other-drawn", {}),
        (PLACING, "end", "why.place-first", {}),
        ({}, "lay M", "why.not-lifted", {}),
        (LAYING, "lay P", "why.not-among", {"cards": "P"}),
        (LAYING, "fly F", "why.lay-first", {}),
    ],
)
def test_ravens_gives_the_reason_against_a_move(
    changed: dict[str, Any], move: str, key: str, arguments: dict[str, Any]
) -> None:
    assert reason(position("ravens", **changed), move) == Reason(key, arguments)


ALL_LANDSCAPES = " ".join(
    one + two
    for one in "FMPSW"
    for two in "FMPSW"
    if one <= two
    for _ in range(2 if one == two else 3)
)


@pytest.mark.parametrize("move", ["extend", "a add"])
def test_ravens_says_when_no_landscape_card_is_left(move: str) -> None:
    at = position("ravens", path=ALL_LANDSCAPES, landscapes="", hands=["aFMPS", "FFFFF"])
    assert reason(at, move) == Reason("why.no-landscape", {})


# -- Both games --------------------------------------------------------------------------------


def test_a_game_that_is_over_says_so() -> None:
    at = position("odin", hands=["R1", "G1", "B1"], options={"hands": 1})
    play(at, "play R1")
    assert at.is_over
    assert reason(at, "pass") == Reason("over", {})
    race = position("ravens", ravens=[7, 3], hands=["MSSWt", "MPPSa"], options={"target": 1})
    play(race, "fly S")
    assert race.is_over
    assert reason(race, "end") == Reason("over", {})


@pytest.mark.parametrize(("game", "move"), [("odin", "play R8"), ("ravens", "stack P")])
def test_views_of_other_seats_give_no_reason_from_hidden_cards(game: str, move: str) -> None:
    for viewer in (1, SPECTATOR):
        assert reason(position(game).view(viewer), move) == Reason("why.not-yours", {"seat": 0})


@pytest.mark.parametrize(("game", "move"), [("odin", "pass"), ("ravens", "end")])
def test_before_the_deal_nothing_is_possible(game: str, move: str) -> None:
    at = Position.new(game, 2, 0, {})
    assert at.why_illegal(move) == Reason("why.not-now", {})


@pytest.mark.parametrize("text", ["", "pas", "play", "play R4 G5", "play R4  R9", "fly FF", "R4"])
def test_a_text_that_is_not_understood_gets_no_reason(text: str) -> None:
    with pytest.raises(NotationError):
        position("odin").read_move(text)


def test_the_message_is_one_line_in_english_that_names_the_move() -> None:
    with pytest.raises(IllegalMove) as error:
        position("ravens").read_move("fly M")
    assert str(error.value) == "illegal: fly M: The next space is F: M can’t pay for it."
    seen = position("odin").view(1)
    with pytest.raises(IllegalMove, match=r"illegal: pass: .*seat 0"):
        seen.read_move("pass")


def test_a_reason_takes_exactly_its_arguments() -> None:
    kind = ReasonKind("why.too-many", "count", "more")
    with pytest.raises(
        TypeError, match=r"why\.too-many takes \['count', 'more'\], not \['count'\]"
    ):
        kind(count=1)


# -- Texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_has_a_text_with_exactly_its_arguments(game: str, language: str) -> None:
    for key, kind in kinds(game).items():
        entry = catalogue(language)[key]
        texts = [entry] if isinstance(entry, str) else list(entry.values())
        named = {"name" if one == "seat" else one for one in kind.arguments}
        used = {one for text in texts for one in PLACEHOLDER.findall(text)}
        assert used <= named, key
        assert named - used <= {"count"}, key  # a singular may write the number as a word


# -- What a reason claims is true --------------------------------------------------------------

# Reasons that random positions seldom or never give; the examples have them.
SELDOM = {"why.only-card", "why.stone-behind", "why.no-landscape"}
ALWAYS = {"over", "why.not-now", "why.not-yours"}  # tested above: they are about no position
NEVER = {"why.impossible"}  # what a game says if it finds nothing better


def random_position(rng: Random, game: str) -> Position:
    if game == "ravens":
        return Position.from_json(
            random_positions.ravens_position(rng, random_positions.ravens_options(rng))
        )
    players = rng.randint(2, 6)
    options = random_positions.odin_options(rng, players)
    return Position.from_json(random_positions.odin_position(rng, players, options))


def illegal_moves(rng: Random, game: str, count: int) -> list[tuple[Position, str]]:
    """Moves that are understood and not legal, in random positions."""
    found = []
    for _ in range(count):
        at = random_position(rng, game)
        written = at.to_json()
        tried = {text for _ in range(TRIES) for text in RANDOM_TEXTS[game](rng, written)}
        found += [(at, text) for text in sorted(tried - set(at.legal()))]
    return found


@pytest.mark.bulk
@pytest.mark.parametrize("game", GAMES)
def test_reasons_against_a_move_hold_in_any_position(game: str) -> None:
    made: Counter[str] = Counter()
    for at, text in illegal_moves(Random(7), game, POSITIONS):
        found = reason(at, text)
        assert found == reason(at.view(at.turn), text), "a view of the seat at turn says the same"
        holds = CLAIMS[game][found.key]
        assert holds(at.to_json(), dict(found.arguments), text), f"{text}: {found}: {at!r}"
        made[found.key] += 1
    assert kinds(game).keys() - made.keys() - SELDOM == ALWAYS | NEVER & kinds(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_reason_would_be_noticed(game: str) -> None:
    """Every claim is false of most moves that another reason is given for."""
    moves = [
        (at.to_json(), text, reason(at, text)) for at, text in illegal_moves(Random(8), game, 60)
    ]
    arguments = {found.key: dict(found.arguments) for _, _, found in moves}
    for key, given in arguments.items():
        others = [(at, text) for at, text, found in moves if found.key != key]
        is_false = [not CLAIMS[game][key](at, given, text) for at, text in others]
        assert sum(is_false) > 0.7 * len(others), key
