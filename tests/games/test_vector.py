"""Many games at once: who learns in them, and what becomes of a race that takes too long."""

from collections.abc import Iterator

import numpy as np
import pytest

from odintable.games import vector
from odintable.games.position import Position
from odintable.games.ravens.components import END, FLIES, MAGICS, MAX_MOVES, WAY_BONUS
from odintable.games.rng import generator
from odintable.games.spec import GAMES, MAX_PLAYERS

COUNT, PLAYERS, BELL = 400, 4, 6


@pytest.mark.parametrize(
    ("others", "least", "most"), [(0, 0, 0), (30, 250, 470), (100, 1200, 1200)]
)
def test_one_seat_learns_and_so_many_in_a_hundred_of_the_others_do_not(
    others: int, least: int, most: int
) -> None:
    parts, features = GAMES["odin"].modules.components, GAMES["odin"].modules.features
    care = np.zeros(COUNT, vector.CARE)
    vector.begin_all(
        np.zeros(COUNT, parts.STATE), np.zeros(COUNT, features.MEMORY), care,
        np.zeros((COUNT, MAX_PLAYERS, features.STANDING.bytes), np.uint8),
        Position.new("odin", PLAYERS, 0, {}).states, np.array([PLAYERS], np.int8),
        np.stack([generator(seed) for seed in range(COUNT)]), others,
    )  # fmt: skip
    strangers = care["who"][:, :PLAYERS]
    assert (strangers == 0).any(axis=1).all()
    assert least <= strangers.sum() <= most


Moment = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def races(bell: int, turns: int, *, keen: bool = False) -> Iterator[Moment]:
    """Races at random: the states before each turn, moves made, what is kept, points found.

    Who is keen flies whenever that is possible.
    """
    parts, features = GAMES["ravens"].modules.components, GAMES["ravens"].modules.features
    states, memories = np.zeros(COUNT, parts.STATE), np.zeros(COUNT, features.MEMORY)
    care = np.zeros(COUNT, vector.CARE)
    opening = np.zeros((COUNT, MAX_PLAYERS, features.STANDING.bytes), np.uint8)
    found = np.zeros((COUNT, MAX_PLAYERS, 2), np.float32)
    begins = Position.new("ravens", 2, 0, {}).states, np.array([2], np.int8)
    rngs = np.stack([generator(seed) for seed in range(COUNT)])
    vector.begin_all(states, memories, care, opening, *begins, rngs, 0)
    moves, counts = np.zeros((COUNT, MAX_MOVES), np.int16), np.zeros(COUNT, np.int32)
    picked, firsts = np.zeros(COUNT, np.int64), np.zeros(COUNT, np.int64)
    dice = np.random.default_rng(1)
    for _ in range(turns):
        before, made = states.copy(), moves[np.arange(COUNT), picked]
        vector.advance(
            states, memories, care, opening, opening.copy(), np.zeros((COUNT, MAX_PLAYERS)),
            found, *begins, rngs, 0, bell, picked, firsts, moves, counts,
        )  # fmt: skip
        picked[:] = dice.integers(0, counts)
        if keen:
            there = np.arange(MAX_MOVES) < counts[:, None]
            flights = there & (moves >= FLIES) & (moves < MAGICS)
            picked[:] = np.where(flights.any(axis=1), flights.argmax(axis=1), picked)
        assert states["turns"].max() < bell
        yield before, made, care, found


def test_the_bell_gives_a_race_to_who_is_ahead() -> None:
    led = []
    for before, made, care, found in races(BELL, 100):
        for at in np.flatnonzero((care["has_ended"] == 1) & (made == END)):
            lead = int(before[at].ravens[0]) - int(before[at].ravens[1])
            way = int(before[at].way_sizes[0]) - int(before[at].way_sizes[1])
            own, other = (round(10 * float(points)) for points in found[at, :2, 0])
            assert own == max(lead, 0) + WAY_BONUS * (way > 0)
            assert other == max(-lead, 0) + WAY_BONUS * (way < 0)
            assert care[at].is_called
            led.append(lead)
    assert min(led) < 0 < max(led)


def test_a_race_that_a_raven_ends_was_not_called_off() -> None:
    ended = 0
    for _, _, care, _ in races(1 << 14, 200, keen=True):
        has_ended = care["has_ended"] == 1
        assert not care["is_called"][has_ended].any()
        ended += int(has_ended.sum())
    assert ended


def test_opinions_count_for_the_decisions_before_them() -> None:
    care = np.zeros(1, vector.CARE)
    care["has_ended"], care["done"], care["sat"] = 1, 3, 2
    slots, deciders = np.array([[10, 11, 12]]), np.array([[0, 1, 0]], np.int8)
    opinions = np.array([[0.9, 0.3, 0.8]], np.float32)
    ready, legs = np.empty(3, vector.READY), np.zeros(1, np.int32)
    trust = 0.25
    assert vector.gather(care, slots, deciders, opinions, trust, 0, ready, legs) == (3, 1)
    assert ready["slot"].tolist() == [12, 11, 10]
    assert ready["place"].tolist() == [0, 1, 0]
    np.testing.assert_allclose(ready["weight"], [1, 0.75, 0.75**2])
    later, first = 0.25 * (1 - 0.8), 0.25 * (1 - 0.3) + 0.75 * 0.25 * 0.8
    np.testing.assert_allclose(ready["thought"], [0, later, first], rtol=1e-6)


def test_among_more_than_two_an_opinion_counts_for_its_own_seat_alone() -> None:
    care = np.zeros(1, vector.CARE)
    care["has_ended"], care["done"], care["sat"] = 1, 3, 3
    slots, deciders = np.array([[10, 11, 12]]), np.array([[0, 1, 0]], np.int8)
    ready, legs = np.empty(3, vector.READY), np.zeros(1, np.int32)
    opinions = np.array([[0.9, 0.3, 0.8]], np.float32)
    vector.gather(care, slots, deciders, opinions, 0.25, 0, ready, legs)
    np.testing.assert_allclose(ready["weight"], [1, 1, 0.75])
    np.testing.assert_allclose(ready["thought"], [0, 0, 0.2], rtol=1e-6)


def test_without_trust_only_the_end_counts_and_what_is_overwritten_is_left_out() -> None:
    care = np.zeros(2, vector.CARE)
    care["has_ended"], care["done"], care["sat"] = [0, 1], [0, 2], 2
    slots, deciders = np.array([[1, 2], [3, 4]]), np.array([[0, 1], [0, 1]], np.int8)
    ready, legs = np.empty(2, vector.READY), np.zeros(2, np.int32)
    opinions = np.full((2, 2), 0.7, np.float32)
    assert vector.gather(care, slots, deciders, opinions, 0.0, 4, ready, legs) == (1, 1)
    assert ready[0]["slot"] == 4
    assert ready[0]["thought"] == 0
    assert ready[0]["weight"] == 1
    assert legs[0] == 1


def test_an_opinion_is_kept_with_the_decision_it_is_about() -> None:
    care, opinions = np.zeros(3, vector.CARE), np.zeros((3, 2), np.float32)
    care["awaited"] = [vector.NONE, 0, 1]
    vector.note(care, np.array([0.1, 0.2, 0.3], np.float32), opinions)
    np.testing.assert_allclose(opinions, np.array([[0, 0], [0.2, 0], [0, 0.3]]), rtol=1e-6)
