"""The pages of the web app, and which modules import which.

`web/pages.json` lists the pages, each with its module, and the games. A page may also need some
modules of the game that its address is about. `import` statements lead to all further modules.
"""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from odintable.errors import OdintableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAIN = "app/main.js"
PAGE_LIST = "pages.json"
IMPORT = re.compile(rb'^import\s[^;]*?"(\.[^"]+)"', re.MULTILINE)
DYNAMIC_IMPORT = re.compile(rb'\bimport\("(\.[^"]+\.js)"\)')
COMMENT = re.compile(rb"/\*\*.*?\*/", re.DOTALL)  # has types, which look like dynamic imports


class ModuleError(OdintableError):
    """A module that does not exist, or that cannot be put into a bundle."""


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


def entry_modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the modules that are loaded by name: the main one, and all dynamic imports."""
    pages = PageList.read(files)
    entries = [MAIN, *pages.modules.values()]
    entries += [
        f"games/{game}/{name}"
        for game in pages.games
        for names in pages.game_modules.values()
        for name in names
    ]
    to_read, seen = list(entries), set(entries)
    while to_read:
        for module in imported_modules(files, to_read.pop()):
            code = COMMENT.sub(b"", files[module])
            new = set(resolved(module, DYNAMIC_IMPORT.findall(code))) - seen
            seen |= new
            to_read += new
            entries += sorted(new)
    return list(dict.fromkeys(entries))


def imported_modules(files: Mapping[str, bytes], module: str) -> set[str]:
    """Return a module and all modules it imports, directly or indirectly."""
    found, to_read = {module}, [module]
    while to_read:
        here = to_read.pop()
        new = set(direct_imports(files, here)) - found
        found |= new
        to_read += new
    return found


def direct_imports(files: Mapping[str, bytes], module: str) -> list[str]:
    """Return the modules that the `import` statements of a module name, in their order."""
    if module not in files:
        raise ModuleError(f"the page has no module {module}")
    return list(resolved(module, IMPORT.findall(files[module])))


def resolved(module: str, names: list[bytes]) -> Iterator[str]:
    """Return paths that are relative to a module as paths in the web folder."""
    folder = posixpath.dirname(module)
    return (posixpath.normpath(posixpath.join(folder, name.decode())) for name in names)
