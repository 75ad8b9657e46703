"""Response times: from a tap at a table on a slow phone until the change is painted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.speed.goals import Verdict

MAX_DELAY_MS = 100  # milliseconds until an input has a visible effect
CPU_SLOWDOWN = 4  # the factor by which the processor is slowed down, as in Lighthouse
TIMES = 5  # how often each tap is timed
WAIT = 60_000  # milliseconds
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "has_touch": True,
    "is_mobile": True,
    "service_workers": "block",
}

# From the touch to the end of the first frame with a visible change.
WATCH = """() => {
  window.begun = 0;
  window.answer = 0;
  addEventListener("pointerdown", (event) => { window.begun = event.timeStamp; }, true);
  const around = (one) => (one.closest ? one : one.parentElement);
  const isSeen = ({ target }) => !around(target)?.closest(".unseen");
  new MutationObserver((changes) => {
    if (!window.begun || !changes.some(isSeen)) return;
    const begun = window.begun;
    window.begun = 0;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => { window.answer = performance.now() - begun; };
      painted.port2.postMessage(0);
    });
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""

MENU = [".menu button:last-child", "dialog.window header button"]
TAPS = {
    "ODIN": [
        *(f".hand .card:nth-child({at})" for at in range(1, 10)),
        *(".actions .icon-button", *MENU, ".hand .card:nth-child(9)", ".act.main"),
    ],
    "Ravens": [
        *(f".hand .card:nth-child({at})" for at in range(1, 6)),
        *(".uses .cancel", ".slot", ".path .space >> nth=7", ".way-spot", *MENU),
        *(".hand .card:nth-child(1)", ".uses .use >> nth=-1"),
    ],
}


@dataclass(frozen=True)
class TapTimes:
    """The response times of all taps at a table, in milliseconds."""

    name: str
    waits: list[float]

    @property
    def verdict(self) -> Verdict:
        """Whether even the slowest tap is fast enough."""
        goal = f"table of {self.name}: every tap answered within {MAX_DELAY_MS} ms"
        return Verdict(goal, f"{max(self.waits):.0f} ms", max(self.waits) <= MAX_DELAY_MS)

    @property
    def row(self) -> tuple[str, ...]:
        """A row of the table in docs/lighthouse.md."""
        waits = (f"{median(self.waits):.0f} ms", f"{max(self.waits):.0f} ms")
        return (f"table of {self.name}", str(len(self.waits)), *waits)


def measure_taps(executable: str, addresses: dict[str, list[str]]) -> list[TapTimes]:
    """The best of several tries for each tap, each try at its own table."""
    with slow_phone(executable) as page:
        return [
            TapTimes(
                name,
                [
                    min(tries)
                    for tries in zip(*time_taps_at_tables(page, name, tables), strict=True)
                ],
            )
            for name, tables in addresses.items()
        ]


def time_taps_at_tables(page: Page, name: str, tables: list[str]) -> list[list[float]]:
    """The same taps at each table."""
    return [time_taps(page, one, TAPS[name]) for one in tables]


@contextmanager
def slow_phone(executable: str) -> Iterator[Page]:
    """A page on a small screen, with a processor slowed down."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        page = browser.new_context(**PHONE).new_page()
        page.set_default_timeout(WAIT)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        yield page
        browser.close()


def time_taps(page: Page, address: str, taps: list[str]) -> list[float]:
    """Tap one element after the other; return the response times."""
    page.goto(address)
    page.locator(".table.mine .hand .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    return [time_tap(page, one) for one in taps]


def time_tap(page: Page, target: str) -> float:
    """The response time of one tap."""
    page.evaluate("answer = 0")
    page.locator(target).tap(force=True)
    page.wait_for_function("() => answer > 0")
    return float(page.evaluate("answer"))
