"""The modules: all of those a table needs are asked for at once, and none is long."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "src/odintable/web"
IMPORT = re.compile(r'^import\s[^;]*?"(\.[^"]+)"', re.MULTILINE)
MOST_LINES = 340


def imported(module: Path) -> set[Path]:
    """The modules that one needs before it runs, itself among them."""
    found = {module}
    waiting = [module]
    while waiting:
        here = waiting.pop()
        for name in IMPORT.findall(here.read_text(encoding="utf-8")):
            there = (here.parent / name).resolve()
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def test_what_start_page_and_table_need_is_asked_for_at_once() -> None:
    needed = set().union(*(imported(WEB / f"js/{name}.js") for name in ("main", "start", "table")))
    names = {path.relative_to(WEB).as_posix() for path in needed} - {"js/main.js"}
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'modulepreload" href="/v/%VERSION%/([^"]+)"', page)) == names


def test_every_module_and_style_is_used() -> None:
    rooms = imported(WEB / "js/main.js")
    lazy = re.compile(r'import\("(\.[^"]+\.js)"\)')
    waiting = list(rooms)
    while waiting:
        here = waiting.pop()
        for name in lazy.findall(here.read_text(encoding="utf-8")):
            new = imported((here.parent / name).resolve()) - rooms
            rooms |= new
            waiting += new
    assert {path.resolve() for path in (WEB / "js").rglob("*.js")} == rooms
    page = (WEB / "index.html").read_text(encoding="utf-8")
    for style in (WEB / "css").glob("*.css"):
        assert f"css/{style.name}" in page


def test_no_module_is_long() -> None:
    for module in (WEB / "js").rglob("*.js"):
        assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, module.name
