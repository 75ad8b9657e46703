"""The games. Importing this package sets numba's cache folder and registers all games."""

from . import compile_cache, spec

compile_cache.configure(spec.further_packages())
spec.register_all()
