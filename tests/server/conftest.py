"""One server for all tests that do not need one of their own, and stores for those that do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .support.registry_in_process import FailingStore
from .support.server_process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A real server, whose bots may think as long as a test wants them to."""
    running = ServerProcess(tmp_path_factory.mktemp("server"), bot_time=600_000)
    yield running
    running.close()


@pytest.fixture
def store(tmp_path: Path) -> FailingStore:
    """A store that plays along, until told otherwise."""
    return FailingStore(tmp_path / "games.sqlite")
