"""Mutant: a piece of source text, its replacement, and the rule that the change breaks."""

from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path("src/odintable")


@dataclass(frozen=True)
class Mutant:
    """A change of one line that breaks a rule."""

    number: int
    rule: str  # the broken rule, whose tests must fail
    file: str  # below PACKAGE
    right: str  # text that the file contains exactly once
    wrong: str  # its replacement

    @property
    def path(self) -> Path:
        """The changed file, relative to the root of the repository."""
        return PACKAGE / self.file

    @property
    def game(self) -> str:
        """The game of the rule: odin or ravens."""
        return {"OD": "odin", "RV": "ravens"}[self.rule.partition("-")[0]]

    @property
    def tests(self) -> str:
        """The prefix of the tests of the rule: `test_rv_4_2_`."""
        return f"test_{self.rule}_".lower().replace("-", "_").replace(".", "_")

    def break_text(self, text: str) -> str:
        """The text of the file with the change."""
        if text.count(self.right) != 1:
            there = f"{text.count(self.right)} times"
            raise LookupError(f"mutant {self.number}: {self.right!r} is {there} in {self.path}")
        return text.replace(self.right, self.wrong)

    def changed_line(self, text: str) -> tuple[str, str]:
        """The changed line, before and after."""
        before, after = text.splitlines(), self.break_text(text).splitlines()
        changed = [
            (old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new
        ]
        if len(changed) != 1:
            raise LookupError(f"mutant {self.number} changes {len(changed)} lines, not one")
        return changed[0]
