"""Corrects the win probabilities of viewers who are not to move, so that they come true.

The player to move knows their own cards, and what a search finds from there needs no correction.
A player who waits, and a spectator, sample hands that may be worse than the real ones: their win
probabilities are corrected by how often they came true in many games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from odintable.games.position import FULL_STATE, SPECTATOR
from odintable.games.spec import GAMES

if TYPE_CHECKING:
    from odintable.games.bot_settings import Calibration, Calibrations
    from odintable.games.position import Position

LEAST = 1e-4  # the smallest win probability that is corrected


def all_calibrations() -> dict[str, Calibrations]:
    """The corrections of all games by their kinds."""
    return {
        kind: both
        for spec in GAMES.values()
        if spec.modules.has("bots.settings")
        for kind, both in spec.modules.bots.settings.CALIBRATIONS.items()
    }


def calibration_for(view: Position) -> Calibration | None:
    """How win probabilities found from a view are corrected, if they are."""
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
    """Each seat's win probability after the correction, given what a search found."""
    calibration = calibration_for(view)
    if calibration is None:
        return probabilities
    log_odds = calibration.slope * np.log(np.maximum(probabilities, LEAST))
    log_odds[view.turn] += calibration.shift
    weights = np.exp(log_odds - log_odds.max())
    corrected: list[float] = (weights / weights.sum()).tolist()
    return corrected
