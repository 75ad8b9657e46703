"""A lock file beside the store, so that only one server uses it."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from .store import StoreError


@contextlib.contextmanager
def lock_store(store: Path) -> Iterator[None]:
    """Lock a store until the end of the block, or of the process; StoreError if it is locked."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        lock = store.with_name(f"{store.name}-lock").open("a")
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
