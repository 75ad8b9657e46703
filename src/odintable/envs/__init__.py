"""Environments for reinforcement learning: PettingZoo, Gymnasium (one game or many), OpenSpiel.

They need the packages of `pip install odintable[rl]`. See docs/environments.md.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from odintable.games.spec import GAMES

if TYPE_CHECKING:
    from .gymnasium_single import SingleAgentEnv
    from .gymnasium_vector import VectorEnv
    from .openspiel.game import load_game
    from .pettingzoo_env import aec_env

__all__ = ["SingleAgentEnv", "VectorEnv", "aec_env", "load_game", "register"]

MODULE_OF = {
    "SingleAgentEnv": "gymnasium_single",
    "VectorEnv": "gymnasium_vector",
    "aec_env": "pettingzoo_env",
    "load_game": "openspiel.game",
}


def __getattr__(name: str) -> Any:
    """Import an environment on first use: each kind needs different packages."""
    if name not in MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{MODULE_OF[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "odintable":
            raise
        raise ImportError(f"{error.name} is missing: pip install 'odintable[rl]'") from error


def env_id(game: str) -> str:
    """Return a game's id in Gymnasium and PettingZoo, such as `odintable/Odin-v0`."""
    return f"odintable/{game.replace('_', ' ').title().replace(' ', '')}-v0"


def register() -> None:
    """Register the games with Gymnasium's `make` and `make_vec`, and with PettingZoo's `make`."""
    if find_spec("gymnasium"):
        registration = import_module("gymnasium.envs.registration")
        for game in GAMES:
            if env_id(game) not in registration.registry:
                registration.register(
                    env_id(game),
                    entry_point="odintable.envs.gymnasium_single:SingleAgentEnv",
                    vector_entry_point="odintable.envs.gymnasium_vector:VectorEnv",
                    kwargs={"game": game},
                )
    if find_spec("pettingzoo"):
        pettingzoo = import_module("pettingzoo")
        for game in GAMES:
            if env_id(game) not in pettingzoo.aec_registry:
                entry_point = "odintable.envs.pettingzoo_env:aec_env"
                pettingzoo.register("aec", env_id(game), entry_point, kwargs={"game": game})


register()
