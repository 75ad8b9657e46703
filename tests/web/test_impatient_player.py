"""Impatient players: they tap twice, go back while something loads, follow broken links."""

import re

import pytest
from playwright.sync_api import Browser, FloatRect, Page, Request, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import by_mouse, open_page, play_odin_game, stop_time, until, use_settings
from .support.seats import PHONE, open_seat
from .support.several_browsers import HeldRequests, invitation, make

pytestmark = pytest.mark.long

# What goes away by itself stays.
PATIENT = """const later = window.setTimeout;
window.setTimeout = (does, wait) => (wait > 2000 ? 0 : later(does, wait));"""


def tap_twice(page: Page, what: str) -> None:
    """Tap faster than any answer can arrive."""
    page.locator(what).first.evaluate("one => { one.click(); one.click(); }")


def posts(page: Page, path: str) -> list[Request]:
    """The POST requests to an address, as they are sent."""
    found: list[Request] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith(path):
            found.append(request)

    page.on("request", note)
    return found


@pytest.mark.parametrize("way", ["at once", "set up"])
def test_two_taps_create_one_table(browser: Browser, server: ServerProcess, way: str) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        made = posts(page, "/api/v2/tables")
        page.goto("/")
        if way == "at once":
            tap_twice(page, ".poster-card.odin .go")
        else:
            page.locator(".poster-card.odin .way").first.click()
            tap_twice(page, "dialog button[type=submit]")
        expect(page.locator(".hand button")).to_have_count(9)
        page.goto("/")
        games = page.get_by_role("region", name="Your games")
        expect(games.get_by_role("listitem")).to_have_count(1)
        assert len(made) == 1


def test_two_taps_take_one_seat(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as host, open_page(browser, server.url, **PHONE) as guest:
        make(host, "odin", "With friends", "Create table", 4)
        asked = posts(guest, "/seats")
        guest.goto(invitation(host))
        tap_twice(guest, "form button[type=submit]")
        expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
        expect(host.get_by_role("listitem").filter(has_text="a free seat")).to_have_count(2)
        assert len(asked) == 1


def test_going_back_from_a_rematch_skips_the_previous_game(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        page.goto("/")
        open_seat(page, server, "odin", {"hands": 1})
        before = page.url
        play_odin_game(page, by_mouse)
        page.get_by_role("button", name="Play again", exact=True).click()
        expect(page).not_to_have_url(re.compile(f"{before}$"))
        expect(page.locator(".hand button")).to_have_count(9)
        page.go_back()
        expect(page.locator(".poster-card")).to_have_count(2)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/table/%ff", "There is no such table."),
        ("/replay/zzz", "There is no such table."),
        ("/rules/%E0%A4%A", "The rules of ODIN"),
    ],
)
def test_a_broken_link_does_not_say_that_the_server_cannot_be_reached(
    browser: Browser, server: ServerProcess, path: str, words: str
) -> None:
    with open_page(browser, server.url, "40") as page:
        page.goto(path)
        expect(page.locator("main")).to_contain_text(words)


def test_a_hint_is_requested_once_and_the_page_says_that_the_bot_thinks(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        asked = posts(page, "/hint")
        held = HeldRequests(page, "/hint$")
        open_seat(page, server, "odin", {"hands": 1})
        tap_twice(page, "button[aria-label='Show me a good move']")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint).to_contain_text("Looking for a good move")
        held.release()
        expect(hint).to_contain_text("Win chance: ")
        assert len(asked) == 1


def test_a_note_is_shown_above_a_dialog(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url, "ERR_FAILED", **PHONE) as page:
        page.add_init_script(PATIENT)
        page.route(re.compile("/api/v2/tables$"), lambda route: route.abort())
        page.goto("/")
        page.locator(".poster-card.odin .way").nth(1).click()
        page.locator("dialog summary").click()
        page.locator("dialog button[type=submit]").click()
        expect(page.locator(".note")).to_be_visible()
        box = page.locator(".note").bounding_box()
        assert box is not None
        spot: FloatRect = {"x": box["x"] + 4, "y": box["y"] + 20, "width": 4, "height": 4}
        seen = page.screenshot(clip=spot)
        page.locator("dialog").evaluate("one => one.close()")
        assert page.screenshot(clip=spot) == seen, "the dialog covers or dims the note"


def test_an_invitation_survives_a_reload(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as host, open_page(browser, server.url, **PHONE) as guest:
        make(host, "odin", "With friends", "Create table")
        guest.goto(invitation(host))
        expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
        guest.reload()
        assert "#" not in guest.url
        expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
        expect(guest.get_by_role("button", name="Menu")).to_have_count(0)  # of no table
        guest.get_by_role("link", name="Settings").click()
        expect(guest.get_by_role("heading", name="Settings")).to_be_visible()
        guest.go_back()
        guest.get_by_role("button", name="Sit down").click()
        expect(guest.locator(".hand button")).to_have_count(9)
        guest.goto("/")
        games = guest.get_by_role("region", name="Your games")
        expect(games.get_by_role("listitem")).to_contain_text(
            "with Player 1"
        )  # the host has no name


def test_a_disabled_button_does_not_look_pressed_when_touched(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", {"hands": 1})
        play = page.locator(".act.main")
        colour = "one => getComputedStyle(one).backgroundColor"
        expect(play).to_have_attribute("aria-disabled", "true")
        before = play.evaluate(colour)
        play.hover()
        until(page, "document.querySelector('.act.main').getAnimations().length === 0")
        assert play.evaluate(colour) == before


def test_a_game_of_bots_is_shown_from_the_first_move(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        use_settings(page, level=1)  # a quick bot
        stop_time(page)
        page.goto("/")
        page.locator(".poster-card.ravens .way").last.click()
        page.locator("dialog button[type=submit]").click()
        moves, status = page.locator(".moves li"), page.locator("#status")
        expect(moves).to_have_count(1)
        page.get_by_role("button", name="Pause").click()
        expect(status).to_have_text("Paused")
        page.clock.resume()
        page.get_by_role("button", name="Continue").click()
        expect(status).not_to_have_text("Paused")
        expect(moves.nth(1)).to_be_visible()


def test_win_chances_disappear_when_the_game_is_over(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, "409", **PHONE) as page:
        open_seat(page, server, "odin", {"hands": 1}, chance=True)
        bar = page.locator(".win-probability")
        expect(bar).to_be_visible()
        held = HeldRequests(page, "/win-probability$")
        play_odin_game(page, by_mouse)
        with page.expect_response(re.compile("/win-probability$")):
            held.release()
        page.wait_for_timeout(500)  # the answer is not to bring it back
        expect(bar).to_be_hidden()


@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [
        ({}, 900, 1200),  # normal
        ({"pace": "slow"}, 1700, 1900),
        ({"pace": "fast"}, 400, 500),
    ],
)
def test_moves_of_others_come_at_the_chosen_pace_and_a_tap_shows_the_next(
    browser: Browser, server: ServerProcess, settings: dict[str, str], least: int, most: int
) -> None:
    made = server.make("odin", [{"bot": "greedy"}] * 2, sit=None, bot_time=10)
    with open_page(browser, server.url) as page:
        use_settings(page, **settings)
        stop_time(page)
        page.goto(f"/table/{made.name}#watch={made.spectating}")
        moves = page.locator(".moves li")
        expect(moves).to_have_count(1)
        page.clock.run_for(least)
        expect(moves).to_have_count(1)
        page.clock.run_for(most - least)
        expect(moves).to_have_count(2)
        page.locator(".table-top").click()
        expect(moves).to_have_count(3)
