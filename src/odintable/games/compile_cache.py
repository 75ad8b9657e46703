"""Sets where numba stores compiled code: in the user's cache, one folder for each version.

numba does not notice a change in another file, so the folder is named after a hash of all sources
that are compiled, or whose constants are.
"""

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Sources that hold compiled functions, and modules whose constants such functions use.
COMPILED_SOURCE = re.compile(rb"^\s*(from|import) \S*\b(numba|compiled)\b", re.MULTILINE)
CONSTANTS = ("components.py", "notation.py", "spec.py")
STALE_AFTER = 14 * 24 * 3600  # seconds after which folders of other versions are removed

FOLDER_NAME = re.compile(r"[0-9a-f]{16}-py3\d+")  # of one version

SETTING = "NUMBA_CACHE_DIR"
NOTICE = "odintable: compiling the rules, which takes some seconds the first time"
NOT_PRIVATE = (
    "odintable: found no folder for compiled code that only this user can write to; the code is "
    "compiled again at every start, unless NUMBA_CACHE_DIR names such a folder"
)


def configure(packages: Sequence[str] = ()) -> None:
    """Set numba's cache folder, unless the user has set NUMBA_CACHE_DIR.

    `packages` are the packages of games that are not part of odintable.
    """
    if SETTING in os.environ:
        return
    name = f"{_hash_of_sources(packages)}-py{sys.version_info[0]}{sys.version_info[1]}"
    folder = _home() / name
    with contextlib.suppress(OSError):  # it need not exist yet
        os.utime(folder)  # `_remove_stale` of other versions goes by this time
    os.environ[SETTING] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)


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
                _remove_stale(Path(os.environ[SETTING]))

        def on_end(self, _event: object) -> None:
            pass

    event.register("numba:compile", Notice())


def _home() -> Path:
    """Return the parent of all versions' folders: a folder that no other user can write to.

    numba unpickles the files it finds there, so whoever can write them can run code as this user.
    """
    for find in (_user_cache, _temporary_cache):
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the user has no home
            folder = find()
            _make_private(folder)
            return folder.resolve()
    print(NOT_PRIVATE, file=sys.stderr, flush=True)
    folder = Path(tempfile.mkdtemp(prefix="odintable-cache-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _user_cache() -> Path:
    """Return our folder in the user's cache."""
    home = _cache_home()
    home.mkdir(parents=True, exist_ok=True)
    return home / "odintable"


def _temporary_cache() -> Path:
    """Return our folder for this user in the folder of temporary files."""
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir()) / f"odintable-cache-{user}"


def _make_private(folder: Path) -> None:
    """Create a folder for this user alone; raise PermissionError if others could change it."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if not hasattr(os, "getuid"):  # Windows: both places belong to the user
        return
    found = folder.lstat()  # a symbolic link is refused
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if (
        not is_ours
        or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        or not os.access(folder, os.W_OK)
    ):
        raise PermissionError(f"{folder} is not a private folder")
    for parent in folder.resolve().parents:
        if not _is_safe_parent(parent.stat()):
            raise PermissionError(f"{parent} can be changed by other users")
    folder.chmod(0o700)


def _is_safe_parent(found: os.stat_result) -> bool:
    """Whether only this user and root can replace what lies in a folder.

    A group that is this user's own, or root's, may write: homes are often made so.
    """
    own = (0, os.getuid())
    others = stat.S_IWOTH if found.st_gid in own else stat.S_IWOTH | stat.S_IWGRP
    is_closed = not found.st_mode & others or found.st_mode & stat.S_ISVTX
    return found.st_uid in own and bool(is_closed)


def _cache_home() -> Path:
    """Return the user's cache folder on this platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _hash_of_sources(packages: Sequence[str]) -> str:
    """Return a hash of the sources that end up in compiled code."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        if is_compiled_in(source.name, text):
            digest.update(str(source.relative_to(package)).encode())
            digest.update(text)
    for name in packages:
        for folder in map(Path, _folders_of(name)):
            for source in sorted(folder.rglob("*.py")):
                digest.update(f"{name}/{source.relative_to(folder)}".encode())
                digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _folders_of(package: str) -> Sequence[str]:
    """Return where a package lies; nothing if there is none, which its import will report."""
    try:
        found = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return ()
    return (found and found.submodule_search_locations) or ()


def is_compiled_in(name: str, source: bytes) -> bool:
    """Whether a change of this source could change compiled code."""
    return name in CONSTANTS or COMPILED_SOURCE.search(source) is not None


def _remove_stale(in_use: Path) -> None:
    """Remove the folders of other versions that have not been used for a long time.

    A folder that the user has chosen is not named as ours are: nothing beside it is touched.
    """
    if not FOLDER_NAME.fullmatch(in_use.name):
        return
    for folder in in_use.parent.iterdir():
        if folder != in_use and FOLDER_NAME.fullmatch(folder.name):
            with contextlib.suppress(FileNotFoundError):  # another process has already removed it
                if time.time() - folder.stat().st_mtime > STALE_AFTER:
                    shutil.rmtree(folder, ignore_errors=True)
