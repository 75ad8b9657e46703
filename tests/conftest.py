"""How the tests run: repeatably, and without a clock on code that may still be compiling."""

from hypothesis import settings

settings.register_profile("odintable", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("odintable")
