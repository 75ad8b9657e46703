"""Why a move is not legal: one short line that names the move and holds."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from odintable.errors import IllegalMove
from odintable.games.odin import notation as odin_notation
from odintable.games.position import SPECTATOR, Position
from odintable.games.ravens import notation as ravens_notation
from tests.games import random_positions
from tests.games.rules.positions import play, position

POSITIONS, TRIES = 600, 8

# The rest of a position with a stack on which forest, then mountain, then snow lies on top.
STACKED: dict[str, Any] = {"stacks": ["FMS", ""], "hands": ["FFMWt", "MPPSa"]}


def reason(at: Position, text: str) -> str:
    """What the error says, after `illegal: `."""
    with pytest.raises(IllegalMove) as error:
        at.read_move(text)
    said = str(error.value)
    assert said.startswith("illegal: ")
    return said.removeprefix("illegal: ")


# -- Examples: ODIN ----------------------------------------------------------------------------

FOLLOWING = {"phase": "follow", "owner": 2, "table": "G5"}
PAIR = {"phase": "follow", "owner": 2, "table": "O4 P4"}
TAKING = {"phase": "take", "owner": 0, "table": "O6 P6", "offered": "O4 P4"}


@pytest.mark.parametrize(
    ("changed", "move", "said"),
    [
        ({}, "pass", "pass: leading is not optional"),
        ({}, "take G5", "take G5: there is no beaten set to take a card from"),
        ({}, "play R8", "R8 is not in your hand"),
        ({}, "play R1 R8", "R1 and R8 are not in your hand"),
        ({}, "play X0", "X0 is not in this game"),
        (
            {},
            "play R4 R9",
            "play R4 R9: you lead with one card, or with your whole hand, not with 2 cards",
        ),
        (FOLLOWING, "play R4", "R4 does not beat G5"),
        (FOLLOWING, "take G5", "take G5: there is no beaten set to take a card from"),
        (PAIR, "play R9", "play R9: you must play 2 or 3 cards, not 1"),
        (PAIR | {"table": "O9 P9"}, "play R4 R9", "R4 R9 (94) does not beat O9 P9 (99)"),
        (TAKING, "take O6", "O6 is not in the beaten set: O4 P4"),
        (TAKING, "pass", "pass: you must first take a card of the beaten set: O4, P4"),
        (TAKING, "play R9", "play R9: you must first take a card of the beaten set: O4, P4"),
    ],
)
def test_odin_says_what_speaks_against_a_move(
    changed: dict[str, Any], move: str, said: str
) -> None:
    assert reason(position("odin", **changed), move) == said


# -- Examples: Ravens --------------------------------------------------------------------------

ODIN_HAND = {"hands": ["arsst", "MPPSa"]}
PLACING = {"phase": "place", "placing": "FS", "to_place": 1, "closing": True}
LAYING = {"phase": "lay", "stacks": ["", ""], "lifted": "FMM"}


@pytest.mark.parametrize(
    ("changed", "move", "said"),
    [
        ({}, "stack P", "P is not in your hand"),
        ({"played": [3, 0]}, "stack F", "stack F: three cards have been played from the hand"),
        ({}, "discard (F)", "discard (F): your stack is empty"),
        (STACKED, "discard (F)", "F is not on top of your stack: S is"),
        (
            STACKED | {"played": [0, 3]},
            "discard (S)",
            "discard (S): three cards have been played from the stack",
        ),
        ({}, "magic F", "F is not shown on the Magic Way card Mo"),
        ({"magic": "FS"}, "magic t", "magic t: Odin is not shown on the Magic Way card FS"),
        (
            {"options": {"buy-magic": True}, "magic": None, "magic_pile": "", "bought": [3, 3]},
            "magic F",
            "magic F: there is no Magic Way card left",
        ),
        ({}, "fly M", "the next space is forest: M does not pay for it"),
        ({}, "fly MM", "MM: your hand has only one M"),
        ({}, "fly P", "P is not in your hand"),
        ({}, "fly (F)", "fly (F): your stack has no cards"),
        ({"stacks": ["F", ""]}, "fly (FF)", "fly (FF): your stack has only one card"),
        (STACKED, "fly (FM)", "(FM) is not the top of your stack: (SM) is"),
        (
            {"played": [2, 0]},
            "fly FF",
            "fly FF: only one more may be played from the hand this turn",
        ),
        ({}, "fly FF", "fly FF: that pays for forest twice, and no stone bars the way"),
        (
            {"hands": ["FFFWt", ""]},
            "fly FFF",
            "fly FFF: that pays three times, which is never asked",
        ),
        (
            {"stone": [0, 0]},
            "fly F",
            "fly F: the stone bars the next space, so forest must be paid twice",
        ),
        (
            {"options": {"strict-joker": True}, "hands": ["FMMWt", ""]},
            "fly MM",
            "fly MM: strict-joker allows no joker that leaves you a forest card",
        ),
        (
            {
                "options": {"strict-joker": True},
                "path": "FM FS PF MW SP WF",
                "stone": [0, 1],
                "hands": ["FFMMt", ""],
            },
            "fly FMM",
            "fly FMM: strict-joker allows no joker that leaves you a forest card",
        ),
        (ODIN_HAND, "s stone 0:9", "there is no card 9 in the path: the last one is card 8"),
        (ODIN_HAND | {"ravens": [4, -1]}, "s stone 0:4", "0:4 is not free: a raven is on it"),
        (ODIN_HAND | {"stone": [1, 6]}, "s stone 1:6", "1:6 is not free: the stone is on it"),
        (ODIN_HAND | {"ravens": [-1, 4]}, "s swap 2 4", "card 4 is not free: a raven is on it"),
        (ODIN_HAND | {"stone": [1, 6]}, "t turn 6", "card 6 is not free: the stone is on it"),
        (
            ODIN_HAND | {"path": "FM"},
            "t remove 0",
            "t remove 0: the only card of the path cannot be removed",
        ),
        (ODIN_HAND, "r back", "r back: the other raven is at the start"),
        (
            ODIN_HAND | {"ravens": [-1, 4], "stone": [1, 3]},
            "r back",
            "r back: the stone bars the space behind the other raven",
        ),
        (ODIN_HAND | {"stone": [0, 0]}, "r forward", "r forward: the stone bars the next space"),
        (ODIN_HAND, "(r) back", "(r) back: your stack is empty"),
        (ODIN_HAND, "a arrange", "a arrange: your stack needs two cards to be arranged"),
        (
            {"stacks": ["Fa", ""]},
            "(a) arrange",
            "(a) arrange: your stack needs two cards more to be arranged",
        ),
        ({}, "place FS", "place FS: no landscape card has been drawn"),
        (PLACING, "place FM", "FM is not the landscape card to place: that is FS"),
        (PLACING, "end", "end: you must first place the landscape card FS"),
        ({}, "lay M", "lay M: your stack has not been lifted"),
        (LAYING, "lay P", "P is not among the lifted cards FMM"),
        (LAYING, "fly F", "fly F: you must first lay the lifted cards FMM"),
    ],
)
def test_ravens_says_what_speaks_against_a_move(
    changed: dict[str, Any], move: str, said: str
) -> None:
    assert reason(position("ravens", **changed), move) == said


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
    assert reason(at, move) == f"{move}: there is no landscape card left"


def test_a_game_that_is_over_says_so() -> None:
    at = position("odin", hands=["R1", "G1", "B1"], options={"hands": 1})
    play(at, "play R1")
    assert at.is_over
    assert at.game.illegal.why_not(at.state, "pass") == "pass: the game is over"
    race = position("ravens", ravens=[7, 3], hands=["MSSWt", "MPPSa"], options={"target": 1})
    play(race, "fly S")
    assert race.is_over
    assert race.game.illegal.why_not(race.state, "end") == "end: the game is over"


@pytest.mark.parametrize(("game", "move"), [("odin", "play R8"), ("ravens", "stack P")])
def test_views_of_others_do_not_pretend_to_know(game: str, move: str) -> None:
    for viewer in (1, SPECTATOR):
        seen = position(game).view(viewer)
        said = seen.game.illegal.why_not(seen.state, move)
        assert said == f"{move}: only seat 0, whose turn it is, can tell"


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_before_the_deal_nothing_is_possible(game: str) -> None:
    at = Position.new(game, 2, 0, {})
    text = "pass" if game == "odin" else "end"
    said = at.game.illegal.why_not(at.state, text)
    assert said.startswith(f"{text}: ")
    assert said.endswith(" first")


# -- What is said holds: ODIN ------------------------------------------------------------------

Json = dict[str, Any]
Claim = Callable[[Json, list[str], str], bool]


def cards_of(text: str) -> list[str]:
    return text.split()[1:]


def value(cards: list[str]) -> int:
    return int("".join(sorted((card[1] for card in cards), reverse=True)))


ODIN_CLAIMS: dict[str, Claim] = {
    r"pass: leading is not optional": lambda at, _, __: at["phase"] == "lead",
    r"take \w\d: there is no beaten set to take a card from": lambda at, _, __: not at["offered"],
    r"(\w\d) is not in the beaten set: ([\w ]+)": lambda at, words, _: (
        words[0] not in at["offered"] and words[1].split() == at["offered"]
    ),
    r"[\w ]+: you must first take a card of the beaten set: ([\w, ]+)": lambda at, words, _: (
        at["phase"] == "take" and words[0].split(", ") == at["offered"]
    ),
    r"([\w ]+) (?:is|are) not in this game": lambda at, words, _: (
        not any(
            card in str([at[place] for place in ("stock", "table", "discard", "offered", "hands")])
            for card in words[0].split(" and ")
        )
    ),
    r"([\w ]+) (?:is|are) not in your hand": lambda at, words, _: (
        not any(card in at["hands"][at["turn"]] for card in words[0].split(" and "))
    ),
    r"play [\w ]+: you lead with one card, .* not with (\d) cards": lambda at, words, text: (
        at["phase"] == "lead"
        and len(cards_of(text)) == int(words[0]) > 1
        and cards_of(text) != at["hands"][at["turn"]]
    ),
    r"play [\w ]+: you must play (\d) or (\d) cards, not (\d)": lambda at, words, text: (
        int(words[0]) == len(at["table"]) == int(words[1]) - 1
        and len(cards_of(text)) == int(words[2])
        and int(words[2]) not in (int(words[0]), int(words[1]))
    ),
    r"[\w ()]+ does not beat [\w ()]+": lambda at, _, text: (
        len(cards_of(text)) == len(at["table"]) and value(cards_of(text)) <= value(at["table"])
    ),
}


# -- What is said holds: Ravens ----------------------------------------------------------------

NUMBERS = ("no", "one", "two", "three")
TERRAIN = {"forest": "F", "mountain": "M", "plains": "P", "snow": "S", "water": "W"}


def hand(at: Json) -> str:
    return str(at["hands"][at["turn"]])


def top(at: Json) -> str:
    """The stack, top first."""
    return str(at["stacks"][at["turn"]])[::-1]


def lane(at: Json) -> str:
    """The terrains ahead of the raven of the player at turn."""
    start = at["ravens"][at["turn"]] + 1
    return "".join(card[at["turn"]] for card in at["path"][start:])


def paid(text: str) -> str:
    return re.sub(r"[^FMPSW]", "", text.split()[1])


def is_run_barred(at: Json) -> bool:
    ahead = lane(at)
    run = len(ahead) - len(ahead.lstrip(ahead[0]))
    start = at["ravens"][at["turn"]] + 1
    return at["stone"] in [[at["turn"], start + step] for step in range(run)]


def leaves_a_match(at: Json, text: str) -> bool:
    """After the payment, a card of the terrain ahead is in the hand or on top of the stack."""
    from_hand, _, from_stack = text.split()[1].partition("(")
    left = Counter(hand(at)) - Counter(from_hand)
    under = top(at)[len(from_stack.rstrip(")")) :]
    return lane(at)[0] in left or under.startswith(lane(at)[0])


def is_odd(at: Json, text: str) -> bool:
    """A card is left over that matches nothing."""
    counts = Counter(paid(text))
    return any(many % 2 for card, many in counts.items() if card != lane(at)[0])


def has_gap(at: Json) -> bool:
    return bool(at["landscapes"] or at["removed"] or min(at["ravens"]) > 2)


RAVENS_CLAIMS: dict[str, Claim] = {
    r".*: you must first place the landscape card (\w\w)": lambda at, words, _: (
        at["placing"] == words[0]
    ),
    r".*: you must first lay the lifted cards (\w+)": lambda at, words, _: at["lifted"] == words[0],
    r"(\w) is not in your hand": lambda at, words, _: words[0] not in hand(at),
    r"(\w+): your hand has only (\w+) \w": lambda at, words, _: (
        hand(at).count(words[0][0]) == NUMBERS.index(words[1]) < len(words[0])
    ),
    r".*: your stack is empty": lambda at, _, __: not top(at),
    r".*: your stack has no cards": lambda at, _, __: not top(at),
    r".*: your stack has only (\w+) cards?": lambda at, words, text: (
        len(top(at)) == NUMBERS.index(words[0]) < len(text.partition("(")[2]) - 1
    ),
    r"(\w) is not on top of your stack: (\w) is": lambda at, words, _: (
        top(at)[0] == words[1] != words[0]
    ),
    r"\((\w+)\) is not the top of your stack: \((\w+)\) is": lambda at, words, _: (
        top(at).startswith(words[1]) and words[0] != words[1]
    ),
    r".*: three cards have been played from the (\w+)": lambda at, words, _: (
        at["played"][words[0] == "stack"] == 3
    ),
    r".*: only (\w+) more may be played from the (\w+) this turn": lambda at, words, _: (
        3 - at["played"][words[1] == "stack"] == NUMBERS.index(words[0]) > 0
    ),
    r".*: there is no Magic Way card left": lambda at, _, __: at["magic"] is None,
    r".*: Odin is not shown on the Magic Way card (\w+)": lambda at, words, text: (
        words[0] == at["magic"] and "o" not in words[0] and text.strip(")")[-1] in "arst"
    ),
    r"(\w) is not shown on the Magic Way card (\w+)": lambda at, words, _: (
        words[1] == at["magic"] and words[0] not in words[1]
    ),
    r"the next space is (\w+): \w+ does not pay for it": lambda at, words, text: (
        lane(at)[0] == TERRAIN[words[0]] and is_odd(at, text)
    ),
    r".*: that pays (?:three|four|five|six) times, which is never asked": lambda at, _, text: (
        len(paid(text)) + paid(text).count(lane(at)[0]) > 4
    ),
    r".*: the stone bars the next space, so (\w+) must be paid twice": lambda at, words, text: (
        at["stone"] == [at["turn"], at["ravens"][at["turn"]] + 1]
        and lane(at)[0] == TERRAIN[words[0]]
        and len(paid(text)) + paid(text).count(lane(at)[0]) == 2
    ),
    r".*: that pays for (\w+) twice, and no stone bars the way": lambda at, words, text: (
        not is_run_barred(at)
        and lane(at)[0] == TERRAIN[words[0]]
        and len(paid(text)) + paid(text).count(lane(at)[0]) == 4
    ),
    r".*: strict-joker allows no joker that leaves you a (\w+) card": lambda at, words, text: (
        at["options"].get("strict-joker") is True
        and lane(at)[0] == TERRAIN[words[0]]
        and leaves_a_match(at, text)
        and set(paid(text)) != {lane(at)[0]}
    ),
    r"there is no card (\d+) in the path: the last one is card (\d+)": lambda at, words, _: (
        len(at["path"]) - 1 == int(words[1]) < int(words[0])
    ),
    r"(\d):(\d+) is not free: a raven is on it": lambda at, words, _: (
        at["ravens"][int(words[0])] == int(words[1])
    ),
    r"(\d):(\d+) is not free: the stone is on it": lambda at, words, _: (
        at["stone"] == [int(words[0]), int(words[1])]
    ),
    r"card (\d+) is not free: a raven is on it": lambda at, words, _: int(words[0]) in at["ravens"],
    r"card (\d+) is not free: the stone is on it": lambda at, words, _: (
        at["stone"][1] == int(words[0])
    ),
    r".*: the only card of the path cannot be removed": lambda at, _, __: len(at["path"]) == 1,
    r".*: the other raven is at the start": lambda at, _, __: at["ravens"][1 - at["turn"]] == -1,
    r".*: the stone bars the space behind the other raven": lambda at, _, __: (
        at["stone"] == [1 - at["turn"], at["ravens"][1 - at["turn"]] - 1]
    ),
    r".* forward: the stone bars the next space": lambda at, _, __: (
        at["stone"] == [at["turn"], at["ravens"][at["turn"]] + 1]
    ),
    r"a arrange: your stack needs two cards to be arranged": lambda at, _, __: len(top(at)) < 2,
    r"\(a\) arrange: your stack needs two cards more to be arranged": lambda at, _, __: (
        len(top(at)) < 3
    ),
    r"(?:extend|\(?a\)? add): there is no landscape card left": lambda at, _, __: not has_gap(at),
    r"place \w\w: no landscape card has been drawn": lambda at, _, __: at["phase"] != "place",
    r"(\w\w) is not the landscape card to place: that is (\w\w)": lambda at, words, _: (
        at["placing"] == words[1] != "".join(sorted(words[0]))
    ),
    r"lay \w: your stack has not been lifted": lambda at, _, __: at["phase"] != "lay",
    r"(\w) is not among the lifted cards (\w+)": lambda at, words, _: (
        at["lifted"] == words[1] and words[0] not in words[1]
    ),
}


def claim_of(said: str, claims: dict[str, Claim]) -> tuple[str, list[str]]:
    """The one claim that the line makes, and the words it makes it with."""
    for pattern in claims:
        if found := re.fullmatch(pattern, said):
            return pattern, list(found.groups())
    raise AssertionError(f"an unknown claim: {said}")


# -- Random positions, random moves ------------------------------------------------------------


def ravens_texts(rng: Random, at: Json) -> list[str]:
    """A few well-formed moves of each kind, rather with cards that are there."""
    letters = "FMPSWarst"
    some = rng.choice([letters, hand(at) or letters, top(at)[:1] or letters])
    card = rng.choice(some)
    terrains = "".join(letter for letter in some if letter in "FMPSW") or "FMPSW"
    from_hand = "".join(sorted(rng.choices(terrains, k=rng.randint(0, 3))))
    from_stack = rng.choice([top(at)[: rng.randint(1, 3)], "".join(rng.choices("FMPSW", k=2))])
    in_brackets = f"({from_stack})" if from_stack and set(from_stack) <= set("FMPSW") else ""
    action = rng.choice(list(ravens_notation.TARGETS))
    letter = ravens_notation.TARGETS[action][0]
    near = f"{rng.randrange(2)}:{rng.randint(0, len(at['path']))}"
    index = rng.randint(0, min(39, len(at["path"])))
    odin = rng.choice([letter, f"({letter})"])
    payment = rng.choice([from_hand + in_brackets, from_hand, in_brackets]) or "F"
    return [
        f"{rng.choice(['stack', 'lay', 'magic', 'discard'])} {card}",
        f"{rng.choice(['magic', 'discard'])} ({card})",
        f"fly {payment}",
        f"fly {rng.choice(terrains) * 2}",
        f"{odin} {action}",
        rng.choice(["s", "(s)"]) + f" stone {near.replace(':40', ':39')}",
        rng.choice(["t", "(t)"]) + f" {rng.choice(['turn', 'remove'])} {index}",
        rng.choice(["r back", "(r) back", "r forward", "(r) forward"]),
        rng.choice(["a add", "(a) add", "a arrange", "(a) arrange"]),
        rng.choice(["extend", "end", f"place {rng.choice('FMPSW')}{rng.choice('FMPSW')}"]),
    ]


def odin_texts(rng: Random, at: Json) -> list[str]:
    """Any moves, and some with cards of the hand at turn."""
    own = at["hands"][at["turn"]]
    card = rng.choice(own)
    by = rng.randrange(2)
    alike = [other for other in own if other[by] == card[by] or (by == 0 and other == "X0")]
    fitting = "play " + " ".join(sorted({card, *rng.sample(alike, rng.randint(0, len(alike)))}))
    texts = [*rng.choices(odin_notation.TEXTS, k=4), fitting, f"play {card}", "pass"]
    return [text for text in texts if text in odin_notation.MOVE_OF]


# Claims that random positions seldom or never give an occasion for; the examples have them.
SELDOM = {
    r".*: the only card of the path cannot be removed",
    r".*: the stone bars the space behind the other raven",
    r"\(a\) arrange: your stack needs two cards more to be arranged",
    r"(?:extend|\(?a\)? add): there is no landscape card left",
}


def random_position(rng: Random, game: str) -> Position:
    if game == "ravens":
        return Position.from_json(
            random_positions.ravens_position(rng, random_positions.ravens_options(rng))
        )
    players = rng.randint(2, 6)
    options = random_positions.odin_options(rng, players)
    return Position.from_json(random_positions.odin_position(rng, players, options))


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("game", "claims", "texts"),
    [("odin", ODIN_CLAIMS, odin_texts), ("ravens", RAVENS_CLAIMS, ravens_texts)],
)
def test_what_is_said_against_a_move_holds_in_any_position(
    game: str, claims: dict[str, Claim], texts: Callable[[Random, Json], list[str]]
) -> None:
    rng = Random(7)
    made: Counter[str] = Counter()
    for _ in range(POSITIONS):
        at = random_position(rng, game)
        written, legal = at.to_json(), set(at.legal())
        seen = at.view(at.turn)
        tried = {text for _ in range(TRIES) for text in texts(rng, written)}
        for text in sorted(tried - legal):
            said = reason(at, text)
            assert said == reason(seen, text), "a view of the seat at turn says the same"
            claim, words = claim_of(said, claims)
            assert claims[claim](written, words, text), f"{text}: {said}: {at!r}"
            assert names(said, text), f"{text}: {said}"
            made[claim] += 1
    assert set(claims) - set(made) - SELDOM == set()


def names(said: str, text: str) -> bool:
    """The line has words of the move in it; of fly FFW(MM) also FFWMM, and FF, F, W, MM."""
    paid_with = re.sub(r"\W", "", text.rpartition(" ")[2])
    alike = {letter * many for letter in paid_with for many in (1, 2, 3)}
    words = {*re.findall(r"\w+", text), paid_with, *alike}
    return bool(words & set(re.findall(r"\w+", said)))
