"""Fit the corrections that search/calibration.py applies to win probabilities."""

from collections.abc import Sequence

import numpy as np

from odintable.games.bot_settings import Calibration
from odintable.search.calibration import LEAST

from .play import WAITING, WATCHING, Moment, Table

STEPS = 50
LONGEST = 0.3  # the maximum length of a step


def fitted(moments: Sequence[Moment]) -> Calibration:
    """The correction under which the results of these moments are most likely."""
    odds = np.log(np.maximum([one.found for one in moments], LEAST))
    shares = np.array([one.shares for one in moments])
    is_turn = np.arange(odds.shape[1]) == np.array([one.turn for one in moments])[:, None]
    features = np.stack([odds, is_turn.astype(float)], axis=-1)  # [moment, seat, 2]
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
        numbers = numbers + step * min(1.0, LONGEST / float(np.linalg.norm(step)))
    return Calibration(*(round(float(number), 3) for number in numbers))


def told(table: Table, moments: Sequence[Moment]) -> str:
    """The fitted corrections of a table as source code."""
    lines = [f"# {table.name}: waiting, watching"]
    for place in (WAITING, WATCHING):
        at = [one for one in moments if one.place == place]
        lines.append(f"{fitted(at)}  # {len(at):,} moments")
    return "\n".join(lines)
