"""Odin's Ravens in the browser: whole games by mouse, finger, keys and ear, and how it answers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.running import Running

from .browser import MOST_STEPS, opened
from .seated import PHONE, sit

pytestmark = pytest.mark.long

QUICK = {"target": 1}  # the first race decides
Act = Callable[[Page], None]


def play(page: Page, act: Act) -> None:
    """A whole game: whenever it is our turn, `act` does one thing."""
    again = page.get_by_role("button", name="Play again")
    for _ in range(MOST_STEPS):
        page.locator(".table.mine, dialog.ending").first.wait_for()
        if again.is_visible():
            return
        act(page)
    raise AssertionError("the game does not end")


def by_pressing(press: Callable[[Locator], None]) -> Act:
    """Press a space that is lit and the cheapest way there; or discard, or end the turn."""

    def act(page: Page) -> None:
        lit = page.locator(".space[data-possible]")
        placed = page.locator(".uses .placing, .uses .card")
        discard = page.locator(".uses .use", has_text="Discard")
        moves = page.locator(".moves li").count()
        if placed.count():
            press(placed.first)
        elif lit.count():
            press(lit.last)
            press(page.locator(".way-to").first)
        elif page.locator(".hand .card:not([data-dim])").count() > 2:
            press(page.locator(".hand .card:not([data-dim])").first)
            press(discard)
        else:
            press(page.get_by_role("button", name="End the turn", exact=True))
        expect(page.locator(".moves li")).not_to_have_count(moves)

    return act


by_mouse = by_pressing(lambda one: one.click())
by_touch = by_pressing(lambda one: one.tap())


def by_keys(page: Page) -> None:
    """The same without a mouse: P goes to the path, Enter presses, E ends the turn."""
    moves = page.locator(".moves li").count()
    page.keyboard.press("Escape")
    if page.locator(".uses .placing, .uses .card").count():
        page.keyboard.press("w")
        page.keyboard.press("Enter")
    elif page.locator(".space[data-possible]").count():
        page.keyboard.press("p")
        expect(page.locator(".space[data-possible]:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        expect(page.locator(".way-to:focus")).to_have_count(1)
        page.keyboard.press("Enter")
    elif page.locator(".hand .card:not([data-dim])").count() > 2:
        page.keyboard.press("1")
        page.keyboard.press("w")
        at = page.locator(".uses button").all_inner_texts().index("Discard")
        for _ in range(at):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")
    expect(page.locator(".moves li")).not_to_have_count(moves)


@pytest.mark.parametrize("act", [by_mouse, by_keys], ids=["mouse", "keys"])
def test_a_whole_game_against_a_bot(browser: Browser, house: Running, act: Act) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "ravens", QUICK)
        play(page, act)
        expect(page.locator(".moves")).to_contain_text(re.compile("wins? the race by"))
        before = page.url
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(before)
        expect(page.locator(".hand .card")).to_have_count(5)


def test_a_whole_game_by_touch_on_a_phone(browser: Browser, house: Running) -> None:
    with opened(browser, house.url, **PHONE) as page:
        sit(page, house, "ravens", QUICK)
        play(page, by_touch)
        expect(page.get_by_role("dialog").get_by_role("table")).to_be_visible()
