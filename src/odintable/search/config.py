"""How each game is searched: the numbers that the compiled search is handed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from odintable.games.spec import GAMES as SPECS
from odintable.nets import net

from .tree import MANNER

if TYPE_CHECKING:
    from odintable.games.position import Position
    from odintable.games.spec import GameModules

odin, ravens = SPECS["odin"].modules, SPECS["ravens"].modules


@dataclass(frozen=True)
class Manner:
    """One way to search a game."""

    record: np.ndarray  # of one MANNER
    weights: np.ndarray  # what appeals
    chances: np.ndarray  # what promises to win
    remembers: bool  # what the others did in this hand
    trust: int = 0  # as how many results a net's opinion of a move counts; 0: no net is asked
    leeway: float = 1.0  # how far a move may be worse, in log odds, to be still worth trying


def manner(game: GameModules, *, remembers: bool, trust: int = 0, **numbers: float) -> Manner:
    """A manner from its numbers, by name."""
    record = np.zeros(1, MANNER)
    for name, number in numbers.items():
        record[name] = number
    return Manner(
        record, game.move_heuristic.WEIGHTS, game.value_heuristic.VALUE_WEIGHTS, remembers, trust
    )


RAVENS = manner(ravens, remembers=False, exploration=1.0, warmth=1.0, noise=0.2, cut=1)
# Of one other player the cards can be guessed from what was played and passed on, and a turn later
# the hands say who will win. Of several they cannot, so simulations are many and long instead.
ODIN_FOR_TWO = manner(odin, remembers=True, exploration=1.0, warmth=2.0, noise=0.5, cut=1)
ODIN_FOR_MORE = manner(odin, remembers=False, exploration=1.0, warmth=2.0, noise=0.5, cut=0)
FORGETFUL = replace(ODIN_FOR_TWO, remembers=False)

# In Ravens the net is much the better judge, in ODIN a thousand simulations are as good.
GUIDED_RAVENS = replace(RAVENS, trust=1000)
GUIDED_ODIN_FOR_TWO = manner(
    odin, remembers=True, trust=100, exploration=3.0, warmth=2.0, noise=0.5, cut=1
)
GUIDED_ODIN_FOR_MORE = replace(ODIN_FOR_MORE, trust=100)


def manner_for(view: Position, *, forgetful: bool = False) -> Manner:
    """How to search this game with so many players; who is forgetful does it worse."""
    if view.name == "ravens":
        return RAVENS
    if view.players > 2:
        return ODIN_FOR_MORE
    return FORGETFUL if forgetful else ODIN_FOR_TWO


def guided_for(view: Position) -> Manner:
    """The same, and with a net to guide it where one knows what the seat is to decide."""
    if view.viewer != view.turn or not net.knows(view):
        return manner_for(view)
    if view.name == "ravens":
        return GUIDED_RAVENS
    return GUIDED_ODIN_FOR_MORE if view.players > 2 else GUIDED_ODIN_FOR_TWO
