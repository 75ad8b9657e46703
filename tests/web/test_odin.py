"""ODIN in the browser: whole games by mouse, finger, keys and ear, and how it answers."""

import re
from collections.abc import Callable
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.support.server_process import Player, Running

from .support.browser import (
    MOST_STEPS,
    Hand,
    begin_odin,
    by_mouse,
    choose,
    opened,
    play_odin,
    stop_time,
)
from .support.seats import PHONE, drag, drag_by_finger, odin_start, sit, sit_at

pytestmark = pytest.mark.long

QUICK = {"hands": 1}


def by_keys(page: Page, status: str) -> None:
    """The same without a mouse."""
    if status == "next":
        page.keyboard.press("Enter")
        return
    if status.startswith("Take"):
        expect(page.locator(".offered button").first).to_be_focused()
        page.keyboard.press("Enter")
        return
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    names = page.locator(".hand button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    possible = [at for at, name in enumerate(names) if "can be played" in name]
    if not possible:
        page.keyboard.press("p")
        return
    for _ in range(possible[-1]):
        page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    for _ in range(8):
        if page.locator(".act.main").get_attribute("aria-disabled") == "false":
            break
        more = page.locator(".hand button[data-possible]:not([aria-pressed=true])").first
        at = more.evaluate("one => [...one.parentNode.children].indexOf(one)")
        page.keyboard.press("Home")
        for _ in range(at):
            page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("hand", [by_mouse, by_keys])
def test_a_whole_game_against_a_bot(browser: Browser, house: Running, hand: Hand) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "odin", QUICK)
        play_odin(page, hand)
        expect(page.locator("dialog.ending .scores tbody tr")).to_have_count(2)
        expect(page.locator(".moves li").last).to_contain_text("no cards left")


def test_a_game_of_several_hands(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        # One card ends the first hand and leaves a point; the next one decides, or nearly always.
        start = odin_start([["B9"], ["R1"]], scores=[3, 3], options={"limit": 5})
        sit_at(page, house, "odin", {}, start=start)
        by_mouse(page, "")
        ended = page.get_by_role("dialog")
        expect(ended.get_by_role("button", name="Continue")).to_be_visible()
        play_odin(page, by_mouse)
        expect(page.get_by_role("dialog").get_by_role("table")).to_be_visible()


def test_a_whole_game_by_touch_on_a_phone(browser: Browser, house: Running) -> None:
    with opened(browser, house.url, **PHONE) as page:
        sit(page, house, "odin", QUICK)
        play_odin(page, lambda page, _status: by_touch(page))
        expect(page.locator("dialog.ending .scores")).to_be_visible()


def by_touch(page: Page) -> None:
    """Tap what lights up."""
    offered = page.locator(".offered button")
    if offered.count():
        offered.first.tap()
        return
    play = page.locator(".act.main")
    for _ in range(9):
        if play.get_attribute("aria-disabled") == "false":
            play.tap()
            return
        possible = page.locator(".hand button[data-possible][aria-pressed=false]")
        if not possible.count():
            break
        possible.last.tap()
    page.get_by_role("button", name="Pass", exact=True).tap()


def by_ear(page: Page) -> bool:
    """One thing, knowing only roles, names and what is said; False: the game is over."""
    hand = page.get_by_role("group", name="Your hand")
    taking = page.get_by_role("group", name="Take one card").get_by_role("button")
    more = hand.get_by_role("button", name="can be played", pressed=False)
    # While nothing is chosen the button is only called "Play".
    play = page.get_by_role("button", name=re.compile(r"^Play \d+$"), disabled=False)
    leave = page.get_by_role("button", name="Pass", exact=True, disabled=False)
    again = page.get_by_role("button", name="Play again")
    taking.or_(more).or_(leave).or_(again).first.wait_for()
    if again.is_visible():
        return False
    log = page.get_by_role("log")
    if taking.count():
        said = log.inner_text()
        taking.first.press("Enter")
    else:
        for _ in range(9):
            if play.count() or not more.count():
                break
            more.last.press("Space")
        said = log.inner_text()
        (play if play.count() else leave).press("Enter")
    expect(log).not_to_have_text(said)
    return True


def test_a_whole_game_by_ear(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "odin", QUICK)
        steps = 0
        while by_ear(page):
            steps += 1
            assert steps < MOST_STEPS
        expect(page.get_by_role("log")).to_contain_text("no cards left")


@pytest.mark.parametrize("carry", [drag, drag_by_finger], ids=["mouse", "finger"])
def test_a_set_is_dragged_to_the_table(
    browser: Browser, house: Running, carry: Callable[[Page, Locator, Locator], None]
) -> None:
    with opened(browser, house.url, **(PHONE if carry is drag_by_finger else {})) as page:
        sit(page, house, "odin", {})
        carry(page, page.locator(".hand .card").first, page.get_by_label("Middle of the table"))
        expect(page.locator(".moves li").first).to_contain_text("You lead")
        expect(page.locator(".hand .card")).not_to_have_count(9)


def test_what_is_chosen_shows_its_worth_and_the_hand_is_sorted(
    browser: Browser, house: Running
) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "odin", {})
        page.keyboard.press("1")
        first = cards(page)[0]
        expect(page.locator(".worth strong")).to_have_text(first[1])
        expect(page.get_by_role("button", name=f"Play {first[1]}", exact=True)).to_be_visible()
        page.get_by_role("button", name="Sort by number").click()
        numbers = [card[1] for card in cards(page)]
        assert numbers == sorted(numbers)
        page.keyboard.press("s")
        colours = [card[0] for card in cards(page)]
        assert len(list(groupby(colours))) == len(set(colours))


def test_one_passes_until_the_table_changes(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "odin", {})
        by_mouse(page, page.locator("#status").inner_text())
        promise = page.get_by_role("checkbox", name="Pass until the table changes")
        for _ in range(MOST_STEPS):
            page.locator(".table.mine, dialog.ending").first.wait_for()
            is_between = page.locator("dialog.ending").is_visible()  # over all else
            if promise.is_visible() and not is_between:
                break
            by_mouse(page, "next" if is_between else "")
        stop_time(page)
        promise.check()
        expect(page.get_by_text("Passing in a moment")).to_be_visible()
        page.clock.resume()
        expect(page.locator(".moves")).to_contain_text("You pass.")


def test_a_move_is_shown_again_and_nothing_changes(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        sit(page, house, "odin", {})
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.locator(".table.mine").wait_for()
        hand = cards(page)
        stop_time(page)
        page.locator(".moves li button").first.click()
        expect(page.locator(".table.playback")).to_be_visible()
        page.clock.resume()
        expect(page.locator(".table.playback")).to_have_count(0)
        assert cards(page) == hand


def test_who_takes_a_card_by_the_keys_still_does_when_somebody_comes(
    browser: Browser, house: Running
) -> None:
    hands = [["B9", "G9", "O1"], ["P1", "R1"]]
    start = odin_start(hands, phase="follow", table=["B2", "G2"], owner=1)
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        made = house.make("odin", [{}, {}], start=start)
        seat = made.sit("Loki")
        page.goto(f"/table/{made.name}#seat={made.token}")
        house.call("POST", made.path("/requests"), {"do": "ready"}, seat)
        page.locator(".table.mine").wait_for()
        by_mouse(page, page.locator("#status").inner_text())
        offered = page.locator(".offered button")
        expect(offered.first).to_be_focused()
        others = page.get_by_role("list", name="Other players")
        expect(others).to_contain_text("away")
        with closing(Player(house, made.name, seat)):
            expect(others).not_to_contain_text("away")
            expect(offered.first).to_be_focused()


def test_a_move_is_taken_back(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        hand = cards(page)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#announcements")).to_contain_text("You take back a move.")
        page.locator(".table.mine").wait_for()
        assert cards(page) == hand


def test_who_is_cut_off_comes_back_and_plays_on(browser: Browser, tmp_path: Path) -> None:
    house = Running(tmp_path)
    with opened(browser, house.url, may_complain="ERR_CONNECTION") as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        port = house.port
        house.kill()
        expect(page.get_by_role("status").filter(has_text="connection is gone")).to_be_visible()
        house.start(port)
        expect(page.get_by_role("status").filter(has_text="connection is gone")).to_have_count(0)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
    house.close()


def test_a_good_move_is_shown_with_its_worth_and_can_be_played(
    browser: Browser, house: Running
) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False)
        begin_odin(page)
        page.locator(".table.mine").wait_for()
        page.keyboard.press("g")
        window = page.get_by_role("dialog", name="Show me a good move")
        expect(window.get_by_text("Win chance: ")).to_be_visible()
        window.get_by_role("button", name="Play it").click()
        expect(page.locator(".moves")).to_contain_text("You ")


def cards(page: Page) -> list[str]:
    """The cards in one's hand."""
    found: list[str] = page.locator(".hand button").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )
    return found
