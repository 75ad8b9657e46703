"""The end of a leg and of a game: what is shown, what is next, and what is gone."""

import json
import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

import odintable
from tests.server.support.server_process import Made, ServerProcess, players

from .support.browser import by_mouse, open_page, until, use_settings
from .support.seats import odin_start, open_seat_at
from .support.several_browsers import make

pytestmark = pytest.mark.long

LAST_HAND = odin_start([["B9"], ["G7", "R1"]], scores=[3, 4], options={"limit": 5})
FIRST_HAND = odin_start([["B9"], ["R1"]], scores=[3, 3], options={"limit": 30})


def dialog(page: Page) -> Locator:
    """The dialog at the end."""
    return page.locator("dialog.ending")


def rows(page: Page, table: int = 0) -> list[list[str]]:
    """The cells of a table in the dialog."""
    found = dialog(page).get_by_role("table").nth(table).get_by_role("row").all()
    return [re.split(r"\s*\t\s*", row.inner_text().strip()) for row in found]


def win_last_hand(page: Page, server: ServerProcess, **settings: object) -> None:
    """Play the last card of the last hand."""
    open_seat_at(page, server, "odin", settings, start=LAST_HAND)
    by_mouse(page, "")
    dialog(page).get_by_role("button", name="Play again").wait_for()


def test_the_next_hand_is_dealt_when_the_player_continues(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat_at(page, server, "odin", {}, start=FIRST_HAND)
        by_mouse(page, "")
        expect(dialog(page).get_by_role("heading")).to_have_text(
            "You have no cards left. The hand is over."
        )
        expect(page.locator("#status")).to_have_text("You have no cards left. The hand is over.")
        expect(page.locator(".hand .card")).to_have_count(0)
        expect(page.locator(".heap")).to_contain_text("Your last set")
        expect(page.locator(".own .actions")).to_be_hidden()
        assert rows(page) == [
            ["Player", "Cards left", "Points"],
            ["You", "0", "0"],
            ["Askr", "1", "1"],
        ]
        expect(page.locator(".moves li")).to_have_count(1)  # though the bot may have led by now
        dialog(page).get_by_role("button", name="Continue").click()
        expect(page.locator(".hand .card")).to_have_count(9)
        page.locator(".table.mine").wait_for()


def test_on_a_shared_screen_the_new_hands_stay_covered(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False)
        page.add_init_script(
            """new MutationObserver(() => {
              const cards = document.querySelectorAll(".hand .card").length;
              window.mostCards = Math.max(window.mostCards ?? 0, cards);
            }).observe(document, { childList: true, subtree: true })"""
        )
        make(page, "odin", "On one screen", "Play", start=FIRST_HAND)
        page.locator(".cover button").click()
        page.locator(".table.mine").wait_for()
        by_mouse(page, "")
        expect(page.locator(".hand .card")).to_have_count(0)
        dialog(page).get_by_role("button", name="Continue").click()
        expect(page.locator(".cover")).to_contain_text("Nobody else look!")
        assert page.evaluate("mostCards") == 1


def test_the_end_shows_hands_scores_and_how_close_it_was(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        win_last_hand(page, server)
        expect(dialog(page).get_by_role("heading").first).to_have_text("You win!")
        expect(dialog(page)).to_contain_text("Won by 3 points.")
        left = dialog(page).locator(".small-cards [role=img]")
        assert [one.get_attribute("aria-label") for one in left.all()] == [
            "red 1, healer",
            "green 7, berserker",
        ]
        assert rows(page, 1) == [
            ["Player", "1", "Total"],
            ["You", "0", "3"],
            ["Askr", "2", "6"],
        ]


def test_after_the_dialog_a_game_can_be_started_and_nothing_of_the_old_one_remains(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        win_last_hand(page, server)
        dialog(page).get_by_role("button", name="Close").click()
        expect(page.locator("#status")).to_have_text("You win!")
        expect(page.locator(".seat.turn")).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("^(Pass|Play( \\d+)?)$"))).to_have_count(
            0
        )
        expect(page.locator(".odin-table")).not_to_contain_text(re.compile("to beat|lead|Take"))
        page.get_by_role("button", name="Show the result").click()
        expect(dialog(page)).to_contain_text("Won by 3 points.")
        dialog(page).get_by_role("button", name="Close").click()
        before = page.url
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(before)
        expect(page.locator(".hand .card")).to_have_count(1)


def test_another_opponent_is_chosen_with_the_same_options(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        win_last_hand(page, server)
        dialog(page).get_by_role("button", name="Change opponent").click()
        setup = page.get_by_role("dialog")
        expect(setup.get_by_label("Seat 2")).to_have_value("ask")
        setup.get_by_label("Seat 2").select_option("snorri")
        setup.locator("summary").click()
        expect(setup.get_by_label("The game ends at")).to_have_value("5")
        setup.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".others")).to_contain_text("Snorri")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_win_is_celebrated_unless_motion_is_reduced(
    browser: Browser, server: ServerProcess, motion: Any
) -> None:
    with open_page(browser, server.url) as page:
        page.emulate_media(reduced_motion=motion)
        win_last_hand(page, server, motion=True, pace="instant")
        moving = page.evaluate(
            "document.querySelector('.laurels').getAnimations({ subtree: true })"
        )
        assert (len(moving) > 10) == (motion == "no-preference")


def near_the_end_of_a_race() -> tuple[dict[str, object], str]:
    """A start of Ravens in which one flight ends the race, and the flight."""
    for seed in range(100):
        dealt = odintable.new_game("ravens", seed=seed, first=0, target=30).position.to_json()
        path, hand = dealt["path"], dealt["hands"][0]
        if path[-1][0] in hand and path[-2][0] != path[-1][0]:
            position = {**dealt, "ravens": [len(path) - 2, 2]}
            return {"text": json.dumps(position), "redeal": False}, f"fly {path[-1][0]}"
    raise AssertionError("no seed fits")


def test_a_race_shows_distance_magic_way_and_points(
    browser: Browser, server: ServerProcess
) -> None:
    start, flight = near_the_end_of_a_race()
    with open_page(browser, server.url) as page:
        made = server.make("ravens", [{}, {"bot": "ask"}], bot_time=10, start=start)
        use_settings(page, motion=False)
        page.goto(f"/table/{made.name}#seat={made.token}")
        page.locator(".table.mine").wait_for()
        command = {"do": "play", "id": "last", "move": flight}
        server.call("POST", made.path("/requests"), command, made.token)
        expect(dialog(page).get_by_role("heading")).to_have_text("You win the race by 6 spaces.")
        assert rows(page) == [
            ["Player", "Distance", "Magic Way", "Points"],
            ["You", "6", "–", "6"],
            ["Askr", "–", "–", "0"],
        ]
        expect(page.locator(".flyers")).to_contain_text("space 9 of 9")
        dialog(page).get_by_role("button", name="Continue").click()
        expect(page.locator(".flyers")).not_to_contain_text("space 9 of 9")


# -- The moments that decided it -----------------------------------------------------------------


def test_the_moments_that_decided_the_game_are_shown_after_the_analysis(
    browser: Browser, server: ServerProcess
) -> None:
    """The winner's chance grew most with the first move."""
    with open_page(browser, server.url) as page:
        is_done = False

        def analysed(route: Route) -> None:
            points = [
                {"at": 0, "win_probabilities": [0.6, 0.4]},
                {"at": 1, "win_probabilities": [1, 0]},
            ]
            review = {"total": 2, "is_done": is_done, "points": points[: 1 + is_done]}
            route.fulfill(json={**review, "turning_points": []})

        page.route(re.compile("/win-probabilities"), analysed)
        win_last_hand(page, server)
        moments = dialog(page).locator(".moments")
        expect(moments).to_contain_text("Analysing the moves: 1 of 2 …")
        is_done = True
        expect(moments.get_by_role("listitem")).to_have_text(
            "Move 1: You lead blue 9. Your win chance: 60\u00a0% → 100\u00a0%"
        )
        expect(moments).not_to_contain_text("Analysing")


def test_among_several_players_a_moment_tells_the_winner_s_chance(
    browser: Browser, server: ServerProcess
) -> None:
    start = odin_start(
        [["R1", "R2"], ["B9"], ["G1", "Y2"]], starter=1, turn=1, options={"limit": 2}
    )
    points = [
        {"at": 0, "win_probabilities": [0.19, 0.5, 0.31]},
        {"at": 1, "win_probabilities": [0.18, 0.8, 0.02]},
    ]
    review = {"total": 2, "is_done": True, "points": points, "turning_points": []}
    made = server.make("odin", [{}, {"bot": "ask"}, {"bot": "embla"}], start=start, bot_time=10)
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.route(re.compile("/win-probabilities"), lambda route: route.fulfill(json=review))
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(dialog(page).locator(".moments").get_by_role("listitem")).to_have_text(
            "Move 1: Askr leads blue 9. Askr’s win chance: 50\u00a0% → 80\u00a0%"
        )


def test_without_an_analysis_the_end_is_shown_without_moments(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, expected_error="503") as page:
        refused = {"error": {"code": "worker", "message": "no worker"}}
        page.route(
            re.compile("/win-probabilities"), lambda route: route.fulfill(status=503, json=refused)
        )
        with page.expect_response(re.compile("/win-probabilities")):
            win_last_hand(page, server)
        expect(dialog(page).locator(".moments")).to_be_hidden()


# -- Told to everybody concerned -----------------------------------------------------------------


def three(
    stack: ExitStack, browser: Browser, server: ServerProcess
) -> tuple[Page, Made, list[str]]:
    """A browser at a table with two others, the first of whom is to move."""
    made, tokens = server.seated("odin", 3, first=1, bot_time=10)
    page = stack.enter_context(open_page(browser, server.url))
    use_settings(page, motion=False)
    others = stack.enter_context(players(server, made.name, tokens[1:]))
    page.goto(f"/table/{made.name}#seat={tokens[0]}")
    for player in others:
        player.ask("ready")
    others[0].until(lambda event: event.get("stage") == "playing")
    others[0].ask("play", move=others[0].now["moves"][0])
    page.locator(".moves li").wait_for()
    return page, made, tokens


def test_resigning_and_a_refused_take_back_are_told_and_stay_in_the_list(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        page, made, tokens = three(stack, browser, server)

        def ask(seat: int, **command: str) -> None:
            server.call("POST", made.path("/requests"), command, tokens[seat])

        ask(1, do="propose", what="back")
        ask(2, do="decline", what="back")
        note, moves = page.locator(".note"), page.locator(".moves")
        expect(note).to_have_text("Player 3 refuses the take-back.")
        expect(moves).to_contain_text("Player 3 refuses the take-back.")
        ask(2, do="resign")
        expect(note).to_have_text("Player 3 gives up.")
        expect(moves).to_contain_text("Player 3 gives up.")


def test_the_end_says_who_gave_up(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        made, tokens = server.seated("odin", 2, first=0)
        use_settings(page, motion=False)
        page.goto(f"/table/{made.name}#seat={tokens[0]}")
        server.call("POST", made.path("/requests"), {"do": "ready"}, tokens[1])
        page.locator(".table.mine").wait_for()
        server.call("POST", made.path("/requests"), {"do": "resign"}, tokens[1])
        expect(dialog(page).get_by_role("heading").first).to_have_text("You win!")
        expect(dialog(page)).to_contain_text("Player 2 gives up.")
        dialog(page).get_by_role("button", name="Close").click()
        expect(page.locator("#status")).to_have_text("Player 2 gives up. You win!")


def test_an_absent_player_is_not_said_to_be_thinking(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        made, tokens = server.seated("odin", 2, first=1)
        page = stack.enter_context(open_page(browser, server.url))
        use_settings(page, motion=False)
        page.goto(f"/table/{made.name}#seat={tokens[0]}")
        with players(server, made.name, tokens[1:]) as (other,):
            other.ask("ready")
            expect(page.locator("#status")).to_have_text("Player 2 is thinking …")
        expect(page.locator("#status")).to_have_text("Waiting for Player 2, who is away")


def test_a_phrase_covers_the_seat_of_its_speaker_and_no_control(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        made, tokens = server.seated("odin", 2, first=0)
        page = stack.enter_context(open_page(browser, server.url))
        use_settings(page, motion=False)
        (other,) = stack.enter_context(players(server, made.name, tokens[1:]))
        page.goto(f"/table/{made.name}#seat={tokens[0]}")
        other.ask("ready")
        page.locator(".table.mine").wait_for()
        page.evaluate(
            """new MutationObserver(() => {
              const bubble = document.querySelector(".speech-bubble");
              if (!bubble) return;
              const seat = document.querySelector('.others [data-seat="1"]');
              const box = (one) => JSON.stringify(one.getBoundingClientRect());
              window.said = [bubble.textContent, box(bubble) === box(seat)];
            }).observe(document.body, { childList: true })"""
        )
        other.send(do="say", phrase="hello")
        until(page, "window.said")
        assert page.evaluate("said") == ["Player 2: Hello!", True]
        expect(page.locator(".note")).to_have_count(0)
