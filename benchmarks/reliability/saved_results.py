"""The results, with nets and corrections: benchmarks/reliability/saved_results.json."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from odintable.games.spec import GAMES
from odintable.nets import net
from odintable.search.calibration import all_calibrations

from .bins import Bin, binned, calibration_error, chance_error, summed
from .play import PLACES, PLAYERS, Moment, Table

FILE = Path(__file__).parent / "saved_results.json"
DIGITS = 6  # that are kept of a share

HEAD = """\
| | told to | moments | says | comes true | error | by luck alone | uncorrected |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"""
BY_PLAYERS = """\
| | among nets | among searches | among greedy ones |
| --- | ---: | ---: | ---: |"""


@dataclass(frozen=True)
class Found:
    """What came of the chances told to one place at one table."""

    table: Table
    place: str
    whole: Bin  # all moments as one
    bins: list[Bin]
    before: float  # the error without the correction
    among: list[tuple[float, float]]  # the error, and what luck makes of it, by who played

    @classmethod
    def of(cls, table: Table, place: str, moments: Sequence[Moment]) -> Self:
        """Sum up what was told at a place."""
        bins = bins_of(moments)
        among = [
            bins_of([one for one in moments if one.game % len(PLAYERS) == sort])
            for sort in range(len(PLAYERS))
        ]
        return cls(
            table, place, rounded(summed(*arrays(moments))), [rounded(one) for one in bins],
            round(calibration_error(bins_of(moments, corrected=False)), DIGITS),
            [(round(calibration_error(one), DIGITS), round(chance_error(one), DIGITS))
             for one in among],
        )  # fmt: skip

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """As it was kept."""
        bins = [Bin(**one) for one in given["bins"]]
        among = [(error, luck) for error, luck in given["among"]]
        table, whole = Table(**given["table"]), Bin(**given["whole"])
        return cls(table, given["place"], whole, bins, given["before"], among)

    def __str__(self) -> str:
        """One row of the table in docs/search.md."""
        whole = self.whole
        cells = (
            self.table.name,
            self.place,
            f"{whole.many:,}",
            f"{100 * whole.said:.1f} %",
            f"{100 * whole.won:.1f} ± {100 * whole.reach:.1f} %",
            f"{100 * calibration_error(self.bins):.1f}",
            f"{100 * chance_error(self.bins):.1f}",
            f"{100 * self.before:.1f}",
        )
        return f"| {' | '.join(cells)} |"

    def by_players(self) -> str:
        """One row of the second table."""
        cells = [f"{100 * error:.1f} ({100 * luck:.1f})" for error, luck in self.among]
        return f"| {self.table.name}, {self.place} | {' | '.join(cells)} |"


@dataclass(frozen=True)
class Kept:
    """One run: which games were played, with which nets and corrections, and what was found."""

    seed: int
    nets: dict[str, str]  # game -> what its weights are called
    corrections: dict[str, list[list[float]]]
    found: list[Found]

    @classmethod
    def read(cls) -> Self:
        """The last run."""
        given = json.loads(FILE.read_text(encoding="utf-8"))
        found = [Found.from_json(one) for one in given["found"]]
        return cls(given["seed"], given["nets"], given["corrections"], found)

    def write(self) -> None:
        """Keep it instead of the one before."""
        FILE.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        """The tables in docs/search.md."""
        rows = [HEAD, *map(str, self.found), "", BY_PLAYERS]
        return "\n".join([*rows, *(one.by_players() for one in self.found)])


def found_at(table: Table, moments: Sequence[Moment]) -> list[Found]:
    """What came of the chances told at a table, place by place."""
    return [
        Found.of(table, place, [one for one in moments if one.place == place]) for place in PLACES
    ]


def bins_of(moments: Sequence[Moment], *, corrected: bool = True) -> list[Bin]:
    """What was told and what came of it, in bins."""
    return binned(*arrays(moments, corrected=corrected))


def arrays(
    moments: Sequence[Moment], *, corrected: bool = True
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The number of each game, the chance told, and the share that came of it."""
    said = [(one.told if corrected else one.found)[one.seat] for one in moments]
    won = [one.shares[one.seat] for one in moments]
    return np.array([one.game for one in moments]), np.array(said), np.array(won)


def rounded(one: Bin) -> Bin:
    """Without digits that mean nothing."""
    shares = (round(share, DIGITS) for share in (one.said, one.won, one.error))
    return Bin(one.many, one.games, *shares)


def corrections() -> dict[str, list[list[float]]]:
    """Those that are used now, as they are kept."""
    return {kind: [list(one) for one in both] for kind, both in all_calibrations().items()}


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
