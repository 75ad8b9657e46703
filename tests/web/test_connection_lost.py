"""The way to the server is cut off: whatever is pressed says so, and works when it is back."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.server.review.test_replay_routes import played
from tests.server.support.server_process import Made, Running

from .support.browser import WAIT, opened
from .support.seats import sit
from .test_replay import JUDGED, look

pytestmark = pytest.mark.long

SOCKETS = """
  window.sockets = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); window.sockets += 1; }
  };
"""
LOST = "ERR_"  # what the browser itself says of a server that is not there


@pytest.fixture(scope="module")
def made(house: Running) -> Made:
    """A game of weak bots, to its end."""
    return played(house, "odin", ("ask", "random"))


def expect_told(page: Page) -> None:
    """It is said now, not before; the note first, which goes away by itself."""
    expect(page.locator(".note")).to_contain_text("The server does not answer.")
    expect(page.locator("#urgent-announcement")).to_contain_text("The server does not answer.")
    page.locator("#urgent-announcement").evaluate("(one) => one.replaceChildren()")


def cut(page: Page, path: str) -> None:
    """Nothing comes through to this address."""

    def lose(route: Route) -> None:
        route.abort()

    page.route(re.compile(path), lose)


@pytest.mark.parametrize(
    ("press", "window"),
    [
        ("Play on from here", "Play on from here"),
        ("Check the shuffle", "Check the shuffle"),
        ("Share this game", "Share this game"),
        ("Download", ""),
    ],
)
def test_what_can_be_done_with_a_replay_says_that_the_network_is_gone(
    browser: Browser, house: Running, made: Made, press: str, window: str
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        look(page, made)
        pressed = page.locator(".replay-actions").get_by_role("button", name=press)
        page.context.set_offline(True)
        pressed.click()
        expect_told(page)
        page.context.set_offline(False)
        if window:
            pressed.click()
            expect(page.get_by_role("dialog", name=window)).to_be_visible()
        else:
            with page.expect_download():
                pressed.click()


def test_another_place_to_look_from_is_not_chosen_without_a_network(
    browser: Browser, house: Running, made: Made
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        look(page, made)
        view = page.get_by_role("combobox", name="View")
        page.context.set_offline(True)
        view.select_option("0")
        expect_told(page)
        expect(view).to_have_value("open")
        page.keyboard.press("End")
        expect(page.locator(".replay .status")).to_contain_text("wins.")
        page.context.set_offline(False)
        view.select_option("0")
        page.get_by_role("button", name="To the start").click()
        expect(page.locator(".hand .card").first).to_be_visible()


def test_playing_on_says_that_the_network_is_gone(
    browser: Browser, house: Running, made: Made
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        look(page, made)
        page.locator(".replay-actions").get_by_role("button", name="Play on from here").click()
        play = page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)
        page.context.set_offline(True)
        play.click()
        expect_told(page)
        page.context.set_offline(False)
        play.click()
        expect(page).to_have_url(re.compile("/table/"))


@pytest.mark.parametrize("path", [r"/replay\?as=", "/cookie$", r"/games/odin/game\.js"])
def test_a_replay_that_is_opened_too_early_comes_by_itself(
    browser: Browser, house: Running, made: Made, path: str
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        cut(page, path)
        page.goto(f"/replay/{made.name}#watch={made.spectating}")
        expect(page.locator(".replay .status")).to_contain_text("Waiting for the network.")
        page.unroute_all()
        expect(page.locator(".counter")).to_contain_text("0 of ")


@pytest.mark.parametrize(("room", "path"), [("table", "/cookie$"), ("replay", r"/replay\?as=")])
def test_who_has_gone_before_an_answer_comes_is_not_called_back_by_it(
    browser: Browser, house: Running, made: Made, room: str, path: str
) -> None:
    held: list[Route] = []
    with opened(browser, house.url) as page:
        page.add_init_script(SOCKETS)
        page.route(re.compile(path), lambda one: held.append(one))  # noqa: PLW0108 - it wants a function
        with page.expect_request(re.compile(path)):
            page.goto(f"/{room}/{made.name}#watch={made.spectating}")
        page.get_by_role("link", name="Odin’s Table").click()
        expect(page.locator(".poster-card").first).to_be_visible()
        with page.expect_event("requestfinished", lambda one: re.search(path, one.url) is not None):
            for route in held:
                route.continue_()
        main = page.locator("script[src]").get_attribute("src") or ""
        page.evaluate(
            "(module) => import(module).then(() => {})", main.replace("main", "odin/game")
        )
        page.keyboard.press("?")  # would tell of keys that are none of this page's
        keys = page.get_by_role("dialog")
        expect(keys).to_be_visible()
        expect(keys.get_by_role("row")).to_have_count(0)
        expect(page).to_have_title("Odin’s Table")
        assert page.evaluate("window.sockets") == 0


def test_a_hello_that_the_store_was_not_there_for_is_said_again(
    browser: Browser, house: Running
) -> None:
    refusal = {"type": "refused", "id": "", "code": "store", "message": "", "why": None}
    asked: list[str | bytes] = []
    servers: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        def ask(frame: str | bytes) -> None:
            asked.append(frame)
            if len(asked) == 1:
                socket.send(json.dumps({**refusal, "retry": True}))
                return
            if len(asked) == 2:  # not before: it waits ten seconds for a hello
                servers.append(socket.connect_to_server())
            servers[-1].send(frame)

        socket.on_message(ask)

    with opened(browser, house.url) as page:
        page.route_web_socket(re.compile("/api/v2/live"), between)
        sit(page, house, "ravens", {})
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(5)
        assert asked[0] == asked[1]


def test_a_review_waits_for_the_network_and_goes_on(
    browser: Browser, house: Running, made: Made
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        cut(page, "/win-probabilities")
        look(page, made)
        told = page.locator(".review").get_by_role("status")
        expect(told).to_contain_text("Waiting for the network.")
        page.unroute_all()
        expect(told).to_contain_text(JUDGED, timeout=10 * WAIT)


def test_a_room_that_cannot_be_had_says_so_and_can_be_tried_again(
    browser: Browser, house: Running
) -> None:
    with opened(browser, house.url, may_complain=LOST) as page:
        page.goto("/")
        expect(page.locator(".poster-card").first).to_be_visible()  # it came while it could
        page.context.set_offline(True)
        page.get_by_role("link", name="Settings").click()
        told = page.get_by_role("main").get_by_role("alert")
        expect(told).to_contain_text("The server does not answer.")
        page.get_by_role("button", name="Try again").click()
        expect(told).to_contain_text("The server does not answer.")
        page.context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
