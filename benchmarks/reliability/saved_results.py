"""The saved results, with the nets and corrections used: saved_results.json in this folder."""

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
DIGITS = 6  # to which shares are rounded

HEAD = """\
| | told to | moments | says | comes true | error | by luck alone | uncorrected |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"""
BY_PLAYERS = """\
| | among nets | among searches | among greedy ones |
| --- | ---: | ---: | ---: |"""


@dataclass(frozen=True)
class Found:
    """Predictions and results for one kind of viewer at one table."""

    table: Table
    place: str
    whole: Bin  # all moments in one bin
    bins: list[Bin]
    before: float  # the error without the correction
    among: list[tuple[float, float]]  # the error, and that expected from luck, for each of PLAYERS

    @classmethod
    def of(cls, table: Table, place: str, moments: Sequence[Moment]) -> Self:
        """Summarize the moments of one kind of viewer."""
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
    """One run: its seed, the nets and corrections used, and the results."""

    seed: int
    nets: dict[str, str]  # game -> fingerprint of its weights
    corrections: dict[str, list[list[float]]]
    found: list[Found]

    @classmethod
    def read(cls) -> Self:
        """Read the saved run."""
        given = json.loads(FILE.read_text(encoding="utf-8"))
        found = [Found.from_json(one) for one in given["found"]]
        return cls(given["seed"], given["nets"], given["corrections"], found)

    def write(self) -> None:
        """Save this run in place of the previous one."""
        FILE.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        """The tables in docs/search.md."""
        rows = [HEAD, *map(str, self.found), "", BY_PLAYERS]
        return "\n".join([*rows, *(one.by_players() for one in self.found)])


def found_at(table: Table, moments: Sequence[Moment]) -> list[Found]:
    """The results of a table, by kind of viewer."""
    return [
        Found.of(table, place, [one for one in moments if one.place == place]) for place in PLACES
    ]


def bins_of(moments: Sequence[Moment], *, corrected: bool = True) -> list[Bin]:
    """Predictions and results in bins."""
    return binned(*arrays(moments, corrected=corrected))


def arrays(
    moments: Sequence[Moment], *, corrected: bool = True
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each moment: the number of its game, the prediction, and the share of the win."""
    said = [(one.told if corrected else one.found)[one.seat] for one in moments]
    won = [one.shares[one.seat] for one in moments]
    return np.array([one.game for one in moments]), np.array(said), np.array(won)


def rounded(one: Bin) -> Bin:
    """The bin with its shares rounded."""
    shares = (round(share, DIGITS) for share in (one.said, one.won, one.error))
    return Bin(one.many, one.games, *shares)


def corrections() -> dict[str, list[list[float]]]:
    """The current corrections, in the format of the file."""
    return {kind: [list(one) for one in both] for kind, both in all_calibrations().items()}


def weights_of() -> dict[str, str]:
    """A fingerprint of the weights of each net in the package."""
    return {game: short_name(net.shipped(game)) for game in GAMES}


def short_name(judge: net.Net) -> str:
    """A short hash of all weights and their names."""
    digest = hashlib.sha256()
    for name, weights in sorted(judge.weights.items()):
        digest.update(f"{name} {weights.shape}\n".encode())
        digest.update(weights.tobytes())
    return digest.hexdigest()[:12]
