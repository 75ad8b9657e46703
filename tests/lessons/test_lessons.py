"""The lessons follow the rules, and every step has its texts."""

import itertools
import json
import re
from typing import Any

import pytest

from odintable.errors import OdintableError
from odintable.lessons import LESSONS
from odintable.lessons.__main__ import FOLDER
from odintable.lessons.lesson import Lesson, Step, lesson_file, lesson_to_json
from tests.paths import ROOT

LOCALE = ROOT / "src/odintable/locale"
ENGLISH: dict[str, Any] = json.loads((LOCALE / "en.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", LESSONS)
def test_the_files_are_what_the_rules_say(game: str) -> None:
    written = (FOLDER / f"{game}.json").read_text(encoding="utf-8")
    assert written == lesson_file(LESSONS[game]), "write them anew: python -m odintable.lessons"
    assert json.loads(written) == lesson_to_json(LESSONS[game])


def test_there_are_no_other_lesson_files() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == LESSONS.keys()


@pytest.mark.parametrize("game", LESSONS)
def test_every_step_leads_to_the_next_and_the_last_to_the_end_of_the_game(game: str) -> None:
    steps = lesson_to_json(LESSONS[game])["steps"]
    for step, following in itertools.pairwise(steps):
        if step["played_moves"] and following["expected"] and following["name"] != "finish":
            assert following["start"]["view"] == step["played_moves"][-1]["view"]
    assert steps[-1]["start"]["stage"] == "over"


@pytest.mark.parametrize("game", LESSONS)
def test_the_learner_sees_only_what_a_player_at_a_table_may(game: str) -> None:
    for step in lesson_to_json(LESSONS[game])["steps"]:
        for stand in (step["start"], *step["played_moves"]):
            if stand["stage"] == "playing":
                assert all(isinstance(hand, int) for hand in stand["view"]["hands"][1:])


@pytest.mark.parametrize("game", LESSONS)
def test_every_step_has_its_texts_and_no_text_is_unused(game: str) -> None:
    wanted, possible = set(), set()
    for step in LESSONS[game].steps:
        key = f"tutorial.{game}.{step.name}"
        wanted |= {key, *(f"{key}.wrong-{name}" for name in step.wrong.values())}
        if step.expected:
            wanted |= {f"{key}.wrong"} if len(legal(game, step.name)) > 1 else set()
            possible |= {f"{key}.done"}
    found = {key for key in ENGLISH if re.match(rf"tutorial\.{game}\.", key)}
    found -= {f"tutorial.{game}.finished"}
    assert wanted <= found
    assert found <= wanted | possible


def legal(game: str, name: str) -> list[str]:
    """The moves that a step offers."""
    steps = {step["name"]: step for step in lesson_to_json(LESSONS[game])["steps"]}
    moves: list[str] = steps[name]["start"]["moves"]
    return moves


def test_a_lesson_that_the_rules_do_not_allow_is_refused() -> None:
    start = LESSONS["odin"].steps[0].start
    with pytest.raises(OdintableError, match="'lead': 'pass' is not one of"):
        lesson_to_json(Lesson("odin", (None, "ask", "embla"), (Step("lead", "pass", start=start),)))
    with pytest.raises(OdintableError, match="no position to begin with"):
        lesson_to_json(Lesson("odin", (None, "ask"), (Step("lead", "pass"),)))
