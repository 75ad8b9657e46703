"""ODIN in the browser: whole games, by mouse and by keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Running

from .browser import Hand, begin_odin, by_mouse, choose, opened, play_odin

pytestmark = pytest.mark.long


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


def test_a_whole_hand_by_touch_on_a_phone(browser: Browser, house: Running) -> None:
    size = {"width": 390, "height": 844}
    with opened(browser, house.url, viewport=size, has_touch=True, is_mobile=True) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        for _ in range(300):
            page.locator(".table.mine, dialog.ending").first.wait_for()
            if page.locator("dialog.ending").is_visible():
                break
            by_touch(page)
        expect(page.locator("dialog.ending .scores")).to_be_visible()


def by_touch(page: Page) -> None:
    """Tap what lights up."""
    offered = page.locator(".offered button")
    if offered.count():
        offered.first.tap()
        return
    play = page.locator(".act.main")
    for _ in range(9):
        if play.get_attribute("aria-disabled") == "false":
            play.tap()
            return
        possible = page.locator(".hand button[data-possible][aria-pressed=false]")
        if not possible.count():
            break
        possible.last.tap()
    page.get_by_role("button", name="Pass", exact=True).tap()


def test_a_move_is_taken_back(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        hand = cards(page)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#spoken")).to_contain_text("You take back.")
        page.locator(".table.mine").wait_for()
        assert cards(page) == hand


def test_who_is_cut_off_comes_back_and_plays_on(browser: Browser, tmp_path: Path) -> None:
    house = Running(tmp_path)
    with opened(browser, house.url, may_complain="ERR_CONNECTION") as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        port = house.port
        house.kill()
        expect(page.get_by_role("status").filter(has_text="connection is gone")).to_be_visible()
        house.start(port)
        expect(page.get_by_role("status").filter(has_text="connection is gone")).to_have_count(0)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
    house.close()


def test_a_good_move_is_shown_with_its_worth_and_can_be_played(
    browser: Browser, house: Running
) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        page.keyboard.press("g")
        window = page.get_by_role("dialog", name="Show me a good move")
        expect(window.get_by_text("% of the win")).to_be_visible()
        window.get_by_role("button", name="Play it").click()
        expect(page.locator(".moves")).to_contain_text("You ")


def cards(page: Page) -> list[str]:
    """The cards in one's hand."""
    found: list[str] = page.locator(".hand button").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )
    return found
