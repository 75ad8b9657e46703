"""Finds the modules that each page needs, so that a browser can request them all at once.

`web/pages.json` lists the pages, each with its module, and the games. A page may also need some
modules of the game that its address is about. `import` statements lead to all further modules.
"""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MAIN = "app/main.js"
PAGE_LIST = "pages.json"
IMPORT = re.compile(rb'^import\s[^;]*?"(\.[^"]+)"', re.MULTILINE)


class PageList(NamedTuple):
    """The pages and games of `pages.json`."""

    modules: dict[str, str]  # by page
    game_modules: dict[str, list[str]]  # by page, relative to the folder of a game
    games: list[str]

    @classmethod
    def read(cls, files: Mapping[str, bytes]) -> PageList:
        """Parse the list; without one there are no pages."""
        listed = json.loads(files.get(PAGE_LIST, b'{"pages": {}, "games": []}'))
        pages = listed["pages"].items()
        return cls(
            {name: page["module"] for name, page in pages},
            {name: page.get("game_modules", []) for name, page in pages},
            listed["games"],
        )


class Preloads(NamedTuple):
    """The modules that one page needs."""

    shared: list[str]  # by every page
    own: list[str]  # by this page only


def preloads(files: Mapping[str, bytes]) -> dict[tuple[str, str], Preloads]:
    """Return the modules to preload, by page and game; the game is empty if it is not known.

    The main module is left out: the HTML page requests it anyway.
    """
    pages = PageList.read(files)
    always = imported_modules(files, MAIN) if MAIN in files else set()
    shared = sorted(always - {MAIN})
    found = {}
    for page, module in pages.modules.items():
        own = imported_modules(files, module) - always
        found[page, ""] = Preloads(shared, sorted(own))
        for game in pages.games if pages.game_modules[page] else ():
            names = [f"games/{game}/{name}" for name in pages.game_modules[page]]
            more = set().union(*(imported_modules(files, name) for name in names))
            found[page, game] = Preloads(shared, sorted(own | more - always))
    return found


def imported_modules(files: Mapping[str, bytes], module: str) -> set[str]:
    """Return a module and all modules it imports, directly or indirectly."""
    found, to_read = {module}, [module]
    while to_read:
        here = to_read.pop()
        folder = posixpath.dirname(here)
        names = (name.decode() for name in IMPORT.findall(files[here]))
        new = {posixpath.normpath(posixpath.join(folder, name)) for name in names} - found
        found |= new
        to_read += new
    return found
