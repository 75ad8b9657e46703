"""The number of bytes of a first visit, headers included."""

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page

pytestmark = pytest.mark.long

MOST = 150_000  # bytes


@pytest.mark.parametrize(("game", "cards"), [("odin", 9), ("ravens", 5)])
def test_the_first_load_of_a_table_is_light(
    browser: Browser, server: ServerProcess, game: str, cards: int
) -> None:
    made = server.make(game, [{}, {"bot": "ask"}], first=0)
    server.call("POST", made.path("/requests"), {"do": "ready"}, made.token)
    fetched: list[Request] = []
    with open_page(browser, server.url, service_workers="block") as page:  # it comes after the load
        page.on("requestfinished", lambda one: fetched.append(one))  # noqa: PLW0108 - it wants a function
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(page.locator(".hand .card")).to_have_count(cards)
        page.wait_for_load_state("networkidle")
        sizes = [one.sizes() for one in fetched]
    assert len(sizes) > 30
    whole = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes)
    assert whole <= MOST, whole
