"""What a first visit weighs on the wire, headers included."""

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.server.running import Running

from .browser import begin_odin, opened

pytestmark = pytest.mark.long

MOST = 150_000  # bytes


def test_the_first_load_of_a_table_is_light(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        begin_odin(page)
        state, address = page.context.storage_state(), page.url
    fetched: list[Request] = []
    with opened(browser, house.url, storage_state=state) as page:
        page.on("requestfinished", lambda one: fetched.append(one))  # noqa: PLW0108 - it wants a function
        page.goto(address)
        expect(page.locator(".hand button")).to_have_count(9)
        page.wait_for_load_state("networkidle")
        sizes = [one.sizes() for one in fetched]
    assert len(sizes) > 30
    whole = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes)
    assert whole <= MOST, whole
