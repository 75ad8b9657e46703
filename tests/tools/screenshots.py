"""`make screenshots`: screenshots of every main screen in all sizes, themes and languages.

`python -m tests.tools.screenshots` writes them into screenshots/, which git ignores; `--chosen`
writes the few for the README and the docs into docs/images/.
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
from tests.server.support.server_process import ServerProcess
from tests.web.support.browser import CHROMIUM, use_settings
from tests.web.support.screens import LANGUAGES, SCREENS, Seat, waiting_games

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME, BOT = "Astrid", "snorri"
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class Shot(NamedTuple):
    """Device, theme and language of a screenshot."""

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
MAX_BYTES = 3_000_000  # of all images in the docs


def main() -> int:
    """Take all screenshots, or those of the docs."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.screenshots", description=__doc__)
    parser.add_argument("--chosen", action="store_true", help="only those of the docs")
    chosen = parser.parse_args().chosen
    folder = ROOT / ("docs/images" if chosen else "screenshots")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        server = ServerProcess(Path(data), workers=2)
        try:
            games = waiting_games(server, NAME, BOT)
            take_screenshots = take_chosen if chosen else take_all
            take_screenshots(browser, server, games, folder)
        finally:
            server.close()
            browser.close()
    print(f"{len(list(folder.rglob('*.png')))} screenshots are in {folder.relative_to(ROOT)}/")
    return 0


def take_all(browser: Browser, server: ServerProcess, games: dict[str, Seat], folder: Path) -> None:
    """Every screen on every device, in every theme and language."""
    for shot in track(ALL, "taking screenshots"):
        with open_screen(browser, server, shot) as page:
            for name, screen in SCREENS.items():
                screen(page, games)
                take(page, folder / "-".join(shot) / f"{slug(name)}.png")


def take_chosen(
    browser: Browser, server: ServerProcess, games: dict[str, Seat], folder: Path
) -> None:
    """The few for the docs, within a limit on their size."""
    for name, (screen, shot) in track(CHOSEN.items(), "taking screenshots"):
        with open_screen(browser, server, shot) as page:
            SCREENS[screen](page, games)
            wait_for_review(page)
            take(page, folder / f"{name}.png")
    size = sum(path.stat().st_size for path in folder.glob("*.png"))
    if size > MAX_BYTES:
        sys.exit(f"the images have {size:,} bytes, more than {MAX_BYTES:,}")


def wait_for_review(page: Page) -> None:
    """In a replay, wait for the review and go to the first turning point."""
    page.locator(".review[aria-busy=true]").wait_for(state="detached")
    turning = page.locator(".turnings button")
    if turning.count():
        turning.first.click()


@contextmanager
def open_screen(browser: Browser, server: ServerProcess, shot: Shot) -> Iterator[Page]:
    """A page for one kind of screenshot."""
    width, height = SIZES[shot.device]
    context = browser.new_context(
        base_url=server.url, viewport={"width": width, "height": height}, color_scheme=shot.theme,
        locale=LANGUAGES[shot.language], reduced_motion="reduce", service_workers="block",
        device_scale_factor=2 if shot.device == "phone" else 1,
    )  # fmt: skip
    context.set_default_timeout(120_000)
    page = context.new_page()
    use_settings(page, motion=False, autopass=False, name=NAME)
    yield page
    context.close()


def take(page: Page, path: Path) -> None:
    """Take a screenshot once everything has loaded."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path)


def slug(name: str) -> str:
    """The name of a screen as a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


if __name__ == "__main__":
    sys.exit(main())
