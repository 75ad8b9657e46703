"""Both games as environments for learning: PettingZoo, Gymnasium (one game or many), OpenSpiel.

They need the packages of `pip install odintable[rl]`. See docs/environments.md.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .gymnasium_single import Solo
    from .gymnasium_vector import Batch
    from .openspiel.game import load_game
    from .pettingzoo_env import aec

__all__ = ["Batch", "Solo", "aec", "load_game", "register"]

ROOMS = {
    "aec": "pettingzoo_env",
    "Batch": "gymnasium_vector",
    "Solo": "gymnasium_single",
    "load_game": "openspiel.game",
}
IDS = {"odin": "odintable/Odin-v0", "ravens": "odintable/Ravens-v0"}


def __getattr__(name: str) -> Any:
    """Import a room when it is first entered: each needs other packages."""
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{ROOMS[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "odintable":
            raise
        raise ImportError(f"{error.name} is missing: pip install 'odintable[rl]'") from error


def register() -> None:
    """Make the games known to Gymnasium's `make` and `make_vec`, and to PettingZoo's `make`."""
    if find_spec("gymnasium"):
        registration = import_module("gymnasium.envs.registration")
        for game, name in IDS.items():
            if name not in registration.registry:
                registration.register(
                    name,
                    entry_point="odintable.envs.gymnasium_single:Solo",
                    vector_entry_point="odintable.envs.gymnasium_vector:Batch",
                    kwargs={"game": game},
                )
    if find_spec("pettingzoo"):
        zoo = import_module("pettingzoo")
        for game, name in IDS.items():
            if name not in zoo.aec_registry:
                zoo.register(
                    "aec", name, "odintable.envs.pettingzoo_env:aec", kwargs={"game": game}
                )


register()
