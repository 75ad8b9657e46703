"""Names are shown as text: markup in a name never runs."""

from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import Player, ServerProcess

from .support.browser import open_page, use_settings
from .support.several_browsers import make

pytestmark = pytest.mark.long

HOSTILE = """<img src=x onerror=alert(1)>"'&"""


def check_shown(page: Page) -> None:
    """Expect the name as text, not as markup."""
    expect(page.get_by_text(HOSTILE).locator("visible=true").first).to_be_visible()
    expect(page.locator("img")).to_have_count(0)


def test_a_hostile_name_is_shown_as_text_everywhere(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("ravens", [{}, {}], first=1)
    token = made.sit(HOSTILE)
    with open_page(browser, server.url) as page, closing(Player(server, made.name, token)) as other:
        alerts: list[str] = []
        page.on("dialog", lambda dialog: alerts.append(dialog.message))
        use_settings(page, motion=False)
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(page.get_by_role("listitem").filter(has_text=HOSTILE)).to_be_visible()
        check_shown(page)
        page.goto("/")
        forget = page.get_by_role("button", name=f"Remove the game with {HOSTILE} from this list")
        expect(forget).to_be_visible()
        check_shown(page)
        page.get_by_role("region", name="Your games").get_by_role("link").click()
        other.ask("ready")
        expect(page.locator("#status")).to_contain_text(HOSTILE)
        other.ask("play", move="end")
        expect(page.get_by_role("log")).to_contain_text(f"{HOSTILE} ends the turn.")
        other.ask("propose", what="back")
        expect(page.get_by_role("status").filter(has_text=f"{HOSTILE} would like")).to_be_visible()
        other.send(do="say", phrase=other.welcome["phrases"][0])
        expect(page.get_by_role("log")).to_contain_text(f"{HOSTILE}: ")
        check_shown(page)
        page.get_by_role("button", name="Menu", exact=True).click()
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("dialog", name="Are you sure?").get_by_role(
            "button", name="Give up"
        ).click()
        expect(page.get_by_role("heading", name=f"{HOSTILE} wins.")).to_be_visible()
        check_shown(page)
        page.get_by_role("button", name="Review the game").click()
        expect(page.get_by_role("combobox", name="View")).to_contain_text(HOSTILE)
        check_shown(page)
        assert alerts == []


def test_the_player_s_own_hostile_name_is_shown_as_text_on_a_shared_screen(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, name=HOSTILE)
        make(page, "odin", "On one screen", "Play", first=0)
        expect(page.get_by_role("button", name=f"{HOSTILE}: show my cards")).to_be_visible()
        check_shown(page)
