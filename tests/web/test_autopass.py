"""ODIN passes by itself when nothing can be played: after a while that tells nothing, if wanted."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import Player, Running

from .support.browser import choose, opened
from .support.seats import odin_start

pytestmark = pytest.mark.long

HANDS = [["B1", "G2"], ["P3", "R9"]]  # two that are no set do not beat a nine


@contextmanager
def hopeless(
    browser: Browser, house: Running, *, autopass: bool = True, luck: float = 0
) -> Iterator[Page]:
    """A table at which nothing can be played, a clock that stands, and dice that are loaded."""
    made = house.make("odin", [{}, {}], start=odin_start(HANDS, starter=1, turn=1))
    with (
        opened(browser, house.url) as page,
        closing(Player(house, made.name, made.sit("Loki"))) as loki,
    ):
        choose(page, motion=False, autopass=autopass)
        page.add_init_script(f"Math.random = () => {luck}")
        page.clock.install(time=0)
        page.goto(f"/table/{made.name}#seat={made.token}")
        loki.ask("ready")
        expect(page.locator("#status")).to_contain_text("Loki")
        page.clock.pause_at(60 * 60 * 1000)  # long past all that waited
        loki.ask("play", move="play R9")
        page.locator(".table.mine").wait_for()
        yield page


@pytest.mark.parametrize(("luck", "wait"), [(0, 1000), (0.25, 1500), (0.999, 2998)])
def test_nothing_can_be_played_so_it_passes_after_one_to_three_seconds_by_chance(
    browser: Browser, house: Running, luck: float, wait: int
) -> None:
    with hopeless(browser, house, luck=luck) as page:
        passing = page.get_by_text("Passing in a moment")
        expect(passing).to_be_visible()
        page.clock.run_for(wait - 10)
        expect(passing).to_be_visible()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
        page.clock.run_for(20)
        page.clock.resume()  # what comes of it is drawn in a later frame
        expect(page.get_by_role("log")).to_contain_text("You pass.")
        expect(passing).to_be_hidden()


def test_who_says_stop_passes_by_hand(browser: Browser, house: Running) -> None:
    with hopeless(browser, house) as page:
        page.get_by_role("button", name="Stop").click()
        page.clock.run_for(5000)
        expect(page.get_by_text("Passing in a moment")).to_be_hidden()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
        page.clock.resume()
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(page.get_by_role("log")).to_contain_text("You pass.")


def test_who_does_not_want_it_is_left_alone(browser: Browser, house: Running) -> None:
    with hopeless(browser, house, autopass=False) as page:
        page.clock.run_for(5000)
        expect(page.get_by_role("button", name="Pass", exact=True)).to_be_enabled()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
