"""OpenSpiel: its own tests pass, and its own algorithms play our games."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.bots import uniform_random

from odintable.envs import aec_env, load_game

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("odin", {"small": True, "hands": 1}),
    ("odin", {"small": True, "players": 3, "rewards": "points", "first": 2}),
    *(("odin", {"players": players, "hands": 1}) for players in range(2, 7)),
    ("odin", {"goat": True, "hands": 1}),
    ("odin", {"four_colours": True, "limit": 5, "rewards": "points"}),
    ("ravens", {"target": 1, "max_turns": 16}),
    ("ravens", {"target": 1, "max_turns": 16, "removed_under": True, "rewards": "points"}),
    ("ravens", {"target": 1, "max_turns": 16, "buy_magic": True, "strict_joker": True}),
    ("ravens", {"target": 2, "max_turns": 16, "keep_cards": True, "first": 1}),
]
FEW = [GAMES[0], GAMES[3], GAMES[11]]


def step(state: Any, chance: random.Random) -> None:
    """Chance or a player at random goes on."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        state.apply_action(chance.choices(outcomes, odds)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def begun(game: Any, chance: random.Random) -> Any:
    """A game at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        step(state, chance)
    return state


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_openspiels_own_random_simulations_pass(game: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load_game(game, **options), 1, True, False)


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), FEW, ids=str)
def test_a_resampled_state_agrees_with_what_a_player_has_seen(
    game: str, options: dict[str, Any]
) -> None:
    """What OpenSpiel's ResampleInfostateTest asks of games in C++, asked of ours in Python."""
    chance, played = random.Random(1), load_game(game, **options)
    state = played.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and chance.random() < 0.3:
            for player in range(played.num_players()):
                check_resampled(state, player, chance)
        step(state, chance)


def check_resampled(state: Any, player: int, chance: random.Random) -> None:
    """The same to the player, and it can be played on, copied and kept."""
    other = state.resample_from_infostate(player, chance.random)
    assert other.current_player() == state.current_player()
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.observation_string(player) == state.observation_string(player)
    if state.current_player() == player:
        assert other.legal_actions() == state.legal_actions()
    kept = pyspiel.serialize_game_and_state(state.get_game(), other)
    again = pyspiel.deserialize_game_and_state(kept)[1]
    assert str(again) == str(other)
    for one in range(state.get_game().num_players()):
        assert again.information_state_string(one) == other.information_state_string(one)
    step(other, chance)


def test_resampling_deals_every_hidden_card() -> None:
    chance = random.Random(2)
    state = begun(load_game("odin", small=True, hands=1, first=0), chance)
    met = Counter(
        str(state.resample_from_infostate(0, chance.random).observation_string(1))
        for _ in range(700)
    )
    assert len(met) == 70
    assert max(met.values()) < 30


def test_an_information_state_is_all_a_player_has_seen() -> None:
    game = load_game("odin", small=True, hands=1, first=0)
    state = game.new_initial_state()
    for card in ("B1", "B2", "G3", "O4", "B3", "G1", "G2", "O1"):
        named = {state.action_to_string(one): one for one in state.legal_actions()}
        state.apply_action(named[f"deal {card}"])
    for move in ("play G3", "pass", "play B1"):
        named = {state.action_to_string(one): one for one in state.legal_actions()}
        state.apply_action(named[move])
    assert state.information_state_string(0).splitlines() == [
        "seat 0",
        "hand 1 begins with 0: B1 B2 G3 O4",
        "0 play G3",
        "1 pass",
        "0 play B1",
    ]
    assert state.information_state_string(1).splitlines()[1] == "hand 1 begins with 0: B3 G1 G2 O1"


def test_in_ravens_what_goes_onto_a_stack_is_seen_by_its_player_only() -> None:
    chance = random.Random(3)
    state = begun(load_game("ravens", first=0), chance)
    named = {state.action_to_string(one): one for one in state.legal_actions()}
    stacked = next(move for move in named if move.startswith("stack"))
    state.apply_action(named[stacked])
    assert f"0 {stacked}" in state.information_state_string(0)
    assert "0 stack ?" in state.information_state_string(1)
    assert stacked not in state.information_state_string(1)


@pytest.mark.parametrize(("game", "options"), FEW, ids=str)
def test_the_tensor_is_the_observation_of_every_environment(
    game: str, options: dict[str, Any]
) -> None:
    chance = random.Random(4)
    state = begun(load_game(game, **options), chance)
    for _ in range(5):
        step(state, chance)
    env = aec_env(game, **options)
    env.reset(seed=1)
    env.unwrapped.batch.states[:] = state.node.states
    env.unwrapped.batch.memories[:] = state.node.memories
    seen = env.observe("player_1")["observation"]
    assert state.observation_tensor(1) == seen.tolist()


def test_chance_draws_who_starts_and_every_card_alike() -> None:
    game = load_game("ravens")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    odds = dict(state.chance_outcomes())
    assert len(odds) == 25
    assert odds[0] == pytest.approx(2 / 40)  # FF, of which there are two
    assert odds[1] == odds[5] == pytest.approx(3 / 40 / 2)  # FM, either way round
    state = begun(game, random.Random(1))
    assert state.node.position.fields.first in (0, 1)


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), FEW, ids=str)
def test_openspiels_information_set_search_plays(game: str, options: dict[str, Any]) -> None:
    played = load_game(game, **options)
    state = begun(played, random.Random(5))
    dice = np.random.RandomState(1)
    bots: list[Any] = [
        ismcts.ISMCTSBot(played, mcts.RandomRolloutEvaluator(1, dice), 2.0, 8, random_state=dice),
        *(uniform_random.UniformRandomBot(seat, dice) for seat in range(1, played.num_players())),
    ]
    for _ in range(12):
        while state.is_chance_node():
            step(state, random.Random(1))
        if state.is_terminal():
            break
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.long
def test_openspiels_external_sampling_learns_the_small_odin() -> None:
    np.random.seed(1)  # noqa: NPY002 - the solver throws NumPy's own dice
    game = load_game("odin", small=True, hands=1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = begun(game, random.Random(6))
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert set(policy) == set(state.legal_actions())


def test_whole_games_are_listed_in_pyspiel() -> None:
    load_game("odin")
    assert {"odintable_odin", "odintable_ravens"} <= set(pyspiel.registered_names())
    assert pyspiel.load_game("odintable_odin(players=4,goat=True)").num_players() == 4
