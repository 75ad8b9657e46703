"""Play the missing contests of a part, or measure it in another way."""

import os
import time
from collections.abc import Callable
from dataclasses import asdict

from benchmarks.speed.goals import Verdict
from odintable.arena import Contest, Result, play
from odintable.arena.deals.deal_result import DealResult
from odintable.arena.report.progress import ProgressDisplay
from odintable.arena.report.report import rated

from . import busy_machine, hidden_twins, net_speed, other_nets
from .parts import ROUND_ROBIN, Meeting, Part
from .saved_results import SavedResults, write_json

OTHER_MEASUREMENTS: dict[str, Callable[[], list[Verdict]]] = {
    "pace": net_speed.measure,
    "load": busy_machine.measure,
    "twins": hidden_twins.measure,
}


def run(part: Part, saved: SavedResults, workers: int | None = None) -> bool:
    """Measure what is missing of a part; return whether it is now complete."""
    if not part.meetings:
        if not saved.findings(part):
            begun = time.monotonic()
            findings = OTHER_MEASUREMENTS[part.name]()
            saved.add_time(part, time.monotonic() - begun)
            saved.save_findings(part, findings)
        return True
    if part.needs_nets:
        look_for_nets(part, saved, os.environ.get(other_nets.FOLDER, ""))
    return all(meet(part, one, saved, workers) for one in known(part))


def known(part: Part) -> list[Meeting]:
    """The meetings of a part without those of nets that are not noted."""
    unseen = other_nets.MAKERS.keys() - other_nets.notes().keys()
    return [one for one in part.meetings if unseen.isdisjoint(one.contestants)]


def look_for_nets(part: Part, saved: SavedResults, folder: str) -> None:
    """Note the nets of a folder; keep notes on others only if their results are complete."""
    wanting = {
        file
        for one in known(part)
        for file in one.contestants
        if not saved.is_complete(part, one.contest())
    }
    notes = other_nets.notes()
    if notes and not folder and not wanting:
        return
    notes = {file: note for file, note in notes.items() if file not in wanting}
    other_nets.NOTES.parent.mkdir(parents=True, exist_ok=True)
    found = notes | other_nets.find_nets(folder)
    write_json(
        other_nets.NOTES, {file: asdict(found[file]) for file in other_nets.FILES if file in found}
    )


def meet(part: Part, meeting: Meeting, saved: SavedResults, workers: int | None) -> bool:
    """Play a meeting to its end; False if it was interrupted or a round robin is missing."""
    seated = seat(meeting, saved)
    if seated is None:
        print(f"{meeting}: run the part {ROUND_ROBIN.name} first")
        return False
    contest = seated.contest()
    if saved.is_complete(part, contest):
        return True
    print(seated, flush=True)
    if play_missing_deals(part, contest, saved, workers).is_interrupted:
        return False
    saved.save(part, contest)
    return True


def play_missing_deals(
    part: Part, contest: Contest, saved: SavedResults, workers: int | None
) -> Result:
    """Continue a contest, saving every finished deal with the time it took."""
    with (
        saved.deal_file(part, contest) as file,
        ProgressDisplay(contest, len(file.deals)) as progress,
    ):
        noted = time.monotonic()

        def on_deal(deal: DealResult) -> None:
            nonlocal noted
            file.add(deal)
            now = time.monotonic()
            saved.add_time(part, now - noted, contest)
            noted = now
            progress.add(deal)

        return play(contest, workers=workers, finished_deals=file.deals, on_deal=on_deal)


def seat(meeting: Meeting, saved: SavedResults) -> Meeting | None:
    """A meeting with the best peer in place; None while the round robin is not complete."""
    if not meeting.needs_best:
        return meeting
    best = best_of(meeting.game, saved)
    return None if best is None else meeting.against(best)


def best_of(game: str, saved: SavedResults) -> str | None:
    """The winner of the round robin in a game, if it is complete."""
    meeting = next(one for one in ROUND_ROBIN.meetings if one.game == game)
    result = saved.result(ROUND_ROBIN, meeting.contest())
    if result.is_interrupted:
        return None
    return max(rated(result), key=lambda one: one[1].mean)[0]
