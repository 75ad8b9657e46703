"""On every screen of every size, in every language: nothing clipped, covered or too small.

A new screen is a line in SCREENS. It is found by what it is, not by its words, which differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from .browser import choose, opened

if TYPE_CHECKING:
    from tests.server.running import Running

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("compiled")]

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "it": "it-IT"}
UPRIGHT = [(320, 568), (390, 844), (768, 1024), (900, 1440), (1024, 1366), (1080, 1920)]
SIZES = [*UPRIGHT, *((height, width) for width, height in UPRIGHT)]  # and on their sides
LONG_NAME = "Ragnarr Loðbrókarson"  # as long as names may be
MOST_MOVES = 3000
PRESSED = "<button style='{}'>a</button>"


@dataclass(frozen=True)
class Seat:
    """A seat in a game that stands still, since it is this seat's turn or the end."""

    table: str
    token: str

    @property
    def path(self) -> str:
        """Where the page has it."""
        return f"/table/{self.table}#seat={self.token}"


def played(house: Running, game: str, bots: int, most: int, **options: Any) -> Seat:
    """A game with so many moves of ours, made by whoever waits for nobody."""
    seats: list[dict[str, Any]] = [{}, *({"bot": "greedy"} for _ in range(bots))]
    more = {"options": options, "first": 0, "name": LONG_NAME, "bot_time": 10}
    made = house.make(game, seats, **more)
    ours = Random(7)
    ask(house, made.path("/requests"), made.token, do="ready")
    for at in range(MOST_MOVES):
        told = house.call("GET", made.path(), token=made.token).json()
        while told["stage"] == "playing" and not told["moves"]:
            told = house.call("GET", made.path(), token=made.token).json()
        if told["stage"] == "over" or at == most:
            return Seat(made.name, made.token)
        move = ours.choice(told["moves"])
        ask(house, made.path("/requests"), made.token, do="play", id=f"m{at}", move=move)
    raise AssertionError("the game does not end")


def ask(house: Running, path: str, token: str, **request: Any) -> None:
    reply = house.call("POST", path, request, token)
    assert reply.status_code == 200, reply.text


@pytest.fixture(scope="session")
def games(house: Running) -> dict[str, Seat]:
    """Games in their opening, middle and end, for all languages."""
    return {
        "odin-opening": played(house, "odin", 5, 0),
        "odin-middle": played(house, "odin", 3, 4),
        "odin-end": played(house, "odin", 5, MOST_MOVES, limit=8),
        "ravens-opening": played(house, "ravens", 1, 0),
        "ravens-middle": played(house, "ravens", 1, 9),
        "ravens-end": played(house, "ravens", 1, MOST_MOVES, target=1),
    }


# -- Screens: how to get there ---------------------------------------------------------------------

Screen = Callable[[Page, dict[str, Seat]], None]


def room(path: str, shown: str) -> Screen:
    """A page with an address."""

    def go(page: Page, _games: dict[str, Seat]) -> None:
        page.goto(path)
        page.locator(shown).first.wait_for()

    return go


def setup(game: str, way: int) -> Screen:
    """The window of a way to play, all options shown."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        room("/", ".poster-card")(page, games)
        page.locator(f".poster-card.{game} .way").nth(way).click()
        if page.locator("#players").count():
            page.locator("#players").select_option("6")
        page.locator("dialog summary").click()

    return go


def made(game: str, way: int, shown: str) -> Screen:
    """What comes of a set-up."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        setup(game, way)(page, games)
        page.locator("dialog button[type=submit]").click()
        page.locator(shown).first.wait_for()

    return go


def lesson(game: str, steps: int) -> Screen:
    """A step of a tutorial, from its upper end."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        room(f"/learn/{game}", ".tutorial [data-point]")(page, games)
        for _ in range(steps):
            page.keyboard.press("n")
        page.evaluate("scrollTo(0, 0)")

    return go


def table(which: str, *presses: str, shown: str = ".table-top") -> Screen:
    """A game that stands still, and what is pressed in it."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page.goto(games[which].path)
        page.locator(shown).first.wait_for()
        for one in presses:
            page.locator(one).first.click()

    return go


def replay(which: str, place: str, *presses: str) -> Screen:
    """A finished game, looked at again from a place, and what is pressed there."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page.goto(games[which].path.replace("/table/", "/replay/"))
        page.locator("polyline").first.wait_for()
        page.locator(".steering select").select_option(place)
        page.locator("polyline").first.wait_for()
        for one in presses:
            page.locator(one).first.click()

    return go


SCREENS: dict[str, Screen] = {
    "start": room("/", ".poster-card"),
    "settings": room("/settings", "form"),
    "rules of ODIN": room("/rules/odin", ".rules .rule"),
    "rules of Ravens": room("/rules/ravens", ".rules .rule"),
    "tutorial of ODIN": lesson("odin", 3),
    "tutorial of Ravens": lesson("ravens", 4),
    "end of a tutorial": lesson("odin", 9),
    "no such table": room("/table/nowhere", "[role=alert]"),
    "set-up with bots": setup("odin", 0),
    "set-up with friends": setup("odin", 1),
    "set-up at one screen": setup("odin", 2),
    "set-up of Ravens": setup("ravens", 1),
    "lobby": made("odin", 1, ".qr"),
    "cover": made("odin", 2, ".cover button"),
    "ODIN, opening": table("odin-opening", ".hand .card"),
    "ODIN, middle": table("odin-middle"),
    "ODIN, end": table("odin-end", shown="dialog.ending"),
    "ODIN, after the end": table("odin-end", "dialog.ending header button"),
    "Ravens, opening": table("ravens-opening", ".hand .card"),
    "Ravens, middle": table("ravens-middle", ".hand .card"),
    "Ravens, end": table("ravens-end", shown="dialog.ending"),
    "games on the start page": room("/", ".shelf li"),
    "a record to load": room("/replay", "textarea"),
    "replay of ODIN, open": replay("odin-end", "open", ".turnings button"),
    "replay of ODIN, own seat": replay("odin-end", "0"),
    "replay of Ravens, open": replay("ravens-end", "open", ".turnings button"),
    "replay of Ravens, own seat": replay("ravens-end", "0"),
    "shuffle": replay("odin-end", "open", ".deeds .after button"),
    "playing on": replay("odin-end", "open", ".deeds .main"),
    "menu": table("ravens-opening", ".menu button:last-child"),
    "keys": table("odin-opening", ".menu button:last-child", ".entry:has([href$=icon-learn])"),
    "giving up": table("odin-opening", ".menu button:last-child", ".entry:has([href$=icon-flag])"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_clipped_covered_or_too_small(
    browser: Browser, house: Running, games: dict[str, Seat], language: str
) -> None:
    faults: dict[str, list[str]] = {}
    with opened(browser, house.url, "404", locale=LANGUAGES[language]) as page:
        choose(page, motion=False, autopass=False, name=LONG_NAME)
        for name, screen in SCREENS.items():
            page.set_viewport_size({"width": 1280, "height": 800})
            screen(page, games)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for fault in page.evaluate(FAULTS):
                    faults.setdefault(f"{name}: {fault}", []).append(f"{width}×{height}")
    told = [f"{fault} ({', '.join(sizes)})" for fault, sizes in faults.items()]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p style='width: 900px'>wide</p>", "the page is 900 px wide"),
        (
            "<p style='width: 40px; overflow: hidden; white-space: nowrap'>much too long</p>",
            "text is",
        ),
        ("<p style='height: 20px; overflow: clip'>two<br>lines</p>", "text is clipped"),
        ("<p style='position: fixed; left: -20px'>gone</p>", "text leaves the screen"),
        (f"<button style='{{}}; width: 50px'>{'W' * 20}</button>", "text leaves its place"),
        ("<select style='width: 60px; height: 44px'><option>much too long</select>", "a choice is"),
        ("<button style='width: 44px; height: 30px'>a</button>", "too small"),
        (
            "<button style='{}'>a</button><button style='{}; margin-left: -20px'>b</button>",
            "overlap",
        ),
        (f"<ul style='height: 30px; overflow: auto'>{PRESSED}</ul>{PRESSED}", ""),
        ("<p>under</p><div style='margin-top: -30px'><svg></svg></div>", "text and picture"),
        ("<a href='/' style='display: block; height: 20px'>a</a>", "too small"),
        ("<p>in <a href='/'>text</a> a link is as large as the text</p>", ""),
        ("<p style='width: 90px; overflow: auto'>what scrolls <br>is not clipped</p>", ""),
        ("<dialog open><button style='{}'>a</button></dialog><button>b</button>", ""),
    ],
)
def test_each_kind_of_fault_is_noticed(browser: Browser, body: str, fault: str) -> None:
    large = "width: 60px; height: 60px; padding: 0; white-space: nowrap"
    with opened(browser, "http://localhost", viewport={"width": 600, "height": 600}) as page:
        page.set_content(f"<!doctype html><body style='margin: 0'>{body.replace('{}', large)}")
        found = page.evaluate(FAULTS)
    assert bool(found) == bool(fault), found
    assert not fault or found[0].startswith(fault)
