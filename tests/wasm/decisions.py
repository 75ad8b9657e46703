"""Views of decisions from games of both kinds, for search and nets."""

import base64
from random import Random

import numpy as np

from odintable.games.position import Position
from odintable.match.fair_shuffle import FairShuffler
from odintable.match.match import Match


def decision_views(game: str, count: int) -> list[Position]:
    """What the player to move sees, in positions from random play with several legal moves."""
    views: list[Position] = []
    seed = 0
    while len(views) < count:
        dice = Random(seed)
        players = dice.choice([2, 2, 3, 4, 6]) if game == "odin" else 2
        match = Match.new(game, players=players, first=0, shuffler=FairShuffler.numbered(seed))
        seed += 1
        for _ in range(dice.randrange(2, 60)):
            if match.position.is_over:
                break
            match.play(dice.choice(match.position.legal()))
        position = match.position
        if not position.is_over and len(position.moves()) > 2:
            views.append(position.view(position.turn))
    return views


def as_text(array: np.ndarray) -> str:
    """Return the bytes of an array for JSON."""
    return base64.b64encode(array.tobytes()).decode()
