"""One server and one browser for all tests of the page.

They end with these tests, not with the whole run: while Playwright runs, its process can run no
other loop, and another worker's tests may come next.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.support.server_process import ServerProcess

from .support.browser import CHROMIUM


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A real server."""
    running = ServerProcess(tmp_path_factory.mktemp("page"))
    yield running
    running.close()


@pytest.fixture(scope="package")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without bundles, for tests that import single modules."""
    running = ServerProcess(tmp_path_factory.mktemp("modules"), bundles=False)
    yield running
    running.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    assert CHROMIUM, "Chromium is not installed: run `make browser`"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()
