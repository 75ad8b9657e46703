"""Several browsers at one table: create it, join by links, lose and restore connections."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from .browser import MAX_STEPS, WAIT, use_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NAMES = {"odin": "ODIN", "ravens": "Odin’s Ravens"}


def make(page: Page, game: str, way: str, press: str, players: int = 2, **asked: Any) -> None:
    """Create a table on the start page; `asked` is added to the request to make it quick."""

    def shorten(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        body = {**json.loads(route.request.post_data or "{}"), **asked}
        route.continue_(post_data=json.dumps(body))

    page.route(re.compile("/api/v2/tables$"), shorten)
    page.goto("/")
    poster = page.get_by_role("article", name=NAMES[game], exact=True)
    poster.get_by_role("button", name=way).click()
    window = page.get_by_role("dialog")
    if players > 2:
        window.get_by_label("Number of players").select_option(str(players))
    window.get_by_role("button", name=press, exact=True).click()


def invitation(host: Page) -> str:
    """The link in the lobby."""
    return host.get_by_label("Invitation link").input_value()


def watch_link(host: Page) -> str:
    """The link for spectators, in the menu."""
    host.get_by_role("button", name="Menu", exact=True).click()
    host.get_by_role("button", name="Invite to watch").click()
    window = host.get_by_role("dialog", name="Invite to watch")
    link = window.get_by_label("Invite to watch").input_value()
    window.get_by_role("button", name="Close").click()
    return link


def join(guest: Page, link: str, name: str) -> None:
    """Join by the invitation link."""
    use_settings(guest, motion=False, confirm=False)
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()


def page_to_move(pages: Sequence[Page]) -> Page | None:
    """The page whose player is to move; None if the game is over for all."""
    latest = time.monotonic() + WAIT / 1000
    while time.monotonic() < latest:
        over = 0
        for page in pages:
            if page.locator(".table.mine").count():
                return page
            over += page.get_by_role("button", name="Play again", exact=True).is_visible()
        if over == len(pages):
            return None
    raise AssertionError("nobody is to move, and the game is not over")


def play_together(
    pages: list[Page], act: Callable[[Page], None], meanwhile: dict[int, Callable[[], None]]
) -> None:
    """Play a whole game; before some moves call `meanwhile`, which may replace pages."""
    for move in range(MAX_STEPS):
        if move in meanwhile:
            meanwhile.pop(move)()
        page = page_to_move(pages)
        if page is None:
            assert not meanwhile, f"the game was over after {move} moves"
            return
        act(page)
    raise AssertionError("the game does not end")


def scores(page: Page) -> list[str]:
    """The points of all players at the end, in the order of the rows."""
    last = page.get_by_role("dialog").get_by_role("table").last
    rows: list[str] = last.locator("tr > :last-child").all_inner_texts()
    return rows


class HeldRequests:
    """Holds back the requests of a page to an address."""

    def __init__(self, page: Page, path: str) -> None:
        """Start to hold requests whose address matches a pattern."""
        self.page = page
        self._waiting: list[Route] = []
        self._is_open = False
        page.route(re.compile(path), self._keep)

    def _keep(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._waiting.append(route)

    def until(self, count: int) -> None:
        """Wait until a number of requests is held."""
        latest = time.monotonic() + WAIT / 1000
        while len(self._waiting) < count:
            assert time.monotonic() < latest, f"{len(self._waiting)} were asked, not {count}"
            self.page.wait_for_timeout(20)

    def answer_last(self) -> None:
        """Let the last request through first."""
        self._waiting.pop().continue_()

    def release(self) -> None:
        """Let all requests through, now and later."""
        self._is_open = True
        while self._waiting:
            self._waiting.pop(0).continue_()


class Connection:
    """The live connection of a page, which can be cut and restored."""

    def __init__(self, page: Page) -> None:
        """Call before the page is opened."""
        self.page = page
        self._is_out = False
        self._ends: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/api/v2/live"), self._plug)

    def _plug(self, socket: WebSocketRoute) -> None:
        if self._is_out:
            socket.close(code=1001)
            return
        self._ends = [socket, socket.connect_to_server()]

    @property
    def _lost(self) -> Any:
        return self.page.get_by_role("status").filter(has_text="Connection lost")

    def cut(self) -> None:
        """Cut the connection, and wait until the page says so."""
        self._is_out = True
        for end in self._ends:
            end.close(code=1001)
        expect(self._lost).to_be_visible()

    def restore(self) -> None:
        """Restore the connection, and wait until the page has reconnected."""
        self._is_out = False
        expect(self._lost).to_have_count(0)
