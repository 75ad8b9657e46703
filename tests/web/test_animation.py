"""Animations and sounds: they are short, and off where the player does not want them."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page
from .support.seats import open_seat

pytestmark = pytest.mark.long

MAX_TIME = 400  # milliseconds
# Before anything is drawn: every animation leaves a note, with how long it lasts and its stops.
RECORD_ANIMATIONS = """
  window.animations = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, given) {
    const name = this.className.baseVal ?? this.className;
    animations.push([name, (given.delay ?? 0) + given.duration, frames.length]);
    return animate.call(this, frames, given);
  };
"""
OLD_INDEXES = """async ([before, after]) => {
  const base = document.querySelector("script[type=module]").src.replace("app/main.js", "");
  const { oldIndexes } = await import(base + "games/ravens/animation/compare_paths.js");
  return oldIndexes(before.split(" "), after.split(" "));
}"""


@pytest.mark.parametrize(
    ("before", "after", "from_where"),
    [
        ("FM WS PF", "FM WS PF", [0, 1, 2]),
        ("FM WS PF", "FM SW PF", [0, 1, 2]),  # turned
        ("FM WS PF", "PF WS FM", [2, 1, 0]),  # swapped
        ("FM WS PF", "FM PF", [0, 2]),  # removed
        ("FM WS PF", "WS PF", [1, 2]),
        ("FM WS PF", "FM WS PF MW", [0, 1, 2, None]),  # lengthened
        ("FM WS PF MW", "PF MW SS", [2, 3, None]),  # the cards far behind are reshuffled
        ("FM WS PF", "FM PF WS MW", [0, None, None, None]),
        ("FM WS PF", "SS PP MM", [None, None, None]),  # a new race
    ],
)
def test_cards_of_the_path_keep_their_identity(
    browser: Browser,
    module_server: ServerProcess,
    before: str,
    after: str,
    from_where: list[int | None],
) -> None:
    with open_page(browser, module_server.url) as page:
        page.goto("/settings")
        assert page.evaluate(OLD_INDEXES, [before, after]) == from_where


def play_some(page: Page) -> list[tuple[str, float, int]]:
    """Play several moves of a turn and wait for the bot; return what was animated meanwhile."""
    hand = page.locator(".hand .card")
    hand.first.click()
    page.get_by_role("button", name="To the stack", exact=True).click()
    expect(hand).to_have_count(4)
    page.keyboard.press("x")
    page.locator(".placing").first.click()
    expect(page.locator(".moves")).to_contain_text("to the path.")
    page.locator(".table.mine").wait_for()
    found: list[tuple[str, float, int]] = page.evaluate("animations")
    return found


def test_animations_are_short(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(RECORD_ANIMATIONS)
        open_seat(page, server, "ravens", {}, motion=True)
        animations = play_some(page)
        assert any(name.startswith("land") for name, *_ in animations)
        assert any(name == "sent" for name, *_ in animations)
        assert max(time for _, time, _ in animations) < MAX_TIME


def test_a_raven_glides_over_the_spaces_it_passes(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(RECORD_ANIMATIONS)
        open_seat(page, server, "ravens", {}, motion=True)
        lit = page.locator(".space[data-possible][data-target^='0:']")  # in the player's own lane
        for _ in range(300):
            page.locator(".table.mine").wait_for()
            if lit.count():
                break
            page.locator(".hand .card:not([data-dim])").first.click()
            discard = page.get_by_role("button", name="Discard", exact=True)
            if discard.count():
                discard.click()
            else:
                page.keyboard.press("e")
        lit.last.click()
        page.locator(".way-to").first.click()
        expect(page.locator(".moves li").last).to_contain_text(re.compile("You (fly|go)"))
        stops = [stops for name, _, stops in page.evaluate("animations") if name == "piece raven"]
        assert min(stops) > 1


def test_nothing_is_animated_if_motion_is_off(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script(RECORD_ANIMATIONS)
        open_seat(page, server, "ravens", {}, motion=True)
        assert play_some(page) == []


# Every noise that is begun leaves a note.
COUNT_SOUNDS = """
  window.soundCount = 0;
  const Noise = AudioBufferSourceNode;
  window.AudioBufferSourceNode = class extends Noise {
    constructor(...given) { super(...given); soundCount++; }
  };
"""


@pytest.mark.parametrize("sounds", [True, False])
def test_sounds_are_played_if_they_are_on(
    browser: Browser, server: ServerProcess, sounds: bool
) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script(COUNT_SOUNDS)
        page.add_init_script(RECORD_ANIMATIONS)
        open_seat(page, server, "ravens", {}, **({"sounds": True} if sounds else {}))
        play_some(page)
        assert (page.evaluate("soundCount") > 0) == sounds
