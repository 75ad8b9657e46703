"""Sets where numba stores compiled code: in the user's cache, one folder for each version.

numba does not notice a change in another file, so the folder is named after a hash of all sources
that are compiled, or whose constants are.
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
STALE_AFTER = 14 * 24 * 3600  # seconds after which folders of other versions are removed

NOTICE = "odintable: compiling the rules, which takes some seconds the first time"


def configure() -> None:
    """Set numba's cache folder, unless the user has set NUMBA_CACHE_DIR."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = str(_home() / f"{_hash_of_sources()}-py{sys.version_info[0]}{sys.version_info[1]}")
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder


def use_unique_file_names() -> None:
    """Make numba give every cache file a random name.

    numba takes the next free number and writes the file later. When two processes compile the same
    function at once, each for a different game, one could read the file of the other and compute
    nonsense from then on.
    """
    from numba.core.caching import IndexDataCacheFile  # noqa: PLC0415 - numba is slow to load

    def random_name(self: Any, _number: int) -> str:
        return str(self._data_name_pattern.format(number=secrets.randbits(63)))

    IndexDataCacheFile._data_name = random_name


@functools.cache  # later calls do nothing
def announce_compiling() -> None:
    """Print one line when compilation starts, so that the user knows what they are waiting for."""
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"  # else numba prints escape codes
    from numba.core import event  # noqa: PLC0415 - numba is slow to load, and not always needed

    class Notice(event.Listener):  # type: ignore[misc]
        """Prints the line at the first compilation; code from the cache causes no event."""

        is_printed = False

        def on_start(self, _event: object) -> None:
            if not self.is_printed:
                self.is_printed = True
                print(NOTICE, file=sys.stderr, flush=True)
                _remove_stale(Path(os.environ["NUMBA_CACHE_DIR"]).parent)

        def on_end(self, _event: object) -> None:
            pass

    event.register("numba:compile", Notice())


def _home() -> Path:
    """Return the parent of all versions' folders, in the user's cache or else a temporary one."""
    home = _cache_home() / "odintable"
    nearest = next(folder for folder in (home, *home.parents) if folder.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return home
    return Path(tempfile.gettempdir()) / f"odintable-cache-{_user()}"


def _user() -> str:
    """Return a name that no other user of this machine has."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "")


def _cache_home() -> Path:
    """Return the user's cache folder on this platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _hash_of_sources() -> str:
    """Return a hash of the sources that end up in compiled code."""
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
    """Remove the folders of other versions that have not changed for a long time."""
    for folder in home.glob("????????????????-py3*"):
        with contextlib.suppress(FileNotFoundError):  # another process has already removed it
            if time.time() - folder.stat().st_mtime > STALE_AFTER:
                shutil.rmtree(folder, ignore_errors=True)
