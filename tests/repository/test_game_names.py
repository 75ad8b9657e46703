"""No generic source file names a game: what others need to know of a game is in its GameSpec."""

import ast
import io
import re
import tokenize
from pathlib import Path

from tests.paths import ROOT

SOURCE = ROOT / "src/odintable"
# Folders that belong to the games: their code, their drawings and texts, and the tutorials.
OF_THE_GAMES = {"games", "art", "lessons", "locale"}
# Generic files that may name a game, each with the reason. It is empty: keep it so.
ALLOWED: dict[str, str] = {}

# `odin` or `ravens` as a word or a part of an identifier, but not in `odintable`.
GAME = re.compile(
    r"(?<![A-Za-z])(?:odin|ravens)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:Odin|Ravens)(?=[A-Z])"
    r"|(?<=[a-z])(?:Odin|Ravens)(?![a-z])"
)
COMMENT_IN_JAVASCRIPT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)


def python_code(text: str) -> str:
    """Return Python source without comments and docstrings."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if first is not None and ast.get_docstring(node) is not None:
                last = first.end_lineno or first.lineno
                lines[first.lineno - 1 : last] = [""] * (last - first.lineno + 1)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(lines)


def names_a_game(path: Path) -> bool:
    """Whether the code of a file, not its prose, names a game."""
    text = path.read_text(encoding="utf-8")
    code = python_code(text) if path.suffix == ".py" else COMMENT_IN_JAVASCRIPT.sub("", text)
    return GAME.search(code) is not None


def generic_files() -> list[Path]:
    """Return the source files outside the folders of the games."""
    return [
        path
        for suffix in ("py", "js")
        for path in sorted(SOURCE.rglob(f"*.{suffix}"))
        if not OF_THE_GAMES & set(path.relative_to(SOURCE).parts[:-1])
    ]


def test_no_generic_file_names_a_game() -> None:
    found = {path.relative_to(SOURCE).as_posix() for path in generic_files() if names_a_game(path)}
    assert found == set(ALLOWED)


def test_names_in_code_are_found_and_those_in_prose_are_not(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    for code in ('GAME = "odin"', "import games.ravens", "class OdinGame: ...", "is_odin = 1"):
        file.write_text(code, encoding="utf-8")
        assert names_a_game(file), code
    for code in ('"""About odin."""', "import odintable  # for odin", 'NAME = "odintable"'):
        file.write_text(code, encoding="utf-8")
        assert not names_a_game(file), code
