"""Chances that can be taken at their word, for who is not to move.

Who is to move knows what they hold, and what a search finds from there needs no correction. Who
waits or watches must imagine hands, and in ODIN imagines them worse than they are: players keep
what goes together. So chances found that way are corrected by what came of them in many games. In
Ravens no correction makes them any better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from odintable.games.position import SPECTATOR, TRUTH

if TYPE_CHECKING:
    from odintable.games.position import Position

LEAST = 1e-4  # of the win: nobody's chance is thought to be smaller


class Correction(NamedTuple):
    """What is done to the logarithms of all shares, before these are made to add up to one."""

    slope: float  # below 1: chances were surer than they should have been
    shift: float  # for who is to move: above 0, they were thought too little of


class Corrections(NamedTuple):
    """One for who waits for another's move, and one for who watches."""

    waiting: Correction
    watching: Correction


# `python -m benchmarks.reliability --fit` finds such numbers.
CORRECTIONS = {
    "odin, one hand": Corrections(Correction(1.169, 0.576), Correction(0.887, 0.166)),
    "odin": Corrections(Correction(0.771, 0.139), Correction(0.909, 0.055)),
    "odin, more players": Corrections(Correction(0.834, 0.345), Correction(0.869, 0.141)),
}


def kind_of(view: Position) -> str:
    """What is corrected alike."""
    if view.name != "odin":
        return view.name
    if view.players > 2:
        return "odin, more players"
    return "odin, one hand" if view.options.get("hands") == 1 else "odin"


def correction_for(view: Position) -> Correction | None:
    """How chances seen from here are corrected, if they are."""
    corrections = CORRECTIONS.get(kind_of(view))
    if corrections is None or view.viewer in (view.turn, TRUTH):
        return None
    return corrections.watching if view.viewer == SPECTATOR else corrections.waiting


def corrected(view: Position, shares: list[float]) -> list[float]:
    """Each seat's chance, as it comes true; what a search found from this view."""
    correction = correction_for(view)
    if correction is None:
        return shares
    odds = correction.slope * np.log(np.maximum(shares, LEAST))
    odds[view.turn] += correction.shift
    weights = np.exp(odds - odds.max())
    told: list[float] = (weights / weights.sum()).tolist()
    return told
