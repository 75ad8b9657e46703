"""`python -m benchmarks.lighthouse`: judge the start page and two tables as on a phone.

Each is judged several times, since machines are noisy, and the best result counts; then taps at
both tables are timed. Writes docs/lighthouse.md; the exit status is 1 if a goal is missed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.lighthouse import inputs
from benchmarks.speed.goals import Verdict
from benchmarks.speed.report import goal_rows, machine, markdown
from tests.server.support.server_process import ServerProcess

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs/lighthouse.md"
KINDS = ("performance", "accessibility", "best-practices")
MIN_SCORE = 95
TRIES = 3
GAMES = {"odin": "ODIN", "ravens": "Ravens"}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

TEXT = """\
# Lighthouse

Written by `make lighthouse` (`python -m benchmarks.lighthouse`) on {date}; do not edit.

{machine} Lighthouse {version}, {browser}.

This page shows how fast and accessible the web page is on a phone, as judged by Lighthouse with its
mobile profile: a small screen, and a simulated slow network and slow processor. Each page is loaded
{tries} times with an empty cache, and the best result counts, since other programs on the machine
can only slow it down.

{goals}

{times}

## Response times of taps

A dozen taps at each table, on the same screen size, with the processor really slowed down {slower}
times: on cards, spaces, buttons and the menu. The time is from the touch to the end of the first
frame that shows a change. Each tap is timed {taps} times, and the best counts.

{tap_times}
"""


def main() -> int:
    """Judge all pages and write docs/lighthouse.md; return the exit status."""
    if CHROMIUM is None:
        print("Lighthouse needs Chromium: make browser installs it", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        try:
            best = {name: best_report(server.url + path) for name, path in pages(server).items()}
            tap_times = inputs.measure_taps(CHROMIUM, tables(server))
        finally:
            server.close()
    verdicts = [one for name, report in best.items() for one in goals(name, report)]
    verdicts += [one.verdict for one in tap_times]
    PAGE.write_text(page(best, tap_times, verdicts), encoding="utf-8")
    for one in verdicts:
        print(f"{'met   ' if one.is_met else 'MISSED'} {one.goal}; reached {one.reached}")
    return 0 if all(one.is_met for one in verdicts) else 1


def pages(server: ServerProcess) -> dict[str, str]:
    """The start page, and a table of each game at which it is our turn."""
    return {
        "start page": "/",
        **{f"table of {GAMES[one]}": create_table(server, one) for one in GAMES},
    }


def tables(server: ServerProcess) -> dict[str, list[str]]:
    """Several tables of each game: every try needs a fresh one, since taps change it."""
    return {
        name: [server.url + create_table(server, game) for _ in range(inputs.TIMES)]
        for game, name in GAMES.items()
    }


def create_table(server: ServerProcess, game: str) -> str:
    """Create a table at which it is our turn; return its path."""
    made = server.make(game, [{}, {"bot": "ask"}], first=0)
    server.call("POST", made.path("/requests"), {"do": "ready"}, made.token)
    return f"/table/{made.name}#seat={made.token}"


def best_report(url: str) -> dict[str, Any]:
    """The best of several reports."""
    return max((report(url) for _ in range(TRIES)), key=lambda one: sum(scores(one).values()))


def report(url: str) -> dict[str, Any]:
    """Run Lighthouse on a page and return its report."""
    done = subprocess.run(
        [
            str(HERE / "node_modules/.bin/lighthouse"),
            *(url, "--quiet", "--output=json", f"--only-categories={','.join(KINDS)}"),
            "--chrome-flags=--headless=new --no-sandbox",
        ],
        env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"Lighthouse failed:\n{done.stderr[-2000:]}")
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def scores(report: dict[str, Any]) -> dict[str, float]:
    """The three scores, 0 to 100."""
    return {kind: 100 * report["categories"][kind]["score"] for kind in KINDS}


def goals(name: str, report: dict[str, Any]) -> list[Verdict]:
    """The goals of a page."""
    return [
        Verdict(f"{name}: {kind} at least {MIN_SCORE}", f"{score:.0f}", score >= MIN_SCORE)
        for kind, score in scores(report).items()
    ]


def page(
    best: dict[str, dict[str, Any]], tap_times: list[inputs.TapTimes], verdicts: list[Verdict]
) -> str:
    """The text of docs/lighthouse.md."""
    first = next(iter(best.values()))
    browser = subprocess.run(
        [str(CHROMIUM), "--version"], capture_output=True, text=True, check=True
    )
    return TEXT.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        version=first["lighthouseVersion"],
        browser=browser.stdout.split(" built")[0].strip(),
        tries=TRIES,
        goals=markdown(("what", "reached", "met"), goal_rows(verdicts)),
        times=markdown(("page", *TIMES), [times(name, one) for name, one in best.items()]),
        slower=inputs.CPU_SLOWDOWN,
        taps=inputs.TIMES,
        tap_times=markdown(
            ("page", "taps", "median", "slowest"), [one.row for one in tap_times], right=(1, 2, 3)
        ),
    )


TIMES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time",
         "cumulative-layout-shift", "total-byte-weight")  # fmt: skip


def times(name: str, report: dict[str, Any]) -> tuple[str, ...]:
    """A row with the measurements behind the performance score."""
    audits = report["audits"]
    return (name, *(audits[one]["displayValue"].replace("\u00a0", " ") for one in TIMES))


if __name__ == "__main__":
    sys.exit(main())
