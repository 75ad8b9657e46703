"""Accessibility: axe-core finds no violation on any screen, in both themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.paths import ROOT
from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, start_odin_game, use_settings

pytestmark = pytest.mark.long

AXE = ROOT / "node_modules/axe-core/axe.min.js"

RECORD = ROOT / "tests/record/records/ravens-two-races.txt"


def start(page: Page) -> None:
    page.goto("/")
    page.locator(".poster-card").first.wait_for()


def not_found(page: Page) -> None:
    page.goto("/nothing/here")
    page.get_by_role("heading", level=1).wait_for()


def dead_invitation(page: Page) -> None:
    page.goto(f"/table/{'A' * 12}#join=x")
    page.locator(".lobby").wait_for()


def settings(page: Page) -> None:
    page.goto("/settings")
    page.locator("form").wait_for()


def privacy(page: Page) -> None:
    page.goto("/privacy")
    page.get_by_role("heading", level=2).first.wait_for()


def rules(page: Page) -> None:
    page.goto("/rules/odin")
    page.locator(".rules .rule").first.wait_for()


def setup(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="With friends").first.click()
    page.get_by_text("Options").click()


def lobby(page: Page) -> None:
    setup(page)
    page.get_by_role("button", name="Create table").click()
    page.locator(".qr").wait_for()


def odin(page: Page) -> None:
    start_odin_game(page)
    page.locator(".table.mine").wait_for()
    page.locator(".hand .card").first.click()


def ravens(page: Page) -> None:
    start(page)
    page.get_by_role("article", name="Odin’s Ravens").get_by_role(
        "button", name="Play against"
    ).click()
    page.locator(".table.mine").wait_for()
    page.locator(".hand .card").last.click()


def ravens_rules(page: Page) -> None:
    page.goto("/rules/ravens#stone")
    page.locator(".rules .rule").first.wait_for()


def tutorial(page: Page) -> None:
    page.goto("/learn/odin")
    for _ in range(3):
        page.get_by_role("button", name="Continue").or_(
            page.get_by_role("button", name="Skip this step")
        ).and_(page.locator(":enabled")).first.click()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.locator(".mistake").wait_for()


def ravens_tutorial(page: Page) -> None:
    page.goto("/learn/ravens")
    page.get_by_role("button", name="Continue").click()
    page.locator("button[data-point]").wait_for()


def load(page: Page) -> None:
    page.goto("/replay")
    page.locator("textarea").wait_for()


def replay(page: Page) -> None:
    load(page)
    page.locator("textarea").fill(RECORD.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("polyline").first.wait_for()
    page.get_by_role("button", name="To the end").click()


def replay_of_a_seat(page: Page) -> None:
    replay(page)
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("combobox", name="View").select_option("1")
    page.locator(".hand .card").first.wait_for()


def fairness(page: Page) -> None:
    replay(page)
    page.get_by_role("button", name="Check the shuffle").click()
    page.locator(".findings").wait_for()


def play_on(page: Page) -> None:
    replay(page)
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").wait_for()


def chance(page: Page) -> None:
    odin(page)
    page.keyboard.press("m")
    page.get_by_role("button", name="Show win chances").click()
    page.locator(".win-probability li").first.wait_for()


REPLAYS = [load, replay, replay_of_a_seat, fairness, play_on, chance]
LEARNING = [rules, ravens_rules, tutorial, ravens_tutorial]
DEAD_ENDS = [not_found, dead_invitation]
SCREENS = [start, settings, privacy, setup, lobby, odin, ravens, *REPLAYS, *LEARNING, *DEAD_ENDS]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS, ids=lambda one: one.__name__)
def test_axe_finds_nothing(
    browser: Browser, server: ServerProcess, screen: Callable[[Page], None], theme: str
) -> None:
    with open_page(browser, server.url, "404", color_scheme=theme, bypass_csp=True) as page:
        use_settings(page, motion=False, level=1)
        screen(page)
        page.add_script_tag(path=AXE)
        found = page.evaluate("axe.run().then((result) => result.violations)")
        violations = [(one["id"], [node["target"] for node in one["nodes"]][:5]) for one in found]
        assert not violations, violations
