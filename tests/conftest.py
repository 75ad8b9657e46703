"""How the tests run: repeatably, and without a clock on code that may still be compiling."""

import signal

import pytest
from hypothesis import HealthCheck, settings

from odintable.bots import Budget
from odintable.bots.evaluation import evaluate
from odintable.games.spec import GAMES
from odintable.match.match import Match

from .engine.engine_client import Local
from .tools.coverage_files import pass_over_what_is_broken

settings.register_profile(
    "odintable",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("odintable")

# A shell lets what it starts in the background ignore Ctrl-C, and so would all that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """What a killed process has left of coverage is no failure."""
    cov = config.pluginmanager.getplugin("_cov")
    if cov is not None and cov.cov_controller is not None:  # in the process that sums up
        pass_over_what_is_broken(cov.cov_controller.combining_cov)


@pytest.fixture(scope="session")
def compiled() -> None:
    """The search is compiled, so that a server's bots answer within the usual time."""
    for name in GAMES:
        evaluate(Match.new(name).position.view(0), Budget(sims=8))


@pytest.fixture
def local() -> Local:
    """An engine that has no game yet."""
    return Local()


@pytest.fixture
def odin() -> Local:
    """An engine with three players at ODIN."""
    begun = Local()
    begun.ask("new", game="odin", players=3, seed=7, first=0)
    return begun


@pytest.fixture(autouse=True)
def _nobody_waits_for_the_compiler(request: pytest.FixtureRequest) -> None:
    """What takes seconds may ask a server's bots, who shall not be compiling by then."""
    if request.node.get_closest_marker("long"):
        request.getfixturevalue("compiled")
