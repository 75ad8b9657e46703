"""Where measurements are kept: every deal of a contest, findings, and how long they took.

What is being measured lies in a folder that is not kept; what is complete, packed, in the
repository. Names say what a measurement hangs on: the contest, and what its bots do.
"""

import gzip
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.speed.goals import Verdict
from odintable.arena import Contest, Ledger, Result
from odintable.arena.deals.deal_result import Deal
from odintable.arena.deals.schedule import Referee
from odintable.arena.deals.worker_pool import cores

from .bot_fingerprint import ROOT, deeds_of
from .parts import GAMES, Part

STRONGEST = tuple(("seer", game) for game in GAMES)  # what parts without contests are about


@dataclass(frozen=True)
class Effort:
    """How long something took, over all runs that it took, and on how many cores."""

    seconds: float = 0.0
    cores: int = 0


class Shelf:
    """All that was measured with bots that do what they do now."""

    def __init__(
        self, work: Path = ROOT / ".strength", kept: Path = ROOT / "benchmarks/strength/kept"
    ) -> None:
        """Nothing is made before there is something to keep."""
        self._work = work
        self._kept = kept

    # -- Contests ------------------------------------------------------------------------------

    def ledger(self, part: Part, contest: Contest) -> Ledger:
        """The deals of a contest, to go on with."""
        place = self._work / part.name
        place.mkdir(parents=True, exist_ok=True)
        return Ledger(place / f"{name_of(contest)}.jsonl", contest)

    def result(self, part: Part, contest: Contest) -> Result:
        """What has been played of a contest."""
        referee = Referee(contest, stop_when_clear=False)
        for deal in self._deals(part, contest):
            referee.take(deal)
        return Result(contest, referee.counted(), is_interrupted=referee.missing() > 0)

    def _deals(self, part: Part, contest: Contest) -> list[Deal]:
        """From the repository if they are complete, and otherwise from where they are made."""
        packed = self._packed(part, contest)
        if packed.exists():
            lines = gzip.decompress(packed.read_bytes()).splitlines()[1:]
            return [Deal.from_json(json.loads(line)) for line in lines]
        if not (self._work / part.name / f"{name_of(contest)}.jsonl").exists():
            return []
        with self.ledger(part, contest) as ledger:
            return ledger.deals

    def is_kept(self, part: Part, contest: Contest) -> bool:
        """It is complete."""
        return self._packed(part, contest).exists()

    def pack(self, part: Part, contest: Contest) -> None:
        """Keep a complete contest; what the same contest came to with other bots goes."""
        packed = self._packed(part, contest)
        packed.parent.mkdir(parents=True, exist_ok=True)
        for old in packed.parent.glob(f"{contest.fingerprint()}-*"):
            old.unlink()
        with self.ledger(part, contest) as ledger:
            packed.write_bytes(gzip.compress(ledger.path.read_bytes(), mtime=0))

    def _packed(self, part: Part, contest: Contest) -> Path:
        """Where a complete contest is."""
        return self._kept / part.name / f"{name_of(contest)}.jsonl.gz"

    # -- Findings ------------------------------------------------------------------------------

    def keep(self, part: Part, findings: list[Verdict]) -> None:
        """Keep what was found in another way than by a contest."""
        path = self._findings(part)
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("findings-*"):
            old.unlink()
        write(path, [asdict(one) for one in findings])

    def findings(self, part: Part) -> list[Verdict]:
        """What was found; nothing if it was not measured."""
        path = self._findings(part)
        return [Verdict(**one) for one in json.loads(path.read_text())] if path.exists() else []

    def _findings(self, part: Part) -> Path:
        """Where findings are."""
        return self._kept / part.name / f"findings-{deeds_of(STRONGEST)}.json"

    # -- Time ----------------------------------------------------------------------------------

    def add_time(self, part: Part, seconds: float, contest: Contest | None = None) -> None:
        """A part, or one of its contests, took so much longer."""
        name = self._findings(part).stem if contest is None else name_of(contest)
        what = name.partition("-")[0]
        known = self._efforts(part)
        before = known.get(name, Effort()).seconds
        # What the same took when a bot did otherwise is forgotten.
        efforts = {one: known[one] for one in known if one.partition("-")[0] != what}
        efforts[name] = Effort(round(before + seconds, 3), cores())
        path = self._kept / part.name / "effort.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, {name: asdict(one) for name, one in efforts.items()})

    def effort(self, part: Part) -> Effort:
        """How long a part took so far."""
        efforts = self._efforts(part).values()
        most = max((one.cores for one in efforts), default=0)
        return Effort(sum(one.seconds for one in efforts), most)

    def _efforts(self, part: Part) -> dict[str, Effort]:
        """How long each contest took, or all findings together."""
        path = self._kept / part.name / "effort.json"
        kept = json.loads(path.read_text()) if path.exists() else {}
        return {name: Effort(**one) for name, one in kept.items()}


def name_of(contest: Contest) -> str:
    """A short name for a contest and for what its bots do."""
    names = tuple((one.bot, contest.game) for one in contest.contestants)
    return f"{contest.fingerprint()}-{deeds_of(names)}"


def write(path: Path, what: object) -> None:
    """All of a file or nothing, so that an interruption cannot leave half of it."""
    spare = path.with_suffix(".new")
    spare.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")
    spare.replace(path)
