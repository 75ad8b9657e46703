"""docs/mutants.md: the changes, and the tests that noticed them."""

from dataclasses import dataclass

from .mutant import Mutant

HEAD = """\
# Mutants

Written by `make mutants` (`python -m tests.tools.mutants`); do not edit.

This page shows that the tests of the rules notice errors. A copy of the rules is broken one line at
a time, and the tests that name the broken rule run on the copy, without the compiler. The run fails
if all of these tests pass.
"""


@dataclass(frozen=True)
class Result:
    """The result of testing a mutant."""

    mutant: Mutant
    line: tuple[str, str]  # before and after
    noticed_by: str | None  # the first test that failed
    wrong: str = ""  # the output, if no test could run


def write_report(results: list[Result], unbreakable: dict[str, str], seconds: float) -> str:
    """The page as text."""
    noticed = sum(result.noticed_by is not None for result in results)
    rules = len({result.mutant.rule for result in results})
    lines = [
        HEAD,
        f"**{noticed} of {len(results)} mutants noticed**, for {rules} rules, in {seconds:.0f} s.",
        "",
        "Rules that no single line can break:",
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
    test = f"`{result.noticed_by}`" if result.noticed_by else "**no test**"
    cells = (f"`{mutant.file}`", *map(code, result.line), test)
    return f"| {mutant.number} | {mutant.rule} | {' | '.join(cells)} |"


def code(line: str) -> str:
    """A line of code in a cell of a table."""
    return f"`{line.replace('|', chr(92) + '|')}`"
