"""Phones in the room: let in with one click, and told what plain http denies them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from odintable.server.http.public_address import local_address
from tests.paths import ROOT
from tests.server.support.server_process import Running

from .support.browser import choose, opened
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
def near(tmp_path: Path) -> Iterator[Running]:
    """A server for this machine only, to be opened by a click."""
    running = Running(tmp_path)
    yield running
    running.close()


def door(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_one_click_lets_a_phone_in_and_another_out(browser: Browser, near: Running) -> None:
    with (
        opened(browser, near.url) as host,
        opened(browser, near.url, may_complain=CUT, **PHONE) as phone,
    ):
        choose(host, motion=False)
        make(host, "ravens", "With friends", "Create table")
        expect(host.get_by_text("This address works on this computer only.")).to_be_visible()
        assert invitation(host).startswith(near.url)
        drawn = host.get_by_role("img", name="QR code").inner_html()
        door(host, "Let phones on this network join")
        expect(host.get_by_text(f"links and codes carry http://{OWN}:{near.port}")).to_be_visible()
        link = invitation(host)
        assert link.startswith(f"http://{OWN}:{near.port}/table/")
        assert host.get_by_role("img", name="QR code").inner_html() != drawn
        join(phone, link, "Loki")
        for page in (host, phone):
            hand = page.get_by_role("group", name="Your hand").get_by_role("button")
            expect(hand).to_have_count(5)
        host.goto("/settings")
        door(host, "Close to the network")
        expect(host.get_by_role("button", name="Let phones in")).to_be_focused()
        expect(phone.get_by_role("status").filter(has_text="connection is gone")).to_be_visible()


def test_a_phone_is_told_what_plain_http_denies(browser: Browser, near: Running) -> None:
    with opened(browser, near.url) as host, opened(browser, near.url, **PHONE) as phone:
        host.goto("/settings")
        door(host, "Let phones on this network join")
        expect(host.get_by_text(f"links and codes carry http://{OWN}")).to_be_visible()
        far = f"http://{OWN}:{near.port}"
        phone.goto(f"{far}/settings")
        notify = phone.get_by_role("checkbox", name="Notifications")
        expect(notify).to_be_disabled()
        expect(notify).to_have_accessible_description(
            re.compile("only from https, or at the computer")
        )
        expect(phone.get_by_text("for times without a network only from https")).to_be_visible()
        expect(phone.get_by_role("heading", name="Local network")).to_have_count(0)
        phone.goto(f"{far}/replay")
        phone.get_by_role("textbox").fill(RECORD.read_text(encoding="utf-8"))
        phone.get_by_role("button", name="Open", exact=True).click()
        phone.get_by_role("button", name="Check the shuffle").click()
        window = phone.get_by_role("dialog", name="Check the shuffle")
        expect(window).to_contain_text("Over plain http from another computer")
        expect(window).to_contain_text("odintable check FILE")
        expect(window.get_by_role("button", name="Download")).to_be_visible()
