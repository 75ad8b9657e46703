"""People at one table: several browsers, spectators, one screen, and bots that are watched."""

import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.support.server_process import Made, Player, Running, players

from .support.browser import MOST_STEPS, WAIT, by_mouse, choose, opened, stop_time
from .support.several_browsers import (
    Cable,
    Held,
    invitation,
    join,
    make,
    mover,
    play_together,
    scores,
    watching_link,
)
from .test_ravens import by_mouse as fly

pytestmark = pytest.mark.long

QUICK = {"ravens": {"target": 1}, "odin": {"hands": 1}}  # the first race, or hand, decides
PEOPLE = ("Freyja", "Loki", "Idunn", "Bragi")


def lay(page: Page) -> None:
    """One thing at ODIN."""
    by_mouse(page, page.locator("#status").inner_text())


def several(
    stack: ExitStack, browser: Browser, house: Running, count: int, may_complain: str = ""
) -> list[Page]:
    """So many browsers."""
    return [stack.enter_context(opened(browser, house.url, may_complain)) for _ in range(count)]


def with_two(
    stack: ExitStack, browser: Browser, house: Running, **more: Any
) -> tuple[Page, list[Player]]:
    """A browser at a table with two others, who move before it, and the cards are dealt."""
    made, tokens = house.seated("odin", 3, first=1, bot_time=10, **more)
    page = stack.enter_context(opened(browser, house.url))
    choose(page, motion=False)
    others = stack.enter_context(players(house, made.name, tokens[1:]))
    page.goto(f"/table/{made.name}#seat={tokens[0]}")
    for player in others:
        player.ask("ready")
    others[0].until(lambda told: told.get("stage") == "playing")
    return page, others


def gather(pages: list[Page], game: str) -> None:
    """All at a table that the first of them made, and whose first move is theirs."""
    host, *guests = pages
    choose(host, name=PEOPLE[0], motion=False, confirm=False)
    quick = {"options": QUICK[game], "first": 0}
    make(host, game, "With friends", "Create table", len(pages), **quick)
    link = invitation(host)
    for guest, name in zip(guests, PEOPLE[1:], strict=False):
        join(guest, link, name)
    host.locator(".table.mine").wait_for()


def lines(page: Page) -> Locator:
    """What happened, line by line."""
    return page.locator(".moves li")


def check_ending(players: list[Page], watchers: list[Page]) -> None:
    """All see the same scores, and who has won."""
    told = [scores(page) for page in players + watchers]
    assert len(told[0]) == 1 + len(players)
    assert all(one == told[0] for one in told), told
    ends = [page.get_by_role("dialog").get_by_role("heading") for page in players + watchers]
    won = [heading.inner_text() for heading in ends]
    assert won.count("You win!") == 1, won
    winner = PEOPLE[won.index("You win!")]
    assert set(won) == {"You win!", f"{winner} wins."}


def test_two_at_ravens_one_cut_off_one_more_watching_and_a_rematch(
    browser: Browser, house: Running
) -> None:
    with ExitStack() as stack:
        host, guest, watcher = several(stack, browser, house, 3)
        cable = Cable(guest)
        gather([host, guest], "ravens")
        choose(watcher, motion=False)
        watcher.goto(watching_link(host))
        check_backs_only(watcher)

        cable.pull()
        fly(host)
        cable.put_back()
        expect(lines(guest)).to_have_count(1)

        def plays_while_cut_off() -> None:
            while mover([host, guest]) is host:
                fly(host)
            cable.pull()
            guest.get_by_role("button", name="End the turn", exact=True).click()
            cable.put_back()
            expect(lines(host).last).to_contain_text("Loki ends the turn.")

        play_together([host, guest], fly, {4: plays_while_cut_off})  # long before a race can end
        expect(watcher.get_by_role("dialog")).to_be_visible()
        check_ending([host, guest], [watcher])
        expect(watcher.get_by_role("button", name="Play again", exact=True)).to_have_count(0)
        expect(lines(watcher)).to_have_count(lines(host).count())
        check_rematch(host, guest)


def check_backs_only(watcher: Page) -> None:
    """Who watches sees how many cards there are, and nobody's."""
    flyers = watcher.get_by_role("list", name="Players").get_by_role("listitem")
    expect(flyers.filter(has_text="5 in hand")).to_have_count(2)
    expect(watcher.locator(".piles .backs:not(.stacked) .back")).to_have_count(10)
    expect(watcher.locator(".hand .card:visible, .stack .card:visible")).to_have_count(0)
    expect(watcher.get_by_role("button", name="End the turn", exact=True)).to_have_count(0)


def check_rematch(host: Page, guest: Page) -> None:
    """One asks, the other agrees by asking for the same."""
    before = host.url
    host.get_by_role("button", name="Play again", exact=True).click()
    expect(host.get_by_role("dialog")).to_contain_text("You asked for a rematch.")
    expect(guest.get_by_role("dialog")).to_contain_text("Freyja would like a rematch.")
    guest.get_by_role("button", name="Play again", exact=True).click()
    for page in (host, guest):
        expect(page).not_to_have_url(before)
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(5)
    assert host.url == guest.url


def test_four_at_odin_one_of_whom_closes_the_browser_and_comes_back(
    browser: Browser, house: Running
) -> None:
    with ExitStack() as stack:
        pages = several(stack, browser, house, 4)
        gather(pages, "odin")
        others = pages[0].get_by_role("list", name="Other players")

        def goes() -> None:
            asked = mover(pages)
            assert asked is not None
            made = lines(asked).count()  # nobody else may have seen the last of them yet
            address, context = pages[2].url, pages[2].context
            pages[2].close()
            expect(others.get_by_role("listitem").filter(has_text="Idunn")).to_contain_text("away")
            pages[2] = context.new_page()
            pages[2].goto(address)
            expect(others).not_to_contain_text("away")
            expect(lines(pages[2])).to_have_count(made)

        play_together(pages, lay, {6: goes})
        check_ending(pages, [])


def test_moves_are_taken_back_freely_and_by_consent(browser: Browser, house: Running) -> None:
    with ExitStack() as stack:
        host, guest = several(stack, browser, house, 2)
        gather([host, guest], "ravens")
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
        for answer, told in (("Decline", "Loki declines."), ("Agree", "You take back a move.")):
            take_back.click()
            expect(
                host.get_by_role("status").filter(has_text="You asked to take back")
            ).to_be_visible()
            asked.get_by_role("button", name=answer, exact=True).click()
            expect(host.get_by_role("log")).to_contain_text(told)
            expect(asked).to_have_count(0)
        host.locator(".table.mine").wait_for()
        expect(guest.locator(".table.mine")).to_have_count(0)


def test_who_leaves_before_the_deal_frees_the_seat_and_may_come_again(
    browser: Browser, house: Running
) -> None:
    with ExitStack() as stack:
        host, guest = several(stack, browser, house, 2)
        make(host, "odin", "With friends", "Create table", 3)
        link = invitation(host)
        join(guest, link, "Loki")
        seats = host.get_by_role("list").filter(has_text="Loki").get_by_role("listitem")
        expect(seats.filter(has_text="a free seat")).to_have_count(1)
        guest.get_by_role("button", name="Leave the table").click()
        guest.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
        expect(guest.get_by_role("log")).to_contain_text("You have left the table.")
        expect(guest).to_have_url(f"{house.url}/")
        expect(guest.get_by_role("region", name="Your games")).to_have_count(0)
        expect(host.get_by_role("listitem").filter(has_text="a free seat")).to_have_count(2)
        join(guest, link, "Loki again")
        expect(host.get_by_role("listitem").filter(has_text="Loki again")).to_be_visible()


def test_an_invitation_shows_the_game_and_who_sits_there(browser: Browser, house: Running) -> None:
    made = house.make("ravens", [{}, {}], name="Freyja")
    with opened(browser, house.url) as page:
        page.goto(f"/table/{made.name}#join={made.invitation}")
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
        expect(page.get_by_text("Odin’s Ravens: who plays?")).to_be_visible()
        seats = page.get_by_role("main").get_by_role("listitem")
        expect(seats).to_have_text(["Freyja", "a free seat"])


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("unknown", "There is no such table."),
        ("wrong", "This link opens no seat here"),
        ("full", "There is no free seat left at this table."),
        ("over", "The game is over."),
    ],
)
def test_a_dead_invitation_is_told_at_once_with_what_to_do_instead(
    browser: Browser, house: Running, link: str, words: str
) -> None:
    made = house.make("odin", [{}, {}])
    token = made.invitation[::-1] if link == "wrong" else made.invitation
    if link in ("full", "over"):
        other = made.sit("Loki")
    if link == "over":
        for seat in (made.token, other):
            house.call("POST", made.path("/requests"), {"do": "ready"}, seat)
        house.call("POST", made.path("/requests"), {"do": "resign"}, other)
    name = "A" * 12 if link == "unknown" else made.name
    with opened(browser, house.url, may_complain="40") as page:
        page.goto(f"/table/{name}#join={token}")
        told = page.get_by_role("main")
        expect(told.get_by_role("alert")).to_contain_text(words)
        expect(told).to_contain_text("Ask the person who sent it for another link")
        expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
        page.reload()
        expect(told.get_by_role("alert")).to_contain_text(words)
        told.get_by_role("link", name="Start page").click()
        expect(page.locator(".poster-card")).to_have_count(2)


def test_what_one_writes_in_the_lobby_stays_when_others_come(
    browser: Browser, house: Running
) -> None:
    made = house.make("odin", [{}, {}, {}], name="Freyja", open=True)
    with opened(browser, house.url) as page:
        page.goto(f"/table/{made.name}")
        page.get_by_label("Your name").fill("Bragi")
        made.sit("Loki")
        expect(page.locator(".gathered")).to_contain_text("Loki")
        expect(page.get_by_label("Your name")).to_have_value("Bragi")
        expect(page.get_by_label("Your name")).to_be_focused()
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".gathered")).to_contain_text("Bragi")


def test_an_invitation_opens_the_seat_one_has_and_a_full_open_table_is_watched(
    browser: Browser, house: Running
) -> None:
    made = house.make("odin", [{}, {}], open=True)
    link = f"/table/{made.name}#join={made.invitation}"
    with ExitStack() as stack:
        guest, late = several(stack, browser, house, 2, may_complain="403")
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


def test_at_one_screen_a_whole_game_is_played_under_covers(
    browser: Browser, house: Running
) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, confirm=False, name="Freyja")
        make(page, "odin", "On one screen", "Play", options=QUICK["odin"])
        covered = page.get_by_role("button", name=re.compile("^(Freyja|Player 2): show my cards"))
        again = page.get_by_role("button", name="Play again", exact=True)
        seen = set()
        for _ in range(MOST_STEPS):
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
        assert [row.split()[0] for row in sorted(scores(page)[1:])] == ["Freyja", "Player"]
        again.click()
        expect(covered).to_be_visible()
        expect(lines(page)).to_have_count(0)


def test_bots_are_watched_held_and_watched_to_the_end(browser: Browser, house: Running) -> None:
    with opened(browser, house.url) as page:
        choose(page, motion=False, level=5)
        stop_time(page)  # so that there is time to press
        make(page, "odin", "Watch bots", "Watch", options=QUICK["odin"], bot_time=400)
        pause = page.get_by_role("button", name="Pause")
        pause.click()
        page.clock.resume()
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text("wins.")
        page.get_by_role("dialog").get_by_role("button", name="Back to the table").click()
        expect(page.get_by_role("button", name="Menu", exact=True)).to_be_visible()
        expect(pause).to_have_count(0)


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_who_watches_quick_bots_and_loads_the_page_again_watches_on_from_there(
    browser: Browser, house: Running, game: str
) -> None:
    made = house.make(game, [{"bot": "greedy"}] * 2, sit=None, options=QUICK[game], bot_time=10)
    with opened(browser, house.url) as page:
        choose(page, motion=True)
        stop_time(page)
        page.goto(f"/table/{made.name}#watch={made.spectating}")
        expect(lines(page)).not_to_have_count(0)
        page.get_by_role("button", name="Pause").click()
        while house.call("GET", made.path(), token=made.spectating).json()["stage"] != "over":
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
        assert len(after) < moves_of(house, made)
        assert len(after) > len(before) or page.locator(".middle").inner_text() == middle
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.clock.resume()
        page.get_by_role("link", name="Settings").click()
        page.get_by_label("Animations").uncheck()
        page.go_back()
        check_watched_to_the_end(page, house, made)


def test_who_watches_quick_bots_and_is_cut_off_misses_nothing(
    browser: Browser, house: Running
) -> None:
    made = house.make("odin", [{"bot": "greedy"}] * 2, sit=None, options=QUICK["odin"], bot_time=10)
    with opened(browser, house.url) as page:
        choose(page, motion=False)
        stop_time(page)
        cable = Cable(page)
        page.goto(f"/table/{made.name}#watch={made.spectating}")
        expect(lines(page)).not_to_have_count(0)
        page.get_by_role("button", name="Pause").click()
        page.clock.resume()
        shown = lines(page).count()
        cable.pull()
        cable.put_back()
        expect(lines(page)).to_have_count(shown)
        page.get_by_role("button", name="Continue").click()
        check_watched_to_the_end(page, house, made)


def moves_of(house: Running, made: Made) -> int:
    """How many moves who watches was told."""
    told = house.call("GET", made.path("/events"), token=made.spectating).json()
    return sum(one["kind"] == "move" for one in told["events"])


def check_watched_to_the_end(page: Page, house: Running, made: Made) -> None:
    """All moves are told, and who has won; who comes back then sees just that."""
    ending = page.get_by_role("dialog").get_by_role("heading")
    on = page.get_by_role("button", name="Continue")
    for _ in range(MOST_STEPS):
        ending.filter(has_text="wins.").or_(on).first.wait_for()
        if not on.is_visible():
            break
        on.click()
    expect(lines(page)).to_have_count(moves_of(house, made))
    page.reload()
    expect(ending).to_contain_text("wins.")
    expect(page.locator("#urgent-announcement")).not_to_have_text(
        "You are still watching this table."
    )


def test_who_was_away_too_long_takes_the_seat_back_from_the_bot(
    browser: Browser, house: Running
) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, house, absent_after=5)
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
        told = others[1].until(lambda heard: heard.get("kind") == "returned")
        assert told["seats"][0]["played_by"] is None


def test_who_is_cut_off_while_coming_in_misses_nothing(browser: Browser, house: Running) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, house)
        others[0].ask("play", move=others[0].now["moves"][0])
        expect(lines(page)).to_have_count(1)
        cable = Cable(page)
        recalled = Held(page, "/events")
        page.reload()
        recalled.until(1)
        cable.pull()
        cable.put_back()
        recalled.until(2)
        others[1].until_event(others[0].now["n"])
        others[1].ask("play", move="pass")
        recalled.answer_last()
        expect(lines(page)).to_have_count(2)
        page.locator(".table.mine").wait_for()
        with page.expect_response(re.compile("/events")) as late:
            recalled.let_go()
        late.value.finished()
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(lines(page)).to_have_count(3)


def test_who_goes_before_the_table_is_shown_is_not_followed_by_it(
    browser: Browser, house: Running
) -> None:
    made, tokens = house.seated("odin")
    for seat in tokens:
        house.call("POST", made.path("/requests"), {"do": "ready"}, seat)
    house.call("POST", made.path("/requests"), {"do": "resign"}, tokens[1])
    with opened(browser, house.url) as page:
        recalled = Held(page, "/events")
        page.goto(f"/table/{made.name}#seat={tokens[0]}")
        recalled.until(1)
        page.get_by_role("link", name="Settings").click()
        heading = page.get_by_role("heading", name="Settings")
        expect(heading).to_be_visible()
        with page.expect_response(re.compile("/events")) as late:
            recalled.let_go()
        late.value.finished()
        page.get_by_role("link", name="Rules").click()
        page.go_back()
        expect(heading).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_only_who_is_asked_has_an_answer_to_give(browser: Browser, house: Running) -> None:
    with ExitStack() as stack:
        page, others = with_two(stack, browser, house)
        others[0].ask("play", move=others[0].now["moves"][0])
        others[0].ask("back")
        agree = page.locator(".proposal").get_by_role("button", name="Agree")
        expect(agree).to_be_visible()
        others[0].ask("decline", what="back")
        expect(agree).to_have_count(0)
        page.get_by_role("button", name="Menu").first.click()
        page.get_by_role("button", name="Give up", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Give up", exact=True).click()
        others[0].until(lambda told: told.get("kind") == "resigned")
        told = others[0].ask("back")
        assert told["type"] == "event", told
        expect(page.locator(".proposal")).to_have_count(1)
        expect(page.locator(".proposal").get_by_role("button")).to_have_count(0)
