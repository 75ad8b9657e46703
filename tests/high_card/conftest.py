"""Registers high card for the tests of this folder and for the processes that they start."""

from collections.abc import Iterator

import pytest

from odintable.games.spec import GAMES, MORE_GAMES, register

from .spec import SPEC


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game for the duration of a test."""
    monkeypatch.setenv(MORE_GAMES, SPEC.package)
    register(SPEC)
    yield
    del GAMES[SPEC.name]
