"""`make screenshots`: every main screen as a picture, in all sizes, themes and languages.

`python -m tests.tools.screenshots` writes them into screenshots/, which is not kept; `--chosen`
writes those few that are shown in the README and the docs into docs/images/.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

from tests.paths import ROOT
from tests.server.support.server_process import Running
from tests.web.support.browser import CHROMIUM, choose
from tests.web.support.screens import LANGUAGES, SCREENS, Seat, standing_games

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME, BOT = "Astrid", "snorri"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class Shot(NamedTuple):
    """How a screen is looked at."""

    device: str
    theme: Theme
    language: str


SIZES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
ALL = [Shot(*one) for one in (
    *(("desktop", theme, language) for theme in THEMES for language in LANGUAGES),
    *(("tablet", theme, "en") for theme in THEMES),
    *(("phone", theme, language) for theme in THEMES for language in LANGUAGES),
)]  # fmt: skip
CHOSEN = {
    "start-desktop": ("start", Shot("desktop", "light", "en")),
    "start-phone": ("start", Shot("phone", "dark", "de")),
    "odin-desktop": ("ODIN, many cards", Shot("desktop", "light", "en")),
    "odin-phone": ("ODIN, opening", Shot("phone", "light", "it")),
    "ravens-desktop": ("Ravens, opening", Shot("desktop", "dark", "en")),
    "ravens-phone": ("Ravens, opening", Shot("phone", "light", "fr")),
    "replay-desktop": ("replay of Ravens, open", Shot("desktop", "light", "en")),
    "rules-phone": ("rules of ODIN", Shot("phone", "light", "en")),
}
MOST_BYTES = 3_000_000  # of all chosen ones


def main() -> int:
    """Take all pictures, or the chosen ones."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.screenshots", description=__doc__)
    parser.add_argument("--chosen", action="store_true", help="only those of the docs")
    chosen = parser.parse_args().chosen
    folder = ROOT / ("docs/images" if chosen else "screenshots")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        house = Running(Path(place), workers=2)
        try:
            games = standing_games(house, NAME, BOT)
            taking = take_chosen if chosen else take_all
            taking(browser, house, games, folder)
        finally:
            house.close()
            browser.close()
    print(f"{len(list(folder.rglob('*.png')))} pictures are in {folder.relative_to(ROOT)}/")
    return 0


def take_all(browser: Browser, house: Running, games: dict[str, Seat], folder: Path) -> None:
    """Every screen, looked at in every way."""
    for shot in track(ALL, "taking pictures"):
        with looking(browser, house, shot) as page:
            for name, screen in SCREENS.items():
                screen(page, games)
                take(page, folder / "-".join(shot) / f"{slug(name)}.png")


def take_chosen(browser: Browser, house: Running, games: dict[str, Seat], folder: Path) -> None:
    """The few of the docs, which may not be heavy."""
    for name, (screen, shot) in track(CHOSEN.items(), "taking pictures"):
        with looking(browser, house, shot) as page:
            SCREENS[screen](page, games)
            wait_for_weighing(page)
            take(page, folder / f"{name}.png")
    weight = sum(path.stat().st_size for path in folder.glob("*.png"))
    if weight > MOST_BYTES:
        sys.exit(f"the chosen pictures weigh {weight:,} bytes, {MOST_BYTES:,} are allowed")


def wait_for_weighing(page: Page) -> None:
    """A replay is looked at once its moves are weighed, at the first turning point."""
    page.locator(".review[aria-busy=true]").wait_for(state="detached")
    turning = page.locator(".turnings button")
    if turning.count():
        turning.first.click()


@contextmanager
def looking(browser: Browser, house: Running, shot: Shot) -> Iterator[Page]:
    """A page, looked at in one way."""
    width, height = SIZES[shot.device]
    context = browser.new_context(
        base_url=house.url, viewport={"width": width, "height": height}, color_scheme=shot.theme,
        locale=LANGUAGES[shot.language], reduced_motion="reduce", service_workers="block",
        device_scale_factor=2 if shot.device == "phone" else 1,
    )  # fmt: skip
    context.set_default_timeout(120_000)
    page = context.new_page()
    choose(page, motion=False, autopass=False, name=NAME)
    yield page
    context.close()


def take(page: Page, path: Path) -> None:
    """What is on the screen, once all of it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path)


def slug(name: str) -> str:
    """The name of a screen as that of a file."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


if __name__ == "__main__":
    sys.exit(main())
