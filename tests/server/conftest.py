"""One server for all tests that do not need one of their own."""

from collections.abc import Iterator

import pytest

from .running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server."""
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.close()
