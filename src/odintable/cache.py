"""Where compiled code is kept: a folder of the user's, one for each version of the rules.

Numba does not notice a change in another file, so the folder is named by a hash of all sources that
are compiled, or whose constants are.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

STALE_AFTER = 14 * 24 * 3600  # seconds; folders of other versions untouched so long are removed


def use() -> None:
    """Tell numba where to keep compiled code, unless the user has said so already."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = str(_folder())
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder


def is_warm() -> bool:
    """Something has been compiled before by this version."""
    return any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def _folder() -> Path:
    """The folder for these sources and this Python, made if need be."""
    name = f"{_hash_of_sources()}-py{sys.version_info.major}{sys.version_info.minor}"
    for home in (_cache_home() / "odintable", Path(tempfile.gettempdir()) / "odintable-cache"):
        try:
            folder = home / name
            if not folder.is_dir():
                folder.mkdir(parents=True)
                _remove_stale(home)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="odintable-"))


def _cache_home() -> Path:
    """The user's cache folder, as the platform has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _hash_of_sources() -> str:
    """A short name for the compiled sources as they are now."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        if b"numba" in text or source.name == "parts.py":
            digest.update(str(source.relative_to(package)).encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def _remove_stale(home: Path) -> None:
    """Forget what other versions compiled long ago."""
    for folder in home.iterdir():
        if time.time() - folder.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(folder, ignore_errors=True)
