"""How the tests run: repeatably, and without a clock on code that may still be compiling."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "odintable",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("odintable")
