"""The games. Importing this package sets numba's cache folder and registers all games."""

from odintable import compile_cache

from . import spec

compile_cache.configure(spec.further_packages())
spec.register_all()
