"""The decorators for compiled code. Every compiled function of the project uses one of them.

numba's options are set only here: compiled code is stored on disk (`compile_cache`), runs without
Python's global lock, and has only the wrappers that its callers need.
"""

from numba import njit

# A function that only compiled code calls.
rule = njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)

# A function that Python calls too.
entry_point = njit(cache=True, nogil=True, no_cfunc_wrapper=True)

# An entry point with loops that may run on all cores (`numba.prange`).
parallel_entry_point = njit(cache=True, nogil=True, no_cfunc_wrapper=True, parallel=True)
