"""The cache of compiled code: its folder, how functions are stored in it, and a notice for users.

Importing this package does not load numba, which takes half a second.
"""

from .cache_folder import configure
from .compile_notice import announce_compiling

__all__ = ["announce_compiling", "configure"]
