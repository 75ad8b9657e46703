"""The tutorials by mouse, touch and keyboard, and the rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, start_odin_game, use_settings

pytestmark = pytest.mark.long

Learner = Callable[[Page], None]  # presses what is pointed at, or continues
GAMES = {"odin": ("Learn ODIN", 9), "ravens": ("Learn Odin’s Ravens", 16)}
MAX_STEPS = 120
NEXT = ".coach .buttons:not([hidden]) .main, .tutorial.mine [data-point]:not(:disabled)"

# Both the focus and what is pointed at are on a path that is walked by arrow keys.
ON_PATH = """document.activeElement.matches('.path [tabindex]')
    && document.querySelector('.path [data-point]') !== null"""


def by_mouse(page: Page) -> None:
    page.locator(NEXT).first.click()


def by_touch(page: Page) -> None:
    page.locator(NEXT).first.tap()


def by_keys(page: Page) -> None:
    """Move the focus to what is pointed at, on the path by arrow keys, and press it."""
    page.locator(NEXT).first.wait_for()
    for _ in range(80):
        if page.evaluate(f"document.activeElement.matches({NEXT!r})"):
            page.keyboard.press(" ")
            return
        on_path = page.evaluate(ON_PATH)
        page.keyboard.press("ArrowRight" if on_path else "Tab")
    raise AssertionError("what is pointed at cannot be reached")


def learn(page: Page, game: str, learner: Learner) -> int:
    """Finish a tutorial; return its number of steps."""
    page.goto("/")
    page.locator(f".poster-card.{game}").get_by_role("link", name="Tutorial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[game][0])
    seen = set()
    for _ in range(MAX_STEPS):
        page.locator(NEXT).first.wait_for()
        seen.add(page.locator(".coach .count").inner_text())
        if page.get_by_role("button", name="Play against Askr").is_visible():
            return len(seen) - 1
        learner(page)
    raise AssertionError("the tutorial does not end")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("learner", [by_mouse, by_keys])
def test_the_tutorial_is_finished(
    browser: Browser, server: ServerProcess, game: str, learner: Learner
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        assert learn(page, game, learner) == GAMES[game][1]


@pytest.mark.parametrize(
    ("game", "goal"), [("odin", "To 15 points, fewest wins"), ("ravens", "Race to 12 points")]
)
def test_a_tutorial_says_what_a_game_is_played_to(
    browser: Browser, server: ServerProcess, game: str, goal: str
) -> None:
    with open_page(browser, server.url) as page:
        page.goto(f"/learn/{game}")
        expect(page.get_by_text(goal, exact=True)).to_be_in_viewport()


def test_after_a_tutorial_on_a_phone_a_game_begins(browser: Browser, server: ServerProcess) -> None:
    size = {"width": 390, "height": 844}
    with open_page(browser, server.url, viewport=size, has_touch=True, is_mobile=True) as page:
        use_settings(page, motion=False)
        learn(page, "ravens", by_touch)
        page.get_by_role("button", name="Play against Askr").tap()
        expect(page.locator(".ravens-table")).to_be_visible()
        expect(page).to_have_url(re.compile("/table/"))


def test_a_wrong_move_is_explained_and_does_no_harm(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.goto("/learn/odin")
        page.get_by_role("button", name="Continue").click()
        hand = page.get_by_role("group", name="Your hand")
        hand.get_by_role("button", name="red 8").click()
        page.get_by_role("button", name="Play 8").click()
        fault = "the lower a card, the harder it is to play later"
        expect(page.locator(".mistake")).to_contain_text(fault)
        expect(page.get_by_role("alert").filter(has_text=fault)).to_have_count(1)
        expect(hand.get_by_role("button")).to_have_count(9)
        page.get_by_role("button", name="Play", exact=True).click(force=True)  # it looks off
        expect(page.locator(".mistake")).to_contain_text("Choose one or more cards first.")
        hand.get_by_role("button", name="blue 1").click()
        page.get_by_role("button", name="Play 1").click()
        expect(page.locator(".events")).to_contain_text("Askr plays green 5 and takes blue 1.")
        expect(page.locator(".words")).to_contain_text("your 1 is Askr’s problem now")
        page.get_by_role("button", name="Continue").click()
        hand.get_by_role("button", name="orange 5").click()
        page.get_by_role("button", name="Play 5").click(force=True)
        expect(page.locator(".mistake")).to_contain_text("5 does not beat 6.")


def test_steps_can_be_skipped_and_repeated(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.goto("/learn/ravens")
        count = page.locator(".coach .count")
        expect(count).to_have_text("Step 1 of 16")
        page.keyboard.press("Enter")
        expect(count).to_have_text("Step 2 of 16")
        page.get_by_role("button", name="Skip this step").click()
        expect(count).to_have_text("Step 3 of 16")
        page.get_by_role("button", name="One step back").click()
        page.keyboard.press("b")
        expect(count).to_have_text("Step 1 of 16")
        expect(page.get_by_role("button", name="One step back")).to_be_disabled()


def test_elements_pointed_at_are_described_as_next(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.goto("/learn/ravens")
        page.get_by_role("button", name="Continue").click()
        forest = page.get_by_role("group", name="Your hand").get_by_role("button", name="forest")
        expect(forest).to_have_accessible_description("This is next")
        forest.click()
        expect(page.get_by_role("button", name="Fly")).to_have_accessible_description(
            "This is next"
        )


def test_a_help_button_opens_its_rule(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, level=1)
        start_odin_game(page)
        page.locator(".table.mine").wait_for()
        page.locator(".odin-table .help").click()
        window = page.get_by_role("dialog")
        expect(window.get_by_role("img").first).to_be_visible()
        expect(window.get_by_role("link", name="All rules of ODIN")).to_be_visible()


def test_the_help_button_of_ravens_follows_the_selection(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.goto("/learn/ravens")
        page.get_by_role("button", name="Continue").click()
        rule = page.locator(".uses-line .help")
        expect(rule).to_have_accessible_name("Rule: Your turn")
        hand = page.get_by_role("group", name="Your hand")
        hand.get_by_role("button", name="turn or remove").click()
        expect(rule).to_have_accessible_name("Rule: Odin’s cards")
        hand.get_by_role("button", name="snow").first.click()
        expect(rule).to_have_accessible_name("Rule: Flying")
        hand.get_by_role("button", name="snow").last.click()
        expect(rule).to_have_accessible_name("Rule: Two alike")
        rule.press("Enter")
        expect(page.get_by_role("dialog", name="Two alike")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_an_address_and_a_picture(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    with open_page(browser, server.url) as page:
        page.goto(f"/rules/{game}#scoring")
        heading = page.locator("#scoring")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        sections = page.locator(".rule")
        assert sections.count() >= 8
        for section in sections.all():
            assert section.locator("figure svg").count() > 0
            assert "rules." not in section.inner_text()
