"""The decorators for compiled code. Every compiled function of the project uses one of them.

numba's options are set only here: compiled code is stored on disk (`compile_cache`), runs without
Python's global lock, and has only the wrappers that its callers need.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

from odintable.compile_cache.function_cache import store_in_cache


def compiled(**options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function with these options of numba."""
    compile_with_numba = njit(nogil=True, no_cfunc_wrapper=True, **options)
    return lambda function: store_in_cache(compile_with_numba(function))


# A function that only compiled code calls.
rule = compiled(no_cpython_wrapper=True)

# A function that Python calls too.
entry_point = compiled()

# An entry point with loops that may run on all cores (`numba.prange`).
parallel_entry_point = compiled(parallel=True)
