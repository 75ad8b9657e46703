"""A breakage: a piece of the engine's text, what stands there instead, and the rule it breaks."""

from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path("src/odintable")


@dataclass(frozen=True)
class Mutant:
    """One line of the engine gone wrong."""

    number: int
    rule: str  # the rule it breaks, whose tests must fail
    file: str  # below PACKAGE
    right: str  # what stands in the file, exactly once
    wrong: str  # what stands there instead

    @property
    def path(self) -> Path:
        """The file it changes, from the root of the repository."""
        return PACKAGE / self.file

    @property
    def game(self) -> str:
        """Whose rule it is: odin or ravens."""
        return {"OD": "odin", "RV": "ravens"}[self.rule.partition("-")[0]]

    @property
    def tests(self) -> str:
        """How the tests of its rule begin: `test_rv_4_2_`."""
        return f"test_{self.rule}_".lower().replace("-", "_").replace(".", "_")

    def break_text(self, text: str) -> str:
        """The file's text with the breakage in it."""
        if text.count(self.right) != 1:
            there = f"{text.count(self.right)} times"
            raise LookupError(f"mutant {self.number}: {self.right!r} is {there} in {self.path}")
        return text.replace(self.right, self.wrong)

    def changed_line(self, text: str) -> tuple[str, str]:
        """The one line that it changes, before and after."""
        before, after = text.splitlines(), self.break_text(text).splitlines()
        changed = [
            (old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new
        ]
        if len(changed) != 1:
            raise LookupError(f"mutant {self.number} changes {len(changed)} lines, not one")
        return changed[0]
