"""docs/mutants.md: what was broken, and which test noticed."""

from dataclasses import dataclass

from .mutant import Mutant

HEAD = """\
# Mutants

Written by `make mutants` (`python -m tests.tools.mutants`); do not edit.

The engine is broken in one line at a time, in a copy, and the tests that name the rule at fault
run on it, without the compiler. If none of them failed, the tests would not be worth their name,
and the run would fail.
"""


@dataclass(frozen=True)
class Result:
    """What became of a mutant."""

    mutant: Mutant
    line: tuple[str, str]  # before and after
    noticed_by: str | None  # the first test that failed
    wrong: str = ""  # what went wrong instead, if no test could run


def write_report(results: list[Result], unbreakable: dict[str, str], seconds: float) -> str:
    """The page as text."""
    noticed = sum(result.noticed_by is not None for result in results)
    rules = len({result.mutant.rule for result in results})
    lines = [
        HEAD,
        f"**{noticed} of {len(results)} mutants noticed**, for {rules} rules, in {seconds:.0f} s.",
        "",
        "Rules that no line of the engine can break:",
        "",
        *(f"- {rule}: {reason}." for rule, reason in unbreakable.items()),
        "",
        "| | rule | file | the line | broken | noticed by |",
        "| --: | --- | --- | --- | --- | --- |",
        *(row(result) for result in results),
    ]
    return "\n".join(lines) + "\n"


def row(result: Result) -> str:
    """One mutant as a row of the table."""
    mutant = result.mutant
    test = f"`{result.noticed_by}`" if result.noticed_by else "**nobody**"
    cells = (f"`{mutant.file}`", *map(code, result.line), test)
    return f"| {mutant.number} | {mutant.rule} | {' | '.join(cells)} |"


def code(line: str) -> str:
    """A line of code in a cell of a table."""
    return f"`{line.replace('|', chr(92) + '|')}`"
