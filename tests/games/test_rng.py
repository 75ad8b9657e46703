"""The compiled generator is fair: deals, reshuffles, orientations, Magic Way cards, sampled states.

Every test counts in many games where each card lies and applies a chi-square test to each row.
Seeds are fixed, so the results never change; a biased shuffle fails by many powers of ten.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from odintable.games import compiled_calls
from odintable.games.odin.components import BIT
from odintable.games.position import Position
from odintable.games.ravens.components import LANDSCAPES, OWNED
from odintable.games.rng import generator
from tests.games import random_positions
from tests.reference import odin, ravens

MANY = 20_000
TOO_UNLIKELY = 1e-4  # that a fair shuffle gives a table as uneven as this

NAMES = [one + other for one in ravens.TERRAINS for other in ravens.TERRAINS]  # of landscapes

Table = np.ndarray  # [row, kind] -> how often, or how likely


def p_value(counts: Table, chances: Table) -> float:
    """The probability that a fair shuffle's most uneven row is at least as uneven as this one."""
    expected = chances * counts.sum(axis=1, keepdims=True)
    assert not counts[expected == 0].any(), "something lay where it cannot"
    uneven = np.divide((counts - expected) ** 2, expected, where=expected > 0, out=expected * 0.0)
    freedom = (expected > 0).sum(axis=1) - 1
    rows = freedom > 0
    by_row = chi2.sf(uneven.sum(axis=1)[rows], freedom[rows])
    return float(min(1.0, by_row.min() * rows.sum()))


def assert_fair(counts: Table, chances: Table) -> None:
    """Check that these counts may come from a fair shuffle."""
    assert p_value(counts, chances) > TOO_UNLIKELY


def each_kind(piles: np.ndarray, kinds: int) -> Table:
    """[place, kind] -> how often, from many piles."""
    return np.stack([np.bincount(column, minlength=kinds) for column in piles.T])


def of_box(box: Any, places: int) -> Table:
    """Every place holds every kind as often as the box does."""
    return np.tile(np.asarray(box) / np.sum(box), (places, 1))


def dealt(name: str, players: int, options: dict[str, Any]) -> np.ndarray:
    """Many new games, dealt by generators with the seeds 0, 1, 2 and so on."""
    start = Position.new(name, players, 0, options)
    states = np.zeros(MANY, start.states.dtype)
    compiled_calls.reset_all(
        states, start.states, np.stack([generator(seed) for seed in range(MANY)])
    )
    return states


def stepped(position: dict[str, Any], move: str) -> np.ndarray:
    """Make one move from one position many times, each with its own generator."""
    start = Position.from_json(position)
    code = start.read_move(move)
    states = np.repeat(start.states, MANY)
    rng = generator(1)
    for at in range(MANY):
        compiled_calls.step_at(states, at, code, rng)
    return states


# -- A biased shuffle is noticed ---------------------------------------------------------------


def fisher_yates(last: int) -> tuple[int, int]:
    """The fair one: a card swaps with any place up to its own."""
    return 0, last + 1


def never_itself(last: int) -> tuple[int, int]:
    """Off by one: no card can stay where it is."""
    return 0, last


def any_place(_last: int) -> tuple[int, int]:
    """The beginner's shuffle: every card swaps with any place."""
    return 0, 33


@pytest.mark.parametrize(
    ("span", "is_fair"), [(fisher_yates, True), (never_itself, False), (any_place, False)]
)
def test_a_biased_shuffle_is_noticed(span: Callable[[int], tuple[int, int]], is_fair: bool) -> None:
    rng = np.random.default_rng(5)
    piles = np.repeat(np.repeat(np.arange(9), OWNED)[None], MANY, axis=0)
    every = np.arange(MANY)
    for last in range(32, 0, -1):
        other = rng.integers(*span(last), size=MANY)
        piles[every, last], piles[every, other] = piles[every, other], piles[every, last].copy()
    assert (p_value(each_kind(piles, 9), of_box(OWNED, 33)) > TOO_UNLIKELY) == is_fair


# -- Deals -------------------------------------------------------------------------------------


def where_cards_are(states: np.ndarray, players: int) -> Table:
    """[card, hand or stock] -> how often, in games of ODIN with 54 cards."""
    held = (states["hands"][:, None, :players] & BIT[:54, None] != 0).sum(axis=0)
    return np.hstack([held, MANY - held.sum(axis=1, keepdims=True)])


@pytest.mark.parametrize("players", [2, 4, 6])
def test_od_1_3_every_card_is_dealt_to_every_hand_alike(players: int) -> None:
    counts = where_cards_are(dealt("odin", players, {}), players)
    assert_fair(counts, of_box([9] * players + [54 - 9 * players], 54))


def test_od_1_3_two_cards_come_together_as_often_as_they_should() -> None:
    hands = dealt("odin", 3, {})["hands"]
    has = (hands[:, 0, None] & BIT[:54]) != 0
    together = np.stack([has[:, card] & has[:, (card + 1) % 54] for card in range(54)]).sum(axis=1)
    chance = 9 / 54 * 8 / 53
    assert_fair(
        np.stack([together, MANY - together], axis=1), np.tile([chance, 1 - chance], (54, 1))
    )


def test_rv_2_5_every_card_lies_at_every_place_of_the_draw_pile_alike() -> None:
    states = dealt("ravens", 2, {})
    for seat in range(2):
        assert_fair(each_kind(states["draws"][:, seat, :28], 9), of_box(OWNED, 28))
        hands = states["hands"][:, seat].sum(axis=0)[None]
        # Five cards without putting back scatter a little less than chi-square takes them to.
        assert_fair(hands, of_box(OWNED, 1))


def test_rv_2_1_every_landscape_card_comes_up_either_way_round_alike() -> None:
    box = LANDSCAPES.reshape(5, 5)
    states = dealt("ravens", 2, {})
    assert_fair(each_kind(states["path"][:, :1], 25), of_box((box + box.T).ravel(), 1))


def test_rv_2_3_every_magic_way_card_is_turned_up_alike() -> None:
    assert_fair(each_kind(dealt("ravens", 2, {})["magic"][:, None], 6), of_box([1] * 6, 1))


def test_rv_10_2_the_magic_way_cards_lie_in_any_order() -> None:
    piles = dealt("ravens", 2, {"buy-magic": True})["magic_pile"][:, :5]
    assert_fair(each_kind(piles, 6), of_box([1] * 6, 5))


# -- Reshuffles --------------------------------------------------------------------------------


def race(**changes: Any) -> dict[str, Any]:
    """A random position in the phase play, with some fields changed."""
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    seed = 0
    while position.get("phase") != "play" or len(position["path"]) != 9:
        position = random_positions.ravens_position(Random(seed), options)
        seed += 1
    return position | {"turn": 0, "stone": None, "played": [0, 0]} | changes


@pytest.mark.long
def test_rv_3_5_the_discards_are_shuffled_fairly() -> None:
    position = race(discards=["FFFFFMMMMMPPPPPSSSSSWWWWWart", ""], scores=[0, 0])
    position |= {"hands": ["", "FFFMM"], "stacks": ["rsstt", ""], "ways": ["", ""]}
    position["draws"] = ["", "FFMMMPPPPPSSSSSWWWWWarrssttt"]
    states = stepped(position, "end")
    waiting = np.array([5, 5, 5, 5, 5, 1, 1, 0, 1])
    assert (states["draw_sizes"][:, 0] == 23).all()
    assert_fair(each_kind(states["draws"][:, 0, :23], 9), of_box(waiting, 23))


def test_rv_8_2_the_landscape_cards_are_shuffled_fairly() -> None:
    position = race(landscapes=[], ravens=[-1, -1])
    on_path = ["".join(sorted(card)) for card in position["path"]]
    rest = list(ravens.LANDSCAPES)
    for card in on_path:
        rest.remove(card)
    states = stepped(position | {"removed": rest}, "extend")
    counts = np.bincount([NAMES.index(card) for card in rest], minlength=25)
    assert_fair(each_kind(states["placing"][:, None], 25), of_box(counts, 1))
    assert_fair(each_kind(states["landscapes"][:, :30], 25), of_box(counts, 30))


# -- Imagined states ---------------------------------------------------------------------------


def sampled(view: dict[str, Any], viewer: int) -> np.ndarray:
    """Many sampled states that agree with one view."""
    states = np.repeat(Position.from_json(view, viewer).states, MANY)
    rng = generator(2)
    for at in range(MANY):
        compiled_calls.sample_state_at(states, at, rng)
    return states


@pytest.mark.long
def test_od_r2_every_unseen_card_is_sampled_in_every_hidden_place_equally_often() -> None:
    position = random_positions.odin_position(Random(12), 4, {})
    hands = [["B1", "B2"], ["B3", "G1", "R1", "Y9"], ["B4", "G2"], ["G3", "O1", "R9"]]
    seen = {card for hand in hands for card in hand} | {"P9", "P8", "P7"}
    stock = [card for card in odin.all_cards({}) if card not in seen]
    position |= {"phase": "follow", "table": ["P7"], "owner": 1, "turn": 0, "passes": 2}
    position |= {"hands": hands, "offered": [], "discard": ["P8", "P9"], "stock": stock}
    view = Position.from_json(position).view(0).to_json()
    view["known"] = [[], ["B3", "R1"], [], ["O1"]]
    counts = where_cards_are(sampled(view, 0), 4)
    cards = [color + number for color in "BGOPRY" for number in "123456789"]
    places = np.array([0, 2, 2, 2, len(stock)])
    shown = {"B1": 0, "B2": 0, "B3": 1, "R1": 1, "O1": 3}
    chances = of_box(places, 54)
    for card, seat in shown.items():
        chances[cards.index(card)] = np.eye(5)[seat]
    for card in ("P7", "P8", "P9"):  # they lie open, where the table counts the stock
        chances[cards.index(card)] = np.eye(5)[4]
    assert_fair(counts, chances)


@pytest.mark.long
def test_rv_3_3_every_unseen_card_is_sampled_in_every_hidden_place_equally_often() -> None:
    position = race(ravens=[0, 0])
    position |= {"hands": ["FFFMM", "aFMPS"], "stacks": ["", "rsW"], "ways": ["", ""]}
    position |= {"draws": ["FFMMMPPPPPSSSSSWWWWWarrssttt", "FMPSWFMPSWr"]}
    position |= {"discards": ["", "FMPSWFMPSWsttt"]}
    view = Position.from_json(position).view(0).to_json()
    view["known"]["held"] = ["", "art"[:2]]
    view["known"]["under"] = under = sorted(position["landscapes"][:2])
    position["landscapes"][:2] = under
    states = sampled(view, 0)
    held = np.array([0, 0, 0, 0, 0, 1, 1, 0, 0])
    unseen = np.array([3, 3, 3, 3, 3, 1, 2, 1, 0]) - held
    assert_fair(each_kind(states["draws"][:, 1, :11], 9), of_box(unseen, 11))
    at_hand = held + 6 * unseen / unseen.sum()  # eight places, two of them for what is held
    assert_fair(each_kind(states["stacks"][:, 1, :3], 9), of_box(at_hand, 3))
    together = states["hands"][:, 1] + (states["stacks"][:, 1, :3, None] == np.arange(9)).sum(
        axis=1
    )
    assert (together >= held).all()
    assert (together.sum(axis=1) == 8).all()
    own = np.array([2, 3, 5, 5, 5, 1, 2, 2, 3])
    assert_fair(each_kind(states["draws"][:, 0, :28], 9), of_box(own, 28))
    pile = np.bincount([NAMES.index(card) for card in position["landscapes"][2:]], minlength=25)
    size = len(position["landscapes"])
    assert (states["landscapes"][:, :2] == [NAMES.index(card) for card in under]).all()
    assert_fair(each_kind(states["landscapes"][:, 2:size], 25), of_box(pile, size - 2))


def test_rv_10_2_the_face_down_magic_way_cards_are_sampled_in_any_order() -> None:
    start = Position.new("ravens", 2, 0, {"buy-magic": True})
    while start.awaits_shuffle:
        start.apply_shuffle(start.pile_to_shuffle()[1])
    states = sampled(start.view(1).to_json(), 1)
    left = [1.0] * 6
    left[int(start.state.magic)] = 0.0
    assert_fair(each_kind(states["magic_pile"][:, :5], 6), of_box(left, 5))
