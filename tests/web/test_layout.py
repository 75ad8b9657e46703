"""Layout: on every screen, at every size and in every language nothing is clipped or covered."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.support.server_process import ServerProcess

from .support.browser import open_page, use_settings
from .support.screens import LANGUAGES, LONG_NAME, SCREENS, Seat, waiting_games

pytestmark = pytest.mark.long

FAULTS = (Path(__file__).parent / "support/layout_faults.js").read_text(encoding="utf-8")
UPRIGHT = [(320, 568), (390, 844), (768, 1024), (900, 1440), (1024, 1366), (1080, 1920)]
SIZES = [*UPRIGHT, *((height, width) for width, height in UPRIGHT)]  # and on their sides
SIDEWAYS = [(667, 375), (740, 360), (844, 390)]
LAPTOPS = [(1024, 600), (1280, 720), (1280, 800), (1366, 650), (1440, 900), (1536, 730)]
TABLES = [
    "ODIN, opening",
    "ODIN, badges",
    "ODIN, many cards",
    "ODIN, taking a card",
    "Ravens, opening",
    "Ravens, many cards",
    "Ravens, middle",
]
# What of a table one would have to scroll for.
OUT_OF_VIEW = """() => {
  scrollTo(0, 0);
  document.querySelector(".field-of-play").scrollTop = 0;
  const needed = [
    ".status", ".table-top", ".seat", ".uses button", ".actions .act", ".hand .card",
    ".stack .card",
  ];
  return needed.filter((one) =>
    [...document.querySelectorAll(one)].some((found) => {
      const { top, bottom, left, right } = found.getBoundingClientRect();
      return top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
    }));
}"""
PRESSED = "<button style='{}'>a</button>"


@pytest.fixture(scope="package")
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
def test_everything_for_a_turn_is_visible_on_laptops_and_phones_in_landscape(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], language: str
) -> None:
    out_of_view = []
    with open_page(browser, server.url, locale=LANGUAGES[language]) as page:
        use_settings(page, motion=False, autopass=False, name=LONG_NAME)
        for name in TABLES:
            page.set_viewport_size({"width": 1280, "height": 800})
            SCREENS[name](page, games)
            for width, height in LAPTOPS + SIDEWAYS:
                page.set_viewport_size({"width": width, "height": height})
                out_of_view += [
                    f"{name}, {width}×{height}: {one}" for one in page.evaluate(OUT_OF_VIEW)
                ]
    assert not out_of_view, "\n".join(out_of_view)


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
