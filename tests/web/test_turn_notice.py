"""Signs outside the page that it is the player's turn: title, icon, notification."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, until
from .support.seats import open_seat

pytestmark = pytest.mark.long

AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.isAway === true });"
ASKED = """
  window.notifications = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "%s"); }
    constructor(title, { body }) { window.notifications.push(`${title}: ${body}`); }
  };
"""


def pass_turn(page: Page) -> None:
    """Pass, and wait until it is our turn again."""
    made = page.locator(".moves li").count()
    page.get_by_role("button", name="End the turn", exact=True).click()
    expect(page.locator(".moves li")).not_to_have_count(made)
    page.locator(".table.mine").wait_for()


def test_title_and_icon_show_whose_turn_it_is(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", {})
        expect(page).to_have_title("● ODIN · Odin’s Table")
        icon = page.locator("link[rel=icon]")
        expect(icon).to_have_attribute("href", re.compile("/favicon-turn.svg$"))
        page.get_by_role("link", name="Odin’s Table").click()
        expect(page).not_to_have_title(re.compile("●"))
        expect(icon).to_have_attribute("href", re.compile("/favicon.svg$"))


def test_a_player_who_looks_elsewhere_is_notified_of_the_turn(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script(AWAY + ASKED.replace("default", "granted") % "granted")
        open_seat(page, server, "ravens", {}, notify=True)
        pass_turn(page)
        assert page.evaluate("notifications") == []  # a visible page needs none
        page.evaluate("window.isAway = true")
        pass_turn(page)
        until(page, "notifications.length > 0")
        assert page.evaluate("notifications[0]") == "Odin’s Table: It’s your turn"


def test_the_setting_stays_off_if_the_browser_refuses_notifications(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script(ASKED % "denied")
        page.goto("/settings")
        box = page.get_by_role("checkbox", name="Notifications")
        box.click()
        expect(box).to_have_accessible_description(re.compile("Notifications are blocked"))
        expect(box).not_to_be_checked()


def test_sounds_and_notifications_are_off_by_default(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        page.goto("/settings")
        for name in ("Sounds", "Notifications"):
            expect(page.get_by_role("checkbox", name=name)).not_to_be_checked()
