"""What the documentation shows runs: every example in Python on these pages."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("environments.md", "first-bot.md", "library.md")
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _examples_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run where the examples lie, as their readers do."""
    monkeypatch.syspath_prepend(str(DOCS.parent / "examples"))


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_every_example_in_python_runs(page: str) -> None:
    examples = EXAMPLE.findall((DOCS / page).read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        exec(compile(example, page, "exec"), {})  # noqa: S102 - ours, read above
