"""Where compiled code is kept: a folder of the user's, one for each version of the rules.

Numba does not notice a change in another file, so the folder is named by a hash of all sources that
are compiled, or whose constants are.
"""

import contextlib
import functools
import hashlib
import os
import re
import secrets
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# Sources that hold compiled functions, and modules whose constants such functions use.
COMPILED_SOURCE = re.compile(rb"^\s*(from|import) \S*\b(numba|compiled)\b", re.MULTILINE)
CONSTANTS = ("components.py", "notation.py", "spec.py")
STALE_AFTER = 14 * 24 * 3600  # seconds; folders of other versions untouched so long are removed

NOTICE = "odintable: compiling the rules, which takes some seconds the first time"


def use() -> None:
    """Tell numba where to keep compiled code, unless the user has said so already."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = str(_home() / f"{_hash_of_sources()}-py{sys.version_info[0]}{sys.version_info[1]}")
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder


def keep_files_apart() -> None:
    """No file has a name that another process may give to the same function of another game.

    Numba takes the next free number and writes later: of two that compile at once, one would read
    what the other has written, and compute nonsense from then on.
    """
    from numba.core.caching import IndexDataCacheFile  # noqa: PLC0415 - numba is slow to load

    def name_of_its_own(self: Any, _number: int) -> str:
        return str(self._data_name_pattern.format(number=secrets.randbits(63)))

    IndexDataCacheFile._data_name = name_of_its_own


@functools.cache  # who asks again is heard already
def say_when_compiling() -> None:
    """Whoever waits for the compiler sees why: one line on standard error, as soon as it begins."""
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"  # or it ends with an escape code
    from numba.core import event  # noqa: PLC0415 - numba is slow to load, and not always needed

    class Notice(event.Listener):  # type: ignore[misc]
        """Hears the compiler begin; what comes from the cache makes no sound."""

        is_given = False

        def on_start(self, _event: object) -> None:
            if not self.is_given:
                self.is_given = True
                print(NOTICE, file=sys.stderr, flush=True)
                _remove_stale(Path(os.environ["NUMBA_CACHE_DIR"]).parent)

        def on_end(self, _event: object) -> None:
            pass

    event.register("numba:compile", Notice())


def _home() -> Path:
    """The folder that holds those of all versions: the user's, or else a temporary one."""
    home = _cache_home() / "odintable"
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    if there.is_dir() and os.access(there, os.W_OK):
        return home
    return Path(tempfile.gettempdir()) / f"odintable-cache-{_user()}"


def _user() -> str:
    """A name that no other user of this machine has."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "")


def _cache_home() -> Path:
    """The user's cache folder, as the platform has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _hash_of_sources() -> str:
    """Name the present state of the sources that end up in compiled code."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        if is_compiled_in(source.name, text):
            digest.update(str(source.relative_to(package)).encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def is_compiled_in(name: str, source: bytes) -> bool:
    """Whether a change of this source could change compiled code."""
    return name in CONSTANTS or COMPILED_SOURCE.search(source) is not None


def _remove_stale(home: Path) -> None:
    """Forget what other versions compiled long ago."""
    for folder in home.glob("????????????????-py3*"):
        with contextlib.suppress(FileNotFoundError):  # another process has removed it meanwhile
            if time.time() - folder.stat().st_mtime > STALE_AFTER:
                shutil.rmtree(folder, ignore_errors=True)
