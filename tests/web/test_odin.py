"""ODIN in the browser: whole games by mouse, touch, keyboard and screen reader, and details."""

import re
from collections.abc import Callable
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.support.server_process import Player, ServerProcess, begin, players

from .support.browser import (
    MAX_STEPS,
    PlayerAction,
    by_mouse,
    open_page,
    play_odin_game,
    start_odin_game,
    stop_time,
    use_settings,
)
from .support.seats import PHONE, drag, drag_by_finger, odin_start, open_seat, open_seat_at

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
def test_a_whole_game_against_a_bot(
    browser: Browser, server: ServerProcess, hand: PlayerAction
) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", QUICK)
        play_odin_game(page, hand)
        expect(page.locator("dialog.ending .scores tbody tr")).to_have_count(2)
        expect(page.locator(".moves li").last).to_contain_text("no cards left")


def test_a_game_of_several_hands(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        # One card ends the first hand and leaves a point; the next one decides, or nearly always.
        start = odin_start([["B9"], ["R1"]], scores=[3, 3], options={"limit": 5})
        open_seat_at(page, server, "odin", {}, start=start)
        by_mouse(page, "")
        ended = page.get_by_role("dialog")
        expect(ended.get_by_role("button", name="Continue")).to_be_visible()
        play_odin_game(page, by_mouse)
        expect(page.get_by_role("dialog").get_by_role("table")).to_have_count(2)


def test_a_whole_game_by_touch_on_a_phone(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        open_seat(page, server, "odin", QUICK)
        play_odin_game(page, lambda page, _status: by_touch(page))
        expect(page.locator("dialog.ending .scores")).to_be_visible()


def by_touch(page: Page) -> None:
    """Tap what is highlighted."""
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
    """One action by roles, names and announcements only; False: the game is over."""
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


def test_a_whole_game_by_ear(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", QUICK)
        steps = 0
        while by_ear(page):
            steps += 1
            assert steps < MAX_STEPS
        expect(page.get_by_role("log")).to_contain_text("no cards left")


@pytest.mark.parametrize("carry", [drag, drag_by_finger], ids=["mouse", "finger"])
def test_a_set_is_dragged_to_the_table(
    browser: Browser, server: ServerProcess, carry: Callable[[Page, Locator, Locator], None]
) -> None:
    with open_page(browser, server.url, **(PHONE if carry is drag_by_finger else {})) as page:
        open_seat(page, server, "odin", {})
        carry(page, page.locator(".hand .card").first, page.get_by_label("Middle of the table"))
        expect(page.locator(".moves li").first).to_contain_text("You lead")
        expect(page.locator(".hand .card")).not_to_have_count(9)


def test_the_value_of_the_chosen_cards_is_shown_and_the_hand_is_sorted(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", {})
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


def test_the_page_explains_why_cards_cannot_be_played(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        hands = [["B1", "G3", "R2", "R8", "Y9"], ["B4", "G1", "O2"]]
        start = odin_start(hands, ["B5"], phase="follow", owner=1)
        open_seat_at(page, server, "odin", {}, start=start)
        alert = page.get_by_role("alert")
        hand = page.get_by_role("group", name="Your hand")
        play = page.locator(".actions .main")
        play.click(force=True)  # it looks off
        expect(alert).to_have_text("Choose one or more cards first.")
        hand.get_by_role("button", name="green 3").click()
        play.click(force=True)
        expect(alert).to_have_text("3 does not beat 5.")
        hand.get_by_role("button", name="blue 1").click()
        play.click(force=True)
        expect(alert).to_have_text(
            "Cards played together must be all one colour or all one number;"
            " blue 1 and green 3 are not."
        )
        page.keyboard.press("Escape")
        hand.get_by_role("button", name="red 2").click()
        play.click(force=True)
        expect(alert).to_have_text("2 is not enough: add more cards.")


def test_a_move_is_shown_again_and_nothing_changes(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", {})
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


def test_the_focus_on_a_card_to_take_stays_when_somebody_joins(
    browser: Browser, server: ServerProcess
) -> None:
    hands = [["B9", "G9", "O1"], ["P1", "R1"]]
    start = odin_start(hands, phase="follow", table=["B2", "G2"], owner=1)
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False)
        made = server.make("odin", [{}, {}], start=start)
        seat = made.sit("Loki")
        page.goto(f"/table/{made.name}#seat={made.token}")
        server.call("POST", made.path("/requests"), {"do": "ready"}, seat)
        page.locator(".table.mine").wait_for()
        by_mouse(page, page.locator("#status").inner_text())
        offered = page.locator(".offered button")
        expect(offered.first).to_be_focused()
        others = page.get_by_role("list", name="Other players")
        expect(others).to_contain_text("away")
        with closing(Player(server, made.name, seat)):
            expect(others).not_to_contain_text("away")
            expect(offered.first).to_be_focused()


def test_a_move_is_taken_back(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False)
        start_odin_game(page)
        page.locator(".table.mine").wait_for()
        hand = cards(page)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#announcements")).to_contain_text("You take back a move.")
        page.locator(".table.mine").wait_for()
        assert cards(page) == hand


def test_a_player_continues_after_a_lost_connection(browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    with open_page(browser, server.url, expected_error="ERR_CONNECTION") as page:
        use_settings(page, motion=False, confirm=False)
        start_odin_game(page)
        page.locator(".table.mine").wait_for()
        port = server.port
        server.kill()
        expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
        server.start(port)
        expect(page.get_by_role("status").filter(has_text="Connection lost")).to_have_count(0)
        by_mouse(page, page.locator("#status").inner_text())
        expect(page.locator(".moves")).to_contain_text("You ")
    server.close()


def test_a_hint_shows_a_good_move_with_its_win_chance_and_can_be_played(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False)
        start_odin_game(page)
        page.locator(".table.mine").wait_for()
        page.keyboard.press("g")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint.get_by_text("Win chance: ")).to_be_visible()
        hint.get_by_role("button", name="Play it").click()
        expect(page.locator(".moves")).to_contain_text("You ")


def cards(page: Page) -> list[str]:
    """The cards of the player's hand."""
    found: list[str] = page.locator(".hand button").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    )
    return found


def test_the_round_is_shown_beside_the_set_on_wide_screens(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["R1", "R8", "G2"], ["B4", "Y5"]])
    made, tokens = server.seated("odin", 2, start=start)
    with players(server, made.name, tokens) as people, open_page(browser, server.url) as page:
        begin(people)
        use_settings(page, motion=False)
        page.goto(f"/table/{made.name}#seat={made.token}")
        history = page.locator(".history")
        expect(history.locator("li")).to_have_text(["Nothing played yet"])
        people[0].ask("play", move="play R1")
        expect(history.locator("h2")).to_have_text("This round")
        expect(history.locator("li strong")).to_have_text(["1"])
        people[1].ask("play", move="play B4")
        expect(history.locator("li strong")).to_have_text(["1", "4"])
        people[0].ask("play", move="pass")
        expect(history.locator("h2")).to_have_text("Last round")
        expect(history.locator("li")).to_have_count(3)
        expect(history.locator("li.passed")).to_contain_text("passed")
        people[1].ask("play", move="play Y5")
        expect(history.locator("h2")).to_have_text("This round")
        expect(history.locator("li")).to_have_count(1)
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(history).to_be_hidden()
