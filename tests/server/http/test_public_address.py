"""The address that a server prints when it starts."""

from typing import Any

import pytest

from odintable.server.http.public_address import url_of_sockets


@pytest.mark.parametrize(
    ("names", "url"),
    [
        ([("127.0.0.1", 8080)], "http://127.0.0.1:8080"),
        ([("0.0.0.0", 8080)], "http://127.0.0.1:8080"),
        ([("::1", 8081, 0, 0), ("127.0.0.1", 8080)], "http://127.0.0.1:8080"),
        ([("::1", 8080, 0, 0)], "http://[::1]:8080"),
        ([("::", 8080, 0, 0)], "http://127.0.0.1:8080"),
    ],
)
def test_one_valid_url_is_announced(names: list[tuple[Any, ...]], url: str) -> None:
    assert url_of_sockets(names) == url
