"""PettingZoo: its own tests pass for every configuration, and ours cover the rest."""

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

from odintable.envs import aec_env
from odintable.errors import IllegalMove, OdintableError, OptionError
from odintable.games.spec import GAMES

from .configurations import FEW, TABLES, Table, name

with warnings.catch_warnings():  # PettingZoo's tests load one of its old games
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

# PettingZoo says so of all its own games whose observations have an action mask.
masked = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
pytestmark = [*masked]


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_pettingzoos_own_tests_pass(table: Table) -> None:
    game, players, options = table
    api_test(aec_env(game, players, **options), num_cycles=200)
    seed_test(lambda: aec_env(game, players, **options), num_cycles=60)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_render_test_passes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env(game, render_mode=render_mode))
    assert "points" in capsys.readouterr().out or game == "ravens"


@pytest.mark.parametrize("table", FEW, ids=name)
def test_games_in_turns_run_in_parallel_too(table: Table) -> None:
    game, players, options = table
    env = aec_env(game, players, max_cycles=60, **options)
    env.unwrapped.metadata["is_parallelizable"] = True  # in turns: that is the wrapper's business
    parallel_api_test(turn_based_aec_to_parallel(env), num_cycles=200)


def test_pettingzoo_makes_them_by_name() -> None:
    env = pettingzoo.make("aec", "odintable/Odin-v0", players=5)
    env.reset(seed=1)
    assert len(env.agents) == 5


def play(env: Any, seed: int) -> tuple[dict[str, float], list[int]]:
    """A game at random: what each agent got in all, and the actions."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    actions = []
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            actions.append(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
            env.step(actions[-1])
    return total, actions


@pytest.mark.parametrize("table", FEW, ids=name)
@pytest.mark.parametrize("rewards", ["win", "points"])
def test_rewards_add_up_to_zero_and_name_the_winner(table: Table, rewards: str) -> None:
    game, players, options = table
    env = aec_env(game, players, **(options | {"rewards": rewards}))
    for seed in range(3):
        total, _ = play(env, seed)
        assert sum(total.values()) == pytest.approx(0)
        position = env.unwrapped.batch.position()
        assert position.is_over
        scores = position.fields.scores[:players]
        if rewards == "points":
            sign = -1 if game == "odin" else 1
            assert [total[agent] for agent in env.possible_agents] == pytest.approx(
                [sign * (own - (sum(scores) - own) / (players - 1)) for own in scores]
            )
        else:
            best = max(total.values())
            assert [total[agent] == best for agent in env.possible_agents] == [
                share > 0 for share in position.outcome()
            ]


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = aec_env("odin", 3), aec_env("odin", 3)
    assert play(one, 5) == play(other, 5)
    assert play(one, 6) != play(other, 5)
    one.reset(seed=5), other.reset(seed=5)
    one.reset(), other.reset()  # without a seed the generator goes on
    assert one.unwrapped.batch.states == other.unwrapped.batch.states


def test_an_observation_does_not_depend_on_who_was_asked_before() -> None:
    env = aec_env("ravens")
    env.reset(seed=2)
    for _ in range(30):
        env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
        to_move, other = env.agent_selection, env.agents[env.agent_selection == "player_0"]
        first = env.observe(to_move)
        assert not env.observe(other)["action_mask"].any()
        again = env.observe(to_move)
        assert all((first[key] == again[key]).all() for key in first)
        assert first["action_mask"].any()


def test_truncation_comes_after_so_many_decisions() -> None:
    env = aec_env("ravens", max_cycles=7)
    _, actions = play(env, 1)
    assert len(actions) == 7


def test_several_decisions_of_a_turn_are_steps_of_one_agent() -> None:
    env = aec_env("ravens", first=1)
    env.reset(seed=1)
    assert env.agent_selection == "player_1"
    moves = {text: action for action, text in env.unwrapped.legal_moves().items()}
    env.step(next(action for text, action in moves.items() if text.startswith("stack")))
    assert env.agent_selection == "player_1"
    moves = {text: action for action, text in env.unwrapped.legal_moves().items()}
    env.step(moves["end"])
    assert env.agent_selection == "player_0"


def test_only_the_agent_that_decides_has_legal_actions() -> None:
    env = aec_env("odin", 3, first=2)
    env.reset(seed=1)
    counts = [int(env.observe(agent)["action_mask"].sum()) for agent in env.agents]
    assert counts == [0, 0, 9]


def test_an_illegal_action_is_refused_with_its_move() -> None:
    env = aec_env("odin", first=0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"illegal: action 3579 \(pass\): see the action mask"):
        env.step(3579)
    with pytest.raises(OdintableError, match="a number from 0 to 3633"):
        env.step(3634)


@pytest.mark.parametrize(
    ("game", "players", "options", "message"),
    [
        ("chess", 2, {}, "game must be odin or ravens"),
        ("odin", 7, {}, "odin is for 2 to 6 players, not 7"),
        ("odin", 2, {"rewards": "gold"}, "rewards must be 'win' or 'points'"),
        ("odin", 2, {"goats": True}, "goats"),
        ("odin", 2, {"first": 2}, "first must be a seat from 0 to 1"),
        ("odin", 4, {"small": True}, "small is for 2 or 3 players"),
        ("odin", 2, {"small": True, "goat": True}, "no goat"),
        ("ravens", 2, {"small": True}, "ravens has no small variant"),
        ("odin", 2, {"render_mode": "oil"}, "render_mode must be one of"),
    ],
)
def test_unplayable_settings_are_refused(
    game: str, players: int, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OdintableError, match=message):
        aec_env(game, players, **options)
    assert issubclass(OptionError, OdintableError)
