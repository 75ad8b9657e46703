"""Sets where numba stores compiled code: in the user's cache, one folder for each version.

numba does not notice a change in another file, so the folder is named after a hash of all sources
that are compiled, or whose constants are. A wheel may contain such a folder too (`SHIPPED`), which
is only read.
"""

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

# Sources that hold compiled functions, and modules whose constants such functions use.
COMPILED_SOURCE = re.compile(rb"^\s*(from|import) \S*\b(numba|compiled)\b", re.MULTILINE)
CONSTANTS = ("components.py", "notation.py", "spec.py")
STALE_AFTER = 14 * 24 * 3600  # seconds after which folders of other versions are removed

FOLDER_NAME = re.compile(r"[0-9a-f]{16}-py3\d+")  # of one version
MACHINE = f"{sys.platform}-{platform.machine().lower()}"  # whose code a folder contains
PACKAGE = Path(__file__).parents[1]
SHIPPED = PACKAGE / "shipped_code"  # folders of compiled code that came with the package

LOCK = ".lock"  # the file in a folder that a process locks while it writes there
# Names and features of processors, as numba has them, for which code is shipped.
ANY_PROCESSOR = ("generic", "")
WIDE_VECTORS = ("x86-64-v3", "")  # of x86-64, since about 2015

SETTING = "NUMBA_CACHE_DIR"
NOT_PRIVATE = (
    "odintable: found no folder for compiled code that only this user can write to; the code is "
    "compiled again at every start, unless NUMBA_CACHE_DIR names such a folder"
)


def configure(packages: Sequence[str] = ()) -> None:
    """Set numba's cache folder, unless the user has set NUMBA_CACHE_DIR.

    `packages` are the packages of games that are not part of odintable.
    """
    _further_packages[:] = packages
    if SETTING in os.environ:
        return
    folder = _home() / version_name(packages)
    with contextlib.suppress(OSError):  # it need not exist yet
        os.utime(folder)  # `remove_stale` of other versions goes by this time
    os.environ[SETTING] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)


_further_packages: list[str] = []  # as configured


@functools.cache
def shipped_folder() -> Path | None:
    """Return the folder of compiled code that came with the package, if it fits these sources.

    It lies beside the sources: whoever can write there could change them too.
    """
    folder = SHIPPED / shipped_name(_further_packages) if SHIPPED.is_dir() else None
    return folder if folder is not None and folder.is_dir() else None


def shipped_name(packages: Sequence[str] = ()) -> str:
    """Return the name of the folder in `SHIPPED` for these sources and this kind of machine."""
    return f"{version_name(packages)}-{MACHINE}"


def version_name(packages: Sequence[str] = ()) -> str:
    """Return the name of the folder for these sources and this version of Python."""
    return f"{_hash_of_sources(packages)}-py{sys.version_info[0]}{sys.version_info[1]}"


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
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.rglob("*.py")):
        text = source.read_bytes()
        if is_compiled_in(source.name, text):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
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


def remove_stale(in_use: Path) -> None:
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
