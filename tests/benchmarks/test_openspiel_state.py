"""Our games as OpenSpiel's search sees them; `make bench` tests the search itself."""

from collections import Counter
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from benchmarks.openspiel.state import (
    MAX_TURNS,
    FastRandom,
    Rollout,
    SearchContext,
    SpielState,
    root_state,
)
from odintable.games import compiled_calls
from odintable.games.json_reader import Json
from odintable.games.position import Position
from odintable.games.rng import generator
from tests.games.hidden_cards import permute

GAMES: list[tuple[str, dict[str, Json]]] = [
    ("odin", {"limit": 30, "goat": True}),
    ("ravens", {"target": 3, "max-turns": 40, "buy-magic": True}),
]


def moments(game: str, options: dict[str, Json], seed: int) -> list[Position]:
    """A game at every decision, played at random."""
    position = Position.new(game, 2, 0, options)
    rng, chance = generator(seed), Random(seed)
    compiled_calls.reset_all(position.states, position.states.copy(), rng[None])
    seen = []
    while not position.is_over:
        seen.append(position.copy())
        compiled_calls.step_at(position.states, 0, chance.choice(position.moves()), rng)
    return seen


def state_of(position: Position, seed: int = 1) -> SpielState:
    """The whole truth as OpenSpiel would have it."""
    states = position.states.copy()
    return SpielState(states, SearchContext(states, seed))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_state_follows_the_rules_to_the_end(game: str, options: dict[str, Json]) -> None:
    for seed in range(5):
        position = moments(game, options, seed)[0]
        state, rng, chance = state_of(position, seed), generator(seed), Random(seed)
        while not position.is_over:
            assert state.legal_actions() == position.moves()
            assert state.legal_actions(position.turn) == position.moves()
            assert state.current_player() == position.turn
            assert not state.is_terminal()
            assert not state.is_chance_node()
            move = chance.choice(position.moves())
            compiled_calls.step_at(position.states, 0, move, rng)
            state.apply_action(move)
        assert state.is_terminal()
        assert state.legal_actions() == []
        assert state.returns()[:2] == [2 * share - 1 for share in position.outcome()]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_key_is_the_same_whatever_is_hidden(game: str, options: dict[str, Json]) -> None:
    chance = Random(1)
    for position in moments(game, options, 1):
        key = state_of(position).information_state_string()
        twin = permute(position, position.turn, chance)
        assert state_of(twin).information_state_string() == key
        assert root_state(position.view(position.turn), 1).current_player() == position.turn


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_key_differs_when_the_view_does(game: str, options: dict[str, Json]) -> None:
    views: dict[bytes, str] = {}
    for seed in range(20):
        for position in moments(game, options, seed):
            key = state_of(position).information_state_string()
            view = repr(position.view(position.turn))
            assert views.setdefault(key, view) == view
    assert len(views) > 500


def test_the_own_hand_is_in_the_key() -> None:
    position = moments("odin", {}, 1)[0]
    other = position.copy()
    mine, theirs = (int(hand) for hand in position.state.hands[:2])
    swapped = (mine & -mine) | (theirs & -theirs)
    other.state.hands[:2] = mine ^ swapped, theirs ^ swapped
    keys = {state_of(at).information_state_string() for at in (position, other)}
    assert len(keys) == 2


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_sample_agrees_with_what_was_seen(game: str, options: dict[str, Json]) -> None:
    drawn: set[bytes] = set()
    played = moments(game, options, 2)
    for position in played:
        root = root_state(position.view(position.turn), 7)
        key, legal = root.information_state_string(), root.legal_actions()
        for _ in range(2):
            sample = root.resample_from_infostate(position.turn, None)
            assert (sample.information_state_string(), sample.legal_actions()) == (key, legal)
            looked_at = SpielState(sample.states, sample.context)
            assert (looked_at.information_state_string(), looked_at.legal_actions()) == (key, legal)
            whole = Position(game, sample.states, options)
            assert repr(Position.from_json(whole.to_json())) == repr(whole)
            drawn.add(sample.states.tobytes())
    assert len(drawn) > 1.5 * len(played)  # late in a hand there is little to draw


def test_a_clone_is_independent() -> None:
    state = state_of(moments("odin", {}, 3)[0])
    before = state.states.tobytes(), state.information_state_string(), state.legal_actions()
    clone = state.clone()
    assert (clone.states.tobytes(), clone.information_state_string()) == before[:2]
    clone.apply_action(clone.legal_actions()[0])
    assert clone.states.tobytes() != before[0]
    assert (state.states.tobytes(), state.information_state_string()) == before[:2]
    assert state.legal_actions() == before[2]


def test_races_of_ravens_are_bounded_and_the_view_is_left_alone() -> None:
    for given, bound in ((0, MAX_TURNS), (9, 9), (200, MAX_TURNS)):
        position = moments("ravens", {"max-turns": 30, "target": 1}, 1)[0]
        position.state.max_turns = given
        view = position.view(0)
        before = view.states.tobytes()
        assert root_state(view, 1).states[0].max_turns == bound
        assert view.states.tobytes() == before


SKEWED: list[tuple[str, dict[str, Json], int, int, int]] = [
    ("odin", {"hands": 1}, 4, 12, 2000),
    ("ravens", {"target": 1, "max-turns": 30}, 13, 40, 400),  # steered players would lose this
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "seed", "at", "games"), SKEWED)
def test_a_rollout_moves_at_random_to_the_end(
    game: str, options: dict[str, Json], seed: int, at: int, games: int
) -> None:
    position = moments(game, options, seed)[at]
    state, chance = state_of(position), Random(5)
    before = state.states.tobytes()
    rolled = np.array([Rollout().evaluate(state)[:2] for _ in range(3000)])
    assert state.states.tobytes() == before
    assert np.all(rolled.sum(axis=1) == 0)
    assert set(np.unique(rolled)) <= {-1.0, 0.0, 1.0}
    played = []
    for _ in range(games):
        clone = state.clone()
        while not clone.is_terminal():
            clone.apply_action(chance.choice(clone.legal_actions()))
        played.append(clone.returns()[0])
    assert abs(rolled[:, 0].mean() - np.mean(played)) < 0.1


def test_the_rollout_gives_all_moves_the_same_prior() -> None:
    state = state_of(moments("odin", {}, 3)[0])
    assert Rollout().prior(state) == [(move, 1 / 9) for move in state.legal_actions()]


def test_a_copy_of_the_moves_is_a_plain_list() -> None:
    legal = state_of(moments("odin", {}, 3)[0]).legal_actions()
    copied = deepcopy(legal)
    assert copied == legal
    assert copied is not legal
    assert type(copied) is list


def test_random_choices_are_fair() -> None:
    dice = FastRandom(1)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        moves = [1, 2, 3]
        dice.shuffle(moves)
        orders[tuple(moves)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 850
    numbers = Counter(dice.randint(3) for _ in range(6000))
    assert set(numbers) == {0, 1, 2}
    assert min(numbers.values()) > 1800
    chosen = Counter(dice.choice([7, 8, 9], p=[0.5, 0.0, 0.5]) for _ in range(1000))
    assert set(chosen) == {7, 9}
    assert min(chosen.values()) > 400
