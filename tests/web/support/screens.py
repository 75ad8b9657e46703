"""Every main screen of the page and how to open it, for layout tests, axe and screenshots.

A new screen is a line in SCREENS. Elements are found by selectors: the texts differ by language.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

from tests.server.support.server_process import Made, Player

from .crowded_positions import FIVE_USES, odin_crowd, odin_taking, ravens_crowd
from .seats import odin_start

if TYPE_CHECKING:
    from tests.server.support.server_process import ServerProcess

LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "it": "it-IT"}
LONG_NAME = "Ragnarr Loðbrókarson"  # the longest allowed name
MAX_MOVES = 3000
ROUND = [  # the hands of six players, and the moves of a long round in which everything happens
    "Y6 B2 B3 B4 B5 B6 B8 B9 Y1",
    "B1 R3",
    "G2 G7 P8 R8 G3 G4 G5",
    "O3 O8 G9 O9 O1 O2 P1",
    "P4 Y9 P5 P6 P7",
    "R5 R4 R2 R1",
]
MOVES = [
    *((1, "play B1"), (2, "play G2"), (3, "play O3"), (4, "play P4"), (5, "play R5")),
    *((0, "play Y6"), (1, "pass"), (2, "play G7"), (3, "play O8"), (4, "play Y9")),
    *((5, "play R2 R4"), (0, "play B4 B5"), (0, "take R4"), (1, "pass"), (2, "play P8 R8")),
    *((2, "take B5"), (3, "play G9 O9"), (3, "take P8"), (4, "pass"), (5, "pass")),
]


@dataclass(frozen=True)
class Seat:
    """A seat in a game that waits for this seat's move, or is over."""

    table: str
    token: str
    spectating: str = ""
    company: tuple[Player, ...] = ()  # the other people, as long as they are to be present

    @property
    def path(self) -> str:
        """The address of the seat."""
        return f"/table/{self.table}#seat={self.token}"

    @property
    def spectator_path(self) -> str:
        """The address for spectators."""
        return f"/table/{self.table}#watch={self.spectating}"


@dataclass(frozen=True)
class TableMaker:
    """Creates tables for one person and bots."""

    server: ServerProcess
    name: str
    bot: str

    def played(self, game: str, bots: int, most: int, **options: Any) -> Seat:
        """A game after a number of our moves."""
        return played(self.made(game, bots, first=0, options=options), most)

    def crowded(self, game: str, bots: int, start: dict[str, Any], *moves: str) -> Seat:
        """A game that starts from a position, after some of our moves."""
        made = self.made(game, bots, start=start)
        seat = played(made, 0)
        with contextlib.closing(Player(self.server, made.name, made.token)) as player:
            for move in moves:
                answer = player.ask("play", move=move)
                assert answer["type"] == "event", answer
        return seat

    def made(self, game: str, bots: int, **asked: Any) -> Made:
        """A table for one person and a number of bots."""
        seats: list[dict[str, Any]] = [{}, *({"bot": self.bot} for _ in range(bots))]
        return self.server.make(game, seats, name=self.name, bot_time=10, **asked)


def played(made: Made, most: int) -> Seat:
    """Play a number of random moves of ours."""
    server = made.server
    ours = Random(7)
    with contextlib.closing(Player(server, made.name, made.token)) as player:
        player.ask("ready")
        for _ in range(most):
            while player.now["stage"] == "playing" and not player.now["moves"]:
                player.hear()
            if player.now["stage"] == "over":
                break
            player.ask("play", move=ours.choice(player.now["moves"]))
        while player.now["stage"] == "playing" and not player.now["moves"]:
            player.hear()
    return Seat(made.name, made.token, made.spectating)


def odin_round(server: ServerProcess, name: str) -> Seat:
    """Six people in the middle of a round: one has a single card left, cards were taken."""
    start = odin_start([hand.split() for hand in ROUND], starter=1, turn=1)
    made = server.make("odin", [{}] * len(ROUND), name=name, start=start)
    others = [made.sit(f"{name[:12]} {number}") for number in range(2, 7)]
    people = [Player(server, made.name, token) for token in (made.token, *others)]
    for person in people:
        person.ask("ready")
    for seat, move in MOVES:
        answer = people[seat].ask("play", move=move)
        assert answer["type"] == "event", answer
    people[0].close()
    return Seat(made.name, made.token, company=tuple(people[1:]))


def waiting_games(
    server: ServerProcess, name: str = LONG_NAME, bot: str = "greedy"
) -> dict[str, Seat]:
    """Games at their beginning, middle and end; a seeded server always deals the same ones."""
    maker = TableMaker(server, name, bot)
    game = maker.played
    waiting = server.make("odin", [{}, {}, {"bot": bot}], name=name)
    ravens = ravens_crowd(7)
    return {
        "odin-waiting": Seat(waiting.name, waiting.invitation),
        "odin-opening": game("odin", 5, 0),
        "odin-middle": game("odin", 3, 4),
        "odin-round": odin_round(server, name),
        "odin-end": game("odin", 5, MAX_MOVES, limit=8),
        "ravens-opening": game("ravens", 1, 0),
        "ravens-middle": game("ravens", 1, 9),
        "ravens-end": game("ravens", 1, MAX_MOVES, target=1),
        "odin-crowd": maker.crowded("odin", 5, odin_crowd(7)),
        "odin-taking": maker.crowded("odin", 5, odin_taking(7)),
        "ravens-crowd": maker.crowded("ravens", 1, ravens),
        "ravens-placing": maker.crowded("ravens", 1, ravens, "extend"),
        "ravens-laying": maker.crowded("ravens", 1, ravens, f"{FIVE_USES} arrange"),
    }


# -- How to open the screens ---------------------------------------------------------------------

Screen = Callable[[Page, dict[str, Seat]], None]


def page_at(path: str, shown: str) -> Screen:
    """A page by its address."""

    def go(page: Page, _games: dict[str, Seat]) -> None:
        page.goto(path)
        page.locator(shown).first.wait_for()

    return go


def setup(game: str, way: int) -> Screen:
    """The setup dialog of a mode, with all options."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page_at("/", ".poster-card")(page, games)
        page.locator(f".poster-card.{game} .way").nth(way).click()
        if page.locator("#players").count():
            page.locator("#players").select_option("6")
        page.locator("dialog summary").click()

    return go


def made(game: str, way: int, shown: str) -> Screen:
    """The table that a setup dialog creates."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        setup(game, way)(page, games)
        page.locator("dialog button[type=submit]").click()
        page.locator(shown).first.wait_for()

    return go


def invited(cut: int | None = None) -> Screen:
    """An invitation link, complete or cut off."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        path = games["odin-waiting"].path.replace("#seat=", "#join=")
        page.goto(path[:cut])
        page.locator(".lobby").wait_for()

    return go


def lesson(game: str, steps: int) -> Screen:
    """A step of a tutorial, scrolled to the top."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page_at(f"/learn/{game}", ".tutorial [data-point]")(page, games)
        for _ in range(steps):
            page.keyboard.press("n")
        page.evaluate("scrollTo(0, 0)")

    return go


def table(which: str, *presses: str, shown: str = ".table-top", comes: str = "") -> Screen:
    """A waiting game after some presses, once an element appears."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page.goto(games[which].path)
        page.locator(shown).first.wait_for()
        for one in presses:
            page.locator(one).first.click()
        if comes:
            page.locator(comes).first.wait_for()

    return go


def watched(which: str) -> Screen:
    """A waiting game, as a spectator sees it."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page.goto(games[which].spectator_path)
        page.locator(".own[hidden]").wait_for(state="attached")

    return go


def replay(which: str, place: str, *presses: str, comes: str = "polyline") -> Screen:
    """The replay of a finished game for a viewer after some presses, once an element appears."""

    def go(page: Page, games: dict[str, Seat]) -> None:
        page.goto(games[which].path.replace("/table/", "/replay/"))
        page.locator("polyline").first.wait_for()
        chosen = page.locator(".steering select")
        if chosen.input_value() != place:
            with page.expect_response(re.compile(rf"/win-probabilities\?.*{place}")):
                chosen.select_option(place)
        page.locator("polyline").first.wait_for()
        for one in presses:
            page.locator(one).first.click()
        page.locator(comes).first.wait_for()

    return go


SCREENS: dict[str, Screen] = {
    "start": page_at("/", ".poster-card"),
    "settings": page_at("/settings", "form"),
    "privacy": page_at("/privacy", "h2"),
    "rules of ODIN": page_at("/rules/odin", ".rules .rule"),
    "rules of Ravens": page_at("/rules/ravens", ".rules .rule"),
    "tutorial of ODIN": lesson("odin", 3),
    "tutorial of Ravens": lesson("ravens", 4),
    "end of a tutorial": lesson("odin", 9),
    "no such page": page_at("/nothing/here", "h1"),
    "no such table": page_at("/table/nowhere", "[role=alert]"),
    "an invitation": invited(),
    "an invitation cut off": invited(-1),
    "set-up with bots": setup("odin", 0),
    "set-up with friends": setup("odin", 1),
    "set-up at one screen": setup("odin", 2),
    "set-up of Ravens": setup("ravens", 1),
    "lobby": made("odin", 1, ".qr"),
    "cover": made("odin", 2, ".cover button"),
    "ODIN, opening": table("odin-opening", ".hand .card"),
    "ODIN, middle": table("odin-middle"),
    "ODIN, badges": table("odin-round", shown=".badge"),
    "ODIN, many cards": table("odin-crowd", ".hand .card"),
    "ODIN, taking a card": table("odin-taking", shown=".offered"),
    "ODIN, end": table("odin-end", shown="dialog.ending"),
    "ODIN, after the end": table("odin-end", "dialog.ending header button"),
    "Ravens, opening": table("ravens-opening", ".hand .card"),
    "Ravens, middle": table("ravens-middle", ".hand .card"),
    "Ravens, many cards": table("ravens-crowd", ".pile .card:last-child"),
    "Ravens, five uses": table("ravens-crowd", f".hand .card[data-letter={FIVE_USES}]"),
    "Ravens, ways to a space": table("ravens-crowd", ".space[data-possible]"),
    "Ravens, placing a card": table("ravens-placing", shown=".placing"),
    "Ravens, laying the stack": table("ravens-laying", shown=".uses .card"),
    "Ravens, end": table("ravens-end", shown="dialog.ending"),
    "ODIN, watched": watched("odin-crowd"),
    "Ravens, watched": watched("ravens-crowd"),
    "games on the start page": page_at("/", ".table-list li"),
    "a record to load": page_at("/replay", "textarea"),
    "replay of ODIN, open": replay("odin-end", "open"),
    "replay of ODIN, own seat": replay("odin-end", "0"),
    "replay of Ravens, open": replay("ravens-end", "open"),
    "replay of Ravens, own seat": replay("ravens-end", "0"),
    "shuffle": replay("odin-end", "open", ".replay-actions .after button", comes="dialog.fairness"),
    "playing on": replay("odin-end", "open", ".replay-actions .main", comes="dialog.play-on"),
    "menu": table("ravens-opening", ".menu button:last-child", comes="dialog.menu-window"),
    "keys": table("odin-opening", ".menu button:last-child", ".entry:has([href$=icon-learn])"),
    "giving up": table("odin-opening", ".menu button:last-child", ".entry:has([href$=icon-flag])"),
}
