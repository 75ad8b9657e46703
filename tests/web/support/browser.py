"""Open the page in a real browser, and play in it as people do."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, expect

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 60_000  # milliseconds: the machine may be busy, and code may be compiling
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
MAX_STEPS = 3000
DAY = 24 * 60 * 60  # seconds: longer than any timer
BLOCKED = "Service Worker registration blocked"  # a message of Playwright
PlayerAction = Callable[[Page, str], None]  # does what the status asks for

expect.set_options(timeout=WAIT)


@contextmanager
def open_page(browser: Browser, url: str, expected_error: str = "", **given: Any) -> Iterator[Page]:
    """Open a page in a new browser context; fail on any other error in its console."""
    given.setdefault("locale", "en-GB")
    given.setdefault("viewport", {"width": 1280, "height": 800})
    given.setdefault("service_workers", "block")  # only test_offline.py tests it
    context = browser.new_context(base_url=url, reduced_motion="reduce", **given)
    context.set_default_timeout(WAIT)
    complaints: list[str] = []
    context.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context.new_page()
    expected = tuple(filter(None, (expected_error, BLOCKED)))
    unexpected = [one for one in complaints if not any(words in one for words in expected)]
    assert not unexpected, unexpected
    context.close()


def use_settings(page: Page, **settings: object) -> None:
    """Store settings, as if the player had chosen them before; without animations nobody waits."""
    if settings.get("motion") is False:
        settings = {"pace": "instant", **settings}
    key, kept = "'odintable.settings'", json.dumps(json.dumps(settings))
    page.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {kept})")


def stop_time(page: Page) -> None:
    """Stop all timers of the page until `page.clock.resume()`."""
    page.clock.install(time=0)
    page.clock.pause_at(DAY)


def until(page: Page, holds: str) -> None:
    """Wait until an expression is true; `wait_for_function` uses `eval`, which our pages forbid."""
    page.evaluate(
        """async ([holds, looks]) => {
          for (; !HOLDS; looks--) {
            if (!looks) throw new Error(`never: ${holds}`);
            await new Promise((seen) => setTimeout(seen, 20));
          }
        }""".replace("HOLDS", f"({holds})"),
        [holds, WAIT // 20],
    )


def start_odin_game(page: Page, opponent: str = "Askr") -> None:
    """Start a game with one click on the start page."""
    page.goto("/")
    page.get_by_role("radio", name=re.compile(opponent)).check()
    page.get_by_role("article", name="ODIN", exact=True).get_by_role(
        "button", name=f"Play against {opponent}"
    ).click()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(9)


def play_odin_game(page: Page, act: PlayerAction) -> None:
    """Play a whole game: whenever it is our turn, `act` does what the status asks for."""
    for _ in range(MAX_STEPS):
        window = page.locator("dialog.ending")
        asked = page.locator(".table.mine #status, dialog.ending")
        asked.first.wait_for()
        if window.is_visible():
            again = window.get_by_role("button", name="Play again")
            if again.is_visible():
                return
            act(page, "next")
            continue
        act(page, page.locator("#status").inner_text())
    raise AssertionError("the game does not end")


def by_mouse(page: Page, status: str) -> None:
    """Click highlighted cards until the chosen ones can be played."""
    if status == "next":
        page.locator("dialog.ending").get_by_role("button", name="Continue").click()
        return
    if status.startswith("Take"):
        page.get_by_role("group", name="Take one card").get_by_role("button").first.click()
        return
    hand = page.get_by_role("group", name="Your hand")
    play = page.locator(".act.main")
    for _ in range(9):
        possible = hand.get_by_role("button", name="can be played", pressed=False)
        if play.get_attribute("aria-disabled") == "false":
            play.click()
            return
        if possible.count() == 0:
            break
        possible.last.click()
    page.get_by_role("button", name="Pass", exact=True).click()
