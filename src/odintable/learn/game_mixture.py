"""The mixture of games in training: the share, players and options of each kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from odintable.games.position import Position
from odintable.games.selfplay_games import Starts

GameMixture = list[tuple[int, int, dict[str, Any]]]  # parts of the mixture, players, options


def starts_of(game: str, mixture: GameMixture) -> Starts:
    """Return the states that games start from, each repeated by its parts of the mixture."""
    states, players = [], []
    for parts, number, options in mixture:
        state = Position.new(game, number, 0, options).states
        states += [state] * parts
        players += [number] * parts
    return Starts(np.concatenate(states), np.array(players, np.int8))
