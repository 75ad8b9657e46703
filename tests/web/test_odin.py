"""ODIN in the browser: whole games, by mouse and by keyboard alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Running

from .browser import Hand, begin_odin, choose, opened, play_odin

pytestmark = pytest.mark.long


def by_mouse(page: Page, status: str) -> None:
    """Click what lights up, until what is chosen can be played."""
    if status == "next":
        page.locator("dialog.ending").get_by_role("button", name="On we go").click()
        return
    if status.startswith("Take"):
        page.get_by_role("group", name="Take one card").get_by_role("button").first.click()
        return
    hand = page.get_by_role("group", name="Your hand")
    play = page.get_by_role("button", name="Play ", exact=False).and_(page.locator(".act.main"))
    for _ in range(9):
        possible = hand.get_by_role("button", name="can be played", pressed=False)
        if play.get_attribute("aria-disabled") == "false":
            play.click()
            return
        if possible.count() == 0:
            break
        possible.last.click()
    page.get_by_role("button", name="Pass", exact=True).click()


def by_keys(page: Page, status: str) -> None:
    """The same without a mouse."""
    if status == "next":
        page.keyboard.press("Enter")
        return
    if status.startswith("Take"):
        expect(page.locator(".offered button").first).to_be_focused()
        page.keyboard.press("Enter")
        return
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    names = page.locator(".hand button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    possible = [at for at, name in enumerate(names) if "can be played" in name]
    if not possible:
        page.keyboard.press("p")
        return
    for _ in range(possible[-1]):
        page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    for _ in range(8):
        if page.locator(".act.main").get_attribute("aria-disabled") == "false":
            break
        more = page.locator(".hand button[data-possible]:not([aria-pressed=true])").first
        at = more.evaluate("one => [...one.parentNode.children].indexOf(one)")
        page.keyboard.press("Home")
        for _ in range(at):
            page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("hand", [by_mouse, by_keys])
def test_a_whole_game_against_a_bot(browser: Browser, house: Running, hand: Hand) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        play_odin(page, hand)
        expect(page.locator("dialog.ending .scores tbody tr")).to_have_count(2)
        expect(page.locator(".moves li").last).to_contain_text("no cards left")
