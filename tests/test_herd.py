"""Many games at once: who learns in them, and what becomes of a race that takes too long."""

import numpy as np
import pytest

from odintable.games import herd
from odintable.games.chance import generator
from odintable.games.position import GAMES, Position
from odintable.games.ravens.parts import END, MAX_MOVES, WAY_BONUS

COUNT, PLAYERS, BELL = 400, 4, 6


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


def test_the_bell_gives_a_race_to_who_is_ahead() -> None:
    parts, features = GAMES["ravens"].parts, GAMES["ravens"].features
    states, memories = np.zeros(COUNT, parts.STATE), np.zeros(COUNT, features.MEMORY)
    care = np.zeros(COUNT, herd.CARE)
    opening = np.zeros((COUNT, herd.MOST_SEATS, features.STANDING.bytes), np.uint8)
    found = np.zeros((COUNT, herd.MOST_SEATS, 2), np.float32)
    begins = Position.new("ravens", 2, 0, {}).states, np.array([2], np.int8)
    rngs = np.stack([generator(seed) for seed in range(COUNT)])
    herd.begin_all(states, memories, care, opening, *begins, rngs, 0)
    moves, counts = np.zeros((COUNT, MAX_MOVES), np.int16), np.zeros(COUNT, np.int32)
    picked, firsts = np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64)
    dice, led = np.random.default_rng(1), []
    for _ in range(100):
        before, made = states.copy(), moves[np.arange(COUNT), picked]
        herd.advance(
            states, memories, care, opening, opening.copy(), np.zeros((COUNT, herd.MOST_SEATS)),
            found, *begins, rngs, 0, BELL, picked, firsts, moves, counts,
        )  # fmt: skip
        picked[:] = dice.integers(0, counts)
        for at in np.flatnonzero((care["has_ended"] == 1) & (made == END)):
            lead = int(before[at].ravens[0]) - int(before[at].ravens[1])
            way = int(before[at].way_sizes[0]) - int(before[at].way_sizes[1])
            own, other = (round(10 * float(points)) for points in found[at, :2, 0])
            assert own == max(lead, 0) + WAY_BONUS * (way > 0)
            assert other == max(-lead, 0) + WAY_BONUS * (way < 0)
            led.append(lead)
    assert min(led) < 0 < max(led)
    assert states["turns"].max() < BELL
