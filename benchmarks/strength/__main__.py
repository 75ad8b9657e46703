"""`python -m benchmarks.strength [PART …]`: measure what is missing, and write docs/strength.md.

It may be interrupted at any time and continues from there. The exit status is 1 if a measured goal
is missed; wishes do not count.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from odintable.errors import OdintableError

from .bot_fingerprint import ROOT
from .measure import known, run, seat
from .parts import BY_NAME, PARTS, Meeting, Part
from .report import Measured, Played, page, pictures
from .saved_results import SavedResults

INTERRUPTED = 130
UNABLE = 2
DOCS = ROOT / "docs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen parts one after the other, and write the page after each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of: {', '.join(BY_NAME)} (all)")
    parser.add_argument("--workers", type=int, help="processes (one for each core)")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.parts if name not in BY_NAME]
    if unknown:
        parser.error(f"no part {unknown[0]!r}: there are {', '.join(BY_NAME)}")
    saved = SavedResults()
    for part in [part for part in PARTS if part.name in (given.parts or BY_NAME)]:
        print(f"== {part.name}: {part.title}", flush=True)
        try:
            is_complete = run(part, saved, given.workers)
        except KeyboardInterrupt:
            is_complete = False
        except OdintableError as error:
            print(error, file=sys.stderr)
            return UNABLE
        every = measure_all(saved)
        publish(every, DOCS)
        print_verdicts(next(one for one in every if one.part == part))
        if not is_complete:
            print(f"{part.name} is not complete: run it again to continue")
            return INTERRUPTED
    return exit_status(every)


def measure_all(saved: SavedResults) -> list[Measured]:
    """All parts, as far as they were measured with the bots as they play now."""
    return [
        Measured(
            part,
            [play_meeting(part, saved, meeting) for meeting in known(part)],
            saved.findings(part),
            saved.effort(part),
        )
        for part in PARTS
    ]


def play_meeting(part: Part, saved: SavedResults, meeting: Meeting) -> Played:
    """One meeting of a part with its result."""
    seated = seat(meeting, saved)
    if seated is None:
        return Played(meeting, None)
    return Played(seated, saved.result(part, seated.contest()))


def publish(every: Sequence[Measured], docs: Path) -> None:
    """Write the page and its plots, and delete plots of parts without results."""
    (docs / "images").mkdir(parents=True, exist_ok=True)
    for old in (docs / "images").glob("strength-*.svg"):
        old.unlink()
    for path, picture in pictures(every).items():
        (docs / path).write_text(picture, encoding="utf-8")
    (docs / "strength.md").write_text(page(every), encoding="utf-8")


def print_verdicts(one: Measured) -> None:
    """Print the goals of a part."""
    for verdict in one.verdicts():
        print(
            f"{'met   ' if verdict.is_met else 'MISSED'} {verdict.goal}; reached {verdict.reached}"
        )
    for wish in one.wishes():
        print(f"{'better' if wish.is_met else 'short '} {wish.goal}; reached {wish.reached}")


def exit_status(every: Sequence[Measured]) -> int:
    """1 if any measured goal is missed."""
    missed = [v.goal for one in every for v in one.verdicts() if not v.is_met]
    print(f"Missed: {'; '.join(missed)}" if missed else "All goals that were measured are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
