"""Finds the modules that each page needs, so that a browser can request them all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .module_graph import MAIN, PageList, imported_modules

if TYPE_CHECKING:
    from collections.abc import Mapping


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
