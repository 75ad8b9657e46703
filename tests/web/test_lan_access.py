"""Phones in the local network: one click allows them, and the page says what needs https."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from odintable.server.http.public_address import local_address
from tests.paths import ROOT
from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, use_settings
from .support.seats import PHONE
from .support.several_browsers import invitation, join, make

OWN = local_address()
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(OWN is None, reason="this machine has no address in a network"),
]

RECORD = ROOT / "tests/record/records/ravens-two-races.txt"
CUT = "ERR_CONNECTION"  # what the browser itself says of a server that is not there


@pytest.fixture
def local_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that only this machine can reach until it is opened."""
    running = ServerProcess(tmp_path)
    yield running
    running.close()


def switch_lan_access(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_one_click_allows_a_phone_and_another_forbids_it(
    browser: Browser, local_server: ServerProcess
) -> None:
    with (
        open_page(browser, local_server.url) as host,
        open_page(browser, local_server.url, expected_error=CUT, **PHONE) as phone,
    ):
        use_settings(host, motion=False)
        make(host, "ravens", "With friends", "Create table")
        expect(host.get_by_text("This address works on this computer only.")).to_be_visible()
        assert invitation(host).startswith(local_server.url)
        drawn = host.get_by_role("img", name="QR code").inner_html()
        switch_lan_access(host, "Let phones on this network join")
        expect(
            host.get_by_text(f"links and codes use http://{OWN}:{local_server.port}")
        ).to_be_visible()
        link = invitation(host)
        assert link.startswith(f"http://{OWN}:{local_server.port}/table/")
        assert host.get_by_role("img", name="QR code").inner_html() != drawn
        join(phone, link, "Loki")
        for page in (host, phone):
            hand = page.get_by_role("group", name="Your hand").get_by_role("button")
            expect(hand).to_have_count(5)
        host.goto("/settings")
        switch_lan_access(host, "Close to the network")
        expect(host.get_by_role("button", name="Let phones on")).to_be_focused()
        expect(phone.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()


def test_a_phone_shows_what_does_not_work_over_http(
    browser: Browser, local_server: ServerProcess
) -> None:
    with (
        open_page(browser, local_server.url) as host,
        open_page(browser, local_server.url, **PHONE) as phone,
    ):
        host.goto("/settings")
        switch_lan_access(host, "Let phones on this network join")
        expect(host.get_by_text(f"links and codes use http://{OWN}")).to_be_visible()
        far = f"http://{OWN}:{local_server.port}"
        phone.goto(f"{far}/settings")
        notify = phone.get_by_role("checkbox", name="Notifications")
        expect(notify).to_be_disabled()
        expect(notify).to_have_accessible_description(
            re.compile("only over https, or on the computer")
        )
        expect(phone.get_by_text("for offline use only over https")).to_be_visible()
        expect(phone.get_by_role("heading", name="Local network")).to_have_count(0)
        phone.goto(f"{far}/replay")
        phone.get_by_role("textbox").fill(RECORD.read_text(encoding="utf-8"))
        phone.get_by_role("button", name="Open", exact=True).click()
        phone.get_by_role("button", name="Check the shuffle").click()
        window = phone.get_by_role("dialog", name="Check the shuffle")
        expect(window).to_contain_text("Over plain http from another computer")
        expect(window).to_contain_text("odintable check FILE")
        expect(window.get_by_role("button", name="Download")).to_be_visible()
