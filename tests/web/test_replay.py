"""Replays: win chances, turning points, the check of the shuffles, playing on."""

import datetime as dt
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match
from odintable.record.reader import read
from odintable.record.record import Shuffle, write
from odintable.server.tables.start_position import position_after
from tests.paths import ROOT
from tests.server.review.test_replay_routes import game_of, played, text_of
from tests.server.support.server_process import Made, ServerProcess

from .support.browser import WAIT, open_page, until, use_settings

pytestmark = pytest.mark.long

JUDGED = re.compile("judged by what|Well played")
PACE = 1100  # milliseconds a move, when it plays by itself


@pytest.fixture(scope="module", params=["odin", "ravens"])
def made(request: pytest.FixtureRequest, server: ServerProcess) -> Made:
    """A finished game of weak bots."""
    other = "random" if request.param == "odin" else "embla"
    return played(server, request.param, ("ask", other))


def look(page: Page, made: Made) -> None:
    """Open the replay by its link."""
    use_settings(page, motion=False, level=1)
    page.goto(f"/replay/{made.name}#watch={made.spectating}")
    expect(page.locator(".counter")).to_contain_text("0 of ")


def with_blunders(game: str) -> str:
    """A game with a turning point: not every game has one."""
    return write(game_of(game).record(dt.date(2026, 11, 15), ["Askr", "Embla"]))


def count_of(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("max") or "0")


def test_a_replay_is_controlled_by_slider_keys_and_buttons_for_every_viewer(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url) as page:
        page.clock.install(time=0)
        look(page, made)
        assert made.spectating not in page.url
        last = count_of(page)
        counter = page.locator(".counter")
        expect(page.locator(".replay .status")).to_have_text("The cards are dealt.")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(counter).to_have_text(f"2 of {last}")
        page.keyboard.press("ArrowLeft")
        expect(counter).to_have_text(f"1 of {last}")
        expect(page.locator(".moves [aria-current]")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator(".replay .status")).to_contain_text("wins.")
        page.keyboard.press("Home")
        page.clock.pause_at(60 * 60 * 1000)  # else more moves might be shown than expected
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.clock.run_for(2 * PACE + 10)
        expect(counter).to_have_text(f"2 of {last}")
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.clock.resume()
        page.get_by_role("slider").focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(counter).to_have_text(f"1 of {last}")
        page.get_by_role("button", name="To the end").click()
        expect(counter).to_have_text(f"{last} of {last}")
        page.get_by_role("button", name="To the start").click()
        expect(page.locator(".hands > li")).to_have_count(2)
        view = page.get_by_role("combobox", name="View")
        view.select_option(label="Askr")
        expect(page.locator(".hand .card").first).to_be_visible()
        expect(page.locator(".hands")).to_have_count(0)
        view.select_option(label="Spectators")
        expect(page.locator(".hand .card")).to_have_count(0)


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_the_graph_grows_and_turning_points_say_what_was_better(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, with_blunders(game))
        expect(page.locator(".counter")).to_contain_text("0 of ")
        expect(page.locator(".review [role=status]")).to_have_text(JUDGED, timeout=10 * WAIT)
        graph = page.get_by_role("img", name="Win chance over the game")
        expect(graph).to_have_accessible_name(re.compile(r"Askr \d+\s%, "))
        for seat in (0, 1):
            points = page.locator(f"polyline.seat-{seat}").get_attribute("points") or ""
            assert len(points.split()) == count_of(page) + 1
        first = page.locator(".turnings li").first
        expect(first).to_contain_text(re.compile(r"Move \d+: −\d+ % win chance"))
        expect(first).to_contain_text(re.compile(r"Played: .+Better: .+: \d+"))
        expect(page.locator(".graph .turning")).to_have_count(page.locator(".turnings li").count())
        first.get_by_role("button").click()
        move = int(re.findall(r"\d+", first.get_by_role("heading").inner_text())[-2])
        expect(page.locator(".counter")).to_have_text(f"{move - 1} of {count_of(page)}")
        box = graph.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)
        expect(page.locator(".counter")).to_have_text(f"0 of {count_of(page)}")


def test_the_shuffle_is_checked_in_the_browser_and_the_record_by_the_command(
    browser: Browser, server: ServerProcess, made: Made, tmp_path: Path
) -> None:
    with open_page(browser, server.url) as page:
        look(page, made)
        page.get_by_role("button", name="Check the shuffle").click()
        window = page.get_by_role("dialog", name="Check the shuffle")
        expect(window).to_contain_text("The shuffles were fair")
        record = read(server.call("GET", made.path("/record"), token=made.spectating).text)
        shuffles = sum(isinstance(step, Shuffle) for step in record.steps)
        expect(window).to_contain_text(re.compile(rf"{shuffles} shuffles? repeated"))
        with page.expect_download() as saving:
            window.get_by_role("button", name="Download the record").click()
        assert saving.value.suggested_filename.endswith(".record")
        path = tmp_path / "a.record"
        saving.value.save_as(path)
    ran = subprocess.run(
        [sys.executable, "-m", "odintable", "check", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "shuffles follow from the seed" in ran.stdout, ran.stdout


def test_the_browser_shuffles_as_the_server_does(
    browser: Browser, module_server: ServerProcess
) -> None:
    """Piles of many sizes, with and without salts, are ordered as by Python."""
    cases = []
    for seed in range(12):
        shuffler = FairShuffler.numbered(seed)
        shuffler.commit()
        salts = {0: "Yggdrasil", 1: "Mjölnir"} if seed % 2 else {}
        for seat, salt in salts.items():
            shuffler.add_salt(seat, salt)
        for number, name in ((1, "landscapes"), (2, "magic"), (3, "0"), (4, "deal")):
            cards = sorted({f"{a}{b}" for a in "FMPSW"[: 2 + seed % 4] for b in "FMPSW" if a <= b})
            made = shuffler.shuffle(number, name, cards, name == "landscapes")
            cases.append(
                [shuffler.seed.hex(), list(salts.items()), number, name, cards[::-1], made]
            )
    with open_page(browser, module_server.url) as page:
        page.goto("/replay")
        at = page.locator("script[src]").get_attribute("src") or ""
        found = page.evaluate(
            """async ([module, cases]) => {
              const { deriveKey, shuffle } = await import(module);
              return Promise.all(cases.map(async ([seed, salts, number, name, cards]) =>
                shuffle(await deriveKey(seed, new Map(salts)), number, name, cards)));
            }""",
            [at.replace("app/main.js", "replay/check_shuffles.js"), cases],
        )
    assert found == [case[-1] for case in cases]


def tampered(text: str) -> str:
    """The record with two cards of the first shuffle exchanged and a new seal."""
    record = read(text)
    at, step = next(one for one in enumerate(record.steps) if isinstance(one[1], Shuffle))
    assert isinstance(step, Shuffle)
    cards = (*step.cards[:-2], step.cards[-1], step.cards[-2])  # of the stock: nobody plays them
    steps = (*record.steps[:at], Shuffle(step.pile, cards), *record.steps[at + 1 :])
    return write(replace(record, steps=steps))


def load(page: Page, text: str) -> None:
    page.goto("/replay")
    page.get_by_label("Or paste it here").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def test_a_changed_record_is_detected(browser: Browser, server: ServerProcess) -> None:
    text = text_of(game_of("odin"))
    with open_page(browser, server.url, expected_error="400") as page:
        use_settings(page, motion=False)
        load(page, text.replace("0 play", "0 plya", 1))
        expect(page.get_by_role("alert").filter(has_text="line")).to_contain_text(
            re.compile(r"line \d+: .*its mark does not fit")
        )
        load(page, tampered(text))  # by the rules a true game, but not the one that was dealt
        expect(page.locator(".counter")).to_contain_text("0 of ")
        page.get_by_role("button", name="Check the shuffle").click()
        window = page.get_by_role("dialog")
        expect(window).to_contain_text("Something doesn’t match")
        expect(window).to_contain_text(re.compile(r"No: The shuffle in line \d+"))


def test_a_game_that_was_resigned_is_checked_too_and_its_winner_named(
    browser: Browser, server: ServerProcess
) -> None:
    text = (ROOT / "tests/record/records/odin-resigned.txt").read_text(encoding="utf-8")
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, text)
        expect(page.locator(".counter")).to_contain_text("0 of ")
        page.keyboard.press("End")
        expect(page.locator(".replay .status")).to_contain_text("Muninn wins.")
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.get_by_role("dialog")).to_contain_text("The shuffles were fair")


@pytest.mark.parametrize(("name", "notes"), [("odin-from-a-position", 1), ("odin-resigned", 0)])
def test_the_check_says_that_a_position_was_set_up(
    browser: Browser, server: ServerProcess, name: str, notes: int
) -> None:
    text = (ROOT / f"tests/record/records/{name}.txt").read_text(encoding="utf-8")
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, text)
        page.get_by_role("button", name="Check the shuffle").click()
        window = page.get_by_role("dialog")
        expect(window.locator(".findings")).to_be_visible()
        expect(window.get_by_text("whoever set the position up may")).to_have_count(notes)


def test_without_webcrypto_the_page_says_so_and_names_the_command(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url) as page:
        page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
        look(page, made)
        page.get_by_role("button", name="Check the shuffle").click()
        window = page.get_by_role("dialog")
        expect(window).to_contain_text("Over plain http")
        expect(window).to_contain_text("odintable check FILE")


def test_a_finished_game_is_shared_by_a_link(
    browser: Browser, server: ServerProcess, made: Made
) -> None:
    with open_page(browser, server.url) as page:
        look(page, made)
        page.get_by_role("button", name="Share this game").click()
        link = page.get_by_role("textbox", name="Share this game").input_value()
    with open_page(browser, server.url) as page:
        page.goto(link[link.index("/replay") :])
        expect(page.locator(".counter")).to_contain_text("0 of ")


@pytest.mark.parametrize("game", ["odin", "ravens"])
def test_a_record_file_is_loaded_and_played_on_against_a_bot(
    browser: Browser, server: ServerProcess, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "game.record"
    text = text_of(game_of(game))
    path.write_text(text, encoding="utf-8")
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, level=1)
        page.goto("/")
        page.get_by_role("link", name="Open a record or a position").click()
        page.get_by_label("A file").set_input_files(path)
        expect(page.locator(".counter")).to_contain_text("0 of ")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".counter")).to_contain_text("4 of ")
        page.get_by_role("button", name="Play on from here").click()
        window = page.get_by_role("dialog", name="Play on from here")
        expect(window).to_contain_text("It is not rated")
        seat = int(window.get_by_label("You play for").input_value())
        window.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/table/*")
        truth = position_after(read(text), 4)
        assert seat == truth.turn
        page.locator(".table.mine").wait_for()
        own = truth.to_json()["hands"][seat]
        expect(page.locator(".hand .card")).to_have_count(len(own))


def test_a_position_is_pasted_and_a_bad_one_is_explained(
    browser: Browser, server: ServerProcess
) -> None:
    position = position_after(read(text_of(game_of("ravens"))), 10).to_json()
    with open_page(browser, server.url, expected_error="400") as page:
        use_settings(page, motion=False)
        problem = page.locator(".problem")
        for text, why in (
            ("Hello", "the first line must be"),
            ("{", "not JSON"),
            (json.dumps({**position, "turn": 7}), "turn"),
            (json.dumps({**position, "hands": ["FFFFFFFFF", ""]}), "hand"),
        ):
            load(page, text)
            expect(problem).to_contain_text(why)
        load(page, json.dumps(position))
        expect(page.locator(".replay .status")).to_have_text("The position as it was loaded.")
        expect(page.locator(".path .land")).to_have_count(len(position["path"]) + 1)
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/table/*")
        page.locator(".table.mine").wait_for()


def test_players_see_win_chances_if_allowed_and_the_moves_so_far(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, level=1)
        page.goto("/")
        page.get_by_role("article", name="Odin’s Ravens").get_by_role(
            "button", name="Play against"
        ).click()
        page.locator(".table.mine").wait_for()
        expect(page.locator(".win-probability")).to_be_hidden()
        page.keyboard.press("m")
        page.get_by_role("button", name="Show win chances").click()
        line = page.get_by_role("region", name="Win chance")
        expect(line.get_by_role("listitem")).to_have_count(2)
        shares = [int(one) for one in re.findall(r"(\d+) %", line.inner_text())]
        assert 98 <= sum(shares) <= 102
        page.keyboard.press("m")
        page.get_by_role("button", name="Look at the moves so far").click()
        expect(page.locator(".counter")).to_contain_text("0 of ")
        expect(page.get_by_role("combobox", name="View")).to_have_count(0)
        expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
        expect(page.get_by_role("button", name="Check the shuffle")).to_have_count(0)


def test_a_match_can_continue_from_every_position() -> None:
    for game in ("odin", "ravens"):
        record = game_of(game).record(dt.date(2026, 11, 15))
        for moves in range(0, record.moves, 7):
            Match(position_after(record, moves), FairShuffler.numbered(1))


def test_a_replay_from_another_seat_does_not_address_the_reader(
    browser: Browser, server: ServerProcess
) -> None:
    made = server.make("odin", [{}, {"bot": "ask"}], bot_time=10, first=0)
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False, confirm=False)
        page.goto(f"/table/{made.name}#seat={made.token}")
        page.locator(".table.mine").wait_for()
        page.locator(".hand button").first.click()
        page.keyboard.press("Enter")
        expect(page.locator(".moves li").first).to_contain_text("You lead")
        server.call("POST", made.path("/requests"), {"do": "resign"}, made.token)
        page.goto(f"/replay/{made.name}")
        expect(page.locator(".moves li").first).to_contain_text("You lead")
        page.get_by_role("combobox", name="View").select_option(label="Askr")
        expect(page.locator(".moves li").first).to_contain_text("Player 1 leads")


def test_a_record_seen_from_a_seat_does_not_address_the_reader(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, with_blunders("odin"))
        middle = page.locator(".heap .set-title p")
        expect(middle).to_have_text(re.compile("^The table is empty: (Askr|Embla) leads$"))
        first = middle.inner_text().split()[-2]
        page.get_by_role("combobox", name="View").select_option(label=first)
        page.locator(".own:not([hidden])").wait_for()
        said = set()
        for _ in range(20):
            said.add(middle.inner_text())
            page.keyboard.press("ArrowRight")
        said.add(page.locator(".moves").inner_text())
    assert any(f"Beat {first}’s" in one for one in said), said
    assert not any(re.search(r"\byour?\b", one, re.IGNORECASE) for one in said), said


@pytest.mark.parametrize(
    ("game", "goal"), [("odin", "One hand, first out wins"), ("ravens", "Race to 3 points")]
)
def test_a_replay_says_what_the_game_is_played_to(
    browser: Browser, server: ServerProcess, game: str, goal: str
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, with_blunders(game))
        expect(page.get_by_text(goal, exact=True)).to_be_in_viewport()


def with_chances(page: Page, known: dict[int, list[float]]) -> None:
    """Let the server know the win chances at some positions only, as while it analyses."""

    def answer(route: Route) -> None:
        points = [{"at": at, "win_probabilities": known[at]} for at in sorted(known)]
        total = 1 + max(known)
        review = {"total": total, "is_done": True, "points": points, "turning_points": []}
        route.fulfill(json=review)

    page.route(re.compile("/win-probabilities"), answer)


def test_the_list_of_moves_follows_the_position(browser: Browser, server: ServerProcess) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        load(page, with_blunders("odin"))
        expect(page.locator(".counter")).to_contain_text("0 of ")
        expect(page.locator(".review [role=status]")).not_to_be_empty()  # it takes height
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".moves li").last).to_have_attribute("aria-current", "true")
        until(
            page,
            """(() => {
              const list = document.querySelector(".moves");
              const outer = list.getBoundingClientRect();
              const inner = list.lastElementChild.getBoundingClientRect();
              return outer.top <= inner.top && inner.bottom <= outer.bottom + 1;
            })()""",
        )


def test_the_legend_agrees_with_the_lines_while_the_game_is_analysed(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url) as page:
        use_settings(page, motion=False)
        text = with_blunders("odin")
        with_chances(page, {0: [0.2, 0.8], 4: [0.6, 0.4]})
        load(page, text)
        expect(page.locator(".graph .name")).to_have_text(["80\u00a0% Embla", "20\u00a0% Askr"])
        page.get_by_role("button", name="One move forward").click()
        expect(page.locator(".graph .name")).to_have_text(["70\u00a0% Embla", "30\u00a0% Askr"])


def test_on_a_phone_the_slider_is_as_wide_as_the_lines(
    browser: Browser, server: ServerProcess
) -> None:
    with open_page(browser, server.url, viewport={"width": 390, "height": 844}) as page:
        use_settings(page, motion=False)
        with_chances(page, {0: [0.2, 0.8], 4: [0.6, 0.4]})
        load(page, with_blunders("odin"))
        expect(page.locator(".graph .name")).to_have_count(2)
        box = page.get_by_role("slider").bounding_box()
        assert box
        assert box["width"] >= 280
