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
from odintable.i18n import LANGUAGES, LOCALE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MIN_PYTHON, MAX_PYTHON = (3, 11), (3, 13)
PACKAGE = Path(__file__).parent
EXTRAS = {  # extra -> purpose, modules
    "rl": ("reinforcement learning environments", ("gymnasium", "pettingzoo", "pyspiel")),
    "train": ("training nets", ("torch",)),
    "wasm": ("building the engine for browsers", ("ziglang",)),
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
    yield check_python()
    yield Finding("Odin's Table", "ok", f"{__version__}, in {PACKAGE}")
    yield from (check_part(*part) for part in PARTS)
    for extra, (purpose, modules) in EXTRAS.items():
        yield check_extra(extra, purpose, modules)


def check_python() -> Finding:
    """Check the version of Python."""
    details = sys.version.split()[0]
    if MIN_PYTHON <= sys.version_info[:2] <= MAX_PYTHON:
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
            f"extra {extra}", "ok", f"{purpose}: {', '.join(map(name_and_version, modules))}"
        )
    details = f"{', '.join(missing)} for {purpose}: pip install 'odintable[{extra}]'"
    return Finding(f"extra {extra}", "missing", details)


def name_and_version(module: str) -> str:
    """Return a module's name with its version, if it has one."""
    try:
        return f"{module} {version({'pyspiel': 'open_spiel'}.get(module, module))}"
    except PackageNotFoundError:
        return module


def check_rules() -> str:
    """Deal and play every game, which compiles the rules if necessary."""
    from odintable.compile_cache.cache_folder import (  # noqa: PLC0415 - hashes the sources
        SETTING,
        shipped_folder,
    )
    from odintable.games.spec import GAMES  # noqa: PLC0415 - heavy
    from odintable.match.match import Match  # noqa: PLC0415
    from odintable.precompile import is_complete  # noqa: PLC0415

    for game in GAMES:
        match = Match.new(game, players=GAMES[game].min_players)
        match.play(match.position.write_move(match.position.moves()[0]))
    folder = shipped_folder() or os.environ[SETTING]
    rest = "" if is_complete() else ", but not all bots: `odintable compile` compiles the rest"
    return f"{' and '.join(GAMES)} compiled, in {folder}{rest}"


def check_nets() -> str:
    """Load the nets, which fails if they do not fit the rules."""
    from odintable.games.spec import GAMES  # noqa: PLC0415
    from odintable.nets.net import shipped  # noqa: PLC0415

    games = [game for game, spec in GAMES.items() if spec.has_net]
    return ", ".join(f"{game}, {shipped(game).training['minutes']} minutes" for game in games)


def check_page_files() -> str:
    """Check that the page's files and all languages are installed."""
    count = sum(path.is_file() for path in (PACKAGE / "web").rglob("*"))
    languages = {path.stem for path in LOCALE.glob("*.json")}
    if not count or not set(LANGUAGES) <= languages:
        raise OdintableError("files of the page are missing: install the package again")
    return f"{count} files, in {', '.join(sorted(languages))}"


def check_sqlite() -> str:
    """Check that SQLite has the features that the server needs."""
    with sqlite3.connect(":memory:") as connection:
        connection.execute("create table t (a integer primary key) strict, without rowid")
    return f"SQLite {sqlite3.sqlite_version}"


def check_folder() -> str:
    """Check that the server can store games in the current folder."""
    folder = Path.cwd()
    if not os.access(folder, os.W_OK):
        raise OdintableError(
            f"{folder} cannot be written to: odintable serve --store FILE elsewhere"
        )
    return f"odintable.sqlite is stored in {folder} unless --store names another file"


def check_port() -> str:
    """Check whether the default port is free."""
    from odintable.server.settings import Settings  # noqa: PLC0415

    default = Settings()
    with socket.socket() as client:
        if client.connect_ex((default.host, default.port)) == 0:
            return f"{default.port} is in use: serve --port 0 chooses a free one"
    return f"{default.port} is free"


PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("rules", check_rules),
    ("nets", check_nets),
    ("page", check_page_files),
    ("store", check_sqlite),
    ("folder", check_folder),
    ("port", check_port),
)
