"""Odin's Ravens in the browser: whole games by every kind of input, and details."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

import odintable
from tests.server.support.server_process import ServerProcess

from .support.browser import MAX_STEPS, open_page, stop_time
from .support.seats import PHONE, drag, drag_by_finger, open_seat, open_seat_at, ravens_start

pytestmark = pytest.mark.long

QUICK = {"target": 1}  # the first race decides
Act = Callable[[Page], None]


def play(page: Page, act: Act) -> None:
    """Play a whole game: whenever it is our turn, `act` performs one action."""
    again = page.get_by_role("button", name="Play again")
    for _ in range(MAX_STEPS):
        page.locator(".table.mine, dialog.ending").first.wait_for()
        if again.is_visible():
            return
        act(page)
    raise AssertionError("the game does not end")


def by_pressing(press: Callable[[Locator], None]) -> Act:
    """Press a highlighted space and the cheapest way there; else discard or end the turn."""

    def act(page: Page) -> None:
        lit = page.locator(".space[data-possible]")
        placed = page.locator(".uses .placing, .uses .card")
        discard = page.locator(".uses .use", has_text="Discard")
        moves = page.locator(".moves li").count()
        if placed.count():
            press(placed.first)
        elif lit.count():
            press(lit.last)
            press(page.locator(".way-to").first)
        elif page.locator(".hand .card:not([data-dim])").count() > 2:
            press(page.locator(".hand .card:not([data-dim])").first)
            press(discard)
        else:
            press(page.get_by_role("button", name="End the turn", exact=True))
        expect(page.locator(".moves li")).not_to_have_count(moves)

    return act


by_mouse = by_pressing(lambda one: one.click())
by_touch = by_pressing(lambda one: one.tap())


def by_keys(page: Page) -> None:
    """The same by keyboard: P goes to the path, Enter presses, E ends the turn."""
    moves = page.locator(".moves li").count()
    page.keyboard.press("Escape")
    if page.locator(".uses .placing, .uses .card").count():
        page.keyboard.press("w")
        page.keyboard.press("Enter")
    elif page.locator(".space[data-possible]").count():
        page.keyboard.press("p")
        expect(page.locator(".space[data-possible]:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        expect(page.locator(".way-to:focus")).to_have_count(1)
        page.keyboard.press("Enter")
    elif page.locator(".hand .card:not([data-dim])").count() > 2:
        page.keyboard.press("1")
        page.keyboard.press("w")
        at = page.locator(".uses button").all_inner_texts().index("Discard")
        for _ in range(at):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")
    expect(page.locator(".moves li")).not_to_have_count(moves)


@pytest.mark.parametrize("act", [by_mouse, by_keys], ids=["mouse", "keys"])
def test_a_whole_game_against_a_bot(browser: Browser, server: ServerProcess, act: Act) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "ravens", QUICK)
        play(page, act)
        expect(page.locator(".moves")).to_contain_text(re.compile("wins? the race by"))
        before = page.url
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(before)
        expect(page.locator(".hand .card")).to_have_count(5)


def test_a_whole_game_by_touch_on_a_phone(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        open_seat(page, server, "ravens", QUICK)
        play(page, by_touch)
        expect(page.get_by_role("dialog").get_by_role("table")).to_be_visible()


# -- By ear ------------------------------------------------------------------------------------


def by_ear(page: Page) -> bool:
    """One action by roles, names and announcements only; False: the game is over."""
    uses = page.get_by_role("group", name="What the chosen cards can do").get_by_role("button")
    cards = page.get_by_role("group", name="Your hand").get_by_role("button", name="can be played")
    path = page.get_by_role("list", name="Flight path")
    ahead = path.get_by_role("button", name="can be chosen")
    end = page.get_by_role("button", name="End the turn", exact=True, disabled=False)
    again = page.get_by_role("button", name="Play again")
    end.or_(uses).or_(again).first.wait_for()
    if again.is_visible():
        return False
    log = page.get_by_role("log")
    if not uses.count() and ahead.count():
        before = log.inner_text()
        ahead.last.press("Enter")
        expect(log).not_to_have_text(before)
        expect(log).to_contain_text("Options: ")
    elif not uses.count() and cards.count() > 2:
        cards.first.press("Enter")
        uses = uses.and_(page.get_by_role("button", name="Discard"))
    said = log.inner_text()
    (uses.first if uses.count() else end).press("Enter")
    expect(log).not_to_have_text(said)
    return True


def test_a_whole_game_by_ear(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "ravens", QUICK)
        steps = 0
        while by_ear(page):
            steps += 1
            assert steps < MAX_STEPS
        expect(page.get_by_role("log")).to_contain_text(re.compile("wins? the race by"))


# -- How it answers ----------------------------------------------------------------------------


def own_hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def flight_card(page: Page) -> Locator:
    """A hand card with which the raven can fly; afterwards none is selected."""
    for card in own_hand(page).all():
        page.keyboard.press("Escape")
        card.click()
        if page.locator(".use.main").count():
            page.keyboard.press("Escape")
            return card
    raise AssertionError("the raven cannot fly")


def own_raven(page: Page) -> Locator:
    """The space of seat 0's raven."""
    raven = page.locator(".raven:not(.ghost)")
    return page.locator(".space[data-target^='0:']", has=raven)


def test_the_raven_lands_where_the_page_has_shown_it(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "ravens", {}, start=ravens_start(7))  # FSWWr, water ahead
        card = flight_card(page)
        card.click()
        ghost = page.locator(".space", has=page.locator(".ghost"))
        expect(ghost).to_have_accessible_name(re.compile("the raven lands here"))
        aimed = ghost.get_attribute("data-target")
        ghost.click()
        expect(own_raven(page)).to_have_attribute("data-target", aimed or "")


@pytest.mark.parametrize("carry", [drag, drag_by_finger], ids=["mouse", "finger"])
def test_cards_are_dragged_to_raven_and_stack(
    browser: Browser, server: ServerProcess, carry: Callable[[Page, Locator, Locator], None]
) -> None:
    with open_page(browser, server.url, **(PHONE if carry is drag_by_finger else {})) as page:
        open_seat_at(page, server, "ravens", {}, start=ravens_start(7))  # FSWWr, water ahead
        carry(page, own_hand(page).first, page.locator(".stack"))
        expect(page.locator(".stack .card")).to_have_count(1)
        expect(own_hand(page)).to_have_count(4)
        card = flight_card(page)
        before = page.locator(".moves li").count()
        carry(page, card, own_raven(page))
        expect(page.locator(".moves li")).to_have_count(before + 1)
        expect(page.locator(".moves li").last).to_contain_text("You fly")


def test_a_drag_that_ends_outside_all_targets_plays_nothing(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "ravens", {})
        drag(page, own_hand(page).first, page.locator("#status"))
        expect(page.locator(".card[aria-pressed=true]")).to_have_count(0)
        expect(own_hand(page)).to_have_count(5)


def test_the_page_explains_why_something_is_not_possible(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        start = ravens_start(3, max_turns=1)  # MPSst in the hand, forest ahead, Fo on the Magic Way
        open_seat_at(page, server, "ravens", {}, start=start)
        alert = page.get_by_role("alert")
        own_hand(page).first.click()
        page.locator("[data-target='0:5']").click()
        expect(alert).to_have_text("The next space is forest: mountain can’t pay for it.")
        page.locator("[data-target='way']").first.click()
        expect(alert).to_have_text("The Magic Way shows forest and Odin: mountain can’t go there.")
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        expect(alert).to_have_text("Your stack is empty.")
        for _ in range(3):
            own_hand(page).first.click()
            page.get_by_role("button", name="Discard", exact=True).click()
            page.locator(".table.mine").wait_for()
        own_hand(page).first.click()
        expect(alert).to_contain_text("three cards from your hand")
        page.locator("[data-target='0:8']").click()
        expect(alert).to_contain_text("None of your cards lets Huginn fly now")


def test_ending_a_turn_that_wastes_a_flight_must_be_confirmed(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        start = ravens_start(7)  # FSWWr in the hand, water ahead
        open_seat_at(page, server, "ravens", {"confirm": True}, start=start)
        moves = page.locator(".moves li").count()
        page.keyboard.press("e")
        asked = page.get_by_role("dialog", name="Are you sure?")
        asked.get_by_role("button", name="Cancel").click()
        expect(asked).to_have_count(0)
        expect(page.locator(".moves li")).to_have_count(moves)
        page.keyboard.press("e")
        asked.get_by_role("button", name="End the turn").click()
        expect(page.locator(".moves")).to_contain_text("You end the turn.")


def test_moves_are_shown_again_and_nothing_changes(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "ravens", {})
        own_hand(page).first.click()
        page.get_by_role("button", name="To the stack", exact=True).click()
        expect(page.locator(".moves li")).to_have_count(1)
        stop_time(page)
        page.locator(".moves li button").click()
        expect(page.locator(".table.playback")).to_be_visible()
        expect(own_hand(page)).to_have_count(5)
        page.clock.resume()
        expect(page.locator(".table.playback")).to_have_count(0)
        expect(own_hand(page)).to_have_count(4)
        page.reload()
        stop_time(page)
        page.get_by_role("button", name="Show the last moves again").first.click()
        expect(page.locator(".table.playback")).to_be_visible()
        page.locator(".flyers").click()
        expect(page.locator(".table.playback")).to_have_count(0)
        page.clock.resume()
        page.keyboard.press("u")
        expect(own_hand(page)).to_have_count(5)


def test_a_press_is_shown_before_the_server_answers(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        held: list[Callable[[], None]] = []
        is_held = [False]

        def hear(message: str | bytes, send: Callable[[str | bytes], None]) -> None:
            if is_held[0]:
                held.append(lambda: send(message))
            else:
                send(message)

        def between(socket: WebSocketRoute) -> None:
            upstream = socket.connect_to_server()
            upstream.on_message(lambda message: hear(message, socket.send))

        page.route_web_socket(re.compile("/api/v2/live"), between)
        open_seat(page, server, "ravens", {})
        is_held[0] = True
        own_hand(page).first.click()
        page.get_by_role("button", name="Discard", exact=True).click()
        expect(page.locator(".hand .card[data-sent]")).to_have_count(1)
        expect(page.locator("#status")).to_have_text("One moment …")
        is_held[0] = False
        while held:
            held.pop(0)()
        expect(own_hand(page)).to_have_count(4)


def lengthened() -> dict[str, object]:
    """A position with a landscape card to be placed, either way round."""
    for seed in range(100):
        game = odintable.new_game("ravens", seed=seed, first=0)
        game.play("extend")
        if len(game.legal_moves()) == 2:
            return {"text": json.dumps(game.position.to_json()), "redeal": False}
    raise AssertionError("no card with two landscapes comes up")


def test_a_card_to_be_placed_is_asked_for_again_where_the_question_is_shown(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, **PHONE) as page:
        open_seat_at(page, server, "ravens", {}, start=lengthened())
        ways = page.get_by_role("group", name="What the chosen cards can do").get_by_role("button")
        expect(ways).to_have_count(2)
        own_hand(page).first.tap()
        expect(ways.first).to_be_focused()
        expect(page.get_by_role("alert")).to_have_text("Which way round?")
        expect(page.locator(".note")).to_have_count(0)  # it would cover the table


DESCRIBED = """async ([move, below]) => {
  const base = document.querySelector("script[type=module]").src.replace("app/main.js", "");
  const { describeMove } = await import(base + "games/ravens/sentences.js");
  const people = { name: () => "Askr", you: "spectator", below };
  return describeMove([{ seat: 0, move }], 0, people);
}"""


@pytest.mark.parametrize(("below", "text"), [(0, "snow over plains"), (1, "plains over snow")])
def test_a_placed_card_is_described_as_it_lies_for_the_reader(
    browser: Browser, module_server: ServerProcess, below: int, text: str
) -> None:
    with open_page(browser, module_server.url) as page:
        page.goto("/settings")
        assert text in page.evaluate(DESCRIBED, ["place PS", below])


@pytest.mark.parametrize(
    ("move", "text"),
    [("t turn 2", "Askr turns card 3."), ("t swap 0 4", "Askr swaps cards 1 and 5.")],
)
def test_cards_of_the_path_are_counted_from_one(
    browser: Browser, module_server: ServerProcess, move: str, text: str
) -> None:
    with open_page(browser, module_server.url) as page:
        page.goto("/settings")
        assert page.evaluate(DESCRIBED, [move, 0]) == text
