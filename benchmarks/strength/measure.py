"""Play what is missing of a part, or measure it in its own way."""

import os
import time
from collections.abc import Callable
from dataclasses import asdict

from benchmarks.speed.goals import Verdict
from odintable.arena import Contest, Result, play
from odintable.arena.deals.deal_result import Deal
from odintable.arena.report.progress import Watcher
from odintable.arena.report.report import rated

from . import busy_machine, hidden_twins, net_speed, other_nets
from .parts import ROUND_ROBIN, Meeting, Part
from .saved_results import Shelf, write

OTHER_WAYS: dict[str, Callable[[], list[Verdict]]] = {
    "pace": net_speed.measure,
    "load": busy_machine.measure,
    "twins": hidden_twins.measure,
}


def run(part: Part, shelf: Shelf, workers: int | None = None) -> bool:
    """All that is missing of a part; whether it is now complete."""
    if not part.meetings:
        if not shelf.findings(part):
            begun = time.monotonic()
            findings = OTHER_WAYS[part.name]()
            shelf.add_time(part, time.monotonic() - begun)
            shelf.keep(part, findings)
        return True
    if part.needs_nets:
        look_for_nets(part, shelf, os.environ.get(other_nets.FOLDER, ""))
    return all(meet(part, one, shelf, workers) for one in known(part))


def known(part: Part) -> list[Meeting]:
    """The meetings of a part without those of nets that nobody has seen."""
    unseen = other_nets.MAKERS.keys() - other_nets.notes().keys()
    return [one for one in part.meetings if unseen.isdisjoint(one.contestants)]


def look_for_nets(part: Part, shelf: Shelf, folder: str) -> None:
    """Note the nets of a folder; of others, those remain whose results are complete."""
    wanting = {
        file
        for one in known(part)
        for file in one.contestants
        if not shelf.is_kept(part, one.contest())
    }
    notes = other_nets.notes()
    if notes and not folder and not wanting:
        return
    notes = {file: note for file, note in notes.items() if file not in wanting}
    other_nets.NOTES.parent.mkdir(parents=True, exist_ok=True)
    found = notes | other_nets.look(folder)
    write(
        other_nets.NOTES, {file: asdict(found[file]) for file in other_nets.FILES if file in found}
    )


def meet(part: Part, meeting: Meeting, shelf: Shelf, workers: int | None) -> bool:
    """Play a meeting to its end; False if it was interrupted or waits for a round robin."""
    seated = seat(meeting, shelf)
    if seated is None:
        print(f"{meeting}: run the part {ROUND_ROBIN.name} first")
        return False
    contest = seated.contest()
    if shelf.is_kept(part, contest):
        return True
    print(seated, flush=True)
    if played(part, contest, shelf, workers).is_interrupted:
        return False
    shelf.pack(part, contest)
    return True


def played(part: Part, contest: Contest, shelf: Shelf, workers: int | None) -> Result:
    """Go on with a contest; every finished deal is kept with the time it took."""
    with shelf.ledger(part, contest) as ledger, Watcher(contest, len(ledger.deals)) as watcher:
        noted = time.monotonic()

        def on_deal(deal: Deal) -> None:
            nonlocal noted
            ledger.add(deal)
            now = time.monotonic()
            shelf.add_time(part, now - noted, contest)
            noted = now
            watcher.add(deal)

        return play(contest, workers=workers, already=ledger.deals, on_deal=on_deal)


def seat(meeting: Meeting, shelf: Shelf) -> Meeting | None:
    """A meeting with everybody in place; None while it is not known who is the best."""
    if not meeting.needs_best:
        return meeting
    best = best_of(meeting.game, shelf)
    return None if best is None else meeting.against(best)


def best_of(game: str, shelf: Shelf) -> str | None:
    """Who won the round robin in a game, if it has ended."""
    meeting = next(one for one in ROUND_ROBIN.meetings if one.game == game)
    result = shelf.result(ROUND_ROBIN, meeting.contest())
    if result.is_interrupted:
        return None
    return max(rated(result), key=lambda one: one[1].mean)[0]
