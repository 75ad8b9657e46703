"""What was found, and of which nets: benchmarks/reliability/kept.json."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from odintable.games.position import GAMES
from odintable.nets import net

from .bins import Bin, binned, calibration_error, chance_error, farthest, summed
from .play import Decisions, Table

FILE = Path(__file__).parent / "kept.json"
DIGITS = 6  # that are kept of a share

HEAD = """\
| | games | decisions | says | wins | error | by luck alone | farthest off |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"""


@dataclass(frozen=True)
class Found:
    """What came of the chances at one table."""

    table: Table
    whole: Bin  # all decisions as one
    bins: list[Bin]

    @classmethod
    def of(cls, table: Table, made: Decisions) -> Self:
        """Sum up what was played."""
        given = (made.games, made.said, made.won)
        return cls(table, rounded(summed(*given)), [rounded(one) for one in binned(*given)])

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """As it was kept."""
        bins = [Bin(**one) for one in given["bins"]]
        return cls(Table(**given["table"]), Bin(**given["whole"]), bins)

    def __str__(self) -> str:
        """One row of the table in docs/learning.md."""
        whole, far = self.whole, farthest(self.bins)
        cells = (
            self.table.name,
            f"{self.table.games:,}",
            f"{whole.many:,}",
            f"{100 * whole.said:.1f} %",
            f"{100 * whole.won:.1f} ± {100 * whole.reach:.1f} %",
            f"{100 * calibration_error(self.bins):.1f}",
            f"{100 * chance_error(self.bins):.1f}",
            f"says {100 * far.said:.1f} %, wins {100 * far.won:.1f} ± {100 * far.reach:.1f} %",
        )
        return f"| {' | '.join(cells)} |"


@dataclass(frozen=True)
class Kept:
    """One run: which games were played, by which nets, and what was found."""

    seed: int
    nets: dict[str, str]  # game -> what its weights are called
    found: list[Found]

    @classmethod
    def read(cls) -> Self:
        """The last run."""
        given = json.loads(FILE.read_text(encoding="utf-8"))
        found = [Found.from_json(one) for one in given["found"]]
        return cls(given["seed"], given["nets"], found)

    def write(self) -> None:
        """Keep it instead of the one before."""
        FILE.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        """The table in docs/learning.md."""
        return "\n".join([HEAD, *map(str, self.found)])


def rounded(one: Bin) -> Bin:
    """Without digits that mean nothing."""
    shares = (round(share, DIGITS) for share in (one.said, one.won, one.error))
    return Bin(one.many, one.games, *shares)


def weights_of() -> dict[str, str]:
    """A short name for the weights of each net of the package: it changes when they do."""
    return {game: short_name(net.shipped(game)) for game in GAMES}


def short_name(judge: net.Net) -> str:
    """All weights with what they are called, as a few letters."""
    digest = hashlib.sha256()
    for name, weights in sorted(judge.weights.items()):
        digest.update(f"{name} {weights.shape}\n".encode())
        digest.update(weights.tobytes())
    return digest.hexdigest()[:12]
