"""Odin's Ravens in the browser."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Running

from .browser import MOST_STEPS, choose, opened

pytestmark = pytest.mark.long


def act(page: Page) -> None:
    """Fly if any card can, put a card onto the stack if none can, or end the turn."""
    window = page.get_by_role("dialog")
    if window.is_visible():
        window.get_by_role("button", name="On we go").click()
        return
    uses = page.get_by_role("group", name="What the chosen cards can do")
    if uses.locator(".placing, .card").count():
        uses.get_by_role("button").first.click()
        return
    fly = uses.get_by_role("button", name="Fly")
    for card in page.locator(".hand .card, .stack .card:enabled:last-child").all():
        card.click()
        if fly.count():
            fly.click()
            return
        page.keyboard.press("Escape")
    page.get_by_role("button", name="End the turn").click()


def test_a_whole_game_against_a_bot(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False, level=1)
        page.goto("/")
        ravens = page.get_by_role("article", name="Odin’s Ravens")
        ravens.get_by_role("button", name="Play against Ask").click()
        again = page.get_by_role("button", name="Play again")
        for _ in range(MOST_STEPS):
            page.locator(".table.mine, dialog.ending").first.wait_for()
            if again.is_visible():
                break
            act(page)
        expect(again).to_be_visible()
        expect(page.locator(".moves")).to_contain_text(re.compile("wins? the race by"))
        before = page.url
        again.click()
        expect(page).not_to_have_url(before)
        expect(page.locator(".hand .card")).to_have_count(5)
