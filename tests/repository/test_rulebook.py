"""The rulebooks in docs/rules, the tests and the engine's docstrings name the same rules."""

import ast
import re

from tests.paths import ROOT

BOOKS = sorted((ROOT / "docs/rules").glob("*.md"))

IN_BOOK = re.compile(r"^- (?:⚖ )?\*\*((?:OD|RV)-R?[\d.]*\d)\*\*", re.MULTILINE)
IN_TEXT = re.compile(r"\b(?:OD|RV)-(?:R\d+|\d+\.\d+)")
IN_TEST_NAME = re.compile(r"test_(od|rv)_(r\d+|\d+_\d+)_[a-z]")
LOOKS_LIKE_A_RULE = re.compile(r"test_(od|rv)_")


def rules() -> list[str]:
    """Every rule number of the rulebooks, in their order."""
    return [number for book in BOOKS for number in IN_BOOK.findall(book.read_text("utf-8"))]


def names_of_tests() -> list[str]:
    """The names of all test functions."""
    return [
        node.name
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def rule_of(test_name: str) -> str | None:
    """The rule that a test names: `test_od_3_6_the_rest_…` is about OD-3.6."""
    named = IN_TEST_NAME.match(test_name)
    return f"{named[1]}-{named[2]}".upper().replace("_", ".") if named else None


def test_the_rulebooks_have_their_rules() -> None:
    found = rules()
    assert len(found) == len(set(found))
    assert sum(number.startswith("OD-") for number in found) >= 27
    assert sum(number.startswith("RV-") for number in found) >= 49
    assert {"OD-1.1", "OD-6.2", "OD-R1", "OD-R3", "RV-1.1", "RV-4.4", "RV-7.10"} <= set(found)


def test_every_number_in_bold_is_read_as_a_rule() -> None:
    for book in BOOKS:
        text = book.read_text("utf-8")
        assert re.findall(r"\*\*([A-Z]{2}-[^*]+)\*\*", text) == IN_BOOK.findall(text)


def test_every_rule_has_a_test_that_names_it() -> None:
    named = {rule_of(name) for name in names_of_tests()}
    assert [number for number in rules() if number not in named] == []


def test_every_test_names_a_rule_that_exists() -> None:
    known = set(rules())
    wrong = [
        name
        for name in names_of_tests()
        if LOOKS_LIKE_A_RULE.match(name) and rule_of(name) not in known
    ]
    assert wrong == []


def test_no_two_tests_of_a_file_have_the_same_name() -> None:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert sorted(names) == sorted(set(names)), path.name


def test_rules_named_in_the_engine_exist() -> None:
    known = set(rules())
    wrong = [
        f"{path.relative_to(ROOT)}: {number}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for number in IN_TEXT.findall(path.read_text("utf-8"))
        if number not in known
    ]
    assert wrong == []


def test_rules_named_in_the_rulebooks_exist() -> None:
    known = set(rules())
    for book in BOOKS:
        assert set(IN_TEXT.findall(book.read_text("utf-8"))) <= known


def test_a_rule_is_read_from_a_tests_name() -> None:
    assert rule_of("test_od_3_6_the_rest_of_a_beaten_set_is_discarded") == "OD-3.6"
    assert rule_of("test_rv_7_10_an_action") == "RV-7.10"
    assert rule_of("test_od_r1_any_play") == "OD-R1"
    assert rule_of("test_every_rule_has_a_test") is None
