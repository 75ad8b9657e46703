"""One server for one store: whoever serves it holds it, until its process ends."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from .store import StoreError


@contextlib.contextmanager
def held(store: Path) -> Iterator[None]:
    """Hold a store while it is served; StoreError if another server does."""
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
                f"another server uses the store {store}: end that one, or choose another --store"
            ) from None
        yield
