"""Many games at once: who learns in them."""

import numpy as np
import pytest

from odintable.games import herd
from odintable.games.chance import generator
from odintable.games.position import GAMES, Position

COUNT, PLAYERS = 400, 4


@pytest.mark.parametrize(
    ("others", "least", "most"), [(0, 0, 0), (30, 250, 470), (100, 1200, 1200)]
)
def test_one_seat_learns_and_so_many_in_a_hundred_of_the_others_do_not(
    others: int, least: int, most: int
) -> None:
    parts, features = GAMES["odin"].parts, GAMES["odin"].features
    care = np.zeros(COUNT, herd.CARE)
    herd.begin_all(
        np.zeros(COUNT, parts.STATE), np.zeros(COUNT, features.MEMORY), care,
        np.zeros((COUNT, herd.MOST_SEATS, features.STANDING.bytes), np.uint8),
        Position.new("odin", PLAYERS, 0, {}).states, np.array([PLAYERS], np.int8),
        np.stack([generator(seed) for seed in range(COUNT)]), others,
    )  # fmt: skip
    strangers = care["who"][:, :PLAYERS]
    assert (strangers == 0).any(axis=1).all()
    assert least <= strangers.sum() <= most
