"""Card games of other libraries as environments: every decision comes with an observation.

They are driven as their documentation shows; every player chooses at random among its legal moves.
Chance events take time but are not counted, as with our own environments.
"""

import os
import random
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.speed.peers import PETTING_HOW, PETTING_ZOO, RLCARD_HOW, petting_zoo, rlcard
from benchmarks.speed.rate import Runner

BATCH = 1024
# Pgx is measured on one core, as our environments are: seconds are processor time, and more
# threads would only compete.
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

SPIEL_HOW = "tensor, legal_actions and apply_action from Python; chance nodes by random.choices"
PGX_HOW = f"jit of vmap of auto_reset(step), {BATCH:,} games, a random legal action drawn within"


def runners() -> list[Runner]:
    """Every measured peer; raises ImportError if one is not installed."""
    return [
        Runner("OpenSpiel: hearts", f"information state {SPIEL_HOW}", spiel("hearts")),
        Runner("OpenSpiel: gin_rummy", f"observation {SPIEL_HOW}", spiel("gin_rummy")),
        Runner("RLCard: uno", RLCARD_HOW, rlcard("uno")),
        Runner("Pgx: sparrow_mahjong", PGX_HOW, pgx_game("sparrow_mahjong")),
        Runner("Pgx: bridge_bidding", f"{PGX_HOW}; a made-up table of results", pgx_game("bridge")),
        *(Runner(f"PettingZoo: {name}", PETTING_HOW, petting_zoo(name)) for name in PETTING_ZOO),
    ]


def spiel(name: str) -> Callable[[], int]:
    """One game per turn, reading the tensor of the player to move at every decision."""
    game = import_module("pyspiel").load_game(name)
    has_observation = game.get_type().provides_observation_tensor
    chance = random.Random(1)

    def turn() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                _ = (
                    state.observation_tensor()
                    if has_observation
                    else state.information_state_tensor()
                )
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return turn


def pgx_game(name: str) -> Callable[[], int]:
    """One step of all games per turn: random legal actions, the step, resets of finished games."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ["XLA_FLAGS"] = ONE_THREAD
    jax = import_module("jax")
    pgx = import_module("pgx")
    env = bridge() if name == "bridge" else pgx.make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, dice, dealer = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(dice, odds, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(dealer, BATCH)), key

    compiled = jax.jit(advance)
    first = jax.random.split(jax.random.PRNGKey(1), BATCH)
    now = {"state": jax.jit(jax.vmap(env.init))(first), "key": jax.random.PRNGKey(2)}

    def turn() -> int:
        now["state"], now["key"] = compiled(now["state"], now["key"])
        jax.block_until_ready(now["state"].observation)
        return BATCH

    return turn


def bridge(deals: int = 1000) -> Any:
    """Bridge bidding with a made-up table of results, which does not affect the speed."""
    chance = np.random.default_rng(1)
    owners = np.stack([chance.permutation(np.repeat(np.arange(4), 13)) for _ in range(deals)])
    keys = owners.reshape(deals, 4, 13) @ 4 ** np.arange(12, -1, -1)
    tricks = chance.integers(0, 14, (deals, 4, 5)) @ 16 ** np.arange(4, -1, -1)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "results.npy"
        np.save(table, np.stack([keys, tricks]).astype(np.int32))
        return import_module("pgx.bridge_bidding").BridgeBidding(str(table))
