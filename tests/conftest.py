"""Fixtures and settings for all tests: repeatable, without deadlines, since code may compile."""

import signal

import pytest
from hypothesis import HealthCheck, settings

from odintable.bots import Budget
from odintable.bots.evaluate_position import evaluate
from odintable.games.spec import GAMES
from odintable.match.match import Match

from .engine.engine_client import Local
from .tools.coverage_files import skip_broken_files

settings.register_profile(
    "odintable",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("odintable")

# Background jobs of a shell ignore Ctrl-C, and every process that a test starts inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Skip broken coverage files, which killed processes leave behind."""
    cov = config.pluginmanager.getplugin("_cov")
    if cov is not None and cov.cov_controller is not None:  # only in the main process
        skip_broken_files(cov.cov_controller.combining_cov)


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile the search, so that a server's bots answer within the usual time."""
    for name in GAMES:
        evaluate(Match.new(name).position.view(0), Budget(sims=8))


@pytest.fixture
def local() -> Local:
    """An engine without a game."""
    return Local()


@pytest.fixture
def odin() -> Local:
    """An engine with a game of ODIN for three players."""
    begun = Local()
    begun.ask("new", game="odin", players=3, seed=7, first=0)
    return begun


@pytest.fixture(autouse=True)
def _compile_before_long_tests(request: pytest.FixtureRequest) -> None:
    """Long tests may use a server's bots, which must not be compiling by then."""
    if request.node.get_closest_marker("long"):
        request.getfixturevalue("compiled")
