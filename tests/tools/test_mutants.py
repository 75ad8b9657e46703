"""The list of mutants is up to date: each finds its line, and every rule has one."""

import pytest

from tests.paths import ROOT
from tests.repository.test_rulebook import names_of_tests, rules
from tests.tools.mutants import MUTANTS, UNBREAKABLE, Mutant


def test_each_mutant_changes_one_line_that_is_there_once() -> None:
    for mutant in MUTANTS:
        text = (ROOT / mutant.path).read_text("utf-8")
        old, new = mutant.changed_line(text)
        assert old != new


def test_every_rule_has_a_mutant_or_a_reason_why_not() -> None:
    broken = {mutant.rule for mutant in MUTANTS}
    assert broken.isdisjoint(UNBREAKABLE)
    assert broken | UNBREAKABLE.keys() == set(rules())


def test_every_mutant_has_tests_that_name_its_rule() -> None:
    names = names_of_tests()
    for mutant in MUTANTS:
        assert any(name.startswith(mutant.tests) for name in names), mutant.rule


def test_no_mutant_is_there_twice() -> None:
    breakages = [(m.rule, m.file, m.right, m.wrong) for m in MUTANTS]
    assert len(breakages) == len(set(breakages)) >= 75


def test_the_report_is_of_this_list() -> None:
    report = (ROOT / "docs/mutants.md").read_text("utf-8")
    assert f"**{len(MUTANTS)} of {len(MUTANTS)} mutants noticed**" in report
    for mutant in MUTANTS:
        assert f"| {mutant.number} | {mutant.rule} | `{mutant.file}` |" in report


def test_a_mutant_whose_line_is_gone_is_an_error() -> None:
    mutant = Mutant(1, "OD-1.1", "games/odin/components.py", "no such line", "")
    with pytest.raises(LookupError, match="'no such line' is 0 times"):
        mutant.break_text("something else")
    with pytest.raises(LookupError, match="changes 2 lines"):
        Mutant(1, "OD-1.1", "games/odin/components.py", "a\nb", "c\nd").changed_line("a\nb")
