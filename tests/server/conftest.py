"""One server for all tests that do not need one of their own, and stores for those that do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .support.registry_in_process import Moody
from .support.server_process import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server, whose bots may think as long as a test wants them to."""
    running = Running(tmp_path_factory.mktemp("server"), bot_time=600_000)
    yield running
    running.close()


@pytest.fixture
def store(tmp_path: Path) -> Moody:
    """A store that plays along, until told otherwise."""
    return Moody(tmp_path / "games.sqlite")
