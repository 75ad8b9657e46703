"""Where measurements are kept: ledgers and findings, in a folder named by what they hang on."""

import ast
import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.goals import Verdict
from odintable.arena import Contest, Ledger, Result
from odintable.arena.pool import cores
from odintable.arena.referee import Referee

from .parts import Part

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / ".strength"


@dataclass(frozen=True)
class Effort:
    """How long something took, over all runs that it took, and on how many cores."""

    seconds: float = 0.0
    cores: int = 0


class Shelf:
    """All that was measured with the sources as they are."""

    def __init__(self, folder: Path = FOLDER, root: Path = ROOT) -> None:
        """Nothing is made before there is something to keep."""
        self._folder = folder
        self._root = root

    def place(self, part: Part) -> Path:
        """The folder of a part; another one when a source has changed."""
        return self._folder / f"{part.name}-{hash_of(self._root, part.sources)}"

    # -- Contests ------------------------------------------------------------------------------

    def ledger(self, part: Part, contest: Contest) -> Ledger:
        """The deals of a contest, to go on with."""
        place = self.place(part)
        place.mkdir(parents=True, exist_ok=True)
        return Ledger(self._path(part, contest), contest)

    def result(self, part: Part, contest: Contest) -> Result:
        """What has been played of a contest."""
        referee = Referee(contest, stop_when_clear=False)
        if self._path(part, contest).exists():
            with self.ledger(part, contest) as ledger:
                for deal in ledger.deals:
                    referee.take(deal)
        return Result(contest, referee.counted(), is_interrupted=referee.missing() > 0)

    def _path(self, part: Part, contest: Contest) -> Path:
        """Where the deals of a contest are."""
        return self.place(part) / f"{contest.fingerprint()}.jsonl"

    # -- Findings ------------------------------------------------------------------------------

    def keep(self, part: Part, findings: list[Verdict]) -> None:
        """Keep what was found in another way than by a contest."""
        self.place(part).mkdir(parents=True, exist_ok=True)
        write(self._findings(part), [asdict(one) for one in findings])

    def findings(self, part: Part) -> list[Verdict]:
        """What was found; nothing if it was not measured."""
        path = self._findings(part)
        return [Verdict(**one) for one in json.loads(path.read_text())] if path.exists() else []

    def _findings(self, part: Part) -> Path:
        """Where findings are."""
        return self.place(part) / "findings.json"

    # -- Time ----------------------------------------------------------------------------------

    def add_time(self, part: Part, seconds: float) -> None:
        """A part took so much longer."""
        self.place(part).mkdir(parents=True, exist_ok=True)
        effort = Effort(self.effort(part).seconds + seconds, cores())
        write(self.place(part) / "effort.json", asdict(effort))

    def effort(self, part: Part) -> Effort:
        """How long a part took so far."""
        path = self.place(part) / "effort.json"
        return Effort(**json.loads(path.read_text())) if path.exists() else Effort()


def write(path: Path, what: object) -> None:
    """All of a file or nothing, so that an interruption cannot leave half of it."""
    spare = path.with_suffix(".new")
    spare.write_text(json.dumps(what), encoding="utf-8")
    spare.replace(path)


def hash_of(root: Path, patterns: tuple[str, ...]) -> str:
    """A short name for what sources do; comments, docstrings and layout do not matter."""
    wanted = {path for one in patterns if one[0] != "!" for path in root.glob(one)}
    wanted -= {path for one in patterns if one[0] == "!" for path in root.glob(one[1:])}
    digest = hashlib.sha256()
    for path in sorted(wanted):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                if ast.get_docstring(node) is not None:
                    del node.body[0]
        digest.update(f"{path.relative_to(root)}\n{ast.dump(tree)}\n".encode())
    return digest.hexdigest()[:12]
