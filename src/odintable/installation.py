"""Check this installation: required parts, optional parts, and how to install them."""

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
EXTRAS = {  # extra -> purpose, modules
    "rl": ("reinforcement learning environments", ("gymnasium", "pettingzoo", "pyspiel")),
    "train": ("training nets", ("torch",)),
    "bench": ("comparing with other packages", ("pyspiel", "pettingzoo", "rlcard", "pgx")),
    "dev": ("working on the code", ("pytest", "ruff", "mypy", "playwright", "mkdocs")),
}


@dataclass(frozen=True)
class Finding:
    """A part, its state (`ok`, `missing` if it is optional, `broken`), and details."""

    what: str
    verdict: str
    details: str


def check_all() -> Iterator[Finding]:
    """Check all parts, basic ones first."""
    yield python()
    yield Finding("Odin's Table", "ok", f"{__version__}, in {PACKAGE}")
    yield from (check_part(*part) for part in PARTS)
    for extra, (purpose, modules) in EXTRAS.items():
        yield check_extra(extra, purpose, modules)


def python() -> Finding:
    """Check the version of Python."""
    details = sys.version.split()[0]
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return Finding("Python", "ok", details)
    return Finding("Python", "broken", f"{details}, but 3.11, 3.12 or 3.13 is needed")


def check_part(what: str, check: Callable[[], str]) -> Finding:
    """Check a part; an error becomes the finding."""
    try:
        return Finding(what, "ok", check())
    except (ImportError, OdintableError, OSError, sqlite3.Error) as error:
        return Finding(what, "broken", f"{type(error).__name__}: {error}")


def check_extra(extra: str, purpose: str, modules: tuple[str, ...]) -> Finding:
    """Check whether the modules of an extra are installed."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return Finding(
            f"extra {extra}", "ok", f"{purpose}: {', '.join(map(with_version, modules))}"
        )
    details = f"{', '.join(missing)} for {purpose}: pip install 'odintable[{extra}]'"
    return Finding(f"extra {extra}", "missing", details)


def with_version(module: str) -> str:
    """Return a module's name with its version, if it has one."""
    try:
        return f"{module} {version({'pyspiel': 'open_spiel'}.get(module, module))}"
    except PackageNotFoundError:
        return module


def rules() -> str:
    """Deal and play every game, which compiles the rules if necessary."""
    compile_cache.configure()
    from odintable.games.spec import GAMES  # noqa: PLC0415 - heavy
    from odintable.match.match import Match  # noqa: PLC0415

    for game in GAMES:
        match = Match.new(game, players=GAMES[game].min_players)
        match.play(match.position.write_move(match.position.moves()[0]))
    return f"{' and '.join(GAMES)} compiled, in {os.environ['NUMBA_CACHE_DIR']}"


def nets() -> str:
    """Load the nets, which fails if they do not fit the rules."""
    from odintable.games.spec import GAMES  # noqa: PLC0415
    from odintable.nets.net import shipped  # noqa: PLC0415

    games = [game for game, spec in GAMES.items() if spec.has_net]
    return ", ".join(f"{game}, {shipped(game).training['minutes']} minutes" for game in games)


def page() -> str:
    """Check that the page's files and all languages are installed."""
    count = sum(path.is_file() for path in (PACKAGE / "web").rglob("*"))
    there = {path.stem for path in (PACKAGE / "locale").glob("*.json")}
    if not count or not set(LANGUAGES) <= there:
        raise OdintableError("files of the page are missing: install the package again")
    return f"{count} files, in {', '.join(sorted(there))}"


def store() -> str:
    """Check that SQLite has the features that the server needs."""
    with sqlite3.connect(":memory:") as one:
        one.execute("create table t (a integer primary key) strict, without rowid")
    return f"SQLite {sqlite3.sqlite_version}"


def folder() -> str:
    """Check that the server can store games in the current folder."""
    here = Path.cwd()
    if not os.access(here, os.W_OK):
        raise OdintableError(f"{here} cannot be written to: odintable serve --store FILE elsewhere")
    return f"odintable.sqlite is stored in {here} unless --store names another file"


def port() -> str:
    """Check whether the default port is free."""
    from odintable.server.settings import Settings  # noqa: PLC0415

    usual = Settings()
    with socket.socket() as one:
        if one.connect_ex((usual.host, usual.port)) == 0:
            return f"{usual.port} is in use: serve --port 0 chooses a free one"
    return f"{usual.port} is free"


PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("rules", rules),
    ("nets", nets),
    ("page", page),
    ("store", store),
    ("folder", folder),
    ("port", port),
)
