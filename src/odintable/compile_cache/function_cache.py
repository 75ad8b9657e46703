"""How a compiled function is stored and found: in the cache folder, else in the shipped folder.

numba's own cache differs in three ways: its files lie under a hash of the package's path, so they
cannot be shipped; two processes that compile the same function for two games may lose or mix up
their code; and code for any processor of a kind is not used by a process that compiles for its own.
"""

from __future__ import annotations

import contextlib
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from numba.core import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.extending import is_jitted

from .cache_folder import ANY_PROCESSOR, LOCK, MACHINE, WIDE_VECTORS, shipped_folder

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What LLVM requires for the code of WIDE_VECTORS, beyond what every x86-64 processor has.
WIDE_VECTOR_FEATURES = (
    *("sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "cx16", "sahf", "avx", "avx2"),
    *("bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
)


@cache
def shipped_targets() -> list[tuple[str, str]]:
    """Return the processors whose shipped code runs here, the best first."""
    features = llvm.get_host_cpu_features()
    is_wide = all(features.get(name) for name in WIDE_VECTOR_FEATURES)
    return [WIDE_VECTORS, ANY_PROCESSOR] if is_wide else [ANY_PROCESSOR]


class PackageLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Puts the files of a function into a folder named after its package."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        self.package = py_func.__module__.rpartition(".")[0] or py_func.__module__
        self._cache_path = str(Path(config.CACHE_DIR, self.package))


class PackageCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's cache of compile results, in our folders; elsewhere if that cannot be written."""

    _locator_classes = (PackageLocator, *CompileResultCacheImpl._locator_classes)


class LockedCacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """The index and the code of one function, safe to be written by several processes at once."""

    def save(self, key: Any, data: Any) -> None:
        """Save an entry; the entries that others save meanwhile are kept."""
        with lock(Path(self._cache_path, LOCK)):
            super().save(key, data)

    def _data_name(self, _number: int) -> str:
        """Return a random name: where there are no locks, two processes may save at once."""
        return str(self._data_name_pattern.format(number=secrets.randbits(63)))


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Wait until no other process has the lock."""
    if fcntl is None:
        yield
        return
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class ShippableCache(FunctionCache):  # type: ignore[misc]
    """The cache of one function, which falls back to the code that came with the package."""

    _impl_class = PackageCacheImpl

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        self._cache_file = self._file_in(self._cache_path)
        package = getattr(self._impl.locator, "package", "")
        folder = shipped_folder()
        self.shipped = None if folder is None else self._file_in(str(folder / package))

    def _file_in(self, folder: str) -> LockedCacheFile:
        stamp = self._impl.locator.get_source_stamp()
        return LockedCacheFile(folder, self._impl.filename_base, stamp)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super()._load_overload(sig, target_context)
        if found is not None or self.shipped is None:
            return found
        _, _, hashes = self._index_key(sig, target_context.codegen())
        for target in shipped_targets():
            data = self.shipped.load((sig, (MACHINE, *target), hashes))
            if data is not None:
                return self._impl.rebuild(target_context, data)
        return None

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Return numba's key, but with a name of the machine that its kernel does not change."""
        sig, (_triple, *target), hashes = super()._index_key(sig, codegen)
        return sig, (MACHINE, *target), hashes


def store_in_cache(function: Any) -> Any:
    """Make a compiled function use this cache; without the compiler there is nothing to store."""
    if is_jitted(function):
        function._cache = ShippableCache(function.py_func)
    return function
