"""The modules of the page: what a page needs is preloaded, every module is used, none is long.

The tests look at the modules as they are written, and at the bundles made of them.
"""

import re

import pytest

from odintable.games.spec import GAMES
from odintable.server.static.module_bundles import bundle_contents
from odintable.server.static.module_graph import PAGE_LIST, PageList, imported_modules
from odintable.server.static.web_files import WebFiles
from tests.paths import ROOT

WEB = ROOT / "src/odintable/web"
TEXTS = {path.relative_to(WEB).as_posix(): path.read_bytes() for path in WEB.rglob("*.js")}
MODULES = set(TEXTS) - {"service_worker.js"}
GAME_MODULES = {"game.js", "rules_with_pictures.js", "tutorial_targets.js"}
TYPES = {"app/message_types.js", "app/game_types.js"}  # modules without code
ALL = {**TEXTS, PAGE_LIST: (WEB / PAGE_LIST).read_bytes()}
PAGES = PageList.read(ALL)
MAX_LINES = 340
MAX_MODULES = 16  # in a folder


def preloaded(page: str, game: str = "") -> set[str]:
    html = WebFiles(use_bundles=False).index(page, game).body.decode()
    return set(re.findall(r'modulepreload" href="/v/\w+/([^"]+)"', html))


def test_the_page_shows_the_games_that_the_program_has() -> None:
    assert PAGES.games == list(GAMES)
    assert set().union(*PAGES.game_modules.values()) == GAME_MODULES
    loaded = re.findall(
        r"import\(`\.\./games/\$\{game\}/(.+?)`\)", TEXTS["app/load_module.js"].decode()
    )
    assert set(loaded) == GAME_MODULES


@pytest.mark.parametrize("game", PAGES.games)
@pytest.mark.parametrize("page", [name for name, more in PAGES.game_modules.items() if more])
def test_a_page_about_a_game_preloads_the_game_s_modules(page: str, game: str) -> None:
    names = [f"games/{game}/{name}" for name in PAGES.game_modules[page]]
    needed = set().union(*(imported_modules(TEXTS, name) for name in names))
    assert preloaded(page, game) == preloaded(page) | needed - {"app/main.js"}
    assert set(names) <= preloaded(page, game) - preloaded(page)


@pytest.mark.parametrize("page", PAGES.modules)
def test_a_page_preloads_what_it_needs_and_nothing_else(page: str) -> None:
    html = WebFiles(use_bundles=False).index(page).body.decode()
    own = imported_modules(TEXTS, PAGES.modules[page])
    shared = imported_modules(TEXTS, "app/main.js")
    assert preloaded(page) == own | shared - {"app/main.js"}
    later = set(re.findall(r'modulepreload" href="/v/\w+/([^"]+)" fetchpriority="low"', html))
    assert later == own - shared
    assert "%" not in html.partition("</head>")[0]


@pytest.mark.parametrize("game", PAGES.games)
def test_a_table_preloads_three_bundles(game: str) -> None:
    html = WebFiles().index("table", game).body.decode()
    scripts = re.findall(r'(?:src|modulepreload" href)="/v/\w+/([^"]+)"', html)
    assert scripts == [f"games/{game}/game.js", "table/table_page.js", "app/main.js"]


def test_every_module_and_style_sheet_is_used() -> None:
    bundled = [module for modules in bundle_contents(ALL).values() for module in modules]
    assert len(bundled) == len(set(bundled)), "a module is in two bundles"
    assert set(bundled) == MODULES - TYPES
    assert [name for name in WebFiles().files if name.endswith(".css")] == ["css/all.css"]


def test_no_module_is_long_and_no_folder_is_full() -> None:
    for module in MODULES:
        assert len(TEXTS[module].splitlines()) <= MAX_LINES, module
    for folder in {(WEB / module).parent for module in MODULES}:
        assert len(list(folder.glob("*.js"))) <= MAX_MODULES, folder
