"""SavedResults: every deal of a contest, other findings, and how long they took.

Unfinished contests are in a folder that git ignores; complete ones are in the repository,
compressed. File names consist of a fingerprint of the contest and one of its bots.
"""

import gzip
import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.speed.goals import Verdict
from odintable.arena import Contest, DealFile, Result
from odintable.arena.deals.deal_result import DealResult
from odintable.arena.deals.schedule import Schedule
from odintable.arena.deals.worker_pool import cores

from .bot_fingerprint import ROOT, combined_fingerprint
from .parts import GAMES, Part

STRONGEST = tuple(("seer", game) for game in GAMES)  # the bots of parts without contests


@dataclass(frozen=True)
class Effort:
    """The time that a measurement took in all its runs, and the number of cores."""

    seconds: float = 0.0
    cores: int = 0


class SavedResults:
    """All results of the bots as they play now."""

    def __init__(
        self,
        unfinished: Path = ROOT / ".strength",
        complete: Path = ROOT / "benchmarks/strength/results",
    ) -> None:
        """Take the two folders, which need not exist."""
        self._unfinished = unfinished
        self._complete = complete

    # --- Contests ---------------------------------------------------------------------------------

    def deal_file(self, part: Part, contest: Contest) -> DealFile:
        """The deals of a contest so far, to be continued."""
        folder = self._unfinished / part.name
        folder.mkdir(parents=True, exist_ok=True)
        return DealFile(folder / f"{file_stem(contest)}.jsonl", contest)

    def result(self, part: Part, contest: Contest) -> Result:
        """The result of a contest so far."""
        schedule = Schedule(contest, stop_when_clear=False)
        for deal in self._deals(part, contest):
            schedule.add(deal)
        return Result(contest, schedule.counted(), is_interrupted=schedule.missing() > 0)

    def _deals(self, part: Part, contest: Contest) -> list[DealResult]:
        """The deals from the repository, or from the unfinished contest."""
        path = self._path(part, contest)
        if path.exists():
            lines = gzip.decompress(path.read_bytes()).splitlines()[1:]
            return [DealResult.from_json(json.loads(line)) for line in lines]
        if not (self._unfinished / part.name / f"{file_stem(contest)}.jsonl").exists():
            return []
        with self.deal_file(part, contest) as deal_file:
            return deal_file.deals

    def is_complete(self, part: Part, contest: Contest) -> bool:
        """Whether a contest has been played to its end."""
        return self._path(part, contest).exists()

    def save(self, part: Part, contest: Contest) -> None:
        """Save a complete contest, and delete its result with bots that played differently."""
        path = self._path(part, contest)
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{contest_fingerprint(contest)}-*"):
            old.unlink()
        with self.deal_file(part, contest) as deal_file:
            path.write_bytes(gzip.compress(deal_file.path.read_bytes(), mtime=0))

    def _path(self, part: Part, contest: Contest) -> Path:
        """The file of a complete contest."""
        return self._complete / part.name / f"{file_stem(contest)}.jsonl.gz"

    # --- Findings ---------------------------------------------------------------------------------

    def save_findings(self, part: Part, findings: list[Verdict]) -> None:
        """Save the findings of a part without contests, in place of older ones."""
        path = self._findings_path(part)
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("findings-*"):
            old.unlink()
        write_json(path, [asdict(one) for one in findings])

    def findings(self, part: Part) -> list[Verdict]:
        """The findings of a part without contests; empty if it was not measured."""
        path = self._findings_path(part)
        return [Verdict(**one) for one in json.loads(path.read_text())] if path.exists() else []

    def _findings_path(self, part: Part) -> Path:
        """The file of a part's findings."""
        return self._complete / part.name / f"findings-{combined_fingerprint(STRONGEST)}.json"

    # --- Time -------------------------------------------------------------------------------------

    def add_time(self, part: Part, seconds: float, contest: Contest | None = None) -> None:
        """Add to the time that a part, or one of its contests, has taken."""
        name = self._findings_path(part).stem if contest is None else file_stem(contest)
        what = name.partition("-")[0]
        known = self._efforts(part)
        before = known.get(name, Effort()).seconds
        # Drop the time that the same contest took with bots that played differently.
        efforts = {one: known[one] for one in known if one.partition("-")[0] != what}
        efforts[name] = Effort(round(before + seconds, 3), cores())
        path = self._complete / part.name / "effort.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, {name: asdict(one) for name, one in efforts.items()})

    def effort(self, part: Part) -> Effort:
        """The time that a part has taken so far."""
        efforts = self._efforts(part).values()
        most = max((one.cores for one in efforts), default=0)
        return Effort(sum(one.seconds for one in efforts), most)

    def _efforts(self, part: Part) -> dict[str, Effort]:
        """The time of each contest, or of all findings together."""
        path = self._complete / part.name / "effort.json"
        saved = json.loads(path.read_text()) if path.exists() else {}
        return {name: Effort(**one) for name, one in saved.items()}


def file_stem(contest: Contest) -> str:
    """The file name of a contest with its bots as they play now."""
    names = tuple((one.bot, contest.game) for one in contest.contestants)
    return f"{contest_fingerprint(contest)}-{combined_fingerprint(names)}"


def contest_fingerprint(contest: Contest) -> str:
    """The contest's fingerprint, with labels in place of Python import paths.

    So results are still found when a module of the benchmarks is renamed.
    """
    settings = contest.settings()
    for one in settings["contestants"]:
        if one["bot"] and ":" in one["bot"]:
            one["bot"] = one["label"]
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write_json(path: Path, content: object) -> None:
    """Replace a file in one step, so that an interruption cannot leave half of it."""
    spare = path.with_suffix(".new")
    spare.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    spare.replace(path)
