"""How this installation is: the parts it needs, those it could have, and what to do about them."""

from __future__ import annotations

import importlib.util
import os
import socket
import sqlite3
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from odintable import __version__
from odintable.errors import OdintableError
from odintable.games import compile_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OLDEST, NEWEST = (3, 11), (3, 13)
PACKAGE = Path(__file__).parent
LANGUAGES = ("de", "en", "fr", "it")
WANTS = {  # what each extra is for, and the modules it brings
    "rl": ("environments for learning programs", ("gymnasium", "pettingzoo", "pyspiel")),
    "train": ("training nets", ("torch",)),
    "bench": ("measuring beside others", ("pyspiel", "pettingzoo", "rlcard", "pgx")),
    "dev": ("working on the code", ("pytest", "ruff", "mypy", "playwright", "mkdocs")),
}


@dataclass(frozen=True)
class Finding:
    """One part, how it is (`ok`, `missing` where that is no harm, `broken`), and more in words."""

    what: str
    verdict: str
    told: str


def examined() -> Iterator[Finding]:
    """Everything, what others stand on first."""
    yield python()
    yield Finding("Odin's Table", "ok", f"{__version__}, in {PACKAGE}")
    yield from (tried(*one) for one in PARTS)
    for extra, (purpose, modules) in WANTS.items():
        yield wanted(extra, purpose, modules)


def python() -> Finding:
    """The Python that runs."""
    told = sys.version.split()[0]
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return Finding("Python", "ok", told)
    return Finding("Python", "broken", f"{told}, but 3.11, 3.12 or 3.13 is needed")


def tried(what: str, look: Callable[[], str]) -> Finding:
    """Look at a part; whatever goes wrong is what is told."""
    try:
        return Finding(what, "ok", look())
    except (ImportError, OdintableError, OSError, sqlite3.Error) as error:
        return Finding(what, "broken", f"{type(error).__name__}: {error}")


def wanted(extra: str, purpose: str, modules: tuple[str, ...]) -> Finding:
    """Parts that not everybody needs."""
    lacking = [name for name in modules if importlib.util.find_spec(name) is None]
    if not lacking:
        return Finding(f"extra {extra}", "ok", f"{purpose}: {', '.join(map(dated, modules))}")
    told = f"{', '.join(lacking)} for {purpose}: pip install 'odintable[{extra}]'"
    return Finding(f"extra {extra}", "missing", told)


def dated(module: str) -> str:
    """A module with its version, if it tells it."""
    try:
        return f"{module} {version({'pyspiel': 'open_spiel'}.get(module, module))}"
    except PackageNotFoundError:
        return module


def rules() -> str:
    """Both games can be dealt and played; that compiles what is not compiled yet."""
    compile_cache.use()
    from odintable.games.spec import GAMES  # noqa: PLC0415 - heavy
    from odintable.match.match import Match  # noqa: PLC0415

    for game in GAMES:
        match = Match.new(game)
        match.play(match.position.write_move(match.position.moves()[0]))
    return f"{' and '.join(GAMES)} compiled, in {os.environ['NUMBA_CACHE_DIR']}"


def nets() -> str:
    """The nets of the package fit its rules."""
    from odintable.games.spec import GAMES  # noqa: PLC0415
    from odintable.nets.net import shipped  # noqa: PLC0415

    return ", ".join(f"{game}, {shipped(game).training['minutes']} minutes" for game in GAMES)


def page() -> str:
    """The page and its languages."""
    count = sum(path.is_file() for path in (PACKAGE / "web").rglob("*"))
    there = {path.stem for path in (PACKAGE / "locale").glob("*.json")}
    if not count or not set(LANGUAGES) <= there:
        raise OdintableError("files of the page are missing: install the package again")
    return f"{count} files, in {', '.join(sorted(there))}"


def store() -> str:
    """SQLite can do what the server asks of it."""
    with sqlite3.connect(":memory:") as one:
        one.execute("create table t (a integer primary key) strict, without rowid")
    return f"SQLite {sqlite3.sqlite_version}"


def folder() -> str:
    """Games can be kept here."""
    here = Path.cwd()
    if not os.access(here, os.W_OK):
        raise OdintableError(f"{here} cannot be written to: odintable serve --store FILE elsewhere")
    return f"odintable.sqlite is kept in {here}, unless --store says otherwise"


def port() -> str:
    """The usual port is free, or a server of ours may be there already."""
    from odintable.server.settings import Settings  # noqa: PLC0415

    usual = Settings()
    with socket.socket() as one:
        if one.connect_ex((usual.host, usual.port)) == 0:
            return f"{usual.port} is taken: serve --port 0 takes a free one"
    return f"{usual.port} is free"


PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("rules", rules),
    ("nets", nets),
    ("page", page),
    ("store", store),
    ("folder", folder),
    ("port", port),
)
