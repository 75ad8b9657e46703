"""The peers' runners: card games of other libraries, driven as their documentation shows.

Every player chooses at random among its legal moves. Only the decisions of players are counted;
chance events (deals, draws) take time but are not counted, as with our own runners.
"""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .rate import Runner

OPEN_SPIEL = ("crazy_eights", "hearts", "gin_rummy")
RLCARD = ("uno", "gin-rummy")
PETTING_ZOO = ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5")

OPEN_SPIEL_HOW = "legal_actions and apply_action from Python; chance nodes by random.choices"
RLCARD_HOW = "env.run with RandomAgents"
PETTING_HOW = "agent_iter, last, step; action_space.sample(action_mask)"


def runners() -> list[Runner]:
    """Every measured peer; raises ImportError if one is not installed."""
    return [
        *(Runner(f"OpenSpiel: {name}", OPEN_SPIEL_HOW, open_spiel(name)) for name in OPEN_SPIEL),
        *(Runner(f"RLCard: {name}", RLCARD_HOW, rlcard(name)) for name in RLCARD),
        *(Runner(f"PettingZoo: {name}", PETTING_HOW, petting_zoo(name)) for name in PETTING_ZOO),
    ]


def open_spiel(name: str) -> Callable[[], int]:
    """One game per turn; chance nodes are sampled with random.choices."""
    game = import_module("pyspiel").load_game(name)
    chance = random.Random(1)

    def turn() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, probabilities)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return turn


def rlcard(name: str) -> Callable[[], int]:
    """One game per turn; a trajectory holds a state before and after every action."""
    env = import_module("rlcard").make(name, config={"seed": 1})
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    env.set_agents([agent] * env.num_players)

    def turn() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return turn


def petting_zoo(name: str) -> Callable[[], int]:
    """One game per turn."""
    return agent_by_agent(import_module(f"pettingzoo.classic.{name}").env())


def agent_by_agent(env: Any) -> Callable[[], int]:
    """One game per turn of any PettingZoo environment."""
    env.reset(seed=1)

    def turn() -> int:
        env.reset()
        decisions = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                decisions += 1
        return decisions

    return turn
