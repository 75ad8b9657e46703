"""Automatic passing in ODIN when nothing can be played, after a delay that reveals nothing."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import Player, ServerProcess

from .support.browser import open_page, use_settings
from .support.seats import odin_start

pytestmark = pytest.mark.long

HANDS = [["B1", "G2"], ["P3", "R9"]]  # two that are no set do not beat a nine


@contextmanager
def cannot_play(
    browser: Browser, server: ServerProcess, *, autopass: bool = True, luck: float = 0
) -> Iterator[tuple[Page, Player]]:
    """A table at which nothing can be played, with a stopped clock and a fixed random number.

    Returns the page, and the opponent who has just played.
    """
    made = server.make("odin", [{}, {}], start=odin_start(HANDS, starter=1, turn=1))
    with (
        open_page(browser, server.url) as page,
        closing(Player(server, made.name, made.sit("Loki"))) as loki,
    ):
        use_settings(page, motion=False, autopass=autopass)
        page.add_init_script(f"Math.random = () => {luck}")
        page.clock.install(time=0)
        page.goto(f"/table/{made.name}#seat={made.token}")
        loki.ask("ready")
        expect(page.locator("#status")).to_contain_text("Loki")
        page.clock.pause_at(60 * 60 * 1000)  # long past all that waited
        loki.ask("play", move="play R9")
        page.locator(".table.mine").wait_for()
        yield page, loki


@pytest.mark.parametrize(("luck", "wait"), [(0, 1000), (0.25, 1500), (0.999, 2998)])
def test_the_page_passes_after_a_random_one_to_three_seconds(
    browser: Browser, server: ServerProcess, luck: float, wait: int
) -> None:
    with cannot_play(browser, server, luck=luck) as (page, _):
        passing = page.get_by_text("Passing in a moment")
        expect(passing).to_be_visible()
        page.clock.run_for(wait - 10)
        expect(passing).to_be_visible()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
        page.clock.run_for(20)
        page.clock.resume()  # what comes of it is drawn in a later frame
        expect(page.get_by_role("log")).to_contain_text("You pass.")
        expect(passing).to_be_hidden()


def test_automatic_passing_can_be_stopped(browser: Browser, server: ServerProcess) -> None:
    with cannot_play(browser, server) as (page, _):
        page.get_by_role("button", name="Stop").click()
        page.clock.run_for(5000)
        expect(page.get_by_text("Passing in a moment")).to_be_hidden()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
        page.clock.resume()
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(page.get_by_role("log")).to_contain_text("You pass.")


def test_stopped_passing_does_not_begin_again_when_something_else_happens(
    browser: Browser, server: ServerProcess
) -> None:
    with cannot_play(browser, server) as (page, loki):
        page.get_by_role("button", name="Stop").click()
        loki.ask("propose", what="back")
        expect(page.locator(".proposal")).to_be_visible()
        expect(page.get_by_text("Passing in a moment")).to_be_hidden()


def test_the_page_does_not_pass_if_the_setting_is_off(
    browser: Browser, server: ServerProcess
) -> None:
    with cannot_play(browser, server, autopass=False) as (page, _):
        page.clock.run_for(5000)
        expect(page.get_by_role("button", name="Pass", exact=True)).to_be_enabled()
        expect(page.get_by_role("log")).not_to_contain_text("You pass.")
