"""Every reason why a move is not legal is a key of the catalogue, in all languages."""

import ast
import inspect
import re
from types import ModuleType
from typing import Any

import pytest

from odintable.games.odin import illegal as odin_reasons
from odintable.games.ravens import illegal as ravens_reasons
from odintable.i18n import LANGUAGES, catalogue
from odintable.why import REASONS, explained, line_at_fault
from tests.games import test_illegal

HOLE = re.compile(r"\{(\w+)\}")
SAID_AS = {"seat": "name"}  # the page knows who sits there


def examples(test: Any) -> list[str]:
    """What the games are shown to say, in the tests of their reasons."""
    return [said for _, _, said in test.pytestmark[0].args[1]]


SAID = [
    *examples(test_illegal.test_odin_says_what_speaks_against_a_move),
    *examples(test_illegal.test_ravens_says_what_speaks_against_a_move),
    "extend: there is no landscape card left",
    "pass: the game is over",
    "end: a shuffle is due first",
    "pass: new cards must be dealt first",
    "play R8: only seat 0, whose turn it is, can tell",
    "end is not possible now",
    "fly (FM): only two more may be played from the stack this turn",
]


def fragments(module: ModuleType) -> set[str]:
    """The English that a game's reasons are made of."""
    tree = ast.parse(inspect.getsource(module))
    texts = [
        part.value
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
        if isinstance(part, ast.Constant)
    ]
    return {text for text in map(str, texts) if len(text.strip(" :()")) > 2}


@pytest.mark.parametrize("said", SAID)
def test_a_reason_has_a_key_and_all_that_its_holes_need(said: str) -> None:
    why = explained(f"illegal: {said}")
    assert why is not None
    given = {SAID_AS.get(name, name) for name in why if name != "key"}
    for language in LANGUAGES:
        found = catalogue(language)[str(why["key"])]
        texts = [found] if isinstance(found, str) else list(found.values())
        assert {hole for text in texts for hole in HOLE.findall(text)} <= given


@pytest.mark.parametrize("module", [odin_reasons, ravens_reasons])
def test_nothing_that_a_game_says_is_left_out(module: ModuleType) -> None:
    everything = "\n".join(SAID)
    assert [text for text in sorted(fragments(module)) if text not in everything] == []


def test_every_pattern_is_met_and_only_one_fits() -> None:
    met = set()
    for said in SAID:
        fitting = [at for at, (_, pattern) in enumerate(REASONS) if pattern.fullmatch(said)]
        assert len(fitting) == 1, said
        met |= set(fitting)
    assert met == set(range(len(REASONS)))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "R4 R9 (94) does not beat O9 P9 (99)",
            {"key": "why.too-little", "mine": "94", "value": "99"},
        ),
        ("X0 does not beat G5", {"key": "why.too-little", "mine": "0", "value": "5"}),
        ("R1 and R8 are not in your hand", {"key": "why.not-in-hand", "cards": "R1 R8"}),
        ("MMM: your hand has only two M", {"key": "why.too-few", "cards": "MM"}),
        ("s stone: only seat 1, whose turn it is, can tell", {"key": "why.not-yours", "seat": 1}),
        ("0:4 is not free: a raven is on it", {"key": "why.raven-there", "place": 5}),
        (
            "there is no card 9 in the path: the last one is card 8",
            {"key": "why.off-path", "count": 9},
        ),
        (
            "fly F: the stone bars the next space, so forest must be paid twice",
            {"key": "why.pay-twice", "terrain": "F"},
        ),
        ("not understood: 'x'", None),
    ],
)
def test_holes_are_filled_as_every_language_needs_them(
    said: str, why: dict[str, Any] | None
) -> None:
    assert explained(said) == why


def test_the_line_of_a_record_that_is_at_fault_is_named() -> None:
    assert line_at_fault("line 7: its mark does not fit") == {"key": "why.record-line", "line": 7}
    assert line_at_fault("turn: a seat, not 7") is None
