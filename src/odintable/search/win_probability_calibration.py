"""Calibrates the win probabilities of viewers who are not to move.

The player to move knows their own cards, so the result of a search needs no correction. For a
player who waits and for a spectator, the sampled hands may be worse than the real ones: their win
probabilities are corrected to match how often each seat won in many games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from odintable.games.position import FULL_STATE, SPECTATOR
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    from odintable.games.bot_settings import Calibration, Calibrations
    from odintable.games.position import Position

MIN_PROBABILITY = 1e-4  # the smallest win probability that is corrected


def all_calibrations() -> dict[str, Calibrations]:
    """Return the corrections of all games, by kind."""
    return {
        kind: both
        for spec in GAMES.values()
        if spec.modules.has("bots.settings")
        for kind, both in spec.modules.bots.settings.CALIBRATIONS.items()
    }


def calibration_for(view: Position) -> Calibration | None:
    """Return the correction of win probabilities found from a view, or None if there is none."""
    if view.viewer in (view.turn, FULL_STATE):
        return None
    modules = GAMES[view.name].modules
    if not modules.has("bots.settings"):
        return None
    settings = modules.bots.settings
    kind = settings.calibration_kind(view.players, view.options)
    calibrations: Calibrations | None = settings.CALIBRATIONS.get(kind)
    if calibrations is None:
        return None
    return calibrations.watching if view.viewer == SPECTATOR else calibrations.waiting


def calibrate(view: Position, probabilities: list[float]) -> list[float]:
    """Return each seat's win probability after the correction."""
    calibration = calibration_for(view)
    if calibration is None:
        return probabilities
    log_odds = calibration.slope * np.log(np.maximum(probabilities, MIN_PROBABILITY))
    log_odds[view.turn] += calibration.shift
    weights = np.exp(log_odds - log_odds.max())
    corrected: list[float] = (weights / weights.sum()).tolist()
    return corrected
