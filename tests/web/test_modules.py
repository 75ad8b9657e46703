"""The modules: all of those a table needs are asked for at once, and none is long."""

import re
from pathlib import Path

import pytest

from odintable.server.static.files import Pages
from odintable.server.static.module_preloads import needed
from tests.paths import ROOT

WEB = ROOT / "src/odintable/web"
TEXTS = {path.relative_to(WEB).as_posix(): path.read_bytes() for path in WEB.rglob("*.js")}
MODULES = [path for path in WEB.rglob("*.js") if path.name != "service_worker.js"]
MOST_LINES = 340
PAGES = {
    "": "lobby/start_page.js",
    "table": "table/table.js",
    "replay": "replay/replay.js",
    "settings": "app/settings_page.js",
    "rules": "rules/rules_page.js",
    "learn": "tutorial/tutorial.js",
    "nowhere": "app/not_found_page.js",
}


def imported(module: Path) -> set[Path]:
    """The modules that one needs before it runs, itself among them."""
    names = needed(TEXTS, module.relative_to(WEB).as_posix())
    return {WEB / name for name in names}


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_a_table_asks_for_its_game_s_modules_too(game: str) -> None:
    asked = [
        set(re.findall(r'modulepreload" href="/v/\w+/([^"]+)"', page.body.decode()))
        for page in map(Pages().index, ("table", f"table {game}"))
    ]
    assert asked[1] == asked[0] | needed(TEXTS, f"games/{game}/game.js")
    assert f"games/{game}/game.js" in asked[1] - asked[0]


@pytest.mark.parametrize("room", PAGES)
def test_what_a_room_needs_is_asked_for_at_once_and_nothing_else(room: str) -> None:
    page = Pages().index(room).body.decode()
    asked = set(re.findall(r'modulepreload" href="/v/\w+/([^"]+)"', page))
    module = WEB / PAGES[room]
    wanted = {path.relative_to(WEB).as_posix() for path in imported(module)}
    assert wanted <= asked
    assert "app/main.js" not in asked
    assert asked <= wanted | needed(TEXTS, "app/main.js")
    later = set(re.findall(r'modulepreload" href="/v/\w+/([^"]+)" fetchpriority="low"', page))
    assert later == asked - needed(TEXTS, "app/main.js")
    assert "%" not in page.partition("</head>")[0]


def test_every_module_and_style_is_used() -> None:
    rooms = imported(WEB / "app/main.js")
    lazy = re.compile(r'import\("(\.[^"]+\.js)"\)')
    waiting = list(rooms)
    while waiting:
        here = waiting.pop()
        for name in lazy.findall(here.read_text(encoding="utf-8")):
            new = imported((here.parent / name).resolve()) - rooms
            rooms |= new
            waiting += new
    assert {path.resolve() for path in MODULES} == rooms
    page = (WEB / "index.html").read_text(encoding="utf-8")
    for style in (WEB / "css").glob("*.css"):
        assert f"css/{style.name}" in page


def test_no_module_is_long() -> None:
    for module in MODULES:
        assert len(module.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, module.name
