"""The start page, the settings, and the ways to open a table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, start_odin_game, use_settings
from .support.seats import open_seat

pytestmark = pytest.mark.long

TEXTS = {
    "en-GB": ("Odin’s Table", "Play against Embla", "Your opponent"),
    "de-CH": ("Odins Tisch", "Gegen Embla spielen", "Dein Gegner"),
    "fr-CA": ("La Table d’Odin", "Jouer contre Embla", "Votre adversaire"),
    "it-IT": ("Il tavolo di Odino", "Gioca contro Embla", "Il tuo avversario"),
    "sv-SE": ("Odin’s Table", "Play against Embla", "Your opponent"),  # a language we do not have
}


LAPTOPS = [(1024, 600), (1280, 720), (1366, 650), (1440, 900), (1536, 730)]


@pytest.mark.parametrize("locale", TEXTS)
def test_opponents_and_the_buttons_to_play_are_visible_without_scrolling(
    browser: Browser, server: ServerProcess, locale: str
) -> None:
    with open_page(browser, server.url, locale=locale) as page:
        page.goto("/")
        for width, height in LAPTOPS:
            page.set_viewport_size({"width": width, "height": height})
            for one in page.locator(".opponent label, .character, .poster-card .go").all():
                expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", TEXTS)
def test_the_start_page_is_in_the_browser_s_language(
    browser: Browser, server: ServerProcess, locale: str
) -> None:
    title, play, opponent = TEXTS[locale]
    with open_page(browser, server.url, locale=locale) as page:
        page.goto("/")
        expect(page.get_by_role("button", name=play)).to_have_count(2)
        expect(page.get_by_role("group", name=opponent).get_by_role("radio")).to_have_count(5)
        expect(page).to_have_title(title)
        lang = page.locator("html").get_attribute("lang")
        assert lang == {"sv-SE": "en"}.get(locale, locale[:2])


WAITING = {
    "en-GB": r"preparing the games for this machine.* about \d+ seconds? left",
    "de-CH": r"richtet die Spiele auf diesem Rechner ein.* noch etwa \d+ Sekunden?",
    "fr-CA": r"prépare les jeux pour cette machine.* encore \d+ secondes? environ",
    "it-IT": r"prepara i giochi per questo computer.* manca(no)? circa \d+ second[oi]",
}


def test_the_page_says_what_it_waits_for_and_how_long_while_the_games_are_compiled(
    browser: Browser, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, {"NUMBA_CACHE_DIR": str(tmp_path / "empty")})
    try:
        for locale, text in WAITING.items():
            expected = "503"  # the browser's own complaint about the refusal
            with open_page(browser, server.url, expected, locale=locale) as page:
                page.goto("/")
                page.locator(".poster-card.ravens button.go").click()
                expect(page.locator(".note")).to_have_text(re.compile(text))
    finally:
        server.close()


def test_the_language_can_be_changed_and_is_stored(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.goto("/settings")
        page.get_by_label("Language").select_option("de")
        expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
        page.get_by_label("Sprache").select_option("it")
        expect(page.get_by_role("heading", level=1)).to_have_text("Impostazioni")
        page.goto("/")
        expect(page.get_by_role("group", name="Il tuo avversario")).to_be_visible()


def test_a_game_is_found_again_after_closing_the_browser(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        start_odin_game(page)
        hand = page.locator(".hand button").evaluate_all(
            "all => all.map((one) => one.dataset.card)"
        )
        address = page.url
        page.goto("/")
        expect(page.locator("main h2").first).to_have_text("Your games")  # before all else
        page.get_by_role("region", name="Your games").get_by_role("link").first.click()
        expect(page.locator(".hand button")).to_have_count(9)
        assert page.url == address
        again = page.locator(".hand button").evaluate_all(
            "all => all.map((one) => one.dataset.card)"
        )
        assert again == hand


def test_a_friend_joins_by_link_and_the_token_is_removed_from_the_address(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as host, open_page(browser, server.url) as guest:
        host.goto("/")
        odin = host.get_by_role("article", name="ODIN", exact=True)
        odin.get_by_role("button", name="With friends").click()
        host.get_by_role("button", name="Create table").click()
        link = host.get_by_label("Invitation link").input_value()
        expect(host.get_by_role("img", name="QR code")).to_be_visible()
        guest.goto(link)
        guest.get_by_label("Your name").fill("Loki")
        assert "#" not in guest.url
        guest.get_by_role("button", name="Sit down").click()
        for page in (host, guest):
            expect(page.locator(".hand button")).to_have_count(9)
        expect(host.get_by_role("list", name="Other players")).to_contain_text("Loki")
        assert guest.evaluate("document.cookie") == ""


def test_an_option_is_offered_only_for_its_numbers_of_players(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        page.goto("/")
        odin = page.get_by_role("article", name="ODIN", exact=True)
        odin.get_by_role("button", name="Against bots").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Options").click()
        dialog.get_by_label("Four colours").check()
        dialog.get_by_label("Number of players").select_option("3")
        expect(dialog.get_by_label("Four colours")).to_have_count(1)
        expect(dialog.get_by_label("Four colours")).to_be_hidden()
        expect(dialog.get_by_label("The goat")).to_be_visible()
        dialog.locator("button[type=submit]").click()
        expect(page.locator(".hand button")).to_have_count(9)


def test_the_page_explains_why_a_move_is_not_possible(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, autopass=False)  # nor is the turn passed on meanwhile
        start_odin_game(page)
        page.locator(".table.mine").wait_for()
        page.keyboard.press("Enter")
        expect(
            page.get_by_role("alert").filter(has_text=re.compile("Choose|only pass"))
        ).to_have_count(1)


def test_a_link_that_opens_nothing_says_so(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        page.goto("/table/abcdefghijkl")
        expect(page.get_by_text("There is no such table.")).to_be_visible()
        expect(page.locator(".banner")).to_be_empty()  # the network is not to blame


@pytest.mark.parametrize("path", ["/foo", "/foo/bar", "/constructor"])
def test_an_unknown_address_says_so_and_links_to_the_start_page(
    browser: Browser, server: ServerProcess, path: str
) -> None:
    with open_page(browser, server.url, expected_error="404", locale="de-CH") as page:
        response = page.goto(path)
        assert response is not None
        assert response.status == 404
        expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht.")
        expect(page).to_have_title("Diese Seite gibt es nicht. · Odins Tisch")
        page.get_by_role("main").get_by_role("link", name="Startseite").click()
        expect(page.get_by_role("button", name="Gegen Embla spielen")).to_have_count(2)
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht.")


def test_a_running_game_is_removed_from_the_list_only_after_a_question(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        start_odin_game(page)
        page.goto("/")
        games = page.get_by_role("region", name="Your games").get_by_role("listitem")
        expect(games).to_have_count(1)
        remove = games.get_by_role("button", name="Remove the game with Askr from this list")
        remove.click()
        question = page.get_by_role("dialog", name="Are you sure?")
        expect(question.locator("button.main")).to_have_text("Cancel")  # the harmless choice
        page.keyboard.press("Enter")
        expect(question).to_have_count(0)
        expect(games).to_have_count(1)
        remove.click()
        question.get_by_role("button", name="Remove it").click()
        expect(games).to_have_count(0)
        page.reload()
        expect(page.get_by_role("button", name="Play against Askr")).to_have_count(2)
        expect(games).to_have_count(0)


def test_friends_see_the_name_that_the_host_was_asked_for(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as host, open_page(browser, server.url) as guest:
        host.goto("/")
        odin = host.get_by_role("article", name="ODIN", exact=True)
        odin.get_by_role("button", name="With friends").click()
        host.get_by_role("dialog").get_by_label("Your name").fill("Freya")
        host.get_by_role("button", name="Create table").click()
        guest.goto(host.get_by_label("Invitation link").input_value())
        expect(guest.locator(".gathered")).to_contain_text("Freya")
        host.goto("/settings")
        expect(host.get_by_label("Your name")).to_have_value("Freya")


def test_several_bots_at_a_table_are_different_ones(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        page.goto("/")
        odin = page.get_by_role("article", name="ODIN", exact=True)
        odin.get_by_role("button", name="Against bots").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Number of players").select_option("6")
        chosen = dialog.locator(".seats select").evaluate_all("all => all.map((one) => one.value)")
        assert chosen == ["embla", "snorri", "gudrun", "mimir", "ask"]


def test_moves_are_shown_in_notation_only_to_those_who_want_it(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        open_seat(page, server, "odin", {})
        page.locator(".hand button[data-possible], .hand button").first.click()
        page.keyboard.press("Enter")
        notation = page.locator(".moves .notation")
        expect(notation.first).to_be_attached()
        expect(notation.first).to_be_hidden()
        page.goto("/settings")
        page.get_by_label("Show notation").check()
        page.go_back()
        expect(notation.first).to_be_visible()


def test_a_refusal_by_a_proxy_is_distinguished_from_no_response(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, expected_error="429") as page:
        page.goto("/")
        page.route("**/api/v2/tables", lambda route: route.fulfill(status=429, body="slow down"))
        page.get_by_role("button", name="Play against Embla").first.click()
        expect(page.locator(".note")).to_have_text("Too many requests: wait a moment.")


def test_a_refused_request_of_a_table_is_not_called_a_private_table(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("odin", [{}, {}])
    with open_page(browser, server.url, expected_error="429") as page:
        page.route("**/cookie", lambda route: route.fulfill(status=429, body="slow down"))
        page.goto(f"/table/{made.name}#seat={made.token}")
        expect(page.get_by_role("alert").filter(has_text="Too many")).to_be_visible()


def test_a_question_highlights_the_harmless_answer(browser: Browser, server: ServerProcess) -> None:
    made = server.make("odin", [{}, {"bot": "ask"}], first=0)
    with open_page(browser, server.url) as page:
        page.goto(f"/table/{made.name}#seat={made.token}")
        page.locator(".table.mine").wait_for()
        page.keyboard.press("m")
        page.get_by_role("button", name="Give up", exact=True).click()
        question = page.get_by_role("dialog", name="Are you sure?")
        harmless = question.get_by_role("button", name="Cancel")
        expect(harmless).to_be_focused()
        expect(question.locator(".main")).to_have_text("Cancel")
        page.keyboard.press("Enter")
        expect(question).to_have_count(0)
        page.locator(".table.mine").wait_for()
