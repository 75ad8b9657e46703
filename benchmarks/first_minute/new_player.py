"""What a new player does in a real browser with an empty cache, and how long each step takes."""

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Route, WebSocket, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
WAIT = 180_000  # milliseconds: without compiled code it takes long
OWN_TURN = ".table.mine .hand .card"
NOTE = ".note"
HINT = "Show me a good move"
HINT_SHOWN = ".hint-bar button.main"  # which plays the move


@contextmanager
def start_page(address: str, first: int) -> Iterator[Page]:
    """Open the start page; in the games that are started there, seat `first` begins."""
    assert CHROMIUM, "Chromium is not installed: run `make browser`"

    def let_begin(route: Route) -> None:
        body = {**json.loads(route.request.post_data or "{}"), "first": first}
        route.continue_(post_data=json.dumps(body))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
        page.set_default_timeout(WAIT)
        page.route("**/api/v2/tables", let_begin)
        page.goto(address)
        yield page
        browser.close()


def click(page: Page, game: str) -> float:
    """Click on the button that starts a game; return when."""
    button = page.locator(f".poster-card.{game} button.go")
    button.wait_for()
    begun = time.monotonic()
    button.click()
    return begun


def own_turn_and_hint(address: str, game: str) -> tuple[float, float]:
    """Return the seconds from the click to the own turn, and from there to the first hint."""
    with start_page(address, first=0) as page:
        begun = click(page, game)
        page.locator(OWN_TURN).first.wait_for()
        turn = time.monotonic()
        page.get_by_role("button", name=HINT).click()
        page.locator(HINT_SHOWN).wait_for()
        return turn - begun, time.monotonic() - turn


def bot_answer(address: str, game: str, level: int) -> float:
    """Return the seconds from the click to the first move of a bot, which begins the game."""
    moves: list[float] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: note_move(frame, moves))

    with start_page(address, first=1) as page:
        page.on("websocket", watch)
        page.locator(f"#level-{level}").check()
        begun = click(page, game)
        while not moves:
            page.wait_for_timeout(10)
    return moves[0] - begun


def note_move(frame: Any, moves: list[float]) -> None:
    """Note when a frame arrives that shows a move; until then only the bot can have moved."""
    message = json.loads(frame)
    if message["type"] == "event" and message.get("move"):
        moves.append(time.monotonic())


def wait_without_compiled_code(address: str, game: str) -> tuple[float, float, str]:
    """Return the seconds to the first explanation and to the own turn, and the explanation."""
    with start_page(address, first=0) as page:
        begun = click(page, game)
        page.locator(NOTE).wait_for()
        explained = time.monotonic()
        text = page.locator(NOTE).inner_text()
        page.locator(OWN_TURN).first.wait_for()
        return explained - begun, time.monotonic() - begun, text
