"""`python -m benchmarks.first_minute`: measure how long a new player waits on a fresh machine.

Writes docs/first-minute.md; the exit status is 1 if a goal is missed.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.speed.goals import Verdict
from benchmarks.speed.report import goal_rows, machine, markdown

from .installations import ROOT, Installation, from_sources, from_wheel
from .new_player import bot_answer, own_turn_and_hint, wait_without_compiled_code

PAGE = ROOT / "docs/first-minute.md"
GAMES = {"odin": "ODIN", "ravens": "Ravens"}
OPPONENTS = {2: "the suggested opponent", 5: "the strongest opponent"}
MAX_TURN, MAX_ANSWER, MAX_HINT = 2.0, 3.0, 3.0  # seconds

TEXT = """\
# The first minute

Written by `make first-minute` (`python -m benchmarks.first_minute`) on {date}; do not edit.

{machine} {cores} cores, on average {load} processes ready to run before the measurement.

This page shows how long a new player waits on a machine that has never run Odin's Table: a fresh
copy of the package, an empty home and cache folder, a real browser with an empty cache, and the
server as `make play` starts it. A new server is started for every row of every column, so that each
figure is that of a first game. The lot is decided beforehand: the player begins, or, for the bot's
answer, the bot. The files of Python and its packages may be in the system's memory already.

{goals}

*To one's own turn*: from the click on a game to the moment when the cards can be played. *Bot's
answer*: from the same click to the bot's first move, when the bot begins. *Hint*: from the click on
the button to the move on the board; of this the bot is given one second to think.

## What happens before

| | seconds |
| --- | ---: |
| `odintable compile`, which `make play` runs once after the installation | {set_up:.0f} |
| the same again: everything is there | {again:.1f} |

Wheels of `make package` and images of `deploy/Containerfile` contain the compiled code, so nothing
is compiled there: after all games above, the user's cache had {files} files with compiled code.

## Without compiled code

Whoever installs the sources with `pip` and starts the server has to wait once. The page said after
{explained:.1f} s what it waits for, and the own turn in Ravens came {waited:.0f} s after the click:

> {note}

[Why it is done this way](decisions/0004-compiled-cache.md).
"""


@dataclass(frozen=True)
class Waits:
    """The seconds that a new player waits with one kind of installation."""

    kind: str
    turn: dict[str, float]
    answer: dict[tuple[str, int], float]
    hint: dict[str, float]

    @property
    def verdicts(self) -> list[Verdict]:
        """The goals, and whether they are met."""
        return [
            *(self._verdict(game, "own turn", MAX_TURN, self.turn[game]) for game in GAMES),
            *(
                self._verdict(game, f"answer of {OPPONENTS[level]}", MAX_ANSWER, seconds)
                for (game, level), seconds in self.answer.items()
            ),
            *(self._verdict(game, "hint", MAX_HINT, self.hint[game]) for game in GAMES),
        ]

    def _verdict(self, game: str, what: str, limit: float, seconds: float) -> Verdict:
        goal = f"{self.kind}, {GAMES[game]}: {what} under {limit:.0f} s"
        return Verdict(goal, f"{seconds:.2f} s", seconds < limit)


def main() -> int:
    """Measure everything and write docs/first-minute.md; return the exit status."""
    load = os.getloadavg()[2]  # of the quarter of an hour before
    with tempfile.TemporaryDirectory() as folder:
        checkout = from_sources(new_folder(folder, "checkout"))
        set_up, again = checkout.run("compile"), checkout.run("compile")
        wheel = from_wheel(new_folder(folder, "wheel"))
        waits = [measure("`make play`", checkout), measure("wheel", wheel)]
        with from_sources(new_folder(folder, "sources")).serving() as address:
            explained, waited, note = wait_without_compiled_code(address, "ravens")
    verdicts = [verdict for one in waits for verdict in one.verdicts]
    text = TEXT.format(
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        cores=os.cpu_count(),
        load=f"{load:.1f}",
        goals=markdown(("what", "reached", "met"), goal_rows(verdicts)),
        set_up=set_up,
        again=again,
        files=wheel.compiled_files,
        explained=explained,
        waited=waited,
        note=note,
    )
    PAGE.write_text(text, encoding="utf-8")
    for one in verdicts:
        print(f"{'met   ' if one.is_met else 'MISSED'} {one.goal}; reached {one.reached}")
    return 0 if all(one.is_met for one in verdicts) else 1


def new_folder(folder: str, name: str) -> Path:
    """Return a new folder in another one."""
    made = Path(folder, name)
    made.mkdir()
    return made


def measure(kind: str, installation: Installation) -> Waits:
    """Measure the waits, each at a new server."""
    turn, hint, answer = {}, {}, {}
    for game in GAMES:
        with installation.serving() as address:
            turn[game], hint[game] = own_turn_and_hint(address, game)
        print(f"{kind}, {game}: own turn {turn[game]:.2f} s, hint {hint[game]:.2f} s", flush=True)
        for level in OPPONENTS:
            with installation.serving() as address:
                answer[game, level] = bot_answer(address, game, level)
            print(f"{kind}, {game}: answer {answer[game, level]:.2f} s", flush=True)
    return Waits(kind, turn, answer, hint)


if __name__ == "__main__":
    sys.exit(main())
