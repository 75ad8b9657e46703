"""The vector environment: the same games as one by one, and resets as Gymnasium defines them."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from odintable.envs import SingleAgentEnv, VectorEnv, aec_env, env_id
from odintable.errors import OdintableError

from .configurations import FEW, TABLES, Table, name

MANY = 16


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_observations_fit_their_space_and_samples_are_legal(table: Table) -> None:
    game, players, options = table
    env = VectorEnv(game, MANY, players, **options)
    seen, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(150):
        assert seen in env.observation_space
        assert info["points"].shape == (MANY, players)
        actions = env.action_space.sample()
        assert actions in env.action_space
        seen, rewards, _, _, info = env.step(actions)
        assert rewards.shape == (MANY,)
        assert info["rewards"].sum() == pytest.approx(0)


@pytest.mark.parametrize("table", FEW, ids=name)
def test_a_batch_plays_what_single_games_play(table: Table) -> None:
    game, players, options = table
    env = VectorEnv(game, 3, players, **options)
    seen, _ = env.reset(seed=40)
    chance = np.random.default_rng(1)
    singles = [aec_env(game, players, **options) for _ in range(3)]
    for at, single in enumerate(singles):
        single.reset(seed=40 + at)
    for _ in range(60):
        actions = []
        for at, single in enumerate(singles):
            alone = single.observe(single.agent_selection)
            assert (alone["observation"] == seen["observation"][at]).all()
            assert (alone["action_mask"] == seen["action_mask"][at]).all()
            actions.append(chance.choice(np.flatnonzero(alone["action_mask"])))
        seen, rewards, over, _, _ = env.step(np.array(actions))
        for at, single in enumerate(singles):
            mover = single.agent_selection
            single.step(actions[at])
            assert single.rewards[mover] == rewards[at]
        if over.any():
            break


def until_one_ends(env: VectorEnv) -> tuple[Any, ...]:
    """The first step in which a game ends."""
    while True:
        step = env.step(env.action_space.sample())
        if (step[2] | step[3]).any():
            return step


def test_a_finished_game_resets_with_the_next_step() -> None:
    env = VectorEnv("odin", 4, small=True, hands=1)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    env.reset(seed=1)
    env.action_space.seed(1)
    seen, _, over, _, _ = until_one_ends(env)
    at = int(np.flatnonzero(over)[0])
    assert env.batch.position(at).is_over
    assert seen["action_mask"][at].sum() == 1  # something to choose, which is not carried out
    seen, rewards, over, _, _ = env.step(env.action_space.sample())
    assert not over[at]
    assert rewards[at] == 0
    assert env.batch.position(at).fields.deal == 1
    assert seen["observation"][at, :12].sum() == 4


def test_a_finished_game_resets_in_the_same_step_if_asked() -> None:
    env = VectorEnv("odin", 4, small=True, hands=1, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    env.action_space.seed(1)
    seen, _, over, _, info = until_one_ends(env)
    at = int(np.flatnonzero(over)[0])
    assert not env.batch.position(at).is_over
    assert seen["observation"][at, :12].sum() == 4
    layout = env.batch.config.layout
    last = info["final_obs"][at]["observation"]
    assert last[layout.at["phase"] + 3] == 1
    assert info["_final_obs"].tolist() == over.tolist()
    assert info["final_info"]["points"][at].sum() > 0


def test_no_game_resets_by_itself_if_disabled() -> None:
    env = VectorEnv("odin", 4, small=True, hands=1, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    env.action_space.seed(1)
    *_, over, _, _ = until_one_ends(env)
    with pytest.raises(OdintableError, match="must be reset"):
        env.step(env.action_space.sample())
    before = env.batch.states.copy()
    env.reset(options={"reset_mask": over})
    assert (env.batch.states[~over] == before[~over]).all()
    assert not any(env.batch.position(at).is_over for at in range(4))
    env.step(env.action_space.sample())
    with pytest.raises(OdintableError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(4, bool)})


def test_steps_can_be_bounded() -> None:
    env = VectorEnv("ravens", 2, max_episode_steps=5)
    env.reset(seed=1)
    for step in range(1, 6):
        *_, over, late, _ = env.step(env.action_space.sample())
        assert late.all() == (step == 5)
        assert not over.any()


@pytest.mark.parametrize("table", FEW, ids=name)
def test_with_opponents_the_learner_always_decides(table: Table) -> None:
    game, players, options = table
    env = VectorEnv(game, 4, players, opponents="greedy", **options)
    env.reset(seed=1)
    env.action_space.seed(1)
    ended = 0
    for _ in range(80):
        live = ~env.done
        assert (env.batch.states["turn"] == env.batch.viewers)[live].all()
        _, rewards, over, _, _ = env.step(env.action_space.sample())
        ended += int(over.sum())
        if options.get("rewards", "win") == "win":
            assert not rewards[~over].any()
    assert ended


def test_a_batch_with_opponents_deals_what_a_single_table_deals() -> None:
    fixed: dict[str, Any] = {"opponents": "greedy", "seat": 0, "first": 0}
    alone, _ = SingleAgentEnv("odin", 3, **fixed).reset(seed=9)
    many, _ = VectorEnv("odin", 2, 3, **fixed).reset(seed=9)
    assert (alone["observation"] == many["observation"][0]).all()
    assert (alone["observation"] != many["observation"][1]).any()


def test_gymnasium_makes_them_by_name() -> None:
    env = gymnasium.make_vec(
        env_id("odin"), num_envs=3, vectorization_mode="vector_entry_point", players=4
    )
    assert isinstance(env, VectorEnv)
    assert env.num_envs == 3


def test_without_copies_the_same_arrays_are_handed_out() -> None:
    env = VectorEnv("odin", 2, copy=False)
    seen, _ = env.reset(seed=1)
    again, *_ = env.step(env.action_space.sample())
    assert np.shares_memory(seen["observation"], again["observation"])
    env = VectorEnv("odin", 2)
    seen, _ = env.reset(seed=1)
    kept = seen["observation"].copy()
    env.step(env.action_space.sample())
    assert (seen["observation"] == kept).all()


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(OdintableError, match="num_envs must be at least 1"):
        VectorEnv("odin", 0)
    env = VectorEnv("odin", 2, first=0)
    with pytest.raises(OdintableError, match="2 games need as many seeds, not 3"):
        env.reset(seed=[1, 2, 3])
    env.reset(seed=[1, None])
    with pytest.raises(OdintableError, match="2 games need as many actions"):
        env.step(np.array([1]))
    with pytest.raises(OdintableError, match=r"illegal: action 3579 \(pass\) in game 0"):
        env.step(np.array([3579, 3579]))


def test_every_game_can_be_rendered() -> None:
    env = VectorEnv("odin", 2, render_mode="ansi")
    env.reset(seed=1)
    looks = env.render()
    assert looks is not None
    assert len(looks) == 2
    assert "ODIN" in looks[0]


DEALT = {
    "odin": ["B1 B6 O3 O6 P2 P4 P7 R4 Y7", "B4 G4 O4 O5 O7 P2 R1 R2 Y9"],
    "ravens": ["PP MS WP FW WS SF FW PP SS", "WM PW SP PF MS FW SP WW SP"],
}


@pytest.mark.parametrize(("game", "what"), [("odin", "hands"), ("ravens", "path")])
def test_seeds_give_the_same_games_on_every_machine(game: str, what: str) -> None:
    """Chance is made of whole numbers: if this changes, seeds of old experiments mean others."""
    env = VectorEnv(game, 2)
    env.reset(seed=2026)
    shown: list[Any] = [env.batch.position(at).to_json()[what] for at in range(2)]
    assert [" ".join(one[0] if game == "odin" else one) for one in shown] == DEALT[game]
