"""Fit the corrections that search/win_probability_calibration.py applies to win probabilities."""

from collections.abc import Sequence

import numpy as np

from odintable.games.bot_settings import Calibration
from odintable.search.win_probability_calibration import MIN_PROBABILITY

from .play import WAITING, WATCHING, GameSetup, Prediction

STEPS = 50
MAX_STEP = 0.3  # the maximum length of a step


def fit(predictions: Sequence[Prediction]) -> Calibration:
    """The correction under which the results of these predictions are most likely."""
    odds = np.log(np.maximum([one.raw for one in predictions], MIN_PROBABILITY))
    shares = np.array([one.shares for one in predictions])
    is_turn = np.arange(odds.shape[1]) == np.array([one.turn for one in predictions])[:, None]
    features = np.stack([odds, is_turn.astype(float)], axis=-1)  # [prediction, seat, 2]
    numbers = np.array([1.0, 0.0])
    for _ in range(STEPS):  # Newton's method; the likelihood has a single maximum
        powers = features @ numbers
        weights = np.exp(powers - powers.max(axis=1, keepdims=True))
        chances = weights / weights.sum(axis=1, keepdims=True)
        means = np.einsum("ms,msf->mf", chances, features)
        apart = features - means[:, None, :]
        slopes = np.einsum("ms,msf->f", shares - chances, features)
        bends = np.einsum("ms,msf,msg->fg", chances, apart, apart)
        step = np.linalg.solve(bends, slopes)
        numbers = numbers + step * min(1.0, MAX_STEP / float(np.linalg.norm(step)))
    return Calibration(*(round(float(number), 3) for number in numbers))


def to_source(setup: GameSetup, predictions: Sequence[Prediction]) -> str:
    """The fitted corrections of a table as source code."""
    lines = [f"# {setup.name}: waiting, watching"]
    for viewer_kind in (WAITING, WATCHING):
        at = [one for one in predictions if one.viewer_kind == viewer_kind]
        lines.append(f"{fit(at)}  # {len(at):,} predictions")
    return "\n".join(lines)
