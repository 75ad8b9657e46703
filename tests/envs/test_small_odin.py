"""The small ODIN: three colours, four numbers, four cards a hand; the rules are the same."""

import numpy as np
import pytest

from odintable.envs.config import EnvConfig
from odintable.envs.game_batch import GameBatch
from odintable.envs.openspiel.game_node import GameNode
from odintable.games.odin.notation import write_cards

CARDS = {colour + number for colour in "BGO" for number in "1234"}


@pytest.mark.parametrize("players", [2, 3])
def test_four_cards_each_are_dealt_of_twelve(players: int) -> None:
    batch = GameBatch(EnvConfig("odin", players, small=True), 200)
    batch.seed(1)
    batch.reset(batch.all_games)
    met = set()
    for at in range(200):
        position = batch.position(at)
        hands = [set(write_cards(int(hand))) for hand in position.fields.hands[:players]]
        assert [len(hand) for hand in hands] == [4] * players
        assert list(position.fields.sizes[:players]) == [4] * players
        assert set.union(*hands) <= CARDS
        assert len(set.union(*hands)) == 4 * players
        met |= hands[0]
    assert met == CARDS


def test_every_hand_of_a_game_is_small() -> None:
    batch = GameBatch(EnvConfig("odin", 2, small=True), 1)
    batch.seed(3)
    batch.reset(batch.all_games)
    chance, deals = np.random.default_rng(1), set()
    while not batch.is_over[0]:
        batch.observe(batch.all_games)
        plain = batch.position().fields
        deals.add(int(plain.deal))
        assert max(plain.sizes) <= 4
        action = chance.choice(batch.legal_actions[0, : batch.legal_counts[0]])
        batch.play(np.array([action]), batch.all_games)
    assert len(deals) > 2


def test_sampled_states_use_the_small_deck() -> None:
    node = GameNode(EnvConfig("odin", 2, {"hands": 1}, small=True, first=0))
    chance = np.random.default_rng(1)
    while node.is_chance_node:
        outcomes, odds = zip(*node.chance_outcomes(), strict=True)
        node.draw(int(chance.choice(outcomes, p=odds)))
    own = node.position.fields.hands[0]
    met = set()
    for seed in range(1500):
        plain = node.resampled(0, seed).position.fields
        assert plain.hands[0] == own
        other = set(write_cards(int(plain.hands[1])))
        assert len(other) == 4
        assert other <= CARDS - set(write_cards(int(own)))
        met.add(frozenset(other))
    assert len(met) == 70  # four of the eight cards that the first seat does not hold
