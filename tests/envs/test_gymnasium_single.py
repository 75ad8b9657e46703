"""Gymnasium: its checker passes for every configuration, and bots play the other seats."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from odintable import bots
from odintable.bots import Budget
from odintable.envs import SingleAgentEnv, env_id

from .configurations import FEW, TABLES, Table, name


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_gymnasiums_own_checker_passes(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    game, players, options = table
    is_looked_at = table in FEW
    env = gymnasium.make(env_id(game), players=players, **options)
    check_env(env.unwrapped, skip_render_check=not is_looked_at)
    assert bool(capsys.readouterr().out) == is_looked_at


def play(env: SingleAgentEnv, seed: int) -> tuple[float, dict[str, Any], list[int]]:
    """A game at random: what the learner got, the last info, the actions."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    total, actions, is_over = 0.0, [], False
    info: dict[str, Any] = {}
    while not is_over:
        actions.append(int(env.action_space.sample()))
        seen, reward, is_over, _, info = env.step(actions[-1])
        assert seen in env.observation_space
        total += float(reward)
    return total, info, actions


@pytest.mark.parametrize("table", FEW, ids=name)
def test_a_game_is_played_to_its_end_and_repeats(table: Table) -> None:
    game, players, options = table
    one, other = SingleAgentEnv(game, players, **options), SingleAgentEnv(game, players, **options)
    for seed in range(2):
        assert play(one, seed) == play(other, seed)
    assert one.batch.position().is_over


@pytest.mark.parametrize("opponents", ["random", "search", ["greedy", "net-odin"]])
def test_any_bot_can_play_the_other_seats(opponents: Any) -> None:
    env = SingleAgentEnv("odin", 3, opponents=opponents, budget=Budget(sims=20), hands=1)
    total, info, _ = play(env, 1)
    assert -1 <= total <= 1
    assert len(info["points"]) == 3


@pytest.mark.parametrize("bot", ["greedy", "search", "net-odin", "mimir"])
def test_bots_play_the_small_game_too(bot: str) -> None:
    env = SingleAgentEnv("odin", small=True, opponents=bot, budget=Budget(sims=20))
    play(env, 2)
    assert env.batch.position().is_over


def test_greedy_beats_a_random_player() -> None:
    env = SingleAgentEnv("odin", hands=1)
    assert sum(play(env, seed)[0] for seed in range(30)) < -20


def test_a_custom_bot_gets_views_and_the_moves_since_the_deal() -> None:
    class Watcher:
        name, games, about, level, cheats = "watcher", ("odin",), "watches", None, False
        histories: list[int] = []  # noqa: RUF012 - looked at below

        def choose(self, view: Any, budget: Any, seed: Any, stop: Any) -> Any:
            assert view.viewer == view.turn
            assert view.history is not None
            self.histories.append(len(view.history))
            return bots.get("greedy", "odin").choose(view, budget, seed, stop)

    env = SingleAgentEnv("odin", opponents=Watcher(), seat=0, first=0, hands=1)
    play(env, 3)
    assert Watcher.histories[0] == 1  # the learner has led
    assert Watcher.histories == sorted(Watcher.histories)
    with pytest.raises(ValueError, match="2 other seats need as many bots"):
        SingleAgentEnv("odin", 3, opponents=["greedy"])
    with pytest.raises(ValueError, match="seat must be from 0 to 1"):
        SingleAgentEnv("odin", seat=2)


def test_bots_get_no_moves_of_an_earlier_hand() -> None:
    class Watcher:
        name, games, about, level, cheats = "watcher", ("odin",), "watches", None, False
        moves = 0  # made by this bot

        def choose(self, view: Any, budget: Any, seed: Any, stop: Any) -> Any:
            self.moves += 1
            return bots.get("random", "odin").choose(view, budget, seed, stop)

    watcher = Watcher()
    env = SingleAgentEnv("odin", opponents=watcher, seat=0)
    env.reset(seed=4)
    env.action_space.seed(4)
    is_over, ended_by_learner = False, 0
    while not is_over:
        number, watcher.moves = int(env.batch.states[0]["deal"]), 0
        _, _, is_over, _, _ = env.step(env.action_space.sample())
        if int(env.batch.states[0]["deal"]) != number:
            assert len(env.opponents.histories[0]) <= watcher.moves
            ended_by_learner += watcher.moves == len(env.opponents.histories[0])
    assert ended_by_learner, "otherwise the game shows nothing"


def test_where_the_learner_sits_follows_from_the_seed_on_every_machine() -> None:
    env = SingleAgentEnv("odin", 6, hands=1)
    seats = [env.reset(seed=11)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(9))]
    assert seats == [3, 1, 0, 4, 0, 4, 4, 3, 0, 4]


def test_an_action_that_is_not_legal_forfeits_the_game() -> None:
    env = SingleAgentEnv("odin", seat=0, first=0)
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, is_over, _, info = env.step(illegal)
    assert (reward, is_over, info["illegal"]) == (-1, True, True)


def test_masks_and_moves_as_text() -> None:
    env = SingleAgentEnv("odin", seat=0, first=0)
    seen, info = env.reset(seed=1)
    moves = env.legal_moves()
    assert sorted(moves) == np.flatnonzero(seen["action_mask"]).tolist()
    assert (env.action_masks() == seen["action_mask"]).all()
    assert all(text.startswith("play ") for text in moves.values())
    assert info == {"seat": 0, "points": [0, 0]}
