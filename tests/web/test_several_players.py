"""Several people at a table: several browsers, spectators, one screen, and games of bots."""

import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.support.server_process import Made, Player, ServerProcess, players

from .support.browser import MAX_STEPS, WAIT, by_mouse, open_page, stop_time, use_settings
from .support.several_browsers import (
    Connection,
    HeldRequests,
    invitation,
    join,
    make,
    page_to_move,
    play_together,
    scores,
    watch_link,
)
from .test_ravens import by_mouse as fly

pytestmark = pytest.mark.long

QUICK = {"ravens": {"target": 1}, "odin": {"hands": 1}}  # the first race, or hand, decides
PEOPLE = ("Freyja", "Loki", "Idunn", "Bragi")


def lay(page: Page) -> None:
    """One action in ODIN."""
    by_mouse(page, page.locator("#status").inner_text())


def several(
    stack: ExitStack, browser: Browser, server: ServerProcess, count: int, expected_error: str = ""
) -> list[Page]:
    """Open a number of browsers."""
    return [
        stack.enter_context(open_page(browser, server.url, expected_error)) for _ in range(count)
    ]


def with_two(
    stack: ExitStack, browser: Browser, server: ServerProcess, **more: Any
) -> tuple[Page, list[Player]]:
    """A browser at a table with two others who move first; the cards are dealt."""
    made, tokens = server.seated("odin", 3, first=1, bot_time=10, **more)
    page = stack.enter_context(open_page(browser, server.url))
    use_settings(page, motion=False)
    others = stack.enter_context(players(server, made.name, tokens[1:]))
    page.goto(f"/table/{made.name}#seat={tokens[0]}")
    for player in others:
        player.ask("ready")
    others[0].until(lambda event: event.get("stage") == "playing")
    return page, others


def seat_all(pages: list[Page], game: str) -> None:
    """Seat all at a table that the first of them creates and begins."""
    host, *guests = pages
    use_settings(host, name=PEOPLE[0], motion=False, confirm=False)
    quick = {"options": QUICK[game], "first": 0}
    make(host, game, "With friends", "Create table", len(pages), **quick)
    link = invitation(host)
    for guest, name in zip(guests, PEOPLE[1:], strict=False):
        join(guest, link, name)
    host.locator(".table.mine").wait_for()


def lines(page: Page) -> Locator:
    """The lines of the move list."""
    return page.locator(".moves li")


def check_ending(players: list[Page], watchers: list[Page]) -> None:
    """All see the same scores and the same winner."""
    all_scores = [scores(page) for page in players + watchers]
    assert len(all_scores[0]) == 1 + len(players)
    assert all(one == all_scores[0] for one in all_scores), all_scores
    ends = [
        page.get_by_role("dialog").get_by_role("heading", level=2) for page in players + watchers
    ]
    won = [heading.inner_text() for heading in ends]
    assert won.count("You win!") == 1, won
    winner = PEOPLE[won.index("You win!")]
    assert set(won) == {"You win!", f"{winner} wins."}


def test_two_play_ravens_with_a_lost_connection_a_spectator_and_a_rematch(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        host, guest, watcher = several(stack, browser, server, 3)
        cable = Connection(guest)
        seat_all([host, guest], "ravens")
        use_settings(watcher, motion=False)
        watcher.goto(watch_link(host))
        check_backs_only(watcher)

        cable.cut()
        fly(host)
        cable.restore()
        expect(lines(guest)).to_have_count(1)

        def plays_while_cut_off() -> None:
            while page_to_move([host, guest]) is host:
                fly(host)
            cable.cut()
            guest.get_by_role("button", name="End the turn", exact=True).click()
            cable.restore()
            expect(lines(host).last).to_contain_text("Loki ends the turn.")

        play_together([host, guest], fly, {4: plays_while_cut_off})  # long before a race can end
        expect(watcher.get_by_role("dialog")).to_be_visible()
        check_ending([host, guest], [watcher])
        expect(watcher.get_by_role("button", name="Play again", exact=True)).to_have_count(0)
        expect(lines(watcher)).to_have_count(lines(host).count())
        check_rematch(host, guest, watcher)


def check_backs_only(watcher: Page) -> None:
    """A spectator sees the numbers of cards, but no hand."""
    flyers = watcher.get_by_role("list", name="Players").get_by_role("listitem")
    expect(flyers.filter(has_text="5 in hand")).to_have_count(2)
    expect(watcher.locator(".piles .backs:not(.stacked) .back")).to_have_count(10)
    expect(watcher.locator(".hand .card:visible, .stack .card:visible")).to_have_count(0)
    expect(watcher.get_by_role("button", name="End the turn", exact=True)).to_have_count(0)


def check_rematch(host: Page, guest: Page, watcher: Page) -> None:
    """One player proposes a rematch, the other agrees; spectators come along."""
    before = host.url
    host.get_by_role("button", name="Play again", exact=True).click()
    expect(host.get_by_role("dialog")).to_contain_text("You asked for a rematch.")
    expect(guest.get_by_role("dialog")).to_contain_text("Freyja would like a rematch.")
    guest.get_by_role("button", name="Play again", exact=True).click()
    for page in (host, guest):
        expect(page).not_to_have_url(before)
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(5)
    assert host.url == guest.url
    expect(watcher).to_have_url(host.url)
    check_backs_only(watcher)


def test_four_play_odin_and_one_closes_the_browser_and_returns(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        pages = several(stack, browser, server, 4)
        seat_all(pages, "odin")
        others = pages[0].get_by_role("list", name="Other players")

        def goes() -> None:
            asked = page_to_move(pages)
            assert asked is not None
            made = lines(asked).count()  # the others may not have received the last one yet
            address, context = pages[2].url, pages[2].context
            pages[2].close()
            expect(others.get_by_role("listitem").filter(has_text="Idunn")).to_contain_text("away")
            pages[2] = context.new_page()
            pages[2].goto(address)
            expect(others).not_to_contain_text("away")
            expect(lines(pages[2])).to_have_count(made)

        play_together(pages, lay, {6: goes})
        check_ending(pages, [])


def test_moves_are_taken_back_freely_and_by_consent(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        host, guest = several(stack, browser, server, 2)
        seat_all([host, guest], "ravens")
        hand = host.get_by_role("group", name="Your hand").get_by_role("button")
        hand.first.click()
        host.get_by_role("button", name="To the stack", exact=True).click()
        expect(hand).to_have_count(4)
        take_back = host.get_by_role("button", name="Take back")
        take_back.click()
        expect(hand).to_have_count(5)
        host.get_by_role("button", name="End the turn", exact=True).click()
        guest.locator(".table.mine").wait_for()
        asked = guest.get_by_role("status").filter(has_text="Freyja would like to take back a move")
        for answer, line in (
            ("Decline", "Loki refuses the take-back."),
            ("Agree", "You take back a move."),
        ):
            take_back.click()
            expect(
                host.get_by_role("status").filter(has_text="You asked to take back")
            ).to_be_visible()
            asked.get_by_role("button", name=answer, exact=True).click()
            expect(host.get_by_role("log")).to_contain_text(line)
            expect(asked).to_have_count(0)
        host.locator(".table.mine").wait_for()
        expect(guest.locator(".table.mine")).to_have_count(0)


def test_leaving_before_the_deal_frees_the_seat(browser: Browser, server: ServerProcess) -> None:
    with ExitStack() as stack:
        host, guest = several(stack, browser, server, 2)
        make(host, "odin", "With friends", "Create table", 3)
        link = invitation(host)
        join(guest, link, "Loki")
        seats = host.get_by_role("list").filter(has_text="Loki").get_by_role("listitem")
        expect(seats.filter(has_text="a free seat")).to_have_count(1)
        guest.get_by_role("button", name="Leave the table").click()
        guest.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
        expect(guest.get_by_role("log")).to_contain_text("You have left the table.")
        expect(guest).to_have_url(f"{server.url}/")
        expect(guest.get_by_role("region", name="Your games")).to_have_count(0)
        expect(host.get_by_role("listitem").filter(has_text="a free seat")).to_have_count(2)
        join(guest, link, "Loki again")
        expect(host.get_by_role("listitem").filter(has_text="Loki again")).to_be_visible()


def test_an_invitation_shows_the_game_and_who_sits_there(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("ravens", [{}, {}], name="Freyja")
    with open_page(browser, server.url) as page:
        page.goto(f"/table/{made.name}#join={made.invitation}")
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
        expect(page.get_by_text("Odin’s Ravens: who is playing?")).to_be_visible()
        seats = page.get_by_role("main").get_by_role("listitem")
        expect(seats).to_have_text(["Freyja", "a free seat"])


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("unknown", "There is no such table."),
        ("wrong", "This link does not open a seat here"),
        ("full", "There is no free seat left at this table."),
        ("over", "The game is over."),
    ],
)
def test_a_dead_invitation_says_at_once_what_to_do_instead(
    browser: Browser, server: ServerProcess, link: str, words: str
) -> None:
    made = server.make("odin", [{}, {}])
    token = made.invitation[::-1] if link == "wrong" else made.invitation
    if link in ("full", "over"):
        other = made.sit("Loki")
    if link == "over":
        for seat in (made.token, other):
            server.call("POST", made.path("/requests"), {"do": "ready"}, seat)
        server.call("POST", made.path("/requests"), {"do": "resign"}, other)
    name = "A" * 12 if link == "unknown" else made.name
    with open_page(browser, server.url, expected_error="40") as page:
        page.goto(f"/table/{name}#join={token}")
        main = page.get_by_role("main")
        expect(main.get_by_role("alert")).to_contain_text(words)
        expect(main).to_contain_text("Ask the person who sent it for another link")
        expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
        page.reload()
        expect(main.get_by_role("alert")).to_contain_text(words)
        main.get_by_role("link", name="Start page").click()
        expect(page.locator(".poster-card")).to_have_count(2)


def test_text_typed_in_the_lobby_stays_when_others_join(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("odin", [{}, {}, {}], name="Freyja", open=True)
    with open_page(browser, server.url) as page:
        page.goto(f"/table/{made.name}")
        page.get_by_label("Your name").fill("Bragi")
        made.sit("Loki")
        expect(page.locator(".gathered")).to_contain_text("Loki")
        expect(page.get_by_label("Your name")).to_have_value("Bragi")
        expect(page.get_by_label("Your name")).to_be_focused()
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".gathered")).to_contain_text("Bragi")


def test_an_invitation_opens_an_existing_seat_and_a_full_open_table_can_be_watched(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("odin", [{}, {}], open=True)
    link = f"/table/{made.name}#join={made.invitation}"
    with ExitStack() as stack:
        guest, late = several(stack, browser, server, 2, expected_error="403")
        join(guest, link, "Loki")
        expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
        guest.evaluate("localStorage.removeItem('odintable.tables')")  # the cookie stays
        guest.goto("/")
        guest.goto(link)
        expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
        late.goto(link)
        expect(late.get_by_role("alert")).to_contain_text(
            "There is no free seat left at this table."
        )
        expect(late.locator(".gathered")).to_contain_text("Loki")


def test_a_whole_game_at_one_screen_hides_the_hands_between_turns(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False, name="Freyja")
        make(page, "odin", "On one screen", "Play", options=QUICK["odin"])
        covered = page.get_by_role("button", name=re.compile("^(Freyja|Player 2): show my cards"))
        again = page.get_by_role("button", name="Play again", exact=True)
        seen = set()
        for _ in range(MAX_STEPS):
            page.locator(".table.mine").or_(covered).or_(again).first.wait_for()
            if again.is_visible():
                break
            if covered.is_visible():
                expect(page.locator(".hand button:visible")).to_have_count(0)
                seen.add(covered.inner_text())
                covered.click()
                page.locator(".table.mine").wait_for()
            lay(page)
        assert len(seen) == 2
        rows = page.get_by_role("dialog").get_by_role("table").last.get_by_role("rowheader")
        assert sorted(rows.all_inner_texts()) == ["Freyja", "Player 2"]
        again.click()
        expect(covered).to_be_visible()
        expect(lines(page)).to_have_count(0)


def test_a_game_of_bots_is_watched_paused_and_watched_to_the_end(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, pace="fast", level=5)
        stop_time(page)  # so that there is time to press
        make(page, "odin", "Watch bots", "Watch", options=QUICK["odin"], bot_time=400)
        pause = page.get_by_role("button", name="Pause")
        pause.click()
        page.clock.resume()
        page.get_by_role("button", name="Continue").click()
        ending = page.get_by_role("dialog")
        expect(ending.get_by_role("heading", level=2)).to_contain_text("wins.")
        ending.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Menu", exact=True)).to_be_visible()
        expect(pause).to_have_count(0)
        before = page.url
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(before)
        expect(pause).to_be_visible()


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_after_a_reload_a_game_of_quick_bots_continues_where_it_was(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    made = server.make(game, [{"bot": "greedy"}] * 2, sit=None, options=QUICK[game], bot_time=10)
    with open_page(browser, server.url) as page:
        use_settings(page, motion=True)
        stop_time(page)
        page.goto(f"/table/{made.name}#watch={made.spectating}")
        expect(lines(page)).not_to_have_count(0)
        page.get_by_role("button", name="Pause").click()
        while server.call("GET", made.path(), token=made.spectating).json()["stage"] != "over":
            page.wait_for_timeout(100)
        before = lines(page).all_inner_texts()
        middle = page.locator(".middle").inner_text()
        page.reload()
        expect(page.locator("#urgent-announcement")).to_have_text(
            "You are still watching this table."
        )
        page.get_by_role("button", name="Pause").click()
        after = lines(page).all_inner_texts()
        assert after[: len(before)] == before
        assert len(after) < moves_of(server, made)
        assert len(after) > len(before) or page.locator(".middle").inner_text() == middle
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.clock.resume()
        page.get_by_role("link", name="Settings").click()
        page.get_by_label("Pace of the others’ moves").select_option("instant")
        page.go_back()
        check_watched_to_the_end(page, server, made)


def test_a_spectator_of_quick_bots_misses_nothing_after_a_lost_connection(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make(
        "odin", [{"bot": "greedy"}] * 2, sit=None, options=QUICK["odin"], bot_time=10
    )
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, pace="fast")
        stop_time(page)
        cable = Connection(page)
        page.goto(f"/table/{made.name}#watch={made.spectating}")
        expect(lines(page)).not_to_have_count(0)
        page.get_by_role("button", name="Pause").click()
        page.clock.resume()
        shown = lines(page).count()
        cable.cut()
        cable.restore()
        expect(lines(page)).to_have_count(shown)
        page.get_by_role("button", name="Continue").click()
        check_watched_to_the_end(page, server, made)


def moves_of(server: ServerProcess, made: Made) -> int:
    """How many moves a spectator receives."""
    events = server.call("GET", made.path("/events"), token=made.spectating).json()
    return sum(one["kind"] == "move" for one in events["events"])


def check_watched_to_the_end(page: Page, server: ServerProcess, made: Made) -> None:
    """All moves are listed and the winner is named; after a reload too."""
    ending = page.get_by_role("dialog").get_by_role("heading", level=2)
    on = page.get_by_role("button", name="Continue")
    for _ in range(MAX_STEPS):
        ending.filter(has_text="wins.").or_(on).first.wait_for()
        if not on.is_visible():
            break
        on.click()
    expect(lines(page)).to_have_count(moves_of(server, made))
    page.reload()
    expect(ending).to_contain_text("wins.")
    expect(page.locator("#urgent-announcement")).not_to_have_text(
        "You are still watching this table."
    )


def test_a_player_who_was_away_takes_the_seat_back_from_the_bot(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, server, absent_after=5)
        table = page.url.partition("#")[0]
        page.get_by_role("button", name="Menu").first.wait_for()
        page.goto("/")
        for _ in range(WAIT // 500):
            if others[0].ask("propose", what="bot", seat=0)["type"] != "refused":
                break
            page.wait_for_timeout(500)
        others[1].ask("agree", what="bot")
        page.goto(table)
        way = page.get_by_role("button", name="Take my seat back", exact=True)
        way.click()
        expect(way).to_have_count(0)
        event = others[1].until(lambda event: event.get("kind") == "returned")
        assert event["seats"][0]["played_by"] is None


def test_a_connection_lost_while_loading_loses_no_event(
    browser: Browser, server: ServerProcess
) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, server)
        others[0].ask("play", move=others[0].now["moves"][0])
        expect(lines(page)).to_have_count(1)
        cable = Connection(page)
        recalled = HeldRequests(page, "/events")
        page.reload()
        recalled.until(1)
        cable.cut()
        cable.restore()
        recalled.until(2)
        others[1].until_event(others[0].now["n"])
        others[1].ask("play", move="pass")
        recalled.answer_last()
        expect(lines(page)).to_have_count(2)
        page.locator(".table.mine").wait_for()
        with page.expect_response(re.compile("/events")) as late:
            recalled.release()
        late.value.finished()
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(lines(page)).to_have_count(3)


def test_a_table_that_was_left_before_it_loaded_is_not_shown(
    browser: Browser, server: ServerProcess
) -> None:
    made, tokens = server.seated("odin")
    for seat in tokens:
        server.call("POST", made.path("/requests"), {"do": "ready"}, seat)
    server.call("POST", made.path("/requests"), {"do": "resign"}, tokens[1])
    with open_page(browser, server.url) as page:
        recalled = HeldRequests(page, "/events")
        page.goto(f"/table/{made.name}#seat={tokens[0]}")
        recalled.until(1)
        page.get_by_role("link", name="Settings").click()
        heading = page.get_by_role("heading", name="Settings")
        expect(heading).to_be_visible()
        with page.expect_response(re.compile("/events")) as late:
            recalled.release()
        late.value.finished()
        page.get_by_role("link", name="Rules").click()
        page.go_back()
        expect(heading).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_only_players_who_are_asked_can_answer(browser: Browser, server: ServerProcess) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, server)
        others[0].ask("play", move=others[0].now["moves"][0])
        others[0].ask("back")
        agree = page.locator(".proposal").get_by_role("button", name="Agree")
        expect(agree).to_be_visible()
        others[0].ask("decline", what="back")
        expect(agree).to_have_count(0)
        page.get_by_role("button", name="Menu").first.click()
        page.get_by_role("button", name="Give up", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
        others[0].until(lambda event: event.get("kind") == "resigned")
        answer = others[0].ask("back")
        assert answer["type"] == "event", answer
        expect(page.locator(".proposal")).to_have_count(1)
        expect(page.locator(".proposal").get_by_role("button")).to_have_count(0)
