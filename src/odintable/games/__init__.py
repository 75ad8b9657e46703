"""The two games. Importing this room tells numba where compiled code is kept, nothing more."""

from odintable import cache

cache.use()
