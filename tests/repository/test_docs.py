"""The docs contain all commands, settings and functions, and build without broken links."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import odintable
from odintable.server.settings import Settings
from tests.paths import ROOT
from tests.tools import commands_page

DOCS = ROOT / "docs"


def test_every_command_and_option_is_on_its_page() -> None:
    page = commands_page.PAGE.read_text(encoding="utf-8")
    assert page == commands_page.page(), "run: python -m tests.tools.commands_page"


def test_every_argument_says_what_it_is() -> None:
    silent = [line for line in commands_page.page().splitlines() if line.endswith("|  |")]
    assert not silent


def test_every_setting_is_on_the_servers_page() -> None:
    page = (DOCS / "server.md").read_text(encoding="utf-8")
    assert not [one.name for one in fields(Settings) if f"`{one.name}`" not in page]


def test_every_public_name_is_on_the_librarys_page() -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    names = [name for name in odintable.__all__ if not name.startswith("_")]
    assert names
    assert not [name for name in names if not re.search(rf"\b{name}\b", page)]


def test_every_make_target_says_what_it_does() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z][a-z-]*):(?!=)(.*)$", makefile, re.MULTILINE)
    assert targets
    assert not [name for name, rest in targets if "## " not in rest]


# Files of examples, and files that programs write.
EXAMPLE_FILES = {"my_module.py", "web/about/about_page.js", "curve.json", "/api/v2/openapi.json"}


def test_files_named_in_the_docs_exist() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [f"/{name}" for name in listed.stdout.splitlines()]
    pages = [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in pages
        for name in files_named_in(page.read_text(encoding="utf-8"))
        if not any(file.endswith(f"/{name.lstrip('/')}") for file in files)
    ]
    assert not missing


def files_named_in(text: str) -> list[str]:
    """Paths and file names in backquotes, and modules in the tree of the architecture page."""
    quoted = re.findall(r"`([\w/.-]+\.(?:py|js|css|json|toml))`", text)
    modules = re.findall(r"(?<![\w/.*])[a-z_]+\.py\b", text)
    is_pattern = re.compile("[A-Z]{3,}")  # as in games/NAME/rules.py
    return [
        name
        for name in {*quoted, *modules}
        if name not in EXAMPLE_FILES and not is_pattern.search(name)
    ]


def test_every_page_is_in_the_menu() -> None:
    menus = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert not [page for page in pages if f" {page}\n" not in menus]


@pytest.mark.long
def test_the_docs_build_without_broken_links_or_external_resources(tmp_path: Path) -> None:
    mkdocs = Path(sys.executable).with_name("mkdocs")
    command = [str(mkdocs), "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(list(DOCS.rglob("*.md")))
    foreign = re.compile(r"""<(?:script|link|img)[^>]+(?:src|href)=["']?https?://""")
    assert not [page for page in pages if foreign.search(page.read_text(encoding="utf-8"))]
