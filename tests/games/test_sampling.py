"""Sampled hands agree with the view, and with what the other players played and passed on."""

import numpy as np

from odintable.games.compiled import entry_point
from odintable.games.odin.components import CARDS
from odintable.games.odin.move_heuristic import WEIGHTS
from odintable.games.odin.sampling import CHAIN_STATES, sample_likely_state
from odintable.games.position import Position
from odintable.games.rng import generator
from tests.games.rules.positions import position


@entry_point
def sample_likely_state_at(states, chain, odds, history, weights, rng):  # type: ignore[no-untyped-def]
    """An entry point for the tests."""
    sample_likely_state(states[0], chain, odds, history, weights, rng)


def likely_hands(view: Position, times: int) -> list[int]:
    """The other player's hand in a number of samples, as bits."""
    chain = np.repeat(view.states, CHAIN_STATES)
    odds = np.full(1, -1e18)
    history = np.array(view.history or np.zeros((0, 2)), np.int16).reshape(-1, 2)
    rng = generator(1)
    hands = []
    for _ in range(times):
        states = view.states.copy()
        sample_likely_state_at(states, chain, odds, history, WEIGHTS, rng)
        hands.append(int(states[0].hands[1 - view.turn]))
    return hands


def after_a_pass() -> Position:
    """Seat 0 led a 5; seat 1, who holds two cards, passed; seat 0 leads again."""
    at = position("odin", players=2, hands=["B1 B9 G4 G5 O1 O7", "G1 R2"], phase="lead", turn=0)
    at.history = []
    at.apply(at.read_move("play G5"))
    at.apply(at.read_move("pass"))
    return at.view(0)


def share_of_sets(hands: list[int]) -> float:
    """How often both cards are of one colour or one number: they would have gone out."""
    cards = [[card for card in range(CARDS - 1) if hand >> card & 1] for hand in hands]
    return float(np.mean([one // 9 == two // 9 or one % 9 == two % 9 for one, two in cards]))


def test_a_player_who_passed_hardly_holds_a_hand_that_goes_out() -> None:
    view = after_a_pass()
    naive = [int(view.sample_state(seed).states[0].hands[1]) for seed in range(2000)]
    assert share_of_sets(naive) > 0.2
    assert share_of_sets(likely_hands(view, 2000)) < 0.1


def test_without_a_history_every_deal_is_equally_likely() -> None:
    view = after_a_pass()
    view.history = None
    naive = [int(view.sample_state(seed).states[0].hands[1]) for seed in range(2000)]
    assert abs(share_of_sets(likely_hands(view, 2000)) - share_of_sets(naive)) < 0.05


def test_likely_deals_agree_with_the_view() -> None:
    view = after_a_pass()
    seen = int(view.states[0].discard) | int(view.states[0].hands[0])
    for hand in likely_hands(view, 200):
        assert hand.bit_count() == 2
        assert not hand & seen
