"""Following the game: what others did, why, to what end, and hints, as players see them."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.games.rules.positions import position
from tests.server.support.server_process import Player, ServerProcess

from .support.browser import open_page, stop_time, use_settings
from .support.seats import PHONE, odin_start, open_seat, open_seat_at
from .support.several_browsers import HeldRequests
from .test_animation import RECORD_ANIMATIONS

pytestmark = pytest.mark.long

WIDE = {"viewport": {"width": 1280, "height": 800}}


def ravens(**given: Any) -> dict[str, object]:
    """A start position of Ravens."""
    return {"text": json.dumps(position("ravens", **given).to_json()), "redeal": False}


@contextmanager
def table_with(
    page: Page, server: ServerProcess, start: dict[str, object], *names: str, **settings: object
) -> Iterator[list[Player]]:
    """Sit at a table with people who move when the test says so."""
    game = json.loads(str(start["text"]))["game"]
    use_settings(page, **{"motion": False, "confirm": False, **settings})
    made = server.make(game, [{}] * (len(names) + 1), start=start)
    with ExitStack() as stack:
        people = [
            stack.enter_context(closing(Player(server, made.name, made.sit(name))))
            for name in names
        ]
        page.goto(f"/table/{made.name}#seat={made.token}")
        for one in people:
            one.ask("ready")
        page.locator(".table[data-stage=playing]").wait_for()
        yield people


# -- The pace ----------------------------------------------------------------------------------


def test_a_round_that_ends_can_be_seen_before_the_next_begins(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["B1", "G2"], ["P3", "R8", "R9"]], ["O7"], phase="follow", owner=1)
    with open_page(browser, server.url) as page:
        page.clock.install(time=0)
        with table_with(page, server, start, "Loki", motion=True) as [loki]:
            page.locator(".table.mine").wait_for()
            page.clock.pause_at(60 * 60 * 1000)
            page.get_by_role("button", name="Pass", exact=True).click()
            page.clock.run_for(300)
            middle = page.get_by_label("Middle of the table")
            expect(middle).to_contain_text("The round is over. Loki leads the next one.")
            loki.ask("play", move="play R8")
            page.clock.run_for(550)
            expect(middle).to_contain_text("The round is over.")
            page.clock.run_for(400)
            expect(middle).to_contain_text("Beat Loki’s 8")


def test_nobody_waits_for_their_own_move(browser: Browser, server: ServerProcess) -> None:
    start = odin_start([["B1", "G9"], ["P3", "R8"]], turn=1, starter=1)
    with open_page(browser, server.url) as page:
        page.clock.install(time=0)
        with table_with(page, server, start, "Loki", motion=True) as [loki]:
            page.clock.pause_at(60 * 60 * 1000)
            loki.ask("play", move="play R8")
            page.locator(".table.mine").wait_for()
            page.locator("[data-card=G9]").click()
            page.get_by_role("button", name="Play 9").click()
            page.clock.run_for(100)  # the next paint, not the second for which others’ moves stay
            expect(page.locator(".moves li").last).to_contain_text("You play green 9")


# -- ODIN --------------------------------------------------------------------------------------

BEATEN = odin_start(
    [["B1", "Y1", "Y2", "Y3"], ["B9", "G9", "P1"], ["O1"]],
    ["B2", "G2"],
    phase="follow",
    owner=0,
    turn=1,
)


def test_the_beaten_set_stays_visible_and_says_what_was_taken(
    browser: Browser, server: ServerProcess
) -> None:
    with (
        open_page(browser, server.url) as page,
        table_with(page, server, BEATEN, "Loki", "Embla") as [loki, embla],
    ):
        beaten = page.locator(".beaten")
        expect(beaten).to_have_count(0)
        loki.ask("play", move="play B9 G9")
        expect(beaten).to_contain_text("Loki beat 22 and takes a card.")
        expect(beaten.locator("li")).to_have_count(2)
        loki.ask("play", move="take B2")
        embla.ask("play", move="pass")
        expect(beaten).to_contain_text("Loki beat 22 and took blue 2.")
        expect(beaten.locator("li.taken")).to_have_count(1)
        others = page.get_by_role("list", name="Other players").get_by_role("listitem")
        for _ in range(2):  # the same after a reload
            expect(others.nth(0)).to_contain_text("took blue 2")
            expect(others.nth(0).get_by_role("img", name="Everyone knows: blue 2")).to_be_visible()
            expect(others.nth(1)).to_contain_text("passed")
            expect(others.nth(1)).to_contain_text("one card left")
            expect(others.nth(0)).not_to_contain_text("passed")
            page.reload()
        page.locator(".table.mine").wait_for()
        for card in ("Y1", "Y2", "Y3"):
            page.locator(f".hand [data-card={card}]").click()
        page.get_by_role("button", name="Play 321").click()
        page.locator(".offered button").first.click()
        expect(beaten).to_contain_text("You beat 99 and took")
        expect(others.nth(1)).not_to_contain_text("passed")  # on the new set nobody has


def test_a_taken_card_flies_to_its_taker(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(RECORD_ANIMATIONS)
        with table_with(page, server, BEATEN, "Loki", "Embla", motion=True) as [loki, _]:
            loki.ask("play", move="play B9 G9")
            expect(page.locator(".beaten")).to_contain_text("takes a card")
            assert "sent" not in [name for name, *_ in page.evaluate("animations")]
            loki.ask("play", move="take G2")
            expect(page.locator(".beaten")).to_contain_text("took green 2")
            assert "sent" in [name for name, *_ in page.evaluate("animations")]


def test_cards_of_the_own_hand_that_everybody_knows_are_marked(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["B9", "G8"], ["P1", "R1"]], ["O2"], phase="follow", owner=1)
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "odin", {}, start=start)
        hand = page.get_by_role("group", name="Your hand")
        expect(hand.locator("[data-known]")).to_have_count(0)
        hand.get_by_role("button", name="blue 9").click()
        page.get_by_role("button", name="Play 9").click()
        known = hand.get_by_role("button", name="orange 2, skald, known to everyone")
        expect(known).to_be_visible()
        expect(known.locator(".eye")).to_be_visible()


def test_with_one_legal_move_the_main_button_makes_it(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["B1"], ["P3", "R9"], ["O1", "O2"]], turn=1, starter=1)
    with (
        open_page(browser, server.url) as page,
        table_with(page, server, start, "Loki", "Embla") as [loki, embla],
    ):
        loki.ask("play", move="play R9")
        embla.ask("play", move="pass")
        main = page.locator(".act.main")
        expect(main).to_have_text("Pass")
        expect(page.get_by_role("button", name="Pass", exact=True)).to_have_count(1)
        main.click()
        expect(page.get_by_role("log")).to_contain_text("You pass.")
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "odin", {}, start=odin_start([["B1"], ["P3", "R9"]]))
        main = page.locator(".act.main")
        expect(main).to_have_text("Play 1")
        main.click()
        expect(page.get_by_role("log")).to_contain_text("You have no cards left.")


def test_passing_in_advance_is_offered_only_while_others_decide_first(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["B1", "B9"], ["P3", "R7"], ["O1", "O2"]], turn=1, starter=1)
    with (
        open_page(browser, server.url) as page,
        table_with(page, server, start, "Loki", "Embla") as [loki, embla],
    ):
        promise = page.get_by_role("checkbox", name="Pass until the table changes")
        expect(page.locator(".empty")).to_be_visible()
        expect(promise).to_be_hidden()  # there is nothing to pass on
        loki.ask("play", move="play R7")
        expect(promise).to_be_visible()
        stop_time(page)
        promise.check()
        embla.ask("play", move="pass")
        expect(page.get_by_text("Passing in a moment")).to_be_visible()
        expect(promise).to_be_hidden()
        page.clock.resume()
        expect(page.get_by_role("log")).to_contain_text("You pass.")


def test_with_two_players_there_is_nothing_to_pass_in_advance(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start([["B1", "B9"], ["P3", "R7"]], turn=1, starter=1)
    with (
        open_page(browser, server.url) as page,
        table_with(page, server, start, "Loki") as [loki],
    ):
        loki.ask("play", move="play R7")
        page.locator(".table.mine").wait_for()
        expect(page.locator(".until")).to_be_hidden()


# -- Ravens ------------------------------------------------------------------------------------

FORESTS = "MF SF PW WM FP MS SW"  # lane 1: F F W M P S W


@pytest.mark.parametrize(
    ("screen", "where"), [(WIDE, ".last-turn"), (PHONE, ".last-move")], ids=["desktop", "phone"]
)
def test_a_turn_of_the_opponent_is_summed_up(
    browser: Browser, server: ServerProcess, screen: dict[str, Any], where: str
) -> None:
    start = ravens(path=FORESTS, turn=1, first=1, magic="FS", hands=["FFMWt", "MMSPP"])
    with (
        open_page(browser, server.url, **screen) as page,
        table_with(page, server, start, "Snorri") as [snorri],
    ):
        for move in ("fly MM", "magic S", "end"):
            snorri.ask("play", move=move)
        page.locator(".table.mine").wait_for()
        told = page.locator(where)
        summary = (
            "Snorri flew over two forests with a joker, laid snow on the Magic Way"
            " and drew 3 cards."
        )
        expect(told).to_contain_text(summary)
        expect(told).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text("Joker: two mountains for a forest.")
        page.keyboard.press("1")
        page.get_by_role("button", name="To the stack").click()
        expect(page.get_by_role("log")).to_contain_text("You put forest on the stack.")
        expect(told).to_contain_text(summary)  # as long as our own turn lasts


def test_a_joker_is_explained_where_the_raven_lands(
    browser: Browser, server: ServerProcess
) -> None:
    start = ravens(path=FORESTS, turn=1, first=1, stone=[1, 1], hands=["FFMWt", "MMFSP"])
    with (
        open_page(browser, server.url) as page,
        table_with(page, server, start, "Snorri") as [snorri],
    ):
        snorri.ask("play", move="fly FMM")
        caption = page.locator(".land:nth-child(3) .caption")
        expect(caption).to_have_text("Joker: two mountains for a forest. Stone: paid twice.")
        snorri.ask("play", move="end")
        expect(caption).to_have_count(0)


def test_the_price_of_a_flight_is_explained_while_cards_are_chosen(
    browser: Browser, server: ServerProcess
) -> None:
    path = "WM SF PM WM FP MS SW"
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "ravens", {}, start=ravens(path=path, hands=["MMWWs", "FFFFF"]))
        hand, uses = page.locator(".hand .card"), page.locator(".uses")
        for card in (0, 1):
            hand.nth(card).click()
        expect(uses).to_contain_text("Joker: two mountains for water.")
        expect(page.get_by_role("log")).to_contain_text(
            "Joker: two mountains for water. Possible: Fly"
        )
    with open_page(browser, server.url) as page:
        start = ravens(path=path, hands=["MMWWs", "FFFFF"], stone=[0, 0])
        open_seat_at(page, server, "ravens", {}, start=start)
        hand, uses = page.locator(".hand .card"), page.locator(".uses")
        hand.nth(2).click()
        expect(uses).to_contain_text("Stone: pay twice.")
        expect(uses.get_by_role("button", name="Fly")).to_have_count(0)
        hand.nth(3).click()
        expect(uses).to_contain_text("Stone: pay twice.")
        expect(uses.get_by_role("button", name="Fly")).to_be_visible()


def test_swapping_says_how_many_cards_are_chosen(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "ravens", {}, start=ravens(hands=["MMWWs", "FFFFF"]))
        page.locator(".hand .card").last.click()
        page.get_by_role("button", name="Swap two cards").click()
        page.locator("[data-target='0:2']").click()
        expect(page.locator(".uses")).to_contain_text("1 of 2 cards chosen.")
        expect(page.get_by_role("log")).to_contain_text("1 of 2 cards chosen.")
        page.locator("[data-target='0:4']").click()
        expect(page.get_by_role("log")).to_contain_text("You swap cards 3 and 5.")


def test_the_only_way_to_place_a_landscape_is_one_key(
    browser: Browser, server: ServerProcess
) -> None:
    start = ravens(phase="place", placing="FF", to_place=1, closing=True)
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "ravens", {}, start=start)
        expect(page.locator(".placing")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.get_by_role("log")).to_contain_text("You add forest over forest to the path.")


# -- The goal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "goal"),
    [
        ("odin", {}, "To 15 points, fewest wins"),
        ("odin", {"limit": 7}, "To 7 points, fewest wins"),
        ("odin", {"limit": 7, "hands": 1}, "One hand, first out wins"),
        ("ravens", {}, "Race to 12 points"),
        ("ravens", {"target": 30}, "Race to 30 points"),
    ],
)
@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["desktop", "phone"])
def test_the_goal_is_always_visible(
    browser: Browser,
    server: ServerProcess,
    game: str,
    options: dict[str, int],
    goal: str,
    screen: dict[str, Any],
) -> None:
    with open_page(browser, server.url, **screen) as page:
        open_seat(page, server, game, options)
        expect(page.get_by_text(goal, exact=True)).to_be_in_viewport()


# -- Hints -------------------------------------------------------------------------------------


def answer_hints_with(page: Page, move: str) -> None:
    """Replace the move of a real hint, so that the test knows it."""

    def answer(route: Route) -> None:
        reply = route.fetch()
        candidates = [{"move": one, "value": 0.6, "visits": 9} for one in (move, "end")]
        told = {"move": move, "value": 0.61, "candidates": candidates}
        route.fulfill(response=reply, json={**reply.json(), **told})

    page.route(re.compile("/hint$"), answer)


@pytest.mark.parametrize(
    ("move", "lit"),
    [
        ("fly F", [".hand [data-letter=F]", "[data-target='0:0']"]),
        ("magic M", [".hand [data-letter=M]", ".way-spot"]),
        ("t turn 3", [".hand [data-letter=t]", "[data-target='0:3']", "[data-target='1:3']"]),
        ("end", [".actions [data-move=end]"]),
    ],
)
def test_a_hint_lights_up_the_cards_and_the_space(
    browser: Browser, server: ServerProcess, move: str, lit: list[str]
) -> None:
    with open_page(browser, server.url) as page:
        answer_hints_with(page, move)
        open_seat_at(page, server, "ravens", {}, start=ravens(hands=["FPMWt", "FFFFF"]))
        page.keyboard.press("g")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint).to_contain_text("Win chance: 61")
        for one in lit:
            expect(page.locator(f"{one}[data-hint]")).to_be_visible()
        expect(page.locator("[data-hint]")).to_have_count(len(lit))
        hint.get_by_role("button", name="Compare with other moves").click()
        expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(2)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(hint).to_have_count(0)
        expect(page.locator("[data-hint]")).to_have_count(0)


def test_a_hint_goes_when_another_move_is_played(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        answer_hints_with(page, "play B9")
        start = odin_start([["B9", "G8"], ["P1", "R1"]], ["O2"], phase="follow", owner=1)
        open_seat_at(page, server, "odin", {}, start=start)
        page.keyboard.press("g")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint).to_contain_text("blue 9. Win chance: 61")
        expect(page.locator(".hand [data-card=B9][data-hint]")).to_be_visible()
        page.keyboard.press("p")
        expect(page.get_by_role("log")).to_contain_text("You pass.")
        expect(hint).to_have_count(0)
        expect(page.locator("[data-hint]")).to_have_count(0)


def test_where_only_one_move_exists_a_hint_needs_no_bot(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url) if "/hint" in one.url else None)
        start = odin_start([["B1", "G2"], ["P3"]], ["R9"], phase="follow", owner=1)
        open_seat_at(page, server, "odin", {}, start=start)
        page.keyboard.press("g")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint).to_contain_text("You pass. It’s the only move.")
        hint.get_by_role("button", name="Play it").click()
        expect(page.get_by_role("log")).to_contain_text("You pass.")
        assert asked == []


def test_a_hint_shows_progress_and_can_be_cancelled(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        held = HeldRequests(page, "/hint$")
        open_seat(page, server, "odin", {})
        page.keyboard.press("g")
        hint = page.get_by_role("region", name="Show me a good move")
        expect(hint.get_by_role("progressbar", name="Looking for a good move")).to_be_visible()
        held.until(1)
        with page.expect_event("requestfailed", lambda one: "/hint" in one.url):
            hint.get_by_role("button", name="Cancel").click()
        expect(hint).to_have_count(0)
        held.release()
        page.keyboard.press("g")
        expect(hint).to_contain_text("Win chance: ")
        expect(page.locator("[data-hint]")).not_to_have_count(0)
