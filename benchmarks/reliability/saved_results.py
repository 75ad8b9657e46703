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
from odintable.search.win_probability_calibration import all_calibrations

from .bins import Bin, bin_from, calibration_error, luck_error, make_bins
from .play import PLAYERS, VIEWERS, GameSetup, Prediction

FILE = Path(__file__).parent / "saved_results.json"
DIGITS = 6  # to which shares are rounded

HEAD = """\
| | viewer | predictions | displayed | comes true | error | by luck alone | uncorrected |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"""
BY_PLAYERS = """\
| | among nets | among searches | among greedy ones |
| --- | ---: | ---: | ---: |"""


@dataclass(frozen=True)
class ViewerResult:
    """Predictions and results for one kind of viewer of one setup."""

    setup: GameSetup
    viewer_kind: str
    whole: Bin  # all predictions in one bin
    bins: list[Bin]
    uncorrected_error: float  # the error without the correction
    # The error, and that expected from luck, for each of PLAYERS.
    errors_by_player: list[tuple[float, float]]

    @classmethod
    def of(cls, setup: GameSetup, viewer_kind: str, predictions: Sequence[Prediction]) -> Self:
        """Summarize the predictions for one kind of viewer."""
        bins = bins_from(predictions)
        bins_by_player = [
            bins_from([one for one in predictions if one.game % len(PLAYERS) == sort])
            for sort in range(len(PLAYERS))
        ]
        return cls(
            setup, viewer_kind, round_bin(bin_from(*arrays(predictions))),
            [round_bin(one) for one in bins],
            round(calibration_error(bins_from(predictions, corrected=False)), DIGITS),
            [(round(calibration_error(one), DIGITS), round(luck_error(one), DIGITS))
             for one in bins_by_player],
        )  # fmt: skip

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        bins = [Bin(**one) for one in given["bins"]]
        errors_by_player = [(error, luck) for error, luck in given["errors_by_player"]]
        setup, whole = GameSetup(**given["setup"]), Bin(**given["whole"])
        return cls(
            setup, given["viewer_kind"], whole, bins, given["uncorrected_error"], errors_by_player
        )

    def __str__(self) -> str:
        """One row of the table in docs/search.md."""
        whole = self.whole
        cells = (
            self.setup.name,
            self.viewer_kind,
            f"{whole.count:,}",
            f"{100 * whole.predicted:.1f} %",
            f"{100 * whole.actual:.1f} ± {100 * whole.half_width:.1f} %",
            f"{100 * calibration_error(self.bins):.1f}",
            f"{100 * luck_error(self.bins):.1f}",
            f"{100 * self.uncorrected_error:.1f}",
        )
        return f"| {' | '.join(cells)} |"

    def by_players(self) -> str:
        """One row of the second table."""
        cells = [f"{100 * error:.1f} ({100 * luck:.1f})" for error, luck in self.errors_by_player]
        return f"| {self.setup.name}, {self.viewer_kind} | {' | '.join(cells)} |"


@dataclass(frozen=True)
class SavedRun:
    """One run: its seed, the nets and corrections used, and the results."""

    seed: int
    nets: dict[str, str]  # game -> fingerprint of its weights
    corrections: dict[str, list[list[float]]]
    results: list[ViewerResult]

    @classmethod
    def read(cls) -> Self:
        """Read the saved run."""
        given = json.loads(FILE.read_text(encoding="utf-8"))
        results = [ViewerResult.from_json(one) for one in given["results"]]
        return cls(given["seed"], given["nets"], given["corrections"], results)

    def write(self) -> None:
        """Save this run in place of the previous one."""
        FILE.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        """The tables in docs/search.md."""
        rows = [HEAD, *map(str, self.results), "", BY_PLAYERS]
        return "\n".join([*rows, *(one.by_players() for one in self.results)])


def results_by_viewer(setup: GameSetup, predictions: Sequence[Prediction]) -> list[ViewerResult]:
    """The results of a setup, by kind of viewer."""
    return [
        ViewerResult.of(setup, kind, [one for one in predictions if one.viewer_kind == kind])
        for kind in VIEWERS
    ]


def bins_from(predictions: Sequence[Prediction], *, corrected: bool = True) -> list[Bin]:
    """Predictions and results in bins."""
    return make_bins(*arrays(predictions, corrected=corrected))


def arrays(
    predictions: Sequence[Prediction], *, corrected: bool = True
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each prediction: the number of its game, the prediction, and the share of the win."""
    predicted = [(one.displayed if corrected else one.raw)[one.seat] for one in predictions]
    actual = [one.shares[one.seat] for one in predictions]
    return np.array([one.game for one in predictions]), np.array(predicted), np.array(actual)


def round_bin(one: Bin) -> Bin:
    """The bin with its shares rounded."""
    shares = (round(share, DIGITS) for share in (one.predicted, one.actual, one.standard_error))
    return Bin(one.count, one.games, *shares)


def corrections() -> dict[str, list[list[float]]]:
    """The current corrections, in the format of the file."""
    return {kind: [list(one) for one in both] for kind, both in all_calibrations().items()}


def net_fingerprints() -> dict[str, str]:
    """A fingerprint of the weights of each net in the package."""
    return {game: weights_fingerprint(net.shipped(game)) for game in GAMES}


def weights_fingerprint(shipped: net.Net) -> str:
    """A short hash of all weights and their names."""
    digest = hashlib.sha256()
    for name, weights in sorted(shipped.weights.items()):
        digest.update(f"{name} {weights.shape}\n".encode())
        digest.update(weights.tobytes())
    return digest.hexdigest()[:12]
