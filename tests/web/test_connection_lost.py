"""A lost connection: every action says so, and works when the connection is back."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.server.review.test_replay_routes import played
from tests.server.support.server_process import Made, ServerProcess

from .support.browser import WAIT, open_page
from .support.seats import open_seat
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
def made(server: ServerProcess) -> Made:
    """A finished game of weak bots."""
    return played(server, "odin", ("ask", "random"))


def expect_offline_message(page: Page) -> None:
    """Expect the message now; first the note, which disappears by itself."""
    expect(page.locator(".note")).to_contain_text("The server does not respond.")
    expect(page.locator("#urgent-announcement")).to_contain_text("The server does not respond.")
    page.locator("#urgent-announcement").evaluate("(one) => one.replaceChildren()")


def cut(page: Page, path: str) -> None:
    """Block all requests to this address."""

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
def test_actions_of_a_replay_say_that_the_server_cannot_be_reached(
    browser: Browser, server: ServerProcess, made: Made, press: str, window: str
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        look(page, made)
        pressed = page.locator(".replay-actions").get_by_role("button", name=press)
        page.context.set_offline(True)
        pressed.click()
        expect_offline_message(page)
        page.context.set_offline(False)
        if window:
            pressed.click()
            expect(page.get_by_role("dialog", name=window)).to_be_visible()
        else:
            with page.expect_download():
                pressed.click()


def test_the_viewer_does_not_change_without_a_network(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        look(page, made)
        view = page.get_by_role("combobox", name="View")
        page.context.set_offline(True)
        view.select_option("0")
        expect_offline_message(page)
        expect(view).to_have_value("open")
        page.keyboard.press("End")
        expect(page.locator(".replay .status")).to_contain_text("wins.")
        page.context.set_offline(False)
        view.select_option("0")
        page.get_by_role("button", name="To the start").click()
        expect(page.locator(".hand .card").first).to_be_visible()


def test_playing_on_says_that_the_server_cannot_be_reached(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        look(page, made)
        page.locator(".replay-actions").get_by_role("button", name="Play on from here").click()
        play = page.get_by_role("dialog").get_by_role("button", name="Play", exact=True)
        page.context.set_offline(True)
        play.click()
        expect_offline_message(page)
        page.context.set_offline(False)
        play.click()
        expect(page).to_have_url(re.compile("/table/"))


@pytest.mark.parametrize("path", [r"/replay\?as=", "/cookie$", r"/games/odin/game\.js"])
def test_a_replay_opened_without_a_network_loads_by_itself_later(
    browser: Browser, server: ServerProcess, made: Made, path: str
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        cut(page, path)
        page.goto(f"/replay/{made.name}#watch={made.spectating}")
        expect(page.locator(".replay .status")).to_contain_text("Waiting for the network.")
        page.unroute_all()
        expect(page.locator(".counter")).to_contain_text("0 of ")


@pytest.mark.parametrize(("kind", "path"), [("table", "/cookie$"), ("replay", r"/replay\?as=")])
def test_a_late_answer_does_not_bring_back_a_page_that_was_left(
    browser: Browser, server: ServerProcess, made: Made, kind: str, path: str
) -> None:
    held: list[Route] = []
    with open_page(browser, server.url) as page:
        page.add_init_script(SOCKETS)
        page.route(re.compile(path), lambda one: held.append(one))  # noqa: PLW0108 - it wants a function
        with page.expect_request(re.compile(path)):
            page.goto(f"/{kind}/{made.name}#watch={made.spectating}")
        page.get_by_role("link", name="Odin’s Table").click()
        expect(page.locator(".poster-card").first).to_be_visible()
        with page.expect_event("requestfinished", lambda one: re.search(path, one.url) is not None):
            for route in held:
                route.continue_()
        main = page.locator("script[src]").get_attribute("src") or ""
        page.evaluate(
            "(module) => import(module).then(() => {})", main.replace("app/main", "games/odin/game")
        )
        page.keyboard.press("?")  # would list shortcuts of the page that was left
        keys = page.get_by_role("dialog")
        expect(keys).to_be_visible()
        expect(keys.get_by_role("row")).to_have_count(0)
        expect(page).to_have_title("Odin’s Table")
        assert page.evaluate("window.sockets") == 0


def test_a_hello_is_repeated_if_the_store_was_unavailable(
    browser: Browser, server: ServerProcess
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
            if len(asked) == 2:  # not before: the server waits ten seconds for a hello
                servers.append(socket.connect_to_server())
            servers[-1].send(frame)

        socket.on_message(ask)

    with open_page(browser, server.url) as page:
        page.route_web_socket(re.compile("/api/v2/live"), between)
        open_seat(page, server, "ravens", {})
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(5)
        assert asked[0] == asked[1]


def test_a_table_says_what_it_waits_for_while_the_server_starts(
    browser: Browser, server: ServerProcess
) -> None:
    refusal = {
        "type": "refused",
        "id": "",
        "code": "starting",
        "message": "",
        "retry": True,
        "why": {"key": "error.starting", "count": 7},
    }

    def refuse(socket: WebSocketRoute) -> None:
        socket.on_message(lambda _: socket.send(json.dumps(refusal)))

    with open_page(browser, server.url) as page:
        page.route_web_socket(re.compile("/api/v2/live"), refuse)
        table = server.make("ravens", [{}, {"bot": "ask"}])
        page.goto(f"/table/{table.name}#seat={table.token}")
        expect(page.locator(".banner")).to_contain_text("about 7 seconds left")


def test_a_review_continues_when_the_network_is_back(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        cut(page, "/win-probabilities")
        look(page, made)
        message = page.locator(".review").get_by_role("status")
        expect(message).to_contain_text("Waiting for the network.")
        page.unroute_all()
        expect(message).to_contain_text(JUDGED, timeout=10 * WAIT)


def test_a_page_that_cannot_be_loaded_says_so_and_can_be_tried_again(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        page.goto("/")
        expect(
            page.locator(".poster-card").first
        ).to_be_visible()  # loaded while there was a network
        page.context.set_offline(True)
        page.get_by_role("link", name="Settings").click()
        message = page.get_by_role("main").get_by_role("alert")
        expect(message).to_contain_text("The server does not respond.")
        page.get_by_role("button", name="Try again").click()
        expect(message).to_contain_text("The server does not respond.")
        page.context.set_offline(False)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_without_texts_the_app_says_so_and_can_be_loaded_again(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        cut(page, "/locale/")
        page.goto("/settings")
        expect(page.get_by_role("alert").last).to_contain_text("cannot be reached")
        page.unroute_all()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_a_language_that_cannot_be_loaded_leaves_the_page_as_it_is(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, expected_error=LOST) as page:
        page.goto("/settings")
        cut(page, "/locale/")
        page.get_by_label("Language").select_option("de")
        expect_offline_message(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
