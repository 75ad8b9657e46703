"""Every Python example in the documentation runs."""

import re
from pathlib import Path

import pytest

from tests.paths import ROOT

EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {
    path.relative_to(ROOT).as_posix(): examples
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if (examples := EXAMPLE.findall(path.read_text(encoding="utf-8")))
}


@pytest.fixture(autouse=True)
def _examples_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Run where what they write does no harm, and the examples are to be had."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    monkeypatch.chdir(tmp_path)


def test_there_are_examples() -> None:
    assert {"README.md", "docs/library.md", "docs/environments.md", "docs/protocol.md"} <= set(
        PAGES
    )


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_every_example_in_python_runs(page: str) -> None:
    for example in PAGES[page]:
        exec(compile(example, page, "exec"), {"__name__": "example"})  # noqa: S102 - ours
