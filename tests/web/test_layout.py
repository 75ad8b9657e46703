"""Layout: on every screen, at every size and in every language nothing is clipped or covered."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.paths import ROOT
from tests.server.support.server_process import SeededServerProcess, ServerProcess

from .support.browser import open_page, use_settings
from .support.screens import LANGUAGES, LONG_NAME, SCREENS, Seat, waiting_games

pytestmark = pytest.mark.long

FAULTS = (Path(__file__).parent / "support/layout_faults.js").read_text(encoding="utf-8")
UPRIGHT = [(320, 568), (390, 844), (768, 1024), (900, 1440), (1024, 1366), (1080, 1920)]
SIZES = [*UPRIGHT, *((height, width) for width, height in UPRIGHT)]  # and on their sides
PHONES = [(320, 568), (390, 844)]
SIDEWAYS = [(667, 375), (740, 360), (844, 390)]
LAPTOPS = [(1024, 600), (1280, 720), (1280, 800), (1366, 650), (1440, 900), (1536, 730)]
TABLES = [
    "ODIN, opening",
    "ODIN, badges",
    "ODIN, many cards",
    "ODIN, taking a card",
    "Ravens, opening",
    "Ravens, middle",
    "Ravens, many cards",
    "Ravens, five uses",
    "Ravens, ways to a space",
    "Ravens, placing a card",
    "Ravens, laying the stack",
    "ODIN, watched",
    "Ravens, watched",
]
ACTION_BAR = [".uses-line", ".uses button", ".actions", ".actions .act"]
CARDS = [".offered .card", ".hand .card", ".stack .card"]
TURN = [*ACTION_BAR, *CARDS, ".status", ".table-top", ".seat"]
# The given selectors of which something is outside the window, and areas that scroll.
OUT_OF_VIEW = (Path(__file__).parent / "support/out_of_view.js").read_text(encoding="utf-8")
# Where things are that must not move when a card is chosen.
BOXES = """() => Object.fromEntries(
  [".table-top", ".uses-line", ".actions", ".own-line", ".hand", ".stack"].map((one) => {
    const found = document.querySelector(one)?.getBoundingClientRect();
    return [one, found ? [found.top, found.bottom].map(Math.round) : null];
  }))"""
# Replace the note by one that stays.
KEEP_NOTE = """(text) => {
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = text;
  document.querySelector(".notes").replaceChildren(note);
}"""
# The parts of a turn that a note covers.
COVERED = """() => {
  const note = document.querySelector(".note").getBoundingClientRect();
  const parts = document.querySelectorAll(
    ".hand .card, .stack .card, .uses-line, .actions, .own-line, .table-top");
  return [...parts].filter((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width && left < note.right - 1 && right > note.left + 1
      && top < note.bottom - 1 && bottom > note.top + 1;
  }).map((one) => one.className);
}"""
LOCALE = ROOT / "src/odintable/locale"
PRESSED = "<button style='{}'>a</button>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that deals the same cards in every run: the layout depends on them."""
    running = SeededServerProcess(tmp_path_factory.mktemp("layout"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def games(server: ServerProcess) -> dict[str, Seat]:
    """Games that wait for a player, for all languages."""
    return waiting_games(server)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_clipped_covered_or_too_small(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], language: str
) -> None:
    faults: dict[str, list[str]] = {}
    with open_page(browser, server.url, "40", locale=LANGUAGES[language]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        for name, screen in SCREENS.items():
            page.set_viewport_size({"width": 1280, "height": 800})
            screen(page, games)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for fault in page.evaluate(FAULTS):
                    faults.setdefault(f"{name}: {fault}", []).append(f"{width}×{height}")
    lines = [f"{fault} ({', '.join(sizes)})" for fault, sizes in faults.items()]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_for_a_turn_is_visible_at_every_size(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], language: str
) -> None:
    faults = []
    with open_page(browser, server.url, locale=LANGUAGES[language]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        for name in TABLES:
            page.set_viewport_size({"width": 1280, "height": 800})
            SCREENS[name](page, games)
            for width, height in LAPTOPS + SIDEWAYS + PHONES:
                page.set_viewport_size({"width": width, "height": height})
                is_phone = (width, height) in PHONES  # which may scroll, but not the action bar
                asked = [ACTION_BAR if is_phone else TURN, is_phone]
                faults += [
                    f"{name}, {width}×{height}: {one}" for one in page.evaluate(OUT_OF_VIEW, asked)
                ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("which", "cards"),
    [
        ("odin-crowd", ".hand .card"),
        ("ravens-opening", ".hand .card"),
        ("ravens-crowd", ".hand .card, .pile .card:last-child"),
    ],
)
def test_choosing_cards_moves_nothing(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], which: str, cards: str
) -> None:
    with open_page(browser, server.url, locale=LANGUAGES["de"]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        page.goto(games[which].path)
        page.locator(cards).first.wait_for()
        for width, height in LAPTOPS + SIDEWAYS + PHONES:
            page.set_viewport_size({"width": width, "height": height})
            before = page.evaluate(BOXES)
            for card in page.locator(cards).all():
                card.evaluate("one => one.click()")
                assert page.evaluate(BOXES) == before, f"{width}×{height}"
            page.keyboard.press("Escape")


def test_placing_and_laying_cards_takes_no_more_height_than_choosing_them(
    browser: Browser, server: ServerProcess, games: dict[str, Seat]
) -> None:
    heights: dict[str, set[tuple[int, bool]]] = {}
    with open_page(browser, server.url, locale=LANGUAGES["de"]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        for name in ("Ravens, five uses", "Ravens, placing a card", "Ravens, laying the stack"):
            SCREENS[name](page, games)
            for width, height in LAPTOPS + SIDEWAYS + PHONES:
                page.set_viewport_size({"width": width, "height": height})
                line = page.locator(".uses-line")
                high = line.evaluate("one => Math.round(one.getBoundingClientRect().height)")
                fits = line.evaluate("one => one.scrollHeight <= Math.ceil(one.clientHeight)")
                heights.setdefault(f"{width}×{height}", set()).add((high, fits))
    wrong = {size: found for size, found in heights.items() if len(found) > 1}
    assert not wrong, wrong
    assert all(fits for found in heights.values() for _, fits in found), heights


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_covers_nothing_that_a_turn_needs(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], language: str
) -> None:
    texts = json.loads((LOCALE / f"{language}.json").read_text(encoding="utf-8"))
    reasons = [
        text if isinstance(text, str) else text["other"]
        for key, text in texts.items()
        if key.startswith("why.")
    ]
    covered = []
    with open_page(browser, server.url, locale=LANGUAGES[language]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        for which, press in (("odin-crowd", ".act.main"), ("ravens-crowd", ".stack .card")):
            page.goto(games[which].path)
            page.locator(press).first.evaluate("one => one.click()")
            page.locator(".note").wait_for()
            page.evaluate(KEEP_NOTE, max(reasons, key=len))
            for width, height in LAPTOPS + SIDEWAYS + PHONES:
                page.set_viewport_size({"width": width, "height": height})
                covered += [f"{width}×{height}: {one}" for one in page.evaluate(COVERED)]
    assert not covered, "\n".join(covered)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p style='position: fixed; top: 590px'>below</p>", "p is out of view"),
        ("<p style='position: fixed; left: -9px'>left</p>", "p is out of view"),
        ("<p style='margin-top: 700px'>below</p>", "p is out of view"),
        ("<div style='height: 9px; overflow: auto'><br><br><br></div>", "<div> scrolls"),
        ("<p>inside</p>", ""),
    ],
)
def test_what_is_out_of_view_is_found(browser: Browser, body: str, fault: str) -> None:
    with open_page(browser, "http://localhost", viewport={"width": 600, "height": 600}) as page:
        page.set_content(f"<!doctype html><body style='margin: 0'>{body}")
        found = page.evaluate(OUT_OF_VIEW, [["p"], False])
    assert bool(found) == bool(fault), found
    assert not fault or found[0].startswith(fault), found


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p style='width: 900px'>wide</p>", "the page is 900 px wide"),
        (
            "<p style='width: 40px; overflow: hidden; white-space: nowrap'>much too long</p>",
            "text is",
        ),
        ("<p style='height: 20px; overflow: clip'>two<br>lines</p>", "text is clipped"),
        ("<p style='position: fixed; left: -20px'>gone</p>", "text leaves the screen"),
        (f"<button style='{{}}; width: 50px'>{'W' * 20}</button>", "text leaves its box"),
        ("<select style='width: 60px; height: 44px'><option>much too long</select>", "an option"),
        ("<button style='width: 44px; height: 30px'>a</button>", "too small"),
        (
            "<button style='{}'>a</button><button style='{}; margin-left: -20px'>b</button>",
            "overlap",
        ),
        ("<button style='{}; position: fixed'>a</button><button style='{}'>b</button>", ""),
        (f"<ul style='height: 30px; overflow: auto'>{PRESSED}</ul>{PRESSED}", ""),
        ("<p>under</p><div style='margin-top: -30px'><svg></svg></div>", "text and picture"),
        ("<a href='/' style='display: block; height: 20px'>a</a>", "too small"),
        ("<p>in <a href='/'>text</a> a link is as large as the text</p>", ""),
        ("<p style='width: 90px; overflow: auto'>what scrolls <br>is not clipped</p>", ""),
        ("<dialog open><button style='{}'>a</button></dialog><button>b</button>", ""),
    ],
)
def test_each_kind_of_layout_fault_is_found(browser: Browser, body: str, fault: str) -> None:
    large = "width: 60px; height: 60px; padding: 0; white-space: nowrap"
    with open_page(browser, "http://localhost", viewport={"width": 600, "height": 600}) as page:
        page.set_content(f"<!doctype html><body style='margin: 0'>{body.replace('{}', large)}")
        found = page.evaluate(FAULTS)
    assert bool(found) == bool(fault), found
    assert not fault or found[0].startswith(fault)
