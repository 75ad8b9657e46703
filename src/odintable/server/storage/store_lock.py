"""A lock file beside the store, so that only one server uses it."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from .store_files import LOCK, OWNER_ONLY
from .store_interface import StoreError


@contextlib.contextmanager
def lock_store(store: Path) -> Iterator[None]:
    """Lock a store until the end of the block, or of the process; StoreError if it is locked."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - not on every system

    real = Path(os.path.realpath(store))  # another name for the same file needs the same lock
    try:
        if real.exists() and real.stat().st_nlink > 1:
            raise StoreError(f"the store {store} has several names (hard links): keep one of them")
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        lock = os.fdopen(os.open(real.with_name(real.name + LOCK), flags, OWNER_ONLY), "w")
    except OSError as error:
        raise StoreError(f"the store {store} cannot be opened: {error}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(
                f"another server uses the store {store}: stop that one, or choose another --store"
            ) from None
        yield
